"""Names of JSON fields are text, and records have headings that tell them apart."""

import json

import pytest

from workbench.ingest.documents import parse_document
from workbench.ingest.parsers import PARSERS, UnreadableError


def text_of(value: object) -> str:
    return parse_document("a.json", json.dumps(value)).text


def test_a_name_with_markup_opens_no_heading() -> None:
    document = parse_document("a.json", json.dumps({"a\n# b": 1, "# c": [2]}))
    assert document.headings == ()
    assert "- a # b: 1\n- \\# c:\n  - 2" in document.text


def test_an_object_over_lines_is_one_value_whatever_its_first_line_ends_in() -> None:
    text = parse_document("a.json", '[{"a": {"b": "c"}},\n {"a": {"b": "d"}}]').text
    assert text.count("- a:") == 2
    text = parse_document("a.json", '{"x": {}\n, "y": 1}').text
    assert "- y: 1" in text


def test_the_heading_of_a_record_is_the_first_short_text_that_differs() -> None:
    records = [
        {"вид": "филиал", "город": city, "часы": {"пн": "9-18"}, "номер": n}
        for n, city in enumerate(("Рига", "Тарту"))
    ]
    document = parse_document("a.json", json.dumps(records))
    assert [heading.text for heading in document.headings] == ["Рига", "Тарту"]
    same = [{"kind": "branch", "hours": {"mon": n}} for n in range(2)]
    assert "#" not in text_of(same)
    assert "#" not in text_of({"count": 1.5, "hours": {"mon": 2}})


def test_a_plain_text_that_begins_with_a_rule_is_all_body() -> None:
    content = b"---\nerror: [unclosed\n---\nNext entry.\n"
    assert PARSERS["text"].parse(content).body_start == 0
    assert "unclosed" in parse_document("a.log", content.decode()).text


def test_a_graph_is_no_document() -> None:
    with pytest.raises(UnreadableError, match="graph"):
        text_of({"nodes": [{"id": 1}], "edges": [{"source": 1, "target": 1}]})
    assert "Oslo" in text_of({"nodes": "Oslo", "edges": []})
