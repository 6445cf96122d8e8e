"""Reasons of unread files are in the reader's language."""

import pytest

from workbench.ingest.documents import parse_document
from workbench.ingest.parsers import UnreadableError
from workbench.ui.unread_reasons import unread_reason


@pytest.mark.parametrize(
    ("path", "content", "russian"),
    [
        ("a.md", b"", "в файле нет текста"),
        ("a.pdf", b"%PDF-1.4 nothing", "PDF повреждён"),
        ("a.heic", b"x", "файлы .heic не читаются"),
        ("a.eml", b"nothing", "это не письмо: нет ни отправителя, ни темы"),
    ],
)
def test_what_parsers_say_is_translated(path: str, content: bytes, russian: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        parse_document(path, content)
    assert unread_reason(str(refused.value), "ru") == russian
    assert unread_reason(str(refused.value), "en") == str(refused.value)


def test_numbers_are_kept_and_an_unknown_reason_stays() -> None:
    assert unread_reason("larger than 20 MB", "ru") == "больше 20 МБ"
    assert unread_reason("something new", "ru") == "something new"
