"""Texts are compared by their content words, whatever the inflection, script and spelling."""

import pytest

from tests.support.accents import CASTLE, MULLER, YOD
from workbench.nlp.morphology import lemma, stem
from workbench.nlp.name_folding import fold_word
from workbench.nlp.spelling import normalize_spelling
from workbench.retrieval import analysis
from workbench.retrieval.analysis import analyse, forget_words, term


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("франшизой", "Франшиза"),
        ("застрахованные машины", "застрахованная машина"),
        ("claims", "claim"),
        ("$1,500", "1500"),
        ("10 000 рублей", "10000 рублей"),
        ("ещё", "еще"),
        (MULLER, "Müller"),
        (CASTLE, "замок"),
        (YOD, "йод"),
    ],
)
def test_inflection_and_grouping_make_no_difference(one: str, other: str) -> None:
    assert analyse(one).words == analyse(other).words


def test_words_that_say_nothing_are_left_out() -> None:
    assert analyse("What is the excess?").words == analyse("excess").words
    assert analyse("Что это такое?").words == ""


def test_a_hyphenated_word_is_found_whole_and_by_its_parts() -> None:
    tokens = set(analyse("third-party").words.split())
    assert tokens > set(analyse("party").words.split())
    assert tokens > set(analyse("third").words.split())


@pytest.mark.parametrize("name", ["-k", "--small", "max_retries"])
def test_a_name_in_code_is_found_to_the_letter(name: str) -> None:
    assert name in analyse(f"What is {name} for?").words.split()
    assert name not in analyse("A small k, and the retries at max.").words.split()


@pytest.mark.parametrize(
    ("one", "other"), [("Кафка", "Kafka"), ("Яндексом", "Yandex"), ("АЛОР", "Alor")]
)
def test_names_in_two_scripts_have_the_same_pieces(one: str, other: str) -> None:
    assert analyse(one).characters == analyse(other).characters


def test_a_typo_leaves_most_pieces_as_they_were() -> None:
    right, wrong = (
        set(analyse("windscreen").characters.split()),
        set(analyse("windsceen").characters.split()),
    )
    assert len(right & wrong) > len(right) / 2


def test_a_very_long_word_does_not_flood_the_index() -> None:
    assert len(analyse("x" * 100_000).characters.split()) < 300


def test_forms_of_a_term_never_meet_by_accident() -> None:
    (found,) = analyse("страхование").terms
    assert found.stem.startswith("~")
    assert found.lemma != found.stem


def test_a_negation_changes_the_meaning_and_an_article_does_not() -> None:
    assert analyse("The flood is covered.").meaning == analyse("A flood, covered").meaning
    assert analyse("The flood is covered.").meaning != analyse("The flood is not covered.").meaning
    assert analyse("Ущерб покрывается").meaning != analyse("Ущерб не покрывается").meaning


@pytest.mark.parametrize("word", [MULLER, CASTLE, YOD])
def test_accents_make_no_pieces(word: str) -> None:
    assert len(analyse(word).terms) == 1
    assert analyse(word).characters == analyse(normalize_spelling(word)).characters


@pytest.mark.parametrize("number", ["000123", "12345.67", "2024-03-01", "1,500"])
def test_a_number_has_the_forms_of_any_word(number: str) -> None:
    forms = term(number)
    assert forms.lemma == lemma(number)
    assert forms.stem == f"~{stem(number)}"
    assert forms.folded == fold_word(number)


def test_the_words_of_many_texts_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    before = analyse("Glass claims, стёкла")
    forget_words()
    assert analysis._word_forms.cache_info().currsize, "those of a few texts stay"
    monkeypatch.setattr(analysis, "_MANY_WORDS", 0)
    forget_words()
    assert not analysis._word_forms.cache_info().currsize
    assert analyse("Glass claims, стёкла") == before
