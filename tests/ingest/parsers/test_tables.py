"""Tables of CSV and JSON files: their size is bounded by what the file holds."""

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
