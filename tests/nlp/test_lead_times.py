"""A period before an event is asked for and told in words of its own."""

import pytest

from workbench.nlp.lead_times import has_lead_time
from workbench.nlp.question_type import read_question


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("Give notice four weeks before you leave.", True),
        ("Write two working days ahead.", True),
        ("The boat is away for more than a week.", False),
        ("Экскурсию заказывают за неделю.", True),
        ("Откажитесь не позднее чем за 14 дней до начала.", True),
        ("Смена длится 14 дней.", False),
    ],
)
def test_a_period_that_is_counted_back_from_an_event(text: str, is_told: bool) -> None:
    assert has_lead_time(text) is is_told


@pytest.mark.parametrize(
    "question", ["How far ahead must I book a boat?", "How early must I book a boat?"]
)
def test_the_words_that_ask_for_it_need_not_be_told(question: str) -> None:
    assert [term.text for term in read_question(question).terms] == ["book", "boat"]
