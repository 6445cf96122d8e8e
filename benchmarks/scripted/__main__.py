"""Ask the golden sets, and worlds, with scripted models; print what was caught and what was not.

    python -m benchmarks.scripted [DATA] [--failures]

The models are reached through the OpenAI protocol on a local server; the planner is the offline
one. DATA is a folder of worlds. "Caught": the wrong line is gone from the answer or marked in it,
the missing items are named or put back, the wrong citation is counted, the invented answer is
withheld or shown with a confidence below .3. "False alarms": answers of the obedient model with a
doubtful claim, a finding, or a citation that is said not to support its sentence.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import SecretStr

from benchmarks.scripted.behaviours import FAULTY, OBEDIENT, Behaviour
from benchmarks.scripted.outcomes import alarms, cites_wrongly, is_caught
from benchmarks.scripted.prompt_reading import read_prompt
from tests.modelserver.answers import say
from tests.modelserver.exchange import Answer, Received
from tests.modelserver.server import ModelServer
from workbench import Settings, Workbench
from workbench.bootstrap.new_workspace import create_workspace
from workbench.domain.run import Run

SAMPLES = Path(__file__).parents[2] / "data"
MODEL = "openai:scripted"
UNANSWERABLE = "answers the unanswerable"


class QuestionInThread(NamedTuple):
    """A question of a set, after the questions of its thread."""

    id: str
    question: str
    kind: str
    history: tuple[str, ...]


class QuestionSet(NamedTuple):
    """A workspace with its questions; ``source`` is what it is made from, None for a sample."""

    workspace: str
    questions: Sequence[QuestionInThread]
    source: Path | None = None


def main() -> None:
    """Print a table for each set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("--failures", action="store_true", help="print what was missed")
    given = parser.parse_args()
    for one in (*samples(), *(worlds(given.data) if given.data else ())):
        asyncio.run(measure(one, failures=given.failures))


def samples() -> Iterator[QuestionSet]:
    """Yield the golden sets of the sample workspaces."""
    for path in sorted(SAMPLES.glob("*/golden.jsonl")):
        rows = _rows(path)
        questions = [
            QuestionInThread(row["id"], row["question"], row["kind"], tuple(row.get("history", ())))
            for row in rows
        ]
        yield QuestionSet(path.parent.name, questions)


def worlds(data: Path) -> Iterator[QuestionSet]:
    """Yield the worlds of a folder, each follow-up with the questions before it."""
    paths = sorted(data.glob("*/questions.jsonl"))
    if not paths:
        print(f"worlds: not measured (no {data}/*/questions.jsonl)")
    for path in paths:
        rows = {row["id"]: row for row in _rows(path)}
        questions = [
            QuestionInThread(row["id"], row["question"], row["type"], tuple(_before(row, rows)))
            for row in rows.values()
        ]
        documents = path.parent / "documents"
        source = documents if documents.is_dir() else path.parent / "graph.json"
        yield QuestionSet(path.parent.name.replace("_", "-"), questions, source)


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def _before(row: dict[str, Any], rows: dict[str, dict[str, Any]]) -> list[str]:
    earlier = rows.get(row.get("follows") or "")
    return [*_before(earlier, rows), earlier["question"]] if earlier else []


async def measure(one: QuestionSet, *, failures: bool) -> None:
    """Ask the questions of a set once for each behaviour and print the outcomes."""
    print(f"\n{one.workspace}: {len(one.questions)} questions")
    with tempfile.TemporaryDirectory() as home, ModelServer() as server:
        bench = bench_of(one, Path(home), server)
        obedient: dict[str, Run] = {}
        for name, behaviour in OBEDIENT.items():
            runs = [await ask(bench, server, one, asked, behaviour) for asked in one.questions]
            if name == "obedient":
                obedient = {asked.id: run for asked, run in zip(one.questions, runs, strict=True)}
            _print_alarms(name, [run for run in runs if is_by_model(run)], failures=failures)
        for name, behaviour in FAULTY.items():
            await _print_caught(
                name, behaviour, one, bench, server, obedient=obedient, failures=failures
            )


def bench_of(one: QuestionSet, home: Path, server: ModelServer | None) -> Workbench:
    """A workbench with its index, whose writer is the server's model, or none without a server."""
    model = (
        {
            "answer_model": MODEL,
            "openai_api_key": SecretStr("scripted"),
            "openai_base_url": server.openai_url,
        }
        if server
        else {}
    )
    settings = Settings(_env_file=None, workbench_home=home, **model)
    if one.source is not None:
        create_workspace(one.workspace, settings, one.source)
    bench = Workbench.open(settings)
    bench.prepare(one.workspace)
    return bench


async def ask(
    bench: Workbench,
    server: ModelServer,
    one: QuestionSet,
    asked: QuestionInThread,
    behaviour: Behaviour | None,
) -> Run:
    """Ask a question of a model that behaves in one way, or without a model."""
    if behaviour is not None:
        server.choose(lambda request: _reply(request, behaviour))
    thread = f"{asked.id}-{behaviour.__name__ if behaviour else MODEL}"
    for earlier in asked.history:
        await bench.ask(earlier, workspace=one.workspace, thread=thread)
    return await bench.ask(asked.question, workspace=one.workspace, thread=thread)


def _reply(request: Received, behaviour: Behaviour) -> Answer:
    """Write as the behaviour does, and obediently where it has nothing to go wrong with."""
    reading = read_prompt(request.body)
    script = behaviour(reading) or OBEDIENT["obedient"](reading)
    return say(script.text or "-")


def questions_for(name: str, one: QuestionSet) -> list[QuestionInThread]:
    """The questions of a writer: the unanswerable ones for the model that answers them anyway."""
    if name not in FAULTY:
        return list(one.questions)
    return [
        asked for asked in one.questions if (asked.kind == "unanswerable") == (name == UNANSWERABLE)
    ]


def is_by_model(run: Run) -> bool:
    """Whether the model was asked: a declined question reaches no model."""
    return any(call.role == "answer" for call in run.usage.calls)


def _print_alarms(name: str, runs: Sequence[Run], *, failures: bool) -> None:
    rung = [run for run in runs if alarms(run)]
    cited = [run for run in runs if cites_wrongly(run)]
    print(f"  {name:<26} false alarms {_share(len(rung), len(runs))}  "
          f"citations doubted {_share(len(cited), len(runs))}")  # fmt: skip
    for run in rung if failures else ():
        print(f"    {run.question}  {alarms(run)[:3]}")


async def _print_caught(
    name: str,
    behaviour: Behaviour,
    one: QuestionSet,
    bench: Workbench,
    server: ModelServer,
    *,
    obedient: Mapping[str, Run],
    failures: bool,
) -> None:
    caught = asked_of_model = withheld = 0
    for asked in questions_for(name, one):
        server.requests.clear()
        run = await ask(bench, server, one, asked, behaviour)
        if not is_by_model(run):
            withheld += name == UNANSWERABLE
            continue
        script = behaviour(read_prompt(server.requests[-1].body))
        if script is None:
            continue
        asked_of_model += 1
        is_right = is_caught(name, run, script, obedient[asked.id])
        caught += is_right
        if failures and not is_right:
            wrong = "; ".join(line.marked for line in script.wrong or script.dropped)
            print(f"    {asked.question}  {wrong}")
    declined = f"  declined without a model {withheld}" if name == UNANSWERABLE else ""
    print(f"  {name:<26} caught {_share(caught, asked_of_model)}{declined}")


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.0%})" if whole else "0 of 0"


if __name__ == "__main__":
    main()
