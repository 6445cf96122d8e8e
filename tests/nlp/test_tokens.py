"""Words keep their places, and an accent never cuts one in two."""

from collections.abc import Callable

import pytest
from hypothesis import example, given

from tests.support.accents import ACCENTED_TEXTS, CASTLE, MULLER, YOD, forms
from workbench.nlp.amounts import amounts
from workbench.nlp.language_detection import detect_language
from workbench.nlp.morphology import lemma, stem
from workbench.nlp.name_folding import fold, fold_word
from workbench.nlp.phrases import has_phrase
from workbench.nlp.spelling import normalize_spelling
from workbench.nlp.terms import content_terms
from workbench.nlp.tokens import tokens


@pytest.mark.parametrize(
    ("written", "word"), [(MULLER, "Müller"), (CASTLE, "замок"), (YOD, "йод"), ("हिन्दी", "हिन्दी")]
)
def test_a_word_with_combining_marks_is_one_word(written: str, word: str) -> None:
    text = f"Herr {written}, {written}!"

    assert [one.text for one in tokens(text)] == ["Herr", word, word]
    assert [text[one.start : one.end] for one in tokens(text)] == ["Herr", written, written]


def test_a_mark_without_a_letter_is_no_word() -> None:
    assert tokens("\u0301 – _\u0301") == []
    assert [one.text for one in tokens("1\ufe0f\u20e3 step")] == ["1", "step"]


@given(ACCENTED_TEXTS)
def test_spans_slice_back_to_the_text(text: str) -> None:
    for one in (*tokens(text), *content_terms(text)):
        assert normalize_spelling(text[one.start : one.end]) == one.text


@given(ACCENTED_TEXTS)
@example("-À")
@example("a_à")
@example("\U0001109a")
def test_both_forms_of_a_text_have_the_same_words(text: str) -> None:
    composed, decomposed = forms(text)

    assert [one.text for one in tokens(composed)] == [one.text for one in tokens(decomposed)]
    assert [(one.key, one.folded) for one in content_terms(composed)] == [
        (one.key, one.folded) for one in content_terms(decomposed)
    ]


@pytest.mark.parametrize("form", [lemma, stem, fold_word, fold])
@pytest.mark.parametrize(("written", "word"), [(MULLER, "Müller"), (CASTLE, "замок"), (YOD, "йод")])
def test_every_form_of_a_word_is_that_of_its_normal_spelling(
    form: Callable[[str], str], written: str, word: str
) -> None:
    assert form(written) == form(word)


def test_units_phrases_and_language_are_read_through_accents() -> None:
    _, days = forms("Ответ придёт через 5 рабочих дней")
    _, may = forms("до 3 мая, но не раньше 5 дней")

    assert amounts(may)[-1].unit == amounts("5 дней")[0].unit != ""
    assert has_phrase(days, ["рабочий день"])
    assert detect_language(days, ("en", "ru")) == "ru"
