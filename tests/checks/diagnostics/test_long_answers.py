"""A long answer is checked in a time that grows with its length alone."""

import time

import pytest

from tests.support.insurance_workspace import fact, payload, plan, question, windscreen, workspace
from workbench.answer.resolve_citations import cite
from workbench.checks.diagnostics.diagnose import diagnose
from workbench.domain.answer import Answer
from workbench.rendering import render
from workbench.text import parse

FACTS = payload(windscreen(), fact("Glass is covered up to $500"))
ASKED = question("What is the windscreen excess?")
RENDERED = render(plan(), FACTS, workspace(), "en", question=ASKED.text)


@pytest.mark.parametrize(
    "sentence",
    [
        "the excess is $100 [Source 1]. ",
        "The excess is $100 [Source 1]. ",
        "- the excess is $100 [Source 1]\n",
        "**the excess is $100 [Source 1]** ",
    ],
)
def test_an_answer_that_loops_is_checked_in_linear_time(sentence: str) -> None:
    _seconds(sentence * 10)

    short, long = (_seconds(sentence * (length // len(sentence))) for length in (8_000, 64_000))

    assert long < max(24 * short, 2.0)


def _seconds(marked: str) -> float:
    started = time.process_time()
    cited = cite(parse(marked), RENDERED, FACTS)
    answer = Answer(text=cited.text, marked=cited.marked, citations=cited.citations)
    assert diagnose(ASKED, FACTS, RENDERED, answer).claims
    return time.process_time() - started
