"""An invention reaches no customer by the place it stands in: a fence, a heading, a question."""

import pytest

from tests.modelserver.answers import say
from tests.modelserver.insurance_model import ANSWER, QUESTION, insurance_model
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.domain.answer import AskOptions, Audience
from workbench.domain.run import Run

INVENTED = "A free helicopter ride to Mars is included with every policy"
TRUE = ANSWER.partition(" With")[0]


async def answered(
    modelled: Workbench,
    server: ModelServer,
    reply: str,
    audience: Audience,
    question: str = QUESTION,
) -> Run:
    server.choose(insurance_model(answer=say(reply)))
    options = AskOptions(audience=audience)
    run = await modelled.ask(question, workspace="insurance", options=options)
    assert run.answer is not None
    assert run.answer.model == "openai:gpt-4o"
    return run


HIDDEN = [
    f"{TRUE}\n\n```markdown\n{INVENTED} [Source 1].\n```",
    f"{TRUE}\n\n~~~\n{INVENTED} [Source 1].\n~~~",
    f"# The windscreen excess is $9,999\n\n{TRUE}",
    f"{TRUE} Did you know that a helicopter ride to Mars is included?",
]


@pytest.mark.parametrize("reply", HIDDEN)
async def test_a_customer_sees_no_invention_wherever_it_stands(
    server: ModelServer, modelled: Workbench, reply: str
) -> None:
    run = await answered(modelled, server, reply, Audience.CUSTOMER)

    assert run.answer is not None
    assert "$100 for each claim" in run.answer.display
    assert "Mars" not in run.answer.display
    assert "9,999" not in run.answer.display
    assert "ungrounded_claim" in {finding.code for finding in run.findings}


@pytest.mark.parametrize("reply", HIDDEN)
async def test_an_analyst_sees_it_flagged(
    server: ModelServer, modelled: Workbench, reply: str
) -> None:
    run = await answered(modelled, server, reply, Audience.ANALYST)

    assert run.answer is not None
    assert run.answer.grounding_score == 0.5
    assert "ungrounded_claim" in {finding.code for finding in run.findings}


async def test_a_customer_gets_the_facts_where_the_whole_answer_is_an_invention_in_a_fence(
    server: ModelServer, modelled: Workbench
) -> None:
    reply = f"```markdown\n{INVENTED} [Source 1].\n```"

    run = await answered(modelled, server, reply, Audience.CUSTOMER)

    assert run.answer is not None
    assert "Mars" not in run.answer.display
    assert "$100" in run.answer.display


async def test_an_honest_answer_in_a_fence_keeps_its_citations(
    server: ModelServer, modelled: Workbench
) -> None:
    run = await answered(modelled, server, f"```markdown\n{ANSWER}\n```", Audience.ANALYST)

    assert run.answer is not None
    assert run.answer.marked == ANSWER
    assert [one.source_index for one in run.answer.citations] == [0, 1]
    assert run.answer.grounding_score == 1.0
    assert run.findings == ()
