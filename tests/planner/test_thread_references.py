"""Which follow-ups refer to the question before."""

import pytest

from workbench.domain.entities import Resolution
from workbench.domain.question import MemoryDecision
from workbench.planner.protocol import PlanRequest
from workbench.planner.thread_references import leans_on_thread
from workbench.understanding.normalize import normalize
from workbench.understanding.rewrite_follow_up import standalone

EARLIER = {"en": "What is the bonus in Bergen?", "ru": "Как оформить отпуск?"}


def follow_up(text: str, earlier: str) -> PlanRequest:
    memory = MemoryDecision(decision="follow_up", rewritten=standalone(text, earlier))
    return PlanRequest(normalize(text, ("ru", "en")), memory, Resolution())


@pytest.mark.parametrize(
    "text",
    ["And the fee?", "In Oslo?", "What about dinners?", "How much is it?", "Why?", "What else?"],
)
def test_a_follow_up_has_a_word_that_refers_to_the_thread(text: str) -> None:
    assert leans_on_thread(follow_up(text, EARLIER["en"]))


@pytest.mark.parametrize(
    ("text", "language"), [("Tell me a joke", "en"), ("Расскажи анекдот", "ru")]
)
def test_a_short_request_that_refers_to_nothing_stands_alone(text: str, language: str) -> None:
    request = follow_up(text, EARLIER[language])
    assert request.memory.rewritten, "it is put after the earlier question"
    assert not leans_on_thread(request)
