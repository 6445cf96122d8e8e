"""Normalization: one spelling of spaces and hyphens, and the language of mixed text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.domain.local_text import Language
from workbench.understanding.normalize import normalize

BOTH: tuple[Language, ...] = ("ru", "en")


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("  Где\tприменял \n RAG?  ", "Где применял RAG?"),
        ("AI\u2011Portfolio", "AI-Portfolio"),
        ("Алор\u00a0Брокер", "Алор Брокер"),
        ("R\u200bA\u200dG\ufeff", "RAG"),
        ("Кафе\u0301", "Кафе\u0301"),
        ("и\u0306од", "йод"),
        ("so\u00adft", "soft"),
        ("a\u0000b", "a b"),
        ("R\u0410G", "RAG"),
        ("\u0410ston", "Aston"),
        ("Ка\u0066ка", "Каfка"),
        ("docker-ом", "docker-ом"),
        ("Who's the author?", "Who is the author?"),
        ("", ""),
    ],
)
def test_a_question_is_cleaned_and_its_raw_text_kept(raw: str, text: str) -> None:
    question = normalize(raw, BOTH)
    assert question.text == text
    assert question.raw == raw


@pytest.mark.parametrize(
    ("raw", "language"),
    [
        ("Где применял RAG?", "ru"),
        ("А какие проекты в Aston?", "ru"),
        ("Where did he use Кафка?", "en"),
        ("стек AI-Portfolio LangGraph Streamlit FastAPI", "ru"),
        ("Kafka usage", "en"),
        ("RAG", "ru"),
        ("why?", "en"),
        ("123", "ru"),
        ("", "ru"),
    ],
)
def test_the_language_of_a_question_is_detected(raw: str, language: str) -> None:
    assert normalize(raw, BOTH).language == language


def test_one_language_is_the_language() -> None:
    assert normalize("Где?", ("en",)).language == "en"


def test_nothing_but_marks_is_empty() -> None:
    assert normalize(" \u200b?! ", BOTH).is_empty
    assert not normalize("RAG", BOTH).is_empty


@given(st.text())
def test_any_text_is_normalized_once(raw: str) -> None:
    once = normalize(raw, BOTH)
    assert normalize(once.text, BOTH).text == once.text
    assert once.text == once.text.strip()
