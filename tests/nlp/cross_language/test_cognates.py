"""Words that sound alike in both scripts."""

import pytest

from workbench.nlp.cross_language.cognates import has_cognate
from workbench.nlp.terms import content_terms


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("rector", "Заявления принимает помощник ректора."),
        ("traffic", "Объём трафика не ограничен."),
        ("licenses", "Лицензия оплачивается отдельно."),
        ("centres", "Военный учебный центр"),
        ("contracts", "Подпишите контракт."),
        ("archives", "Архив открыт по средам."),
        ("технологией", "Technology of the mill"),
        ("cryptography", "Криптографические ключи"),
        ("тарантулом", "Tarantool runs in a cluster."),
        ("кубер", "Kubernetes is managed."),
        ("conditioner", "Кондиционеры вешают во двор."),
    ],
)
def test_a_word_of_the_other_script_has_cognate(word: str, text: str) -> None:
    (term,) = content_terms(word)

    assert has_cognate(term, text)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("rector", "The rector signs."),
        ("море", "There is more."),
        ("current", "Карантин снят."),
        ("port", "Парта у окна."),
        ("дом", "A dim light"),
        ("fine", "Штраф 500 рублей"),
        ("2024", "В 2024 году"),
        ("rector", ""),
    ],
)
def test_words_of_one_script_or_of_other_sounds_are_not(word: str, text: str) -> None:
    (term,) = content_terms(word)

    assert not has_cognate(term, text)
