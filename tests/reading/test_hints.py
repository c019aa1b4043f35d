"""A solution that calls a checker has the checker's hints above it, one inside the other."""

from reading import hints

from tests.reading.test_callouts import CELL, notebook

SOLUTION = CELL | {"metadata": {"tags": ["hide-cell", "solution"]}}
TOC = "format: jb-book\nroot: chapters/index\nchapters:\n  - file: chapters/nb\n"


def built_with(build, *cells):
    return build({"_toc.yml": TOC, "chapters/nb.ipynb": notebook(*cells)})


def test_each_hint_holds_the_next_and_the_first_stands_above_the_solution(build, monkeypatch):
    monkeypatch.setattr(hints, "hints_of", lambda source: {"lucky": ["A < B.", "Add `x & y`."]})
    built = built_with(build, SOLUTION | {"source": "check.lucky(7)\nprecheck.unlucky(1)"})
    html = built.read("chapters/nb.html")
    assert (
        '<details class="hint"><summary>Hint 1 of 2</summary>\n<p>A &lt; B.</p>\n'
        '<details class="hint"><summary>Hint 2 of 2</summary>\n'
        "<p>Add <code>x &amp; y</code>.</p>\n</details></details>"
    ) in html
    assert html.count('class="hint"') == 2
    assert (
        html.index("Hint 1 of 2")
        < html.index("<summary>A solution</summary>")
        < html.index("lucky</span>")
    )
    assert "no checker" not in built.warnings


def test_a_checker_that_is_not_there_is_a_warning(build):
    built = built_with(build, SOLUTION | {"source": "check.unheard_of(7)"})
    assert "no checker is called check.unheard_of" in built.warnings


def test_only_solutions_have_hints(build):
    html = built_with(build, CELL | {"source": "check.odds(1, 2, 3)"}).read("chapters/nb.html")
    assert 'class="hint"' not in html
