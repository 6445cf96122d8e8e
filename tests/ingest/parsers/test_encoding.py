"""Text files are decoded whatever common encoding they were saved in."""

import pytest

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
