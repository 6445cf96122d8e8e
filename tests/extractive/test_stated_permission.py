"""A statement on what may be done is told from one that has the same words."""

import pytest

from workbench.extractive.sentence_selection import Source, rank_statements
from workbench.extractive.stated_permission import states_permission
from workbench.nlp.question_type import read_question


@pytest.mark.parametrize(
    ("question", "text", "is_stated"),
    [
        ("May I forward letters from the crew list?", "Please do not forward its letters.", True),
        ("May I forward letters from the crew list?", "Letters of the crew are forwarded.", False),
        ("Can guests swim in the harbour?", "Guests must not swim there.", True),
        ("Можно ли пересылать письма?", "Пожалуйста, не пересылайте их.", True),
        ("Можно ли пересылать письма?", "Письма можно читать в лодке.", False),
        ("When are letters forwarded?", "Letters may be forwarded.", False),
    ],
)
def test_what_may_be_done_is_said_of_the_very_act(
    question: str, text: str, is_stated: bool
) -> None:
    assert states_permission(read_question(question), text) is is_stated


def test_a_question_for_a_permission_is_answered_by_what_may_be_done() -> None:
    source = Source("Members have their letters forwarded. Do not forward letters yourself.")

    best, *_ = rank_statements("May I forward letters?", [source])

    assert best.text == "Do not forward letters yourself."
