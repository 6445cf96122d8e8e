"""Record the runs of this folder; runs only in a checkout of release 170e391 (see README.md)."""

import asyncio
import json
import os
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tests.modelserver.insurer import ANSWER, PLAN, QUESTION, wants_plan
from tests.support.engineer import engineer as engineers_answer

from tests.llm.vendors import settings_for
from tests.modelserver.answers import begin, hang, say, stall, status
from tests.modelserver.embeddings import asks_vectors, embed
from tests.modelserver.exchange import Answer, Received
from tests.modelserver.server import ModelServer
from tests.support import engineer
from workbench import Workbench
from workbench.domain.answer import AskOptions
from workbench.domain.run import Run
from workbench.domain.run_events import AnswerDelta, RunFinished, StageFinished

GPT = "openai:gpt-4o"
CLAUDE = "anthropic:claude-sonnet-4-6"
MODELS = {"planner_model": GPT, "answer_model": GPT}
JUDGED = {**MODELS, "judge_model": "openai:gpt-4o-mini"}
STRUCTURED = json.dumps(
    {
        "answer": "The windscreen excess of the Car Insurance is $100 for each claim [Source 1].",
        "confidence": 0.9,
        "sources_used": [1],
        "key_facts": ["$100 for each claim"],
        "limitations": None,
    }
)
SEARCH_PLAN = json.dumps(
    {
        "intents": ["GENERAL_UNSTRUCTURED"],
        "tool_calls": [{"tool": "insurance_search_tool", "args": {"query": "windscreen excess"}}],
        "confidence": 0.9,
    }
)

named: dict[str, str] = {}
"""The runs that are kept: file name -> run id."""


def keep(name: str, run: Run) -> Run:
    named[name] = run.id
    print(f"{name:<22}{run.status.value:<12}{run.answer.text[:60] if run.answer else ''!r}")
    return run


def plans_and(answer: Answer, plan: str = PLAN) -> Callable[[Received], Answer]:
    def choose(request: Received) -> Answer:
        if asks_vectors(request):
            return embed()
        return say(plan) if wants_plan(request) else answer

    return choose


async def finished(events: Any) -> str:
    """Read a run's events to their end, and give the run's id."""
    run_id = ""
    async for event in events:
        run_id = event.run.id if isinstance(event, RunFinished) else run_id
    return run_id


async def left_at(words: str, events: Any) -> str:
    """Leave a run once its answer has come to these words, and give the run's id."""
    said, run_id = "", ""
    async for event in events:
        if isinstance(event, AnswerDelta):
            said, run_id = said + event.text, event.run_id
        if words in said:
            break
    await events.aclose()
    return run_id


async def offline(bench: Workbench) -> None:
    async def ask(name: str, question: str, workspace: str, **more: Any) -> Run:
        return keep(name, await bench.ask(question, workspace=workspace, **more))

    achievements = await ask("graph-ru", "Достижения на проекте АЛОР", "portfolio")
    assert achievements.plan
    edited = achievements.plan.model_dump(mode="json")
    edited["limits"]["max_items"] = 2
    keep("fork-edited-plan", await bench.fork(achievements, "plan", edited))
    await ask("thread-first", "Где применял RAG?", "portfolio", thread="thread-1")
    await ask("thread-follow-up", "А какие проекты в Aston?", "portfolio", thread="thread-1")
    await ask("graph-en", "What is the windscreen excess for car insurance?", "insurance")
    winter = "Can motorcycle insurance be put on hold over the winter months?"
    await ask("search-en", winter, "insurance")
    compared = "Compare baggage cover in travel and home insurance"
    customer = AskOptions.model_validate({"audience": "customer", "template": "comparison"})
    await ask("comparison-customer", compared, "insurance", options=customer)
    await ask("off-topic", "Who won the football world cup in 1998?", "insurance")
    cost = "What would car insurance cost me per year for a five-year-old hatchback?"
    await ask("not-found", cost, "insurance")
    await ask("emergency-offline", "Сколько у Дмитрия детей?", "portfolio")
    await ask("planned-only", "Где применял RAG?", "portfolio", until="plan")


async def modelled(bench: Workbench, server: ModelServer) -> None:
    async def ask(name: str, question: str = QUESTION, **more: Any) -> Run:
        return keep(name, await bench.ask(question, workspace="insurance", **more))

    server.choose(plans_and(say(ANSWER)))
    answered = await ask("model-answered")
    keep("fork-answer-again", await bench.fork(answered, "render"))
    events = bench.stream(QUESTION, workspace="insurance")
    keep("model-streamed", await bench.run(await finished(events)))
    claude = AskOptions.model_validate({"models": {"planner": CLAUDE, "answer": CLAUDE}})
    await ask("model-claude", options=claude)
    server.choose(plans_and(say(STRUCTURED)))
    await ask("structured", options=AskOptions(schema="AnswerWithSources"))
    server.choose(plans_and(status(503)))
    await ask("model-failed")
    server.choose(plans_and(stall))
    events = bench.stream(QUESTION, workspace="insurance")
    keep("model-partial", await bench.run(await finished(events)))
    server.choose(lambda request: say("{") if wants_plan(request) else say(ANSWER))
    await ask("emergency-plan")
    server.choose(plans_and(begin("The excess is $100 [Source 1]. And then it")))
    events = bench.stream(QUESTION, workspace="insurance")
    keep("cancelled", await bench.run(await left_at("And then", events)))


async def judged(bench: Workbench, server: ModelServer) -> None:
    server.choose(engineers_answer)
    keep("model-repaired-judged", await bench.ask(engineer.QUESTION, workspace="portfolio"))


async def embedded(bench: Workbench, server: ModelServer) -> None:
    server.choose(plans_and(say(ANSWER), SEARCH_PLAN))
    keep("model-embeddings", await bench.ask(QUESTION, workspace="insurance"))


async def killed(bench: Workbench) -> None:
    """Report the run once it has facts, and wait to be killed while its answer hangs."""
    async for event in bench.stream(QUESTION, workspace="insurance"):
        if isinstance(event, StageFinished) and event.stage.value == "render":
            print(event.run.id, flush=True)


def interrupt(home: Path, server: ModelServer) -> str:
    """A run whose process is killed in the middle of it."""
    import subprocess

    server.choose(plans_and(hang))
    environment = {**os.environ, "KILLED_HOME": str(home), "KILLED_URL": server.url}
    with subprocess.Popen(
        [sys.executable, __file__, "killed"], env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        run_id = process.stdout.readline().strip()
        process.send_signal(signal.SIGKILL)
    return run_id


def dump(database: Path, folder: Path) -> None:
    """One file a run, as its rows are, with the JSON columns as JSON; and the tables."""
    folder.mkdir(exist_ok=True)
    with sqlite3.connect(database) as connection:
        connection.row_factory = sqlite3.Row
        schema = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        (folder / "schema.sql").write_text("".join(f"{row[0]};\n" for row in schema), "utf-8")
        for name, run_id in named.items():
            run = dict(connection.execute("SELECT * FROM runs WHERE id = ?", [run_id]).fetchone())
            run["header"], run["owner"] = json.loads(run["header"]), "a-host:1:0"
            rows = connection.execute(
                "SELECT * FROM run_stages WHERE run_id = ? ORDER BY position", [run_id]
            )
            stages = [
                {
                    **dict(row),
                    "record": json.loads(row["record"]),
                    "fields": json.loads(row["fields"]),
                }
                for row in rows
            ]
            text = json.dumps({"runs": [run], "run_stages": stages}, ensure_ascii=False, indent=1)
            (folder / f"{name}.json").write_text(text + "\n", "utf-8")


async def record(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as state, ModelServer() as server:
        home = Path(state)

        async def each(part: Callable[..., Awaitable[None]], *given: Any, **changes: Any) -> None:
            fields = {"workbench_home": home, "answer_deadline_s": 2.0, **changes}
            bench = Workbench.open(
                settings_for(server, "a-key-for-nobody").model_copy(update=fields)
            )
            await part(bench, *given)

        await each(offline)
        await each(modelled, server, **MODELS)
        await each(judged, server, **JUDGED)
        server.always(embed())
        await each(
            embedded,
            server,
            **MODELS,
            embedder="openai:text-embedding-3-small",
            workbench_database_url=f"sqlite:///{home / 'runs.sqlite'}",
            workbench_home=home / "vectors",
        )
        named["interrupted"] = interrupt(home, server)
        Workbench.open(settings_for(server).model_copy(update={"workbench_home": home}))
        dump(home / "runs.sqlite", folder)


if __name__ == "__main__" and sys.argv[1:] == ["killed"]:
    from pydantic import SecretStr

    from workbench.settings import Settings

    url = os.environ["KILLED_URL"]
    settings = Settings(
        _env_file=None,
        workbench_home=Path(os.environ["KILLED_HOME"]),
        openai_api_key=SecretStr("a-key-for-nobody"),
        openai_base_url=f"{url}/v1",
        **MODELS,
    )
    asyncio.run(killed(Workbench.open(settings)))
elif __name__ == "__main__":
    asyncio.run(record(Path(sys.argv[1])))
