"""One side of the search benchmark: a process that indexes a corpus and answers questions.

The parent writes commands to standard input, one JSON object a line, and reads one reply a line.
Each side is a process of its own, so that its memory is its own; the sides stay alive, so that
their questions can be asked in turns.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from benchmarks.bench.corpus import Question, read_questions
from benchmarks.bench.usage import cpu_seconds, peak_mb

TOP_K = 10


class Side(Protocol):
    """A search library with one corpus."""

    def index(self, corpus: Path, home: Path) -> None:
        """Index a corpus into a folder."""
        ...

    def prepare(self, topics: Sequence[str]) -> None:
        """Make what filtered questions need once, before they are timed."""
        ...

    def search(self, question: str, topic: str | None) -> Sequence[str]:
        """Return the ids of the best TOP_K paragraphs, of one topic if given."""
        ...


def serve(make: Callable[[], Side]) -> None:
    """Carry out commands until standard input closes."""
    corpus, home = Path(sys.argv[1]), Path(sys.argv[2])
    side, questions = make(), read_questions(corpus)
    replies, sys.stdout = sys.stdout, sys.stderr  # libraries print
    for line in sys.stdin:
        command = json.loads(line)
        if command["do"] == "index":
            reply = _indexed(side, corpus, home)
        else:
            reply = _asked(side, questions, filtered=command["filtered"])
        print(json.dumps(reply), file=replies, flush=True)


def _indexed(side: Side, corpus: Path, home: Path) -> dict[str, Any]:
    began, cpu = time.perf_counter(), cpu_seconds()
    side.index(corpus, home)
    wall = time.perf_counter() - began
    return {"cpu_s": cpu_seconds() - cpu, "wall_s": wall, "peak_mb": peak_mb()}


def _asked(side: Side, questions: Sequence[Question], *, filtered: bool) -> dict[str, Any]:
    if filtered:
        side.prepare([question.topic for question in questions])
    spent: list[float] = []
    hits = 0
    for question in questions:
        began = time.process_time()
        found = side.search(question.text, question.topic if filtered else None)
        spent.append((time.process_time() - began) * 1000)
        hits += question.paragraph in list(found)[:TOP_K]
    return {"ms": spent, "hit_rate": hits / len(questions)}
