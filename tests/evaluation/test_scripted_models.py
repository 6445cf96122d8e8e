"""Scripted models behind a real protocol: honest ones raise no alarm, the others are caught."""

import asyncio
from collections.abc import Iterator

import pytest

from benchmarks.scripted.__main__ import QuestionInThread, QuestionSet, ask, bench_of
from benchmarks.scripted.behaviours import FAULTY, OBEDIENT
from benchmarks.scripted.outcomes import alarms, cites_wrongly, is_caught
from benchmarks.scripted.prompt_reading import read_prompt
from tests.modelserver.server import ModelServer
from workbench import Workbench

INSURANCE = QuestionSet("insurance", ())
FACTS = "What is the cooling-off period of car insurance and of home insurance?"
LIST = "Give me everything that pet insurance leaves unpaid"
AMOUNTS = "Which excesses does car insurance have?"
PASSAGES = "When does the insurer regard a car as a total loss?"


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture(scope="module")
def bench(server: ModelServer, tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return bench_of(INSURANCE, tmp_path_factory.mktemp("scripted"), server)


def asked(question: str) -> QuestionInThread:
    return QuestionInThread("one", question, "fact", ())


@pytest.mark.parametrize("question", [FACTS, LIST, PASSAGES])
@pytest.mark.parametrize("name", OBEDIENT)
def test_an_obedient_model_raises_no_alarm(
    name: str, question: str, bench: Workbench, server: ModelServer
) -> None:
    run = asyncio.run(ask(bench, server, INSURANCE, asked(question), OBEDIENT[name]))

    assert run.answer is not None
    assert run.answer.model == "openai:scripted"
    assert not alarms(run)
    assert not cites_wrongly(run)


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("adds a fact", FACTS),
        ("adds a fact", PASSAGES),
        ("swaps numbers", FACTS),
        ("swaps numbers", PASSAGES),
        ("drops list items", LIST),
        ("drops list items", AMOUNTS),
        ("cites the wrong source", FACTS),
        ("cites the wrong source", PASSAGES),
        ("answers the unanswerable", PASSAGES),
    ],
)
def test_what_a_model_does_wrong_is_caught(
    name: str, question: str, bench: Workbench, server: ModelServer
) -> None:
    run = asyncio.run(ask(bench, server, INSURANCE, asked(question), FAULTY[name]))
    script = FAULTY[name](read_prompt(server.requests[-1].body))
    obedient = asyncio.run(ask(bench, server, INSURANCE, asked(question), OBEDIENT["obedient"]))

    assert script is not None
    assert script.wrong or script.dropped
    assert is_caught(name, run, script, obedient)


def test_an_obedient_answer_is_not_taken_for_a_caught_one(
    bench: Workbench, server: ModelServer
) -> None:
    run = asyncio.run(ask(bench, server, INSURANCE, asked(FACTS), OBEDIENT["obedient"]))
    script = OBEDIENT["obedient"](read_prompt(server.requests[-1].body))

    assert script is not None
    true_lines = script.lines[:1]
    pretended = type(script)(script.lines, wrong=true_lines)
    assert not is_caught("adds a fact", run, pretended, run)
    assert not is_caught("cites the wrong source", run, pretended, run)


def test_an_alarm_that_the_obedient_answer_raises_too_catches_nothing(
    bench: Workbench, server: ModelServer
) -> None:
    run = asyncio.run(
        ask(bench, server, INSURANCE, asked(PASSAGES), FAULTY["cites the wrong source"])
    )
    obedient = asyncio.run(ask(bench, server, INSURANCE, asked(PASSAGES), OBEDIENT["obedient"]))
    script = FAULTY["cites the wrong source"](read_prompt(server.requests[0].body))

    assert script is not None
    assert is_caught("cites the wrong source", run, script, obedient)
    assert not is_caught("cites the wrong source", run, script, run)
