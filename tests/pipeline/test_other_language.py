"""An answer in the wrong language is asked for again; in it, nothing passes as grounded."""

import json

from tests.modelserver.answers import say
from tests.modelserver.insurance_model import ANSWER, PLAN, QUESTION, insurance_model
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.domain.answer import AskOptions, Audience
from workbench.domain.run import Run

TRUE = ANSWER.partition(" With")[0]
IN_RUSSIAN = "Какова франшиза за повреждение лобового стекла?"
MARS = "Бесплатный полёт на Марс включён в каждый полис [Source 1]."
SEARCH = json.dumps(
    {
        "intents": ["GENERAL_UNSTRUCTURED"],
        "tool_calls": [
            {"tool": "insurance_search_tool", "args": {"query": "windscreen excess car"}}
        ],
        "render_style": "SHORT",
        "answer_style": "NATURAL_RU",
        "confidence": 0.9,
    }
)
"""A plan that finds passages in English, whatever the language of the question."""
RUSSIAN = (
    "Франшиза за повреждение лобового стекла по автомобильному полису составляет $100 "
    "за каждый случай и не зависит от выбранного плана [Source 1]."
)
WRONG_SUM = "При втором обращении с владельца удержат уже $9,999 [Source 1]."


async def answered(
    modelled: Workbench, question: str, audience: Audience = Audience.CUSTOMER
) -> Run:
    options = AskOptions(audience=audience)
    run = await modelled.ask(question, workspace="insurance", options=options)
    assert run.answer is not None
    assert run.answer.model == "openai:gpt-4o"
    return run


def findings(run: Run) -> set[tuple[str, str]]:
    return {(finding.code, finding.action) for finding in run.findings}


async def test_a_sentence_in_another_language_does_not_pass_the_check(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(insurance_model(answer=say(f"{TRUE} {MARS}")))

    customer = await answered(modelled, QUESTION)
    analyst = await answered(modelled, QUESTION, Audience.ANALYST)

    assert customer.answer is not None and analyst.answer is not None
    assert "Марс" not in customer.answer.display
    assert "$100 for each claim" in customer.answer.display
    assert findings(customer) == {("ungrounded_claim", "dropped")}
    assert "Марс" in analyst.answer.display
    assert findings(analyst) == {("ungrounded_claim", "none")}
    assert analyst.answer.grounding_score == 0.5


async def test_an_answer_in_the_wrong_language_is_rewritten_once(
    server: ModelServer, modelled: Workbench
) -> None:
    server.queue(say(PLAN), say(RUSSIAN), say(ANSWER))

    run = await answered(modelled, QUESTION)

    assert run.answer is not None
    assert run.answer.marked == ANSWER
    assert findings(run) == {("answer_language", "rewritten")}
    asked = json.dumps(server.requests[-1].body, ensure_ascii=False)
    assert "not in the question's language, English" in asked


async def test_one_that_stays_in_the_wrong_language_gives_way_to_the_facts_for_a_customer(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(insurance_model(answer=say(f"{RUSSIAN} {MARS}")))

    run = await answered(modelled, QUESTION)

    assert run.answer is not None
    assert "Марс" not in run.answer.display
    assert "$100" in run.answer.display
    assert ("answer_language", "none") in findings(run)
    assert ("replaced", "replaced") in findings(run)
    answers = [one for one in run.exchanges if one.role == "answer"]
    assert len(answers) == 2, "asked again once"


async def test_a_russian_answer_from_english_passages_is_legitimate_but_its_sums_are_checked(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(insurance_model(plan=say(SEARCH), answer=say(f"{RUSSIAN} {WRONG_SUM}")))

    run = await answered(modelled, IN_RUSSIAN)

    assert run.answer is not None
    assert run.answer.display == RUSSIAN.replace(" [Source 1]", "")
    assert findings(run) == {("ungrounded_claim", "dropped")}
    assert run.diagnostics is not None
    assert [claim.is_unchecked for claim in run.diagnostics.claims] == [True]


async def test_an_english_answer_to_a_russian_question_is_told_and_checked(
    server: ModelServer, modelled: Workbench
) -> None:
    invented = "A free helicopter ride to Mars is included with every policy for $9,999 [Source 1]."
    server.choose(insurance_model(plan=say(SEARCH), answer=say(f"{TRUE} {invented}")))

    run = await answered(modelled, IN_RUSSIAN)

    assert run.answer is not None
    assert "Mars" not in run.answer.display
    assert ("answer_language", "none") in findings(run)
    assert ("ungrounded_claim", "dropped") in findings(run)
