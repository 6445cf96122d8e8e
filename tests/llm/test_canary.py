"""A key that must never be seen, and every place where one could be."""

import asyncio
import logging
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from tests.llm.conftest import Open
from tests.llm.vendors import VENDORS
from tests.modelserver import answers
from tests.modelserver.exchange import Answer
from tests.modelserver.insurance_model import QUESTION, insurance_model
from tests.modelserver.not_http import not_http
from tests.modelserver.server import ModelServer
from tests.support.stream_text import text_of_stream
from workbench import Workbench
from workbench.domain.run import Run, RunStatus
from workbench.domain.run_events import AnswerDelta, RunFinished
from workbench.errors import WorkbenchError
from workbench.llm.session import Credentials, Session
from workbench.logs import configure_logs
from workbench.rendering.notebook import run_markdown

PROVIDERS = ("openai", "anthropic", "gemini", "compatible")
SOON, LATE = 4.0, 20.0
"""Seconds that a run has where a provider fails, and where it does not."""
CONFIGURED, TYPED = "canary-configured-4711", "canary-typed-0815"


CASES: dict[str, Answer | None] = {
    "good": None,
    "401 with the key": answers.repeating(401),
    "400 with the key": answers.repeating(400),
    "500 with the key": answers.repeating(500),
    "the reply is no JSON": answers.malformed_json,
    "no bytes of HTTP": not_http,
    "hang": answers.hang,
    "reset": answers.reset_midway,
    "redirect": answers.redirect("http://127.0.0.1:9/"),
    "cut": answers.cut,
    "echo": answers.echo,
    "echo without an end": answers.echo_without_end,
}
DONE = {"good", "echo", "echo without an end"}
"""The provider says something, if only the key: such runs come to their end."""


@pytest.fixture
def chatty() -> Iterator[None]:
    """Every logger at its most talkative."""
    configure_logs("debug")
    root = logging.getLogger()
    before = root.level
    handler = logging.StreamHandler()
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield
    root.removeHandler(handler)
    root.setLevel(before)


@pytest.fixture
def guarded(opened: Open) -> Callable[..., Workbench]:
    """Opens a workbench that has the canary for every provider, and asks one of them."""

    def open_for(name: str, seconds: float = LATE) -> Workbench:
        canary = SecretStr(CONFIGURED)
        keys = {f"{provider}_api_key": canary for provider in PROVIDERS}
        return opened(
            **keys,
            planner_model=name,
            answer_model=name,
            model_cache=True,
            run_deadline_s=seconds,
            breaker_failures=50,
        )

    return open_for


def stored(home: Path) -> Iterator[tuple[Path, bytes]]:
    for file in home.rglob("*"):
        if file.is_file():
            yield file, file.read_bytes()


def shown(run: Run) -> str:
    """The run in every form in which it leaves the program."""
    return "\n".join(
        (
            run.model_dump_json(indent=2, by_alias=True),
            run_markdown(run),
            repr(run),
            str(run.failure),
        )
    )


def put_together(run: Run) -> str:
    """What the recorded streams of a run spell with their pieces."""
    return "".join(text_of_stream(one.wire.reply) for one in run.exchanges if one.wire)


def session(typed: bool) -> Session | None:
    if not typed:
        return None
    key = SecretStr(TYPED)
    return Session(Credentials(openai=key, anthropic=key, gemini=key, compatible=key))


async def streamed(bench: Workbench, session: Session | None) -> tuple[Run, str]:
    """The run of a question whose answer is read along, and all that its events say together."""
    told = said = ""
    async for event in bench.stream(QUESTION, workspace="insurance", session=session):
        told += f"{event!r}\n{event.model_dump_json()}\n"
        if isinstance(event, AnswerDelta):
            said += event.text
        if isinstance(event, RunFinished):
            return event.run, f"{told}{said}"
    raise AssertionError("a stream of events ends with its run")


async def both_ways(bench: Workbench, session: Session | None) -> tuple[list[Run], str]:
    """The question asked as programs do, and at the same time as screens do."""
    waited, (read, told) = await asyncio.gather(
        bench.ask(QUESTION, workspace="insurance", session=session), streamed(bench, session)
    )
    return [waited, read], told


@pytest.mark.parametrize(
    ("case", "typed"),
    [*((case, False) for case in CASES), ("good", True), ("401 with the key", True), ("cut", True)],
)
@pytest.mark.parametrize("name", VENDORS)
async def test_no_key_is_found_anywhere(
    name: str,
    case: str,
    typed: bool,
    server: ModelServer,
    home: Path,
    guarded: Callable[..., Workbench],
    chatty: None,
    capfd: pytest.CaptureFixture[str],
) -> None:
    fault = CASES[case]
    bench = guarded(name, LATE if case in DONE else SOON)
    if fault:
        server.always(fault)
    runs, told = await both_ways(bench, session(typed))
    assert {run.status is RunStatus.DONE for run in runs} == {case in DONE}
    replayed = await asyncio.gather(*(bench.replay(run) for run in runs))
    assert server.requests, "the models were called"
    printed = capfd.readouterr()
    places = {
        "runs": "".join(shown(run) for run in (*runs, *replayed)),
        "recorded streams": "".join(put_together(run) for run in runs),
        "events": told,
        "standard output and logs": printed.out + printed.err,
        "workbench": f"{bench.health()!r} {bench.settings!r} {session(typed)!r}",
        "summary": str(await bench.runs.list()),
    }
    for key in (CONFIGURED, TYPED):
        assert not [place for place, text in places.items() if key in text]
        assert not [file for file, data in stored(home) if key.encode() in data]


@pytest.mark.parametrize("case", ["401 with the key", "no bytes of HTTP", "the reply is no JSON"])
@pytest.mark.parametrize("name", VENDORS)
async def test_no_key_in_the_errors_of_direct_calls(
    name: str, case: str, server: ModelServer, guarded: Callable[..., Workbench]
) -> None:
    fault = CASES[case]
    assert fault
    bench = guarded(name)
    server.always(fault)
    provider = name.partition(":")[0]
    for call in (lambda: bench.test_model(name), lambda: bench.list_models(provider)):
        with pytest.raises(WorkbenchError) as failed:
            await call()
        trace = traceback.TracebackException.from_exception(failed.value, capture_locals=True)
        text = f"{failed.value!r} {failed.value.hint} {''.join(trace.format())}"
        assert CONFIGURED not in text


@pytest.mark.parametrize("name", VENDORS)
async def test_a_model_that_says_the_key_is_not_recorded_with_it(
    name: str, server: ModelServer, guarded: Callable[..., Workbench]
) -> None:
    bench = guarded(name)
    server.choose(insurance_model(answer=answers.echo))
    read, told = await streamed(bench, None)
    runs = [read, await bench.ask(QUESTION, workspace="insurance")]
    assert all(run.exchanges for run in runs)
    assert CONFIGURED not in told + "".join(shown(run) + put_together(run) for run in runs)
    assert "[key]" in put_together(read), "its stream said the key in pieces"
