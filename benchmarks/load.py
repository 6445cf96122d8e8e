"""Load-test the pipeline against a model server in a separate process.

    python -m benchmarks.load

Measures 150 concurrent callers with a ten-second deadline while one call in four fails; 1,000 whole
questions compared with the same 2,000 calls of the bare SDK, on the same server with the same
concurrency limit; and the memory of an idle process with one workspace open. Exits with 1 when a
caller gets no answer or waits for more than eleven seconds, when the pipeline takes more than three
times as long as the SDK, or when the process needs more than 350 MB.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from openai import AsyncOpenAI
from pydantic import SecretStr

from benchmarks.load_server import FAULTY, GOOD, REPLY_AFTER_S
from tests.modelserver.insurance_model import QUESTION
from workbench import Workbench
from workbench.domain.answer import AskOptions
from workbench.domain.run import Run, RunStatus
from workbench.logs import configure_logs
from workbench.settings import Settings

WORKSPACE = "insurance"
CALLERS, DEADLINE_S, SPARE_S = 150, 10.0, 1.0
QUESTIONS, MOST_TIMES = 1_000, 3.0
MOST_MB = 350
KEY = SecretStr("a-key-for-nobody")


def settings_for(home: Path, url: str, **changes: Any) -> Settings:
    """Settings with the planner and the writer on the local server."""
    return Settings(
        _env_file=None,
        workbench_home=home,
        planner_model=f"openai:{GOOD}",
        answer_model=f"openai:{GOOD}",
        openai_api_key=KEY,
        openai_base_url=f"{url}/v1",
        **changes,
    )


def without_deadlines(home: Path, url: str) -> Workbench:
    """Open a workbench whose deadlines cannot expire, so that only the limit delays calls."""
    long = {"run_deadline_s": 900, "planner_deadline_s": 900, "answer_deadline_s": 900}
    return Workbench.open(settings_for(home, url, **long))


async def faulty(home: Path, url: str) -> list[str]:
    """Measure 150 callers while one call in four fails; return the failed checks."""
    bench = Workbench.open(settings_for(home, url, run_deadline_s=DEADLINE_S))
    await asyncio.to_thread(bench.prepare, WORKSPACE)
    await ask(bench)
    model = f"openai:{FAULTY}"
    options = AskOptions.model_validate({"models": {"planner": model, "answer": model}})
    ended = await asyncio.gather(*(timed(lambda: ask(bench, options)) for _ in range(CALLERS)))
    times = sorted(seconds for seconds, _ in ended)
    kinds = Counter(outcome(run) for _, run in ended)
    print(f"{CALLERS} callers, 25 % faults, {DEADLINE_S:g} s: " + counted(kinds))
    print(f"  seconds: median {times[len(times) // 2]:.1f}, slowest {times[-1]:.1f}")
    return [
        words
        for words, failed in {
            "a caller got no answer": kinds["NO ANSWER"] > 0,
            "a caller waited too long": times[-1] > DEADLINE_S + SPARE_S,
        }.items()
        if failed
    ]


async def against_the_sdk(home: Path, url: str) -> tuple[float, float]:
    """Return the seconds of the calls of 1,000 questions in the bare SDK, and of the questions."""
    bench = without_deadlines(home, url)
    await asyncio.to_thread(bench.prepare, WORKSPACE)
    run = await ask(bench)
    bodies = [json.loads(exchange.wire.request) for exchange in run.exchanges if exchange.wire]
    limit = bench.settings.model_concurrency
    least = QUESTIONS * len(bodies) * REPLY_AFTER_S / limit
    bare, bare_cpu = await spent(lambda: sdk_calls(url, bodies, limit))
    print(f"{QUESTIONS:,} questions of {len(bodies)} calls, {limit} concurrent calls:")
    print(
        f"  bare SDK {bare:.1f} s ({bare_cpu:.1f} s of CPU); the replies alone take {least:.1f} s"
    )

    async def questions() -> None:
        runs = await asyncio.gather(*(ask(bench) for _ in range(QUESTIONS)))
        assert all(run.status is RunStatus.DONE for run in runs), counted(map(outcome, runs))

    ours, cpu = await spent(questions)
    print(f"  workbench {ours:.1f} s ({cpu:.1f} s of CPU): {ours / bare:.2f} times the bare SDK")
    return bare, ours


async def sdk_calls(url: str, bodies: list[dict[str, Any]], limit: int) -> None:
    """Send the calls of every question in order with the SDK, from prepared requests."""
    slots = asyncio.Semaphore(limit)
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx2.AsyncClient(limits=limits, timeout=900) as http:
        client = AsyncOpenAI(
            api_key=KEY.get_secret_value(), base_url=f"{url}/v1", http_client=http, max_retries=0
        )

        async def question() -> None:
            for body in bodies:
                async with slots:
                    await client.chat.completions.create(**body)

        await asyncio.gather(*(question() for _ in range(QUESTIONS)))


def memory(home: Path, url: str) -> list[str]:
    """Measure an idle process with one workspace open, before and after a model call."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.load", "--idle", str(home), url],
        capture_output=True,
        text=True,
        check=True,
    )
    opened, after_call = (float(number) for number in done.stdout.split())
    print(f"memory of an idle process: {opened:.0f} MB with one workspace open,")
    print(f"  {after_call:.0f} MB after a model call")
    return [f"more than {MOST_MB} MB"] if max(opened, after_call) > MOST_MB else []


def idle(home: Path, url: str) -> None:
    """Open a workspace and print the memory used; runs in a separate process."""
    bench = without_deadlines(home, url)
    bench.prepare(WORKSPACE)
    opened = resident_mb()
    bench.sync.ask(QUESTION, workspace=WORKSPACE)
    print(opened, resident_mb())


def resident_mb() -> float:
    """Resident memory of this process in MB, from /proc."""
    status = Path("/proc/self/status").read_text("utf-8")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


async def ask(bench: Workbench, options: AskOptions | None = None) -> Run:
    """Ask one whole question."""
    return await bench.ask(QUESTION, workspace=WORKSPACE, options=options)


async def timed(work: Callable[[], Awaitable[Run]]) -> tuple[float, Run]:
    """Return the seconds that one caller waited, and the run."""
    started = time.monotonic()
    run = await work()
    return time.monotonic() - started, run


async def spent(work: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    """Return wall seconds, and CPU seconds of this process."""
    started, cpu = time.monotonic(), time.process_time()
    await work()
    return time.monotonic() - started, time.process_time() - cpu


def outcome(run: Run) -> str:
    """Classify the run that a caller got."""
    if run.answer is None or not run.answer.text.strip():
        return "NO ANSWER"
    if run.failure is not None:
        return "labelled fallback" if run.failure.recovered_by else "NO ANSWER"
    return "partial answer" if run.answer.partial else "answer"


def counted(kinds: Any) -> str:
    """Format the counts, the most frequent first."""
    return ", ".join(f"{number} × {kind}" for kind, number in Counter(kinds).most_common())


@contextmanager
def server() -> Iterator[str]:
    """Start the model server, yield its URL, and stop it."""
    command = [sys.executable, "-m", "benchmarks.load_server"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin and process.stdout
        yield process.stdout.readline().strip()
        process.stdin.close()


def main() -> int:
    """Print the figures; return 1 when a check fails."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--idle", nargs=2, metavar=("HOME", "URL"))
    arguments = parser.parse_args()
    configure_logs("error")
    if arguments.idle:
        idle(Path(arguments.idle[0]), arguments.idle[1])
        return 0
    with tempfile.TemporaryDirectory() as folder, server() as url:
        home = Path(folder)
        failed = asyncio.run(faulty(home, url))
        bare, ours = asyncio.run(against_the_sdk(home, url))
        if ours / bare > MOST_TIMES:
            failed.append(f"more than {MOST_TIMES:g} times the bare SDK")
        failed += memory(home, url)
    for words in failed:
        print(f"FAILED: {words}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
