"""Questions of several parts, cut where each part asks something."""

import pytest

from workbench.domain.base import Span
from workbench.planner.clauses import question_clauses


def cut(text: str, *names: str) -> list[str]:
    spans = [Span(start=text.index(name), end=text.index(name) + len(name)) for name in names]
    return [text[part.start : part.end].strip() for part in question_clauses(text, spans)]


@pytest.mark.parametrize(
    ("text", "names", "parts"),
    [
        (
            "Контакты Анны и где она работает?",
            ("Анны",),
            ["Контакты Анны", "где она работает?"],
        ),
        ("What is Lake, and what does it cost?", ("Lake",), ["What is Lake", "what does it cost?"]),
        ("Compare lunch in lake and mountain", ("lunch", "lake", "mountain"), None),
        ("Сравни Ветер и Соль по материалам", ("Ветер", "Соль"), None),
        ("Compare Wind and Salt by material", ("Wind", "Salt"), None),
        ("Селадон, шамот и тэммоку где?", ("Селадон", "шамот", "тэммоку"), None),
        ("Ветер: какие материалы?", ("Ветер",), None),
        ("Состав Соли и Перца", ("Соли и Перца",), None),
        (
            "Из чего Ветер? А почему он треснул?",
            ("Ветер",),
            ["Из чего Ветер", "почему он треснул?"],
        ),
        ("Просто вопрос", (), None),
    ],
)
def test_a_question_is_cut_where_another_one_begins(
    text: str, names: tuple[str, ...], parts: list[str] | None
) -> None:
    assert cut(text, *names) == (parts or [text])


@pytest.mark.parametrize("text", ["", "и", "?!", "и, и", " , "])
def test_nothing_to_cut(text: str) -> None:
    assert "".join(cut(text)).strip(" ,и?!") == ""
