"""Build each world by ``workbench new`` alone, ask its questions offline, and print the figures.

    python -m benchmarks.worlds DATA [WORLD...] [--failures] [--out FOLDER]

DATA holds ``score.py`` and one folder for each world: ``questions.jsonl``, and ``documents`` or
``graph.json``. Prints for each world the scorer's table by type, the stages that lost the points,
how often answers of each confidence are right, and what changed since the last run in FOLDER.
"""

import argparse
import asyncio
import importlib.util
import json
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.bars import found
from benchmarks.worlds.asking import ask_all, scored_form
from benchmarks.worlds.losses import STAGES, lost_at

BINS = (0.0, 0.3, 0.5, 0.8, 1.01)
"""Edges of the bins of the reliability table; from .8 an answer is shown as good."""


def scorer(data: Path) -> ModuleType:
    """The scorer that belongs to the worlds."""
    spec = importlib.util.spec_from_file_location("score", data / "score.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _folder(name: str) -> Path | None:
    return Path(name) if name else None


def main() -> int:
    """Ask every world; exit code 1 if there is none of those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=_folder)
    parser.add_argument("worlds", nargs="*")
    parser.add_argument("--failures", action="store_true", help="print every wrong answer")
    parser.add_argument("--out", type=Path, default=Path(".workbench/worlds"))
    given = parser.parse_args()
    if found(given.data, "score.py", "worlds") is None:
        return 0
    score = scorer(given.data)
    folders = [one.parent for one in sorted(given.data.glob("*/questions.jsonl"))]
    chosen = [one for one in folders if not given.worlds or one.name in given.worlds]
    for folder in chosen:
        measure(folder, score, given.out, failures=given.failures)
    return 0 if chosen else 1


def measure(folder: Path, score: ModuleType, out: Path, *, failures: bool) -> None:
    """Ask the questions of one world, print its figures and keep its runs."""
    rows = score.read_questions(folder / "questions.jsonl")
    documents = folder / "documents"
    source = documents if documents.is_dir() else folder / "graph.json"
    with tempfile.TemporaryDirectory() as home:
        asked = asyncio.run(ask_all(source, rows, Path(home)))
    runs = {name: {"id": name, **scored_form(run, ms)} for name, (run, ms) in asked.items()}
    scored = [score.score_one(row, runs[row["id"]]) for row in rows]
    for row, one in zip(rows, scored, strict=True):
        said = score.key(runs[row["id"]]["answer"])
        one["said"] = all(score.key(quote) in said for quote in row["quote"])
        one["lost"] = "" if one["right"] else lost_at(row, runs[row["id"]], one)
    print(f"\n=== {folder.name}")
    score.print_figures(score.figures(scored))
    print_losses(scored)
    print_lengths(runs, scored)
    print_reliability(scored)
    print_changes(scored, out / f"{folder.name}.scored.json")
    if failures:
        score.print_failures(rows, runs, scored)
    keep(out, folder.name, runs, scored)


def print_losses(scored: Sequence[Mapping[str, Any]]) -> None:
    """Print how many points each stage lost."""
    lost = Counter(one["lost"] for one in scored if one["lost"])
    print("lost at: " + ", ".join(f"{stage} {lost[stage]}" for stage in STAGES if lost[stage]))


def print_lengths(
    runs: Mapping[str, Mapping[str, Any]], scored: Sequence[Mapping[str, Any]]
) -> None:
    """Print the median number of words of the answers that were not declined."""
    words = [len(runs[one["id"]]["answer"].split()) for one in scored if not one["declined"]]
    print(f"words of an answer: median {statistics.median(words) if words else 0:.0f}")


def print_reliability(scored: Sequence[Mapping[str, Any]]) -> None:
    """Print how many of the answers in each bin of confidence are right."""
    parts = []
    for low, high in pairwise(BINS):
        inside = [
            one["right"]
            for one in scored
            if not one["declined"]
            and one["confidence"] is not None
            and low <= one["confidence"] < high
        ]
        parts.append(f"{low:.1f}-{min(high, 1.0):.1f}: {sum(inside)} of {len(inside)}")
    print("right by confidence: " + ", ".join(parts))


def print_changes(scored: Sequence[Mapping[str, Any]], before: Path) -> None:
    """Print which questions became right or wrong since the last run."""
    if not before.is_file():
        return
    was = {one["id"]: one["right"] for one in json.loads(before.read_text("utf-8"))}
    won = [one["id"] for one in scored if one["right"] and was.get(one["id"]) is False]
    lost = [one["id"] for one in scored if not one["right"] and was.get(one["id"])]
    print(f"since the last run: won {' '.join(won) or '-'}; lost {' '.join(lost) or '-'}")


def keep(
    out: Path,
    name: str,
    runs: Mapping[str, Mapping[str, Any]],
    scored: Sequence[Mapping[str, Any]],
) -> None:
    """Write the runs, as the scorer reads them, and their scores."""
    out.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(run, ensure_ascii=False) for run in runs.values()]
    (out / f"{name}.runs.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    (out / f"{name}.scored.json").write_text(json.dumps(scored), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
