"""Answers from context and history that the caller gives, without a workspace."""

import json

import pytest
from pydantic import ValidationError

from tests.modelserver.answers import say
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.domain.answer import AskOptions, Audience
from workbench.domain.run import Run, RunStatus, Stage
from workbench.domain.run_events import AnswerDelta, RunFinished
from workbench.errors import InputError
from workbench.settings import Settings

CONTEXT = (
    {
        "chunk_id": "terms-7",
        "content": "The windscreen excess is $100 for each claim on every plan.",
        "product_name": "Car Insurance Terms",
        "section_hierarchy": ["Section I", "Windscreen"],
        "relevance_score": 0.83,
    },
    {"text": "We tow your car to a garage, at most 50 km away.", "title": "Towing"},
)
QUESTION = "What is the windscreen excess?"
ANSWER = "The windscreen excess is $100 for each claim on every plan [Source 1]."


@pytest.fixture(scope="module")
def offline(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return Workbench.open(Settings(workbench_home=tmp_path_factory.mktemp("generate")))


async def test_the_answer_cites_the_callers_chunks(offline: Workbench) -> None:
    run = await offline.generate(QUESTION, CONTEXT)

    assert run.status is RunStatus.DONE
    assert run.answer is not None
    assert "$100 for each claim" in run.answer.text
    first = run.answer.citations[0]
    assert (first.source_index, first.chunk_id) == (0, "terms-7")
    assert first.quote is not None
    assert CONTEXT[0]["content"][first.quote.start : first.quote.end] == first.quote.text
    assert "Car Insurance Terms - Section I > Windscreen (Relevance: 0.83)" in run.answer.display
    assert run.diagnostics is not None
    assert run.diagnostics.claims[0].verdict == "supported"
    assert run.diagnostics.confidence.score > 0
    assert [record.name for record in run.stages] == [
        Stage.RENDER, Stage.WRITE, Stage.CHECK, Stage.DIAGNOSE,
    ]  # fmt: skip
    assert run.tool_calls == ()
    assert await offline.runs.get(run.id) is None


async def test_without_context_or_question_nothing_is_made_up(offline: Workbench) -> None:
    nothing = await offline.generate(QUESTION, ())
    empty = await offline.generate(" ", CONTEXT)

    assert nothing.answer is not None
    assert nothing.answer.outcome == "no_answer"
    assert nothing.answer.confidence == 0
    assert empty.answer is not None
    assert empty.answer.outcome == "empty_question"


async def test_a_model_gets_the_history_the_context_and_the_question(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(lambda _: say(ANSWER))
    options = AskOptions(temperature=0.5, max_tokens=77, citations="source")

    run = await modelled.generate(
        QUESTION, CONTEXT, history=[("What do you insure?", "Cars and homes.")], options=options
    )

    assert run.answer is not None
    assert run.answer.display == ANSWER
    (request,) = server.requests
    messages = request.body["messages"]
    assert [one["role"] for one in messages] == ["system", "user", "assistant", "user"]
    assert messages[1]["content"] == "What do you insure?"
    assert messages[2]["content"] == "Cars and homes."
    assert "at most 50 km away" in messages[3]["content"]
    assert request.body["temperature"] == 0.5
    assert 77 in (request.body.get("max_tokens"), request.body.get("max_completion_tokens"))


async def test_the_answer_streams(server: ModelServer, modelled: Workbench) -> None:
    server.choose(lambda _: say(ANSWER))

    events = [event async for event in modelled.generate_stream(QUESTION, CONTEXT)]

    assert "".join(e.text for e in events if isinstance(e, AnswerDelta)) == ANSWER
    assert isinstance(events[-1], RunFinished)


def test_the_plain_facade_has_both(offline: Workbench) -> None:
    run = offline.sync.generate(QUESTION, CONTEXT)
    events = list(offline.sync.generate_stream(QUESTION, CONTEXT))

    assert run.answer is not None
    assert isinstance(events[-1], RunFinished)
    assert events[-1].run.answer is not None
    assert events[-1].run.answer.text == run.answer.text


async def test_a_customer_gets_clean_text(offline: Workbench) -> None:
    run = await offline.generate(QUESTION, CONTEXT, options=AskOptions(audience=Audience.CUSTOMER))

    assert run.answer is not None
    assert run.answer.display == "The windscreen excess is $100 for each claim on every plan."


@pytest.mark.parametrize(
    ("context", "history", "named"),
    [
        (({"title": "no text"},), (), "Passage 1"),
        (("",), (), "Passage 1"),
        (("a", {"text": "b", "score": 7}), (), "Passage 2"),
        (("a",) * 101, (), "101"),
        (("a",), (("only",),), "Turn 1"),
    ],
)
async def test_what_cannot_be_read_is_named(
    offline: Workbench, context: object, history: object, named: str
) -> None:
    with pytest.raises(InputError, match=named):
        await offline.generate(QUESTION, context, history)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [{"temperature": 0.9}, {"temperature": 0.0}, {"max_tokens": 3}])
def test_options_have_the_ranges_of_the_settings(wrong: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        AskOptions.model_validate(wrong)


async def test_a_told_history_makes_a_follow_up_of_a_question(offline: Workbench) -> None:
    turns = [{"question": "Где применял RAG?", "answer": "В проектах AI-Portfolio и АЛОР."}]

    run: Run = await offline.ask(
        "А в Aston?",
        workspace="portfolio",
        options=AskOptions.model_validate({"history": turns}),
    )

    assert run.memory is not None
    assert run.memory.decision == "follow_up"
    assert run.memory.carried is not None
    assert "TECHNOLOGY_USAGE" in run.memory.carried.intents
    assert run.plan is not None
    assert run.plan.intents == ("TECHNOLOGY_USAGE",)
    assert json.loads(run.model_dump_json())["options"]["history"] == turns


async def test_sources_used_are_those_that_markers_refer_to(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(lambda _: say(f"{ANSWER} Towing ends at 50 km."))

    run = await modelled.generate(QUESTION, CONTEXT)

    assert run.answer is not None
    assert run.answer.sources_used == ("terms-7",)
    assert run.answer.context_used >= 1
