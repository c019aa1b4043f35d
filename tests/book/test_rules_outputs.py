"""Each rule for stored outputs, broken once in a section that otherwise keeps it."""

import pytest
from nbformat.v4 import new_output

from tests.book.good_section import drawn, png, printed
from tools.rules import outputs


def complaints(rule, page):
    return list(rule(page))


def test_the_good_section_keeps_every_rule_for_outputs(page):
    assert [found for rule in outputs.RULES for found in rule(page)] == []


@pytest.mark.parametrize("count", [None, 2, 7])
def test_a_cell_run_out_of_order_or_not_at_all_is_named(page, cell, count):
    cell("count").execution_count = count
    [(name, text)] = complaints(outputs.executed_in_order, page)
    assert name == "count"
    assert f"execution count {count}, expected 3" in text


def test_a_cell_that_prints_without_a_stored_output_is_named(page, cell):
    cell("count").outputs = []
    [(name, text)] = complaints(outputs.says_what_it_should, page)
    assert (name, "no output is stored" in text) == ("count", True)


def test_a_cell_that_draws_without_a_stored_figure_is_named(page, cell):
    cell("figure").outputs = [printed("<Figure>")]
    [(name, text)] = complaints(outputs.says_what_it_should, page)
    assert (name, "no figure is stored" in text) == ("figure", True)


def test_an_error_that_no_tag_announces_is_named(page, cell):
    cell("refused").metadata = {}
    [(name, text)] = complaints(outputs.errors_are_announced, page)
    assert (name, "ended in an error" in text) == ("refused", True)


def test_an_announced_error_that_did_not_come_is_named(page, cell):
    cell("refused").outputs = []
    [(name, text)] = complaints(outputs.errors_are_announced, page)
    assert (name, "stored no error" in text) == ("refused", True)


def test_a_skipped_cell_is_named(page, cell):
    cell("count").metadata = {"tags": ["nbval-skip"]}
    [(name, text)] = complaints(outputs.tags_are_known, page)
    assert (name, "tag nbval-skip is not used" in text) == ("count", True)


@pytest.mark.parametrize("tags", [["nbval-ignore-output"], ["varies-by-time"]])
def test_an_ignored_output_and_its_reason_go_together(page, cell, tags):
    cell("count").metadata = {"tags": tags}
    [(name, text)] = complaints(outputs.tags_are_known, page)
    assert (name, "goes with a reason" in text) == ("count", True)


def test_an_ignored_output_must_be_held_by_an_assert(page, cell):
    cell("figure").metadata["tags"] = ["nbval-ignore-output", "varies-by-time"]
    [(name, text)] = complaints(outputs.tags_are_known, page)
    assert (name, "assert the claim" in text) == ("figure", True)
    cell("refused").source = "assert drawn"
    assert complaints(outputs.tags_are_known, page) == []


@pytest.mark.parametrize(
    "text", ["/home/ada/book/x.py", "C:\\\\Users", "site-packages", "<Linear at 0x7f3a2b1c>"]
)
def test_traces_of_a_machine_in_an_output_are_named(page, cell, text):
    cell("count").outputs = [printed(text)]
    [(name, _)] = complaints(outputs.no_machine_traces, page)
    assert name == "count"


def test_traces_of_a_machine_in_a_traceback_are_named(page, cell):
    cell("refused").outputs[0].traceback = ["File /home/ada/x.py:3", "ValueError: no"]
    [(name, text)] = complaints(outputs.no_machine_traces, page)
    assert (name, "/home/" in text) == ("refused", True)


def test_a_warning_on_stderr_is_named(page, cell):
    cell("count").outputs.append(new_output("stream", name="stderr", text="UserWarning\n"))
    [(name, text)] = complaints(outputs.no_machine_traces, page)
    assert (name, "stderr" in text) == ("count", True)


@pytest.mark.parametrize("alt", ["", "A figure"])
def test_a_figure_that_is_not_described_is_named(page, cell, alt):
    cell("figure").metadata = {"mystnb": {"image": {"alt": alt}}}
    assert ("figure", True) in [
        (name, "without alt text" in text)
        for name, text in complaints(outputs.figures_are_described, page)
    ]


def test_alt_text_without_a_figure_is_named(page, cell):
    cell("figure").outputs = []
    [(name, text)] = complaints(outputs.figures_are_described, page)
    assert (name, "no figure" in text) == ("figure", True)


def test_two_figures_with_one_alt_text_are_named(page, cell):
    cell("figure").outputs.append(drawn(png()))
    [(name, text)] = complaints(outputs.figures_are_described, page)
    assert (name, "2 figures" in text) == ("figure", True)


@pytest.mark.parametrize("size", [(100, 300), (9000, 300), (400, 20)])
def test_a_figure_too_small_or_too_large_for_a_page_is_named(page, cell, size):
    cell("figure").outputs = [drawn(png(*size))]
    [(name, text)] = complaints(outputs.figures_are_described, page)
    assert (name, f"{size[0]} x {size[1]} pixels" in text) == ("figure", True)


def test_an_image_that_is_not_what_it_says_is_named(page, cell):
    cell("figure").outputs = [drawn("R0lGODlhAQABAAAAACw=")]
    [(name, text)] = complaints(outputs.figures_are_described, page)
    assert (name, text) == ("figure", "image/png output is not a PNG")


def test_a_figure_of_many_bytes_is_named(page, monkeypatch):
    monkeypatch.setattr(outputs, "PNG_BYTES", 100)
    [(name, text)] = complaints(outputs.figures_are_described, page)
    assert (name, "bytes: keep it under 100" in text) == ("figure", True)
