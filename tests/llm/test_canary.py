"""A key that must never be seen, and every place where one could be."""

import logging
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from tests.llm.vendors import VENDORS, settings_for
from tests.modelserver import answers
from tests.modelserver.dialect import Said
from tests.modelserver.exchange import Answer, Exchange
from tests.modelserver.insurer import QUESTION, insurer
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.domain.run import Run
from workbench.errors import WorkbenchError
from workbench.llm.session import Credentials, Session
from workbench.logs import configure_logs
from workbench.rendering.notebook import run_markdown
from workbench.settings import Settings

CONFIGURED, TYPED = "canary-configured-4711", "canary-typed-0815"


def repeating(code: int) -> Answer:
    """A provider that repeats the request's headers in its error."""

    async def answer(exchange: Exchange) -> None:
        await answers.status(code, str(dict(exchange.request.headers)))(exchange)

    return answer


async def echo(exchange: Exchange) -> None:
    """A model that says the key it was called with."""
    await answers.say(Said(str(dict(exchange.request.headers)), cut_into=10_000))(exchange)


CASES: dict[str, Answer | None] = {
    "good": None,
    "401 with the key": repeating(401),
    "400 with the key": repeating(400),
    "500 with the key": repeating(500),
    "the reply is no JSON": answers.malformed_json,
    "no bytes of HTTP": answers.not_http,
    "hang": answers.hang,
    "reset": answers.reset_midway,
    "redirect": answers.redirect("http://127.0.0.1:9/"),
    "cut": answers.cut,
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("canary")


@pytest.fixture(scope="module")
def prepared(home: Path) -> Workbench:
    bench = Workbench.open(Settings(_env_file=None, workbench_home=home))
    bench.prepare("insurance")
    return bench


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
    configure_logs()


def bench_with(server: ModelServer, home: Path, prepared: Workbench, name: str) -> Workbench:
    canary = SecretStr(CONFIGURED)
    keys = {f"{provider}_api_key": canary for provider in ("openai", "anthropic", "gemini")}
    changes = {
        **keys,
        "compatible_api_key": canary,
        "workbench_home": home,
        "planner_model": name,
        "answer_model": name,
        "model_cache": True,
        "run_deadline_s": 2.0,
    }
    bench = Workbench.open(settings_for(server).model_copy(update=changes))
    bench._open |= prepared._open
    return bench


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


def session(typed: bool) -> Session | None:
    if not typed:
        return None
    key = SecretStr(TYPED)
    return Session(Credentials(openai=key, anthropic=key, gemini=key, compatible=key))


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
    prepared: Workbench,
    chatty: None,
    capfd: pytest.CaptureFixture[str],
) -> None:
    fault = CASES[case]
    server.choose(insurer() if fault is None else lambda request: fault)
    bench = bench_with(server, home, prepared, name)
    run = await bench.ask(QUESTION, workspace="insurance", session=session(typed))
    replayed = await bench.replay(run)
    assert server.requests or run.usage.calls, "the models were called, or had been"
    printed = capfd.readouterr()
    places = {
        "run": shown(run) + shown(replayed),
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
    name: str, case: str, server: ModelServer, home: Path, prepared: Workbench
) -> None:
    fault = CASES[case]
    assert fault
    server.always(fault)
    bench = bench_with(server, home, prepared, name)
    provider = name.partition(":")[0]
    for call in (lambda: bench.test_model(name), lambda: bench.list_models(provider)):
        with pytest.raises(WorkbenchError) as failed:
            await call()
        trace = traceback.TracebackException.from_exception(failed.value, capture_locals=True)
        text = f"{failed.value!r} {failed.value.hint} {''.join(trace.format())}"
        assert CONFIGURED not in text


async def test_a_model_that_says_the_key_is_not_recorded_with_it(
    server: ModelServer, home: Path, prepared: Workbench
) -> None:
    server.always(echo)
    bench = bench_with(server, home, prepared, VENDORS[0])
    run = await bench.ask(QUESTION, workspace="insurance")
    assert run.exchanges
    assert CONFIGURED not in shown(run)
