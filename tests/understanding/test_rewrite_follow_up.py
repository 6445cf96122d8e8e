"""An elliptical follow-up over documents is rewritten so that it stands alone."""

import pytest

from workbench.understanding.rewrite_follow_up import standalone


@pytest.mark.parametrize(
    ("earlier", "question", "rewritten"),
    [
        (
            "What does the ferry cost in Bergen?",
            "and in Oslo?",
            "What does the ferry cost in Oslo?",
        ),
        (
            "Сколько стоит парковка для грузовика?",
            "А для мотоцикла?",
            "Сколько стоит парковка для мотоцикла?",
        ),
        (
            "Until when is version 1.4 supported?",
            "And 1.5?",
            "Until when is version 1.5 supported?",
        ),
        (
            "What does the day ticket cost at the pool?",
            "And the evening one?",
            "What does the evening ticket cost at the pool?",
        ),
        (
            "Сколько стоит дневной абонемент?",
            "А вечерний?",
            "Сколько стоит вечерний абонемент?",
        ),
        (
            "Which lock should I use?",
            "where do I get it?",
            "Which lock should I use? where do I get it?",
        ),
        (
            "Как продлить пропуск?",
            "А сколько это стоит?",
            "Как продлить пропуск? А сколько это стоит?",
        ),
    ],
)
def test_what_is_left_out_comes_from_the_earlier_question(
    earlier: str, question: str, rewritten: str
) -> None:
    assert standalone(question, earlier) == rewritten


@pytest.mark.parametrize(
    "question",
    [
        "How long do refunds take?",
        "Кто отвечает за склад в Туле?",
        "And which documents does a driver need to cross the border with a trailer?",
    ],
)
def test_a_question_that_stands_alone_is_not_rewritten(question: str) -> None:
    assert standalone(question, "What does the ferry cost in Bergen?") == ""


def test_a_name_that_is_swapped_ends_with_its_sentence() -> None:
    earlier = "What does the ferry cost in Bergen? Tell me the price."

    rewritten = standalone("and in Oslo?", earlier)

    assert rewritten == "What does the ferry cost in Oslo? Tell me the price."


def test_two_kinds_of_one_thing_are_swapped() -> None:
    earlier = "Who teaches the hand building course?"

    assert standalone("What about the glaze course?", earlier) == "Who teaches the glaze course?"


def test_a_chain_of_follow_ups_keeps_its_first_and_its_last_question() -> None:
    earlier = "What does the ferry cost? And for students? And in winter?"

    rewritten = standalone("Where do they buy it?", earlier)

    assert rewritten == "What does the ferry cost? And in winter? Where do they buy it?"


@pytest.mark.parametrize(
    "earlier",
    [
        "What is the toll of St. Mary's bridge on U.S. Route 5?",
        "Сколько стоит доставка посылки 2.5 кг в г. Тверь?",
    ],
)
def test_a_full_stop_within_a_question_does_not_cut_it(earlier: str) -> None:
    chain = f"{earlier} And for students? And in winter?"

    assert standalone("Why?", chain) == f"{earlier} And in winter? Why?"


@pytest.mark.parametrize(
    ("question", "earlier", "rewritten"),
    [
        ("And at Elm House?", "When is tea at Mill Hill Farm?", "When is tea at Elm House?"),
        (
            "and after 6?",
            "how much leave is there after 3 yrs",
            "how much leave is there after 6 yrs",
        ),
    ],
)
def test_a_name_of_several_words_and_a_number_after_its_preposition_are_swapped(
    question: str, earlier: str, rewritten: str
) -> None:
    assert standalone(question, earlier) == rewritten


@pytest.mark.parametrize(
    ("question", "earlier", "rewritten"),
    [
        (
            "And lunches in Oslo?",
            "How many dinners are there in Bergen?",
            "How many lunches are there in Oslo?",
        ),
        (
            "а ламп в зале?",
            "Сколько досок лежит в одном сарае?",
            "Сколько ламп лежит в одном зале?",
        ),
        (
            "And lunches in Oslo?",
            "What do dinners cost in Bergen?",
            "What do dinners cost in Bergen? And lunches in Oslo?",
        ),
    ],
)
def test_what_is_counted_is_swapped_with_its_place_and_anything_else_is_kept(
    question: str, earlier: str, rewritten: str
) -> None:
    assert standalone(question, earlier) == rewritten


def test_a_question_about_an_option_stands_alone() -> None:
    assert standalone("What does -j do?", "What does -t do?") == ""
    assert standalone("And -j?", "What does -t do?") == "What does -t do? And -j?"
