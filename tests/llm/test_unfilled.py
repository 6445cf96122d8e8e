"""Replies that are nearly what was asked for are read or mended; those without a word are none."""

import json

import pytest

from tests.llm.conftest import Open
from tests.llm.test_structured import CLAUDE, GPT, OLLAMA, WAYS, opened_in
from tests.llm.vendors import VENDORS
from tests.modelserver.answers import say
from tests.modelserver.insurance_model import ANSWER, PLAN, QUESTION, insurance_model
from tests.modelserver.server import ModelServer
from tests.support.answer_schemas import FILLED, SAID, Excesses
from workbench import Workbench
from workbench.domain.answer import AskOptions, Audience, Format
from workbench.domain.run import Run, RunStatus

OPTIONS = AskOptions(schema="Excesses", require_grounding=False)
BLANKS = ("[Source 1]", "...", "```markdown\n[Source 1]\n```")


async def ask(bench: Workbench, **options: object) -> Run:
    asked = AskOptions.model_validate(options)
    return await bench.ask(QUESTION, workspace="insurance", options=asked)


@pytest.mark.parametrize(
    "frame", ["Here is the JSON: %s", "%s\n\nI hope this helps!", "Sure.\n```json\n%s\n```\nDone."]
)
@pytest.mark.parametrize("way", [way for way in WAYS if way != CLAUDE])  # arguments have no prose
async def test_an_object_among_prose_is_read_without_asking_again(
    way: str, frame: str, opened: Open, server: ModelServer
) -> None:
    more = json.dumps({**FILLED, "mood": "good"})
    server.choose(insurance_model(plan=say(f"My plan:\n{PLAN}"), answer=say(frame % more)))
    bench = opened_in(way, opened)

    run = await bench.ask(QUESTION, workspace="insurance", options=OPTIONS)

    assert run.status is RunStatus.DONE
    assert run.plan_origin == "model"
    assert len(run.plan_attempts) == 1
    assert bench.structured(run) == Excesses.model_validate(FILLED)
    assert [one.role for one in run.exchanges] == ["planner", "answer"]


@pytest.mark.parametrize("name", VENDORS)
async def test_a_model_mends_what_it_is_shown_and_the_record_replays(
    name: str, opened: Open, server: ModelServer
) -> None:
    wrong = json.dumps({**FILLED, "excesses": [{"product": "boat"}]})
    server.queue(say(PLAN), say(wrong), say(SAID))
    bench = opened(planner_model=name, answer_model=name, schemas=[Excesses])

    run = await bench.ask(QUESTION, workspace="insurance", options=OPTIONS)

    assert run.status is RunStatus.DONE
    assert bench.structured(run) == Excesses.model_validate(FILLED)
    assert [one.role for one in run.exchanges] == ["planner", "answer", "answer"]
    assert run.answer is not None
    assert run.answer.tokens_used == sum(
        one.input_tokens + one.output_tokens for one in run.exchanges[1:]
    )
    assert "$.excesses[0].product" in json.dumps(server.requests[-1].body)
    asked = len(server.requests)
    again = await bench.replay(run)
    assert again.answer is not None
    assert again.answer.marked == run.answer.marked
    assert len(server.requests) == asked


async def test_a_model_is_asked_for_a_repair_once(opened: Open, server: ModelServer) -> None:
    server.choose(insurance_model(answer=say("I would rather write prose.")))
    run = await ask(opened(), schema="AnswerWithSources")
    assert run.failure and run.failure.error
    assert "does not match the schema" in run.failure.error.message
    assert [one.role for one in run.exchanges] == ["planner", "answer", "answer"]


@pytest.mark.parametrize("audience", list(Audience))
@pytest.mark.parametrize("blank", BLANKS)
async def test_prose_without_a_word_is_tried_again_and_stood_in_for(
    blank: str, audience: Audience, opened: Open, server: ModelServer
) -> None:
    server.choose(insurance_model(answer=say(blank)))
    run = await ask(opened(), audience=audience)
    assert run.status is RunStatus.FAILED
    assert run.failure and run.failure.error
    assert run.failure.error.code == "llm.no_text"
    assert run.failure.recovered_by == "offline"
    assert [one.role for one in run.exchanges] == ["planner", *["answer"] * 3]
    assert run.answer and "$100" in run.answer.display


async def test_the_model_behind_one_that_says_nothing_answers(
    opened: Open, server: ModelServer
) -> None:
    server.choose(
        lambda request: (
            insurance_model(
                answer=say("[Source 1]") if "gpt" in json.dumps(request.body) else say(ANSWER)
            )
        )(request)
    )
    run = await ask(opened(answer_fallbacks=(OLLAMA,)))
    assert run.status is RunStatus.DONE
    assert run.answer and run.answer.model == OLLAMA
    assert "$100" in run.answer.text


@pytest.mark.parametrize("audience", list(Audience))
@pytest.mark.parametrize("name", VENDORS)
async def test_json_without_a_word_is_stood_in_for(
    name: str, audience: Audience, opened: Open, server: ModelServer
) -> None:
    blank = {"answer": " [Source 1]", "sources": [1]}
    server.choose(insurance_model(answer=say(json.dumps(blank))))
    bench = opened(planner_model=name, answer_model=name)
    run = await ask(bench, format=Format.JSON, audience=audience)
    assert run.failure and run.failure.recovered_by == "offline"
    assert run.answer and "$100" in json.loads(run.answer.display)["answer"]


async def test_a_class_of_ones_own_without_a_word_is_no_answer(
    opened: Open, server: ModelServer
) -> None:
    blank = {"heading": "", "excesses": []}
    server.choose(insurance_model(answer=say(json.dumps(blank))))
    run = await ask(opened(schemas=[Excesses]), schema="Excesses")
    assert run.status is RunStatus.FAILED
    assert run.answer is None
    assert run.failure and run.failure.error and run.failure.error.code == "answer.no_text"


async def test_the_markers_of_a_fenced_answer_are_its_citations(
    opened: Open, server: ModelServer
) -> None:
    server.choose(insurance_model(answer=say(f"```markdown\n{ANSWER}\n```")))
    run = await ask(opened(answer_model=GPT))
    assert run.answer
    assert run.answer.marked == ANSWER
    assert [one.source_index for one in run.answer.citations] == [0, 1]
    assert run.answer.grounding_score == 1.0
