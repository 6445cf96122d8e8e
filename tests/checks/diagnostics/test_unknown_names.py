"""Names of which nothing is known are said: the answer may be about something else."""

import pytest

from tests.support.insurance_workspace import fact, payload, plan, question, workspace
from workbench.checks.diagnostics.diagnose import diagnose
from workbench.checks.diagnostics.unknown_names import unknown_names
from workbench.checks.grounding.evidence_index import index_evidence
from workbench.domain.answer import Answer
from workbench.domain.base import Span
from workbench.rendering import render

FACTS = payload(fact("The windscreen excess of the Plus plan is $100 for each claim."))
POOL = index_evidence(FACTS.items)


@pytest.mark.parametrize(
    ("asked", "unknown"),
    [
        ("What is the excess for a windscreen at NASA?", ("NASA",)),
        ("What does a claim cost with Plus and with Acme?", ("Acme",)),
        ("Does Car Insurance pay for my iPhone?", ("iPhone",)),
        ("Windscreen excess?", ()),
        ("Hackers broke my windscreen, what is the excess?", ()),
        ("What Is The Windscreen Excess For Boats?", ()),
        ("WINDSCREEN EXCESS PLEASE NOW", ()),
    ],
)
def test_names_that_stand_nowhere(asked: str, unknown: tuple[str, ...]) -> None:
    assert unknown_names(question(asked), POOL, workspace()) == unknown


def test_a_misspelt_entity_is_known() -> None:
    asked = question("What is the windscreen excess with Acme?")
    at = asked.text.index("Acme")

    assert unknown_names(asked, POOL, None, [Span(start=at, end=at + 4)]) == ()


def test_an_answer_that_passes_over_the_name_is_not_sufficient() -> None:
    rendered = render(plan(), FACTS, workspace(), "en")
    answer = Answer(text=FACTS.items[0].content, marked=rendered.marked)
    asked = question("What is the windscreen excess of the Plus plan at NASA?")

    found = diagnose(asked, FACTS, rendered, answer, workspace()).sufficiency

    assert (found.sufficient, found.ladder) == (False, "caveat")
    assert found.reasons[0].endswith("names: NASA.")
