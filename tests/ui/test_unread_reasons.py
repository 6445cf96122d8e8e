"""Reasons of unread files are in the reader's language."""

import pytest

from workbench.domain.documents import SourceFile
from workbench.ingest.documents import parse_document
from workbench.ingest.parsers import UnreadableError
from workbench.ingest.tables.left_out import LeftOutTable
from workbench.ui import document_table
from workbench.ui.texts import Texts
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


@pytest.mark.parametrize(
    ("reason", "russian"),
    [
        (
            "5,000 columns; tables of up to 500 can be queried",
            "по таблице «Wide» нельзя задавать вопросы: столбцов 5,000, а может быть не больше 500",
        ),
        (
            "Conversion Error: 1e999",
            "по таблице «Wide» нельзя задавать вопросы: её значения не удалось записать "
            "(Conversion Error: 1e999)",
        ),
    ],
)
def test_a_table_that_is_left_out_is_named_in_the_readers_language(
    reason: str, russian: str
) -> None:
    left_out = LeftOutTable(document_id="a.xlsx", table="Wide", reason=reason)
    assert unread_reason(left_out.message, "ru") == russian
    file = SourceFile(path="a.xlsx", left_out=(left_out.message,))
    assert document_table.reason(file, Texts("ru")) == russian
    assert document_table.reason(file, Texts("en")) == left_out.message


def test_numbers_are_kept_and_an_unknown_reason_stays() -> None:
    assert unread_reason("larger than 20 MB", "ru") == "больше 20 МБ"
    assert unread_reason("something new", "ru") == "something new"
