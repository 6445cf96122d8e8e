"""What a stopped answer had said is kept with the run: marked, cited, never checked or judged."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.llm.vendors import VENDORS, settings_for
from tests.modelserver.answers import begin, say
from tests.modelserver.exchange import Answer
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.domain.answer import AskOptions
from workbench.domain.run import Run, RunStatus, Stage
from workbench.domain.run_events import AnswerDelta, RunEvent
from workbench.errors import InputError
from workbench.llm.streams import closing
from workbench.settings import OFFLINE

QUESTION = "Where is the excess?"
BEGUN = "The excess is 100 pounds [source 1]. It is paid once [Source 99]. And then [Sou"
KEPT = "The excess is 100 pounds [Source 1]. It is paid once. And then"
JUDGE = "openai:gpt-4o-mini"

Stop: TypeAlias = Callable[..., Awaitable[Run]]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stopped")


@pytest.fixture
def bench(server: ModelServer, home: Path) -> Workbench:
    settings = {"workbench_home": home, "judge_model": JUDGE}
    return Workbench.open(settings_for(server).model_copy(update=settings))


@pytest.fixture
def stop(bench: Workbench, server: ModelServer) -> Stop:
    """Asks a model that begins so, leaves once it has said ``until``, and gives the stored run."""

    async def stopped(
        name: str = VENDORS[0], *, answer: Answer, until: str = "And then", **options: object
    ) -> Run:
        server.always(answer)
        asked = AskOptions.model_validate({"models": {"answer": name}, **options})
        events = bench.stream(QUESTION, workspace="insurance", options=asked)
        reading = asyncio.create_task(left_at(until, events))
        run_id = await asyncio.wait_for(reading, 30)
        run = await bench.runs.get(run_id)
        assert run is not None
        return run

    return stopped


async def left_at(words: str, stream: object) -> str:
    """Read until the answer has come to these words, leave, and say the run's id."""
    said = ""
    async with closing(stream) as events:  # type: ignore[type-var]
        async for event in events:
            said += event.text if isinstance(event, AnswerDelta) else ""
            if words in said:
                return str(event.run_id)
    raise AssertionError(f"the answer ended without {words!r}: {said}")


@pytest.mark.parametrize("name", VENDORS)
async def test_the_text_that_had_streamed_is_kept_as_a_partial_answer_with_its_citations(
    name: str, stop: Stop
) -> None:
    run = await stop(name, answer=begin(BEGUN))

    assert run.status is RunStatus.CANCELLED
    assert run.is_answer_stopped
    assert run.answer is not None
    assert run.answer.partial
    assert run.answer.model == name
    assert run.answer.marked == KEPT
    assert run.answer.text == KEPT.replace(" [Source 1]", "")
    [citation] = run.answer.citations
    assert run.answer.marked[citation.start_pos : citation.end_pos] == "[Source 1]"
    assert citation.quoted_text == "The excess is 100 pounds."
    assert run.facts and run.facts.by_id(citation.evidence_id)
    assert run.answer.sources_used[0] == citation.evidence_id


async def test_it_is_neither_checked_nor_judged_nor_called_confident(
    stop: Stop, server: ModelServer
) -> None:
    run = await stop(answer=begin(BEGUN))

    assert run.answer is not None
    assert (run.answer.grounding_score, run.answer.confidence) == (None, None)
    assert not run.answer.has_sufficient_context
    assert run.diagnostics is None
    assert run.findings == ()
    assert [exchange.role for exchange in run.exchanges] == ["answer"]
    assert len(server.requests) == 1


async def test_its_stage_is_recorded_as_stopped_after_those_that_ended(stop: Stop) -> None:
    run = await stop(answer=begin(BEGUN))

    *before, writing = run.stages
    assert [record.status for record in before] == ["done"] * Stage.WRITE.order
    assert (writing.name, writing.status, writing.error) == (Stage.WRITE, "stopped", None)
    assert writing.input_hash == before[-1].output_hash
    assert writing.ms > 0
    assert run.failure is None


async def test_it_is_shown_in_any_style_without_a_call(
    stop: Stop, bench: Workbench, server: ModelServer
) -> None:
    run = await stop(answer=begin(BEGUN), citations="numbered")

    assert run.answer is not None
    assert run.answer.display.startswith("The excess is 100 pounds [1]. It is paid once. And then")
    shown = bench.display(run, "source")
    assert "[Source 1]" in shown
    assert len(server.requests) == 1


async def test_a_run_stopped_before_any_word_has_no_answer(
    bench: Workbench, server: ModelServer
) -> None:
    server.always(begin("\n"))
    options = AskOptions(models={"answer": VENDORS[0]})
    seen = list[RunEvent]()

    async def read() -> None:
        async with closing(
            bench.stream(QUESTION, workspace="insurance", options=options)
        ) as events:
            async for event in events:
                seen.append(event)

    reading = asyncio.create_task(read())
    while not server.requests:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)
    reading.cancel()
    await asyncio.wait([reading])
    run = await bench.runs.get(seen[0].run.id)  # type: ignore[union-attr]

    assert run is not None
    assert run.answer is None
    assert run.stages[-1].name is Stage.RENDER


async def test_half_a_structured_answer_is_kept_as_it_was_streamed(
    stop: Stop, bench: Workbench
) -> None:
    run = await stop(answer=begin('{"answer": "It is 100 [So'), until="100", schema="PlainJson")

    assert run.answer is not None
    assert run.answer.partial
    assert run.answer.marked == '{"answer": "It is 100'
    with pytest.raises(InputError):
        bench.structured(run)


async def test_an_offline_answer_that_is_left_is_kept_as_far_as_it_came(stop: Stop) -> None:
    run = await stop(OFFLINE, answer=say("never asked"), until="[Source 1]")

    assert run.is_answer_stopped
    assert run.answer is not None
    assert run.answer.partial
    assert run.answer.model == OFFLINE
    assert run.answer.citations


async def test_its_replay_says_the_same_and_asks_nobody(
    stop: Stop, bench: Workbench, server: ModelServer
) -> None:
    run = await stop(answer=begin(BEGUN.replace(" [Source 99]", "")))
    asked = len(server.requests)

    again = await bench.replay(run)

    assert again.answer is not None and run.answer is not None
    assert again.answer.marked == run.answer.marked
    assert again.answer.partial
    assert len(server.requests) == asked


async def test_it_is_written_anew_by_a_fork_and_never_checked_as_it_is(
    stop: Stop, bench: Workbench, server: ModelServer
) -> None:
    run = await stop(answer=begin(BEGUN))
    server.always(say("The excess is 100 pounds [Source 1]."))

    with pytest.raises(InputError):
        await bench.fork(run, Stage.CHECK)
    whole = await bench.fork(run, Stage.WRITE)

    assert whole.status is RunStatus.DONE
    assert whole.answer is not None
    assert not whole.answer.partial


async def test_a_later_question_of_the_thread_does_not_lean_on_it(
    bench: Workbench, server: ModelServer
) -> None:
    server.always(begin(BEGUN))
    options = AskOptions(models={"answer": VENDORS[0]})
    stream = bench.stream(QUESTION, workspace="insurance", thread="t", options=options)
    await left_at("And then", stream)

    assert await bench.runs.turns("t") == ()


async def test_an_answer_that_the_deadline_cuts_is_partial_and_the_run_comes_to_its_end(
    server: ModelServer, home: Path
) -> None:
    settings = {"workbench_home": home, "run_deadline_s": 3.0, "answer_model": VENDORS[0]}
    bench = Workbench.open(settings_for(server).model_copy(update=settings))
    bench.prepare("insurance")
    server.always(begin(BEGUN))

    events = [event async for event in bench.stream(QUESTION, workspace="insurance")]

    run = events[-1].run  # type: ignore[union-attr]
    assert run.status is RunStatus.DONE
    assert run.answer is not None
    assert run.answer.partial
    assert run.answer.text == KEPT.replace(" [Source 1]", "")
    assert run.answer.grounding_score is None
