# Bare `make` lists the targets. The two that matter: make book, make test.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:

# The Python that makes .venv (3.11 to 3.13), and where torch comes from: TORCH=cpu takes PyTorch's
# own CPU-only build, which is ten times smaller than the GPU build that Linux gets otherwise.
PYTHON ?= python3
TORCH ?= default
TORCH_FROM_default :=
TORCH_FROM_cpu := --index-url https://download.pytorch.org/whl/cpu
$(if $(filter default cpu,$(TORCH)),,$(error TORCH=$(TORCH): it can be cpu (small) or default))

BIN := .venv/bin
READY := .venv/ready
TORCH_PIN := $(shell grep '^torch==' requirements.txt)
# One thread: sums of floats come out the same on every machine. Kernels import this folder's dnnlpy.
OMP_NUM_THREADS ?= 1
export OMP_NUM_THREADS
PYTHONPATH := $(CURDIR)
export PYTHONPATH
# torch.compile says so on 3.13.0 alone, on stderr, which no cell is to write to.
PYTHONWARNINGS ?= ignore:Guards may run slower on Python 3.13.0:RuntimeWarning
export PYTHONWARNINGS

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

.PHONY: setup
setup: $(READY) ## make .venv and install what requirements.txt pins, if that is not done yet
$(READY): requirements.txt pyproject.toml
	@command -v $(PYTHON) > /dev/null || { \
	    echo "$(PYTHON) is not there: install Python 3.11 to 3.13, or name it: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || { \
	    echo "$$($(PYTHON) --version) does not fit: the book needs 3.11 to 3.13: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { \
	    echo "$(PYTHON) cannot make a .venv: on Debian and Ubuntu, apt install python3-venv"; exit 1; }
	@echo "== Making .venv with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv .venv
	@echo "== 1 of 3: fetching $(TORCH_PIN), the $(TORCH) build (TORCH=cpu: about 200 MB instead of GBs on Linux)"
	@$(BIN)/python -m pip install $(TORCH_FROM_$(TORCH)) $(TORCH_PIN)
	@echo "== 2 of 3: fetching the tools of the book and of its checks, about 300 MB"
	@$(BIN)/python -m pip install -r requirements.txt
	@echo "== 3 of 3: installing dnnlpy from this folder"
	@$(BIN)/python -m pip install --no-deps --no-build-isolation --editable .
	@touch $@

STRICT := $(BIN)/jupyter-book build . -W -n --keep-going
EXECUTED := _build/.jupyter_cache/global.db
.PHONY: book
book: setup ## build the site: every warning and every failing cell is an error
	@# Neither Sphinx nor the cache of executed notebooks sees that dnnlpy changed: then begin afresh.
	@if [ ! -e $(EXECUTED) ] || [ -n "$$(find dnnlpy requirements.txt -type f -not -path '*/__pycache__/*' -newer $(EXECUTED))" ]; then rm -rf _build; fi
	@# After a failure the next run must meet the same warnings again, not skip the pages it has read.
	$(STRICT) || { rm -rf _build/.doctrees; exit 1; }
	@echo "Read it: $$($(BIN)/python -c 'from pathlib import Path; print(Path("_build/html/index.html").resolve().as_uri())')"

# The longest first: four run side by side.
CHECKS := nbval site unit tools types prose rules lint
.PHONY: test
test: $(READY) ## run every check, lint to site, and report all that fail
	@$(BIN)/python -m tools.checks $(CHECKS)

.PHONY: lint types unit tools nbval check rules prose
lint: $(READY) ## style and format of all code, notebooks too, and the workflows
	@# All three run, so that one call tells all that is wrong.
	@wrong=0; \
	$(BIN)/ruff check . || wrong=1; \
	$(BIN)/ruff format --check . || wrong=1; \
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml || wrong=1; \
	exit $$wrong

types: $(READY) ## types of dnnlpy and tools
	@env -u PYTHONPATH $(BIN)/pyrefly check --python-interpreter-path $(BIN)/python

WORKERS ?= 2
# A file's tests stay together, with what they share, and in their order: where a browser has been
# started, its event loop keeps others from starting.
PYTEST := $(BIN)/pytest -q -n $(WORKERS) --dist loadfile --no-loadscope-reorder
unit: $(READY) ## unit tests of dnnlpy and the examples in docstrings
	@$(PYTEST) --ignore=tests/site --ignore=tests/book --ignore=tests/reading tests dnnlpy

tools: $(READY) ## tests of what makes the book and checks it: tools/ and _ext/
	@$(PYTEST) tests/book tests/reading

CELL_SECONDS ?= 300
NBVAL = -q -n $(WORKERS) --dist loadscope -p nbval -p tools.nbval_plugin -p tools.forked_kernels \
    --nbval --nbval-current-env --nbval-cell-timeout $(CELL_SECONDS) -o pythonpath= \
    --nbval-sanitize-with tests/book/nbval.cfg \
    $$(find chapters -path '*$(ONLY)*.ipynb' -not -path '*/.*' | sort)
# What was asked for: notebooks that are there, and a time that is one.
ASKED = test -n "$$(find chapters -path '*$(ONLY)*.ipynb' -not -path '*/.*')" || { \
    echo "No notebook in chapters/ is called *$(ONLY)*"; exit 1; }; \
    [[ '$(CELL_SECONDS)' =~ ^[1-9][0-9]*$$ ]] || { \
    echo "CELL_SECONDS=$(CELL_SECONDS): give the whole seconds that a cell may take, such as 600"; exit 1; }
nbval: $(READY) ## run every notebook again and compare with its stored outputs (ONLY=18-4-05)
	@$(ASKED); $(BIN)/pytest $(NBVAL)

check: $(READY) ## the same, told section by section: what differs, and what to do next (ONLY=18-4-05)
	@$(ASKED); $(BIN)/python -m tools.compare $(NBVAL)

rules: $(READY) ## what every notebook must have and must not have (ONLY=18-4-05)
	@$(BIN)/python -m tools.rules notebooks --only '$(ONLY)'

prose: $(READY) ## spelling, links, section numbers, citations, formulas (ONLY=18-4-05)
	@$(BIN)/python -m tools.rules prose --only '$(ONLY)'

.PHONY: stored site pdf slides
stored: $(READY)
	@# Before minutes go into a site: is there what pdf or slides are asked for?
	@test -n "$$(find chapters -path '*$(ONLY)*.ipynb' -o -path '*$(ONLY)*.md')" || { \
	    echo "No page in chapters/ is called *$(ONLY)*"; exit 1; }
	@# The cells are nbval's to run. Beginning afresh, because Sphinx does not see all that changes.
	@rm -rf _build/stored && mkdir -p _build/stored
	@sed -e 's/^  execute_notebooks: .*/  execute_notebooks: "off"/' -e 's|: _ext}|: ../../_ext}|' \
	    _config.yml > _build/stored/_config.yml
	$(STRICT) --config _build/stored/_config.yml --path-output _build/stored

site: stored ## build the site from the stored outputs and look at every page in a browser
	@$(BIN)/pytest -q -n $(WORKERS) tests/site

pdf: stored ## print the chapter, from its stored outputs, as one PDF (ONLY=18-4-05 for one section)
	@$(BIN)/python -m tools.pdf --only '$(ONLY)'

slides: stored ## slides of every section, a file each, for a room without a network (ONLY=18-4-05)
	@$(BIN)/python -m tools.slides --only '$(ONLY)'

.PHONY: pictures
pictures: book ## photograph every page, wide and narrow, light and dark, into _build/pictures
	@$(BIN)/python -m tools.pictures

.PHONY: notebooks
ONLY ?=
notebooks: $(READY) ## re-execute all notebooks and store their outputs (ONLY=18-4-05 for one)
	@$(ASKED); $(BIN)/python -m tools.notebooks --only '$(ONLY)' --seconds $(CELL_SECONDS)

.PHONY: repository
repository: $(READY) ## make the book yours, everywhere it says so: URL=https://github.com/you/fork
	@$(BIN)/python -m tools.repository --url '$(URL)'

.PHONY: colab matrix
colab: $(READY) ## run every notebook as Colab does, from what is committed (ONLY=18-4-05)
	@$(ASKED); $(BIN)/python -m tools.colab --only '$(ONLY)' --seconds $(CELL_SECONDS)

RUNS ?= 3.11:2.4.1 3.11:2.13.0 3.12:2.13.0 3.13:2.13.0 3.11:2.14.1
matrix: $(READY) ## run notebooks and tests on other versions (RUNS="3.12:2.4.1 3.13:newest")
	@$(BIN)/python -m tools.matrix --index='$(TORCH_FROM_$(TORCH))' $(RUNS)

.PHONY: links mutants
links: $(READY) ## ask every address outside the book whether it is still there (needs the network)
	@$(BIN)/python -m tools.links

mutants: $(READY) ## break dnnlpy on purpose, line by line: do tests and notebooks notice? (minutes)
	@$(BIN)/python -m tools.mutants --only '$(ONLY)'

.PHONY: clean
clean: ## remove what was built, but not .venv
	rm -rf _build .matrix .jupyter_cache .pytest_cache .ruff_cache .hypothesis
