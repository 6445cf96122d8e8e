"""Content words compare across forms, hyphens and scripts."""

import pytest

from workbench.i18n.plurals import plural
from workbench.nlp.terms import contains, content_terms, term_set
from workbench.nlp.word_lists import word_list


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("достижения", "достижением"),
        ("Кафку", "Kafka"),
        ("portfolio", "AI-Portfolio"),
        ("policies", "the policy's terms"),
    ],
)
def test_forms_of_a_word_meet(word: str, text: str) -> None:
    (term,) = content_terms(word)

    assert contains(term, term_set(text))


def test_the_ending_of_an_ordinal_is_no_word() -> None:
    assert [term.text for term in content_terms("в 2024-м году и 3-й день")] == [
        "2024",
        "году",
        "3",
        "день",
    ]


@pytest.mark.parametrize(("word", "other"), [("девать", "девять"), ("лук", "люк")])
def test_words_of_the_dictionary_that_fold_alike_differ(word: str, other: str) -> None:
    (term,) = content_terms(word)

    assert not contains(term, term_set(other))


def test_function_words_carry_nothing() -> None:
    assert content_terms("What is it, and how much? While against all? Что это и сколько?") == ()
    assert (
        content_terms("Через сколько, среди вашего? Пока, также именно против всего вообще") == ()
    )


@pytest.mark.parametrize(
    ("number", "form"),
    [(1, "факт"), (2, "факта"), (5, "фактов"), (11, "фактов"), (21, "факт"), (112, "фактов")],
)
def test_a_russian_noun_has_the_form_of_its_number(number: int, form: str) -> None:
    assert plural(number, ("факт", "факта", "фактов")) == form


def test_an_english_noun_is_singular_after_one_alone() -> None:
    assert [plural(n, ("fact", "facts")) for n in (0, 1, 2)] == ["facts", "fact", "facts"]


@pytest.mark.parametrize(
    "name", ["stop_words", "negation", "common", "absence_questions", "uncertainty_strong"]
)
def test_lists_hold_words_alone(name: str) -> None:
    """YAML reads a bare «no» as a boolean."""
    assert all(isinstance(word, str) for word in word_list(name))


@pytest.mark.parametrize("word", ["приём", "почтой", "теме", "займ", "ось"])
def test_a_word_with_the_stem_of_a_preposition_is_no_stop_word(word: str) -> None:
    """Snowball takes «приём» to «при», and «почта» to the stem of «почти»."""
    assert [term.text for term in content_terms(word)] == [word]


@pytest.mark.parametrize(
    "word", ["которого", "этими", "самых", "чьей", "могут", "ради", "anyone", "нашего"]
)
def test_forms_of_stop_words_are_stop_words(word: str) -> None:
    assert not content_terms(word)


def test_a_contraction_that_denies_is_no_word() -> None:
    found = [term.text for term in content_terms("Why aren't Ann's gas bottles what they've been?")]

    assert found == ["Ann", "gas", "bottles"]


@pytest.mark.parametrize(
    ("number", "text", "is_there"),
    [
        ("1.33", "Released: 1.33.x", True),
        ("1.3", "Released: 1.33.x", False),
        ("10", "At most 100 boats", False),
        ("100", "At most 100 boats", True),
        ("201", "In 2011", False),
    ],
)
def test_a_number_is_no_other_one_and_a_version_is_in_its_series(
    number: str, text: str, is_there: bool
) -> None:
    (term,) = content_terms(number)

    assert contains(term, term_set(text)) is is_there
