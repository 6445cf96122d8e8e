"""Compare search: questions in turns, indexing and memory, with and without a metadata filter."""

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.bench.corpus import make_corpus, write_corpus
from benchmarks.bench.table import Row
from benchmarks.bench.usage import command_cpu

ROUNDS = 3
"""Every side is asked all questions in turn, this many times; medians over the rounds count."""
COLD_RUNS = 3
_QUESTIONS, _FEW_QUESTIONS = 200, 60
"""Questions of a small and of a large corpus: there, LangChain takes half a second for each."""
_LARGE = 100_000
"""Chunks; the bars of indexing count from here, where the fixed cost of a process is small."""
OURS, LLAMA_INDEX, LANGCHAIN = "workbench", "LlamaIndex", "LangChain"
_MODULES = {
    OURS: "benchmarks.bench.workspace_side",
    LLAMA_INDEX: "benchmarks.bench.peers.llama_index",
    LANGCHAIN: "benchmarks.bench.peers.langchain",
}


@dataclass(frozen=True)
class Figures:
    """The figures of one side: of all questions of one kind, medians over the rounds."""

    p50: float
    p95: float
    hit_rate: float

    @classmethod
    def of(cls, rounds: list[dict[str, Any]]) -> "Figures":
        """Summarise the replies of several rounds."""
        return cls(
            statistics.median(statistics.median(one["ms"]) for one in rounds),
            statistics.median(statistics.quantiles(one["ms"], n=20)[-1] for one in rounds),
            rounds[0]["hit_rate"],
        )


class Child:
    """A side in a process of its own."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def do(self, **command: Any) -> dict[str, Any]:
        """Send a command and return the reply."""
        assert self._process.stdin and self._process.stdout
        print(json.dumps(command), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the side ended: {self._process.args}")
        return dict(json.loads(line))


def compare(size: int, data: Path | None, folder: Path, peers: str) -> Iterator[Row]:
    """Index one corpus on every side, ask every side, and yield the rows of the table."""
    corpus = folder / str(size) / "bench"
    questions = _FEW_QUESTIONS if size >= _LARGE else _QUESTIONS
    write_corpus(make_corpus(size, data, questions), corpus)
    homes = {name: folder / f"{name}-{size}" for name in _MODULES}
    with ExitStack() as stack:
        sides = {
            name: stack.enter_context(_child(name, corpus, homes[name], peers)) for name in _MODULES
        }
        yield from _indexing(size, {name: side.do(do="index") for name, side in sides.items()})
        for filtered in (False, True):
            yield from _queries(size, filtered, _ask(sides, filtered=filtered))
    yield _reopening(size, corpus, homes[OURS])


@contextmanager
def _child(name: str, corpus: Path, home: Path, peers: str) -> Iterator[Child]:
    home.mkdir()
    python = sys.executable if name == OURS else peers
    command = [python, "-W", "ignore", "-m", _MODULES[name], str(corpus), str(home)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Child(process)
        assert process.stdin
        process.stdin.close()


def _ask(sides: Mapping[str, Child], *, filtered: bool) -> dict[str, Figures]:
    rounds: dict[str, list[dict[str, Any]]] = {name: [] for name in sides}
    for _ in range(ROUNDS):
        for name, side in sides.items():
            rounds[name].append(side.do(do="ask", filtered=filtered))
    return {name: Figures.of(replies) for name, replies in rounds.items()}


def _queries(size: int, filtered: bool, found: Mapping[str, Figures]) -> Iterator[Row]:
    kind = f"{size // 1000}k chunks{', filtered' if filtered else ''}"
    ours = found[OURS]
    for name, bar in ((LLAMA_INDEX, 1.0), (LANGCHAIN, 0.05)):
        peer = found[name]
        note = f"p95 {ours.p95:.1f} / {peer.p95:.1f}"
        yield Row(f"query {kind}: p50, {name}", ours.p50, peer.p50, bar, "ms", note)
        hits = f"hits {ours.hit_rate:.3f} / {peer.hit_rate:.3f}"
        missed = (1 - ours.hit_rate) * 100, (1 - peer.hit_rate) * 100
        yield Row(f"query {kind}: missed, {name}", missed[0], None, missed[1], "%", hits)


def _indexing(size: int, built: Mapping[str, dict[str, Any]]) -> Iterator[Row]:
    ours = built[OURS]
    for name in (LANGCHAIN, LLAMA_INDEX):
        theirs = built[name]
        has_bars = name == LANGCHAIN and size >= _LARGE
        time_bar, peak_bar = (1.5, 0.5) if has_bars else (None, None)
        what = f"index {size // 1000}k chunks, {name}"
        wall = f"wall {ours['wall_s']:.0f} / {theirs['wall_s']:.0f}"
        yield Row(f"{what}: time", ours["cpu_s"], theirs["cpu_s"], time_bar, "s", wall)
        yield Row(f"{what}: peak", ours["peak_mb"], theirs["peak_mb"], peak_bar, "MB")


def _reopening(size: int, corpus: Path, home: Path) -> Row:
    """Measure a new process from its start to its first answer."""
    command = [sys.executable, "-m", _MODULES[OURS], str(corpus), str(home), "reopen"]
    seconds = statistics.median(command_cpu(command) for _ in range(COLD_RUNS))
    return Row(f"cold reopen and first query, {size // 1000}k chunks", seconds, None, 2.0, "s")
