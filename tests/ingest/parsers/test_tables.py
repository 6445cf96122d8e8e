"""Tables of CSV and JSON files: their size is bounded by what the file holds."""

import csv
import json

import pytest

from workbench.ingest.documents import parse_document
from workbench.ingest.parsers import PARSERS, UnreadableError, converted


def test_one_wide_row_does_not_widen_the_others() -> None:
    content = "a,b\n" * 1500 + "," * 2000 + "x\n"
    document = parse_document("wide.csv", content)
    assert len(document.text) < 10 * len(content)
    assert "\n| a | b |\n| a | b |\n" in document.text


def test_rows_shorter_than_a_wide_header_stay_short() -> None:
    content = "head" + "," * 2000 + "\n" + "x\n" * 1500
    assert len(parse_document("wide.csv", content).text) < 10 * len(content)


def test_records_with_names_of_their_own_are_lists() -> None:
    records = json.dumps([{f"key{n}": n} for n in range(1000)])
    document = parse_document("a.json", records)
    assert len(document.text) < 2 * len(records)
    assert "- key7: 7" in document.text
    assert "|" not in document.text


def test_a_text_longer_than_the_limit_is_refused_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(converted, "LONGEST_TEXT", 30)
    with pytest.raises(UnreadableError, match="longer than 30 characters"):
        PARSERS["delimited"].parse(b"a,b\n" * 10)


@pytest.mark.parametrize("name", ["delimited", "json_data"])
def test_tables_are_parsed_in_a_process_of_their_own(name: str) -> None:
    assert PARSERS[name].isolated


def test_a_stray_quote_does_not_cost_the_file() -> None:
    text = parse_document("a.csv", 'x,y\n1,"b"c\n"2, 3",d\n').text
    assert "| 1 | bc |\n| 2, 3 | d |" in text
    text = parse_document("a.csv", 'x,y\n5,"abc\n6,d\n').text
    assert '| 5 | "abc |\n| 6 | d |' in text


def test_sentences_in_one_column_are_not_cut_at_commas() -> None:
    sentences = ["Books, maps and films are lent.", "Ask at the desk.", "Late, lost, torn: pay."]
    text = parse_document("a.csv", "\n".join(["text", *sentences])).text
    assert all(f"| {sentence} |" in text for sentence in sentences)
    text = parse_document("a.csv", "\n".join(sentences)).text
    assert all(f"| {sentence} |" in text for sentence in sentences)


@pytest.mark.parametrize(
    ("content", "row"),
    [
        ("sep=;\na;b\n1,2;3\n", "| 1,2 | 3 |"),
        ("1,5;2,5\n3,5;4,5\n", "| 3,5 | 4,5 |"),
        ('"a, b","c"\n"d; e; f","g"\n', "| d; e; f | g |"),
        ("a,b,c\n1,2\n3,4\n", "| 3 | 4 |"),
    ],
)
def test_the_delimiter_is_told_from_the_lines(content: str, row: str) -> None:
    text = parse_document("a.csv", content).text
    assert row in text
    assert "sep=" not in text


def test_tabs_divide_a_tsv_file_whatever_else_it_contains() -> None:
    text = parse_document("a.tsv", "a, b, c\td\n1, 2, 3\t4\n").text
    assert "| a, b, c | d |" in text


def test_a_long_column_of_quoted_cells_has_one_column() -> None:
    assert parse_document("a.csv", '"a"\n' * 5000).text.count("| a |") == 5000


def test_the_limits_of_the_csv_module_stay() -> None:
    before = csv.field_size_limit(5000)
    try:
        PARSERS["delimited"].parse(b"a,b\n1," + b"2" * 6000)
        assert csv.field_size_limit() == 5000
    finally:
        csv.field_size_limit(before)


@pytest.mark.parametrize(
    ("name", "content"),
    [("delimited", b"a,b\n# 1,2\n"), ("json_data", b'{"a": 1}\n{"a": "# b"}\n')],
)
def test_a_table_is_not_searched_for_headings(
    name: str, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(converted, "parse_body", None)
    parsed = PARSERS[name].parse(content)
    assert parsed.text.startswith("| a |")
    assert parsed.headings == ()
