"""Headings of a PDF without an outline: told by the size and the weight of their type."""

import pytest

from tests.support.pdf_file import pdf
from workbench.ingest.parsers import pdf as parser
from workbench.ingest.parsers.pdf_lines import Line, with_headings

BODY = [Line("Readers may take books home for three weeks and", 10), Line("extend the loan.", 10)]


def levels(*lines: Line) -> dict[str, int]:
    """Return the levels of the headings of a page by their words."""
    return {words: level for (_, words), level in with_headings([lines])[1].items()}


def test_larger_type_is_a_heading_of_a_level_by_its_size() -> None:
    page = [Line("Rules of the library", 18), *BODY, Line("Loans", 14), *BODY, Line("Fees", 14)]
    assert levels(*page) == {"rules of the library": 1, "loans": 2, "fees": 2}


def test_bold_type_is_a_heading_where_the_text_is_not_bold() -> None:
    assert levels(Line("Loans", 10, bold=True), *BODY) == {"loans": 1}
    assert levels(*(Line(line.text, 10, bold=True) for line in BODY)) == {}


def test_a_heading_of_two_lines_becomes_one() -> None:
    title = [Line("Everything about the", 18), Line("library", 18)]
    texts, found = with_headings([[*title, *BODY]])
    assert texts[0][0] == "Everything about the library"
    assert found == {(0, "everything about the library"): 1}


@pytest.mark.parametrize(
    "line",
    [
        Line("This sentence is printed large.", 18),
        Line("Total 1 204 877 412", 10, bold=True),
        Line("Loans . . . . . . . . 4", 14),
        Line("extend the loan at the desk by the door " * 3, 14),
        Line("2.3", 9, bold=True),
    ],
)
def test_other_large_or_bold_lines_are_no_headings(line: Line) -> None:
    assert levels(line, *BODY) == {}


def test_an_outline_goes_before_the_type_and_a_title_counts_only_if_the_text_has_it() -> None:
    parsed = parser.parse(pdf([["Lending", "readers may take books home"]], {"Lending": 0}))
    assert [heading.text for heading in parsed.headings] == ["Lending"]
    assert parser._is_title("Lending", [["Lending"]])
    assert not parser._is_title("untitled", [["Lending"]])
