"""The text of a PDF: words cut at the end of a line, and time that grows with the pages."""

from time import process_time

import pytest

from tests.support.pdf_file import pdf
from workbench.ingest.parsers import pdf as parser

LINE = "readers may take books home for three weeks and extend the loan of"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["this is a well-", "known rule"], "a well-known rule"),
        (["the rules are ex-", "tended", "if the loan is extended"], "are extended\n"),
        (["loans are ex-", "tended", "nobody extends a loan"], "are extended\n"),
        (["there is no infor\u00ad", "mation on it"], "no information on it"),
        (["вышла новая инфор-", "мация о сроках"], "новая информация о"),
        (["обложка жёлто-", "красная и новая"], "жёлто-красная и"),
        (["он живёт на северо-за-", "паде города"], "на северо-западе города"),
        (["кто-", "то пришёл"], "кто-то пришёл"),
    ],
)
def test_a_hyphen_at_the_end_of_a_line_goes_only_from_a_word_that_has_none(
    lines: list[str], expected: str
) -> None:
    text, _ = parser._written([lines], {})
    assert expected in text


def test_a_page_begins_where_its_text_begins_after_a_hyphen_was_dropped() -> None:
    text, starts = parser._written([["вышла новая инфор-"], [], ["мация о сроках"]], {})
    assert text == "вышла новая информация о сроках\n"
    assert starts == (0, 17, 17)
    assert text[17:].startswith("мация")


def seconds(pages: int) -> float:
    """Return the least processor time of three readings of that many pages."""
    lines = [[LINE] * 40 for _ in range(pages)]
    taken = []
    for _ in range(3):
        begin = process_time()
        parser._written(parser._without_edges(lines), {})
        taken.append(process_time() - begin)
    return min(taken)


def test_four_times_the_pages_take_about_four_times_as_long() -> None:
    assert seconds(200) < 8 * seconds(50)


def test_the_text_of_a_pdf_is_that_of_its_lines() -> None:
    parsed = parser.parse(pdf([[LINE, "a well-", "known rule"]]))
    assert parsed.text == f"{LINE}\na well-known rule\n"


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (["- take the key from", ""], ["", "the desk"], "- take the key from\nthe desk\n"),
        (["readers may take", " ", ""], ["", "three books"], "readers may take\nthree books\n"),
        (["amber hall  9 to", ""], ["five", "- next"], "amber hall 9 to\nfive\n- next\n"),
    ],
)
def test_what_a_page_break_cuts_is_rejoined(
    first: list[str], second: list[str], expected: str
) -> None:
    text, _ = parser._written(parser._without_edges([first, second]), {})
    assert text == expected


def test_a_running_head_with_the_number_of_its_page_is_no_text() -> None:
    names = ["herons", "ropes", "gales", "nets", "tar", "oars", "sails", "crews"]
    heads = [
        "5 MOORING",
        "Of ropes 6",
        "7 MOORING",
        "8",
        "9 TACKLE",
        "Of oars 10",
        "11 TACKLE",
        "12",
    ]
    texts = [[f"The {name} of the pier", f"are {name} of old"] for name in names]

    kept = parser._without_edges([[head, *text] for head, text in zip(heads, texts, strict=True)])

    assert kept == texts


def test_numbers_at_the_edge_that_do_not_go_up_with_the_pages_are_text() -> None:
    pages = [["2 boats", "lie at the pier"], ["9 ropes", "hold them"], ["4 buoys", "are red"]]

    assert parser._without_edges(pages) == pages
