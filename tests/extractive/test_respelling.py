"""Misspelt and shortened words of a question."""

import pytest

from workbench.extractive.respelling import Respelling, respelling
from workbench.extractive.sources import Source

SOURCES = (
    Source("Москва — 5000 бонусов. Казахстан — 24000 бонусов.", ("Бонусы",)),
    Source("The employer pays for the accommodation. The contract is signed in Westhaven."),
)


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("сколько бонусов дают в маскве", (("маскве", "Москва"),)),
        ("does the enployer pay for it", (("enployer", "employer"),)),
        ("where is the contarct signed", (("contarct", "contract"),)),
    ],
)
def test_a_word_that_nothing_has_is_read_as_the_most_similar_one(
    question: str, read: tuple[tuple[str, str], ...]
) -> None:
    assert respelling(question, SOURCES).words == read


@pytest.mark.parametrize(
    "question",
    [
        "what is signed in Westhavin",  # a name
        "сколько стоит москит",  # a word of the dictionary
        "what does the employee pay",  # another ending
        "who pays for the boat",  # nothing similar
        "",
    ],
)
def test_other_words_stay_as_they_are(question: str) -> None:
    assert respelling(question, SOURCES).words == ()


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("сколько дают матпомощи", (("матпомощи", "материальную помощь"),)),
        ("можно ли вернуть деньги юрлицу", (("юрлицу", "юридические лица"),)),
        ("какая есть винда", (("винда", "Windows"),)),
        ("есть ли комплекс", ()),  # the beginning of no word, and in the dictionary
        ("нужен ли матрац", ()),  # «мат» and no second word
        ("почему не отдают деньги", ()),  # a verb is no compound: «отбоя даёт»
    ],
)
def test_a_shortened_word_is_read_as_what_it_stands_for(
    question: str, read: tuple[tuple[str, str], ...]
) -> None:
    sources = [
        Source("Материальную помощь дают раз в год. Юридические лица платят по счёту."),
        Source("Работает Windows Server 2022. Сигнал отбоя даёт старший.", ("Системы",)),
    ]

    assert respelling(question, sources).words == read


def test_a_word_is_read_as_a_name_only_where_it_is_never_written_otherwise() -> None:
    source = Source("Marina office. Marina rules. Each guest of the marina has a card.")

    assert respelling("who has a card of the marena", [source]).words == (("marena", "marina"),)


def test_every_occurrence_is_replaced_and_only_whole_words_are() -> None:
    read = Respelling((("contarct", "re-contract"),))
    assert (
        read.apply("contarct, contarcts and contarct?") == "re-contract, contarcts and re-contract?"
    )


def test_a_text_without_misspelt_words_is_returned_as_it_is() -> None:
    assert Respelling().apply("a.b|c") == "a.b|c"
