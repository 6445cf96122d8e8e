"""Compare whole questions: a cold command, a warm process, and model calls against the bare SDK."""

import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from benchmarks.bench.search import COLD_RUNS
from benchmarks.bench.table import Row
from benchmarks.bench.usage import command_cpu
from benchmarks.load import against_the_sdk, server
from workbench import Workbench
from workbench.settings import Settings

WORKSPACE = "insurance"
WARM_RUNS = 60
ASKED = (
    "What is the windscreen excess for car insurance?",
    "Which products include personal liability?",
    "What is not covered by pet insurance?",
    "Какая франшиза за лобовое стекло в автостраховании?",
)
MOST_COLD, MOST_OUTSIDE_MS, MOST_OF_SDK = 3.0, 4.0, 1.5


def cold(folder: Path, peers: str) -> Iterator[Row]:
    """Compare `workbench ask` in a new process, with its index built, with importing Streamlit."""
    environment = {**os.environ, "WORKBENCH_HOME": str(folder / "cold")}
    command = Path(sys.executable).with_name("workbench")
    ask = [str(command), "ask", ASKED[0], "-w", WORKSPACE]
    streamlit = [peers, "-c", "import streamlit"]
    subprocess.run(ask, check=True, capture_output=True, env=environment)
    pairs = [(command_cpu(ask, environment), command_cpu(streamlit)) for _ in range(COLD_RUNS)]
    ours, theirs = (statistics.median(times) for times in zip(*pairs, strict=True))
    yield Row("cold `workbench ask`, import streamlit", ours, theirs, MOST_COLD, "s")


def warm(folder: Path) -> Iterator[Row]:
    """Measure the part of an offline question in a warm process that is outside its stages."""
    settings = Settings(_env_file=None, workbench_home=folder / "warm")
    # The stages time themselves with this clock.
    with patch.object(time, "perf_counter", time.process_time):
        outside, whole = asyncio.run(_outside(Workbench.open(settings)))
    note = f"whole question {whole:.1f} ms"
    yield Row(
        "warm offline question, outside its stages", outside, None, MOST_OUTSIDE_MS, "ms", note
    )


async def _outside(bench: Workbench) -> tuple[float, float]:
    await asyncio.to_thread(bench.prepare, WORKSPACE)
    outside, whole = [], []
    for number in range(WARM_RUNS + len(ASKED)):
        began = time.perf_counter()
        run = await bench.ask(ASKED[number % len(ASKED)], workspace=WORKSPACE)
        spent = (time.perf_counter() - began) * 1000
        if number >= len(ASKED):
            whole.append(spent)
            outside.append(spent - sum(stage.ms for stage in run.stages))
    return statistics.median(outside), statistics.median(whole)


def model_calls(folder: Path) -> Iterator[Row]:
    """Time 1,000 questions of two model calls against the same calls of the bare SDK.

    Most of both is waiting for the server, so that this row alone compares elapsed time.
    """
    with server() as url:
        bare, ours = asyncio.run(against_the_sdk(folder / "sdk", url))
    yield Row("1,000 questions of two model calls, bare SDK, wall", ours, bare, MOST_OF_SDK, "s")
