"""Text files are decoded whatever common encoding they were saved in."""

import pytest

from workbench.ingest.documents import parse_document
from workbench.ingest.parsers import UnreadableError
from workbench.ingest.parsers.encoding import decoded

RUSSIAN = "Договоры аренды хранятся пять лет после окончания срока их действия."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32", "cp1251", "koi8-r", "cp866"])
def test_russian_text_is_read_in_its_encoding(encoding: str) -> None:
    assert decoded(RUSSIAN.encode(encoding)) == RUSSIAN


def test_western_text_is_read_in_its_encoding() -> None:
    text = "Le délai de rétractation est de quatorze jours après la réception du colis."
    assert decoded(text.encode("cp1252")) == text


def test_line_breaks_become_newlines() -> None:
    assert decoded(b"a\r\nb\rc") == "a\nb\nc"


@pytest.mark.parametrize("content", [b"GIF89a\0\0", b"\xff\xfe\x00"])
def test_what_is_no_text_is_refused(content: bytes) -> None:
    with pytest.raises(UnreadableError):
        decoded(content)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_is_not_part_of_the_text(encoding: str) -> None:
    assert decoded(RUSSIAN.encode(encoding)) == RUSSIAN


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ('<?xml version="1.0" encoding="windows-1251"?>\n<html>', "cp1251"),
        ('<html><meta charset="windows-1251">', "cp1251"),
        ('<html><meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', "koi8-r"),
        ('<html><meta charset="windows-1251">', "utf-8"),
        ('<html><meta charset="windows-1251">', "utf-8-sig"),
        ('<html><meta charset="utf-8">', "cp1251"),
        ('<html><meta charset="utf-16">', "cp1251"),
        ('<html><meta charset="no-such-charset">', "cp1251"),
    ],
)
def test_a_page_is_decoded_by_what_it_holds_before_what_it_declares(
    head: str, encoding: str
) -> None:
    page = f"{head}<body><p>{RUSSIAN}</p></body></html>"
    for name in ("a.html", "a.xhtml"):
        assert parse_document(name, page.encode(encoding)).text.strip() == RUSSIAN


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.json", '{"name": "Riga"}', "## Riga"),
        ("a.md", "# Title", "# Title"),
        ("a.csv", "Name,City\nA,B\n", "| Name | City |"),
    ],
)
def test_a_marked_file_begins_with_its_first_character(
    name: str, content: str, expected: str
) -> None:
    assert parse_document(name, content.encode("utf-8-sig")).text.startswith(expected)
