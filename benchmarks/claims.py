"""Measure what the description of the response agent claims of its answers, on samples and worlds.

    python -m benchmarks.claims [DATA]

For each set and each writer (none, or a scripted model on a local server): the share of checkable
claims that the sources support (claimed: 98 % of facts traceable), of citations that support their
sentence (95 %), of answers without a doubtful claim (99 % within the context), the mean and 95th
percentile of the time of a question (1.2 and 2.8 s), its CPU time, and the process's peak memory
(200 MB). Support is as the check judges it; how far that can be believed, `make trust` prints. The
time of a scripted model is that of everything but the model.
"""

import argparse
import asyncio
import resource
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, quantiles
from typing import NamedTuple

from benchmarks.scripted.__main__ import (
    QuestionSet,
    ask,
    bench_of,
    is_by_model,
    questions_for,
    samples,
    worlds,
)
from benchmarks.scripted.behaviours import FAULTY, OBEDIENT, Behaviour
from benchmarks.scripted.prompt_reading import read_prompt
from tests.modelserver.server import ModelServer
from workbench.domain.run import Run

WRITERS: Mapping[str, Behaviour | None] = {"offline": None, **OBEDIENT, **FAULTY}
"""Scripted models by name; None is the writer without a model."""


class Figures(NamedTuple):
    """The figures of one writer on one set; shares on 0-1, None without anything to count."""

    answers: int
    traceable: float | None
    citations: float | None
    within: float | None
    seconds: float | None
    seconds_95: float | None
    cpu: float | None
    peak_mb: float


class Timed(NamedTuple):
    """A run with its seconds and its CPU seconds."""

    run: Run
    seconds: float
    cpu: float


def main() -> None:
    """Print a table for each set; each row is measured in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="?")
    given = parser.parse_args()
    for one in (*samples(), *(worlds(given.data) if given.data else ())):
        print(f"\n{one.workspace}: {len(one.questions)} questions")
        print(f"  {'writer':<26}{'answers':>8}{'traceable':>11}{'citations':>11}{'within':>9}"
              f"{'mean':>9}{'p95':>9}{'CPU':>9}{'peak':>9}")  # fmt: skip
        for name in WRITERS:
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
                _print_row(name, process.submit(measure, one, name).result())


def measure(one: QuestionSet, name: str) -> Figures:
    """Ask the questions of a set of one writer; with a model, count the runs in which it wrote."""
    return figures(asyncio.run(_runs(one, name)))


async def _runs(one: QuestionSet, name: str) -> list[Timed]:
    behaviour = WRITERS[name]
    with tempfile.TemporaryDirectory() as home, ModelServer() as server:
        bench = bench_of(one, Path(home), server if behaviour else None)
        timed = []
        for asked in questions_for(name, one):
            server.requests.clear()
            started, cpu = time.perf_counter(), time.process_time()
            run = await ask(bench, server, one, asked, behaviour)
            taken = time.perf_counter() - started, time.process_time() - cpu
            if behaviour is None or (is_by_model(run) and _applies(behaviour, server)):
                timed.append(Timed(run, *taken))
        return timed


def _applies(behaviour: Behaviour, server: ModelServer) -> bool:
    """Whether a model had something to go wrong with, such as numbers to swap."""
    return behaviour(read_prompt(server.requests[-1].body)) is not None


def figures(timed: Sequence[Timed]) -> Figures:
    """Return the figures of some runs, and the memory of this process."""
    answered = [one.run for one in timed if one.run.answer and one.run.answer.outcome == "answered"]
    found = [run.diagnostics for run in answered if run.diagnostics]
    checked = [
        claim.verdict == "supported"
        for one in found
        for claim in one.claims
        if claim.verdict != "not_checkable"
    ]
    precisions = [one.citations.precision for one in found if one.citations.precision is not None]
    seconds = [one.seconds for one in timed]
    return Figures(
        answers=len(answered),
        traceable=_mean(checked),
        citations=_mean(precisions),
        within=_mean([not any(claim.is_doubtful for claim in one.claims) for one in found]),
        seconds=_mean(seconds),
        seconds_95=quantiles(seconds, n=20)[-1] if len(seconds) > 1 else None,
        cpu=_mean([one.cpu for one in timed]),
        peak_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


def _mean(values: Sequence[float]) -> float | None:
    return mean(values) if values else None


def _print_row(name: str, row: Figures) -> None:
    shares = (row.traceable, row.citations, row.within)
    times = (row.seconds, row.seconds_95, row.cpu)
    print(f"  {name:<26}{row.answers:>8}", end="")
    for width, share in zip((11, 11, 9), shares, strict=True):
        print(f"{'-' if share is None else f'{share:.1%}':>{width}}", end="")
    for seconds in times:
        print(f"{'-' if seconds is None else f'{seconds * 1000:.0f} ms':>9}", end="")
    print(f"{row.peak_mb:>6.0f} MB")


if __name__ == "__main__":
    main()
