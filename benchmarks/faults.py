"""Test every provider with every fault in whole questions: outcome, time and attempts.

    python -m benchmarks.faults

The fault hits the planner's call or the writer's, the latter awaited (for a customer) or streamed
(for an analyst). Exits with 1 when a raw exception escapes, when there is no answer, when a broken
answer passes as good, or when a call exceeds its deadline by more than a second. Runs
`benchmarks.embedding_faults` afterwards.
"""

import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import SecretStr

import workbench.errors
from benchmarks import embedding_faults
from tests.modelserver.answers import say
from tests.modelserver.exchange import Answer, Received
from tests.modelserver.fault import Fault
from tests.modelserver.faults import FAULTS
from tests.modelserver.insurance_model import ANSWER, PLAN, QUESTION, wants_plan
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.domain.answer import AskOptions, Audience, Role
from workbench.domain.run import Run, Stage
from workbench.domain.run_events import RunFinished
from workbench.llm.wrappers.retry import TRIES
from workbench.logs import configure_logs
from workbench.settings import Settings

Form = Literal["plan", "whole", "stream"]

TABLE: Mapping[str, Fault] = {
    **FAULTS,
    "plan is not JSON": Fault(say('{"intents": ["EXC'), whole="emergency", stream=""),
    "a mark alone": Fault(say("[Source 1]."), whole="emergency"),
    "dots alone": Fault(say("…"), whole="emergency"),
}

MODELS: Mapping[str, str] = {
    "openai": "gpt-4o",
    "anthropic": "claude-sonnet-4-6",
    "gemini": "gemini-3.8-flash",
    "compatible": "llama3.2",
}
ROLES: Mapping[Form, tuple[Role, Stage]] = {
    "plan": ("planner", Stage.PLAN),
    "whole": ("answer", Stage.WRITE),
    "stream": ("answer", Stage.WRITE),
}
TITLES: Mapping[Form, str] = {
    "plan": "the planner's reply, whole",
    "whole": "the answer, whole, for a customer",
    "stream": "the answer, streamed, for an analyst",
}
AT_ONCE = 8
"""Questions run concurrently."""
SPARE_S = 1.0
"""Seconds by which a call may exceed its deadline."""
ERRORS = frozenset(
    name for name, kind in vars(workbench.errors).items() if isinstance(kind, type)
) | {"Stopped"}


@dataclass(frozen=True)
class Case:
    """One provider with one fault in one form."""

    provider: str
    fault: str
    form: Form

    @property
    def model(self) -> str:
        """A model name per case, by which the server selects the fault."""
        words = "-".join(self.fault.split())
        return f"{MODELS[self.provider]}.{words}.{self.form}"


@dataclass(frozen=True)
class Cell:
    """The outcome of a case."""

    outcome: str
    seconds: float
    tries: int
    wrong: str = ""

    def __str__(self) -> str:
        return f"{self.outcome:<9} {self.seconds:4.1f} s {self.tries}×"


class Bench:
    """A workbench connected to the faulty server."""

    def __init__(self, home: Path, server: ModelServer) -> None:
        self._server = server
        self._home = home
        self._benches: dict[float, Workbench] = {}
        self._faults = {case.model: TABLE[case.fault].answer for case in cases()}
        server.choose(self._answer)

    async def run(self, case: Case) -> Cell:
        """Ask the question and check the run."""
        fault = TABLE[case.fault]
        role, stage = ROLES[case.form]
        good = f"{case.provider}:{MODELS[case.provider]}"
        models = {"planner": good, "answer": good, role: f"{case.provider}:{case.model}"}
        options = AskOptions.model_validate({"models": models})
        started = time.monotonic()
        try:
            run = await ASK[case.form](self._bench(fault.deadline_s), options)
        except Exception as error:
            seconds = time.monotonic() - started
            return Cell("RAW", seconds, self._tries(case), f"{type(error).__name__}: {error}")
        record = run.stage(stage)
        seconds = (record.ms if record else 0.0) / 1000
        outcome = _outcome(run, stage)
        return Cell(outcome, seconds, self._tries(case), self._wrong(run, case, seconds))

    def _bench(self, deadline_s: float) -> Workbench:
        if deadline_s not in self._benches:
            self._benches[deadline_s] = Workbench.open(
                _settings(self._home, self._server, deadline_s)
            )
        return self._benches[deadline_s]

    def _answer(self, request: Received) -> Answer:
        for model, answer in self._faults.items():
            if _asks(request, model):
                return answer
        return say(PLAN if wants_plan(request) else ANSWER)

    def _tries(self, case: Case) -> int:
        return sum(_asks(request, case.model) for request in self._server.requests)

    def _wrong(self, run: Run, case: Case, seconds: float) -> str:
        """The failed checks, comma-separated; empty where all pass."""
        answer, failure = run.answer, run.failure
        calls = max(len(run.plan_attempts), 1) if case.form == "plan" else 1
        raw = failure is not None and failure.error and failure.error.kind not in ERRORS
        checks = {
            "a raw exception was recorded": raw,
            "there is no answer": answer is None or not answer.text.strip(),
            "a partial answer has a grounding score": answer
            and answer.partial
            and answer.grounding_score is not None,
            "a broken answer passes as good": case.form != "plan" and _shown_as_good(run),
            "it took too long": seconds > calls * TABLE[case.fault].deadline_s + SPARE_S,
            "it took too many attempts": self._tries(case) > calls * TRIES,
        }
        return ", ".join(words for words, failed in checks.items() if failed)


async def _waited(bench: Workbench, options: AskOptions) -> Run:
    """Ask and await the whole answer, as programs do, for a customer."""
    options = options.model_copy(update={"audience": Audience.CUSTOMER})
    return await bench.ask(QUESTION, workspace="insurance", options=options)


async def _streamed(bench: Workbench, options: AskOptions) -> Run:
    """Ask with a streamed answer, as the app does."""
    async for event in bench.stream(QUESTION, workspace="insurance", options=options):
        if isinstance(event, RunFinished):
            return event.run
    raise AssertionError("a stream of events ends with its run")


ASK: Mapping[Form, Callable[[Workbench, AskOptions], Awaitable[Run]]] = {
    "plan": _streamed,
    "whole": _waited,
    "stream": _streamed,
}


def cases() -> Iterator[Case]:
    """Yield every case of the table."""
    for name, fault in TABLE.items():
        for provider in MODELS:
            yield Case(provider, name, "plan")
            if fault.stream:
                yield Case(provider, name, "whole")
                yield Case(provider, name, "stream")


def _outcome(run: Run, stage: Stage) -> str:
    if run.failure:
        return "fallback" if run.failure.recovered_by else "error"
    if run.answer and run.answer.partial:
        return "partial"
    if stage is Stage.PLAN and run.plan_origin == "emergency":
        return "emergency"
    return "good"


def _shown_as_good(run: Run) -> bool:
    return bool(run.answer and run.answer.model != "offline" and not run.answer.partial)


def _asks(request: Received, model: str) -> bool:
    return f"/{model}:" in request.path or bool(request.body and request.body.get("model") == model)


def _settings(home: Path, server: ModelServer, deadline_s: float) -> Settings:
    key = SecretStr("a-key-for-nobody")
    return Settings(
        _env_file=None,
        workbench_home=home,
        planner_deadline_s=deadline_s,
        answer_deadline_s=deadline_s,
        run_deadline_s=60,
        openai_api_key=key,
        openai_base_url=server.openai_url,
        compatible_base_url=server.openai_url,
        anthropic_api_key=key,
        anthropic_base_url=server.url,
        gemini_api_key=key,
        gemini_base_url=server.url,
    )


async def measure(home: Path, server: ModelServer) -> dict[Case, Cell]:
    """Run every case, ``AT_ONCE`` of them concurrently."""
    bench, slots = Bench(home, server), asyncio.Semaphore(AT_ONCE)

    async def measured(case: Case) -> tuple[Case, Cell]:
        async with slots:
            return case, await bench.run(case)

    return dict(await asyncio.gather(*(measured(case) for case in cases())))


def show(cells: Mapping[Case, Cell]) -> None:
    """Print one table for each form."""
    for form, title in TITLES.items():
        print(f"\n{title}: outcome, seconds, attempts\n")
        print(f"{'':<24}" + "".join(f"{provider:<22}" for provider in MODELS))
        for fault in (name for name in TABLE if Case("openai", name, form) in cells):
            row = (cells[Case(provider, fault, form)] for provider in MODELS)
            print(f"{fault:<24}" + "".join(f"{cell!s:<22}" for cell in row).rstrip())


def main() -> int:
    """Print the tables; return 1 when a check fails."""
    configure_logs("error")
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as home, ModelServer() as server:
        cells = asyncio.run(measure(Path(home), server))
    show(cells)
    counts = ", ".join(
        f"{n} {name}" for name, n in Counter(c.outcome for c in cells.values()).items()
    )
    print(f"\n{len(cells)} cells in {time.monotonic() - started:.0f} s: {counts}.")
    print(
        "fallback: the stage has a typed error, and the built-in step answered; partial: labelled;"
    )
    print("emergency: neither reply was a valid plan, so the documents were searched.")
    wrong = {case: cell for case, cell in cells.items() if cell.wrong}
    for case, cell in wrong.items():
        print(f"FAILED {case.provider}, {case.fault}, {case.form}: {cell.wrong}", file=sys.stderr)
    return max(1 if wrong else 0, embedding_faults.main())


if __name__ == "__main__":
    sys.exit(main())
