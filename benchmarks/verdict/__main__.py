"""Fit the weights of the verdict, and report each foreign set by weights fitted without it.

    python -m benchmarks.verdict DATA [--write]

DATA holds ``worlds`` (see ``benchmarks.worlds``) and, where known, public sets of questions
(``xquad_en.docs.jsonl`` and ``xquad_en.queries.jsonl``). The samples' golden questions are asked as
well, and each sample is asked questions of the other sets, to which no answer is right. Weights
stay near those of the package; with ``--write`` those fitted on all of the sets replace them.
"""

import argparse
import statistics
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import yaml

from benchmarks.verdict.fit import estimate, fit
from benchmarks.verdict.gather import Row, borrowed_rows, public_rows, sample_rows, world_rows
from benchmarks.worlds.__main__ import BINS, scorer
from workbench.checks.diagnostics.estimate import model
from workbench.checks.diagnostics.estimate.model import fitted_models

WEIGHTS = Path(model.__file__).with_name("weights.yaml")
SOURCES = ("documents", "graph")
_HEAD = """\
# Weights of the estimate that an answer is right, by the source of the answer. Written by
# python -m benchmarks.verdict DATA --write
"""


def main() -> int:
    """Gather, report and fit; exit code 1 without a world."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--write", action="store_true", help="replace the weights of the package")
    given = parser.parse_args()
    worlds = sorted(one.parent for one in given.data.glob("worlds/*/questions.jsonl"))
    score = scorer(given.data / "worlds")
    rows = [row for world in worlds for row in world_rows(world, score)]
    rows += [*sample_rows(), *borrowed_rows(worlds)]
    for path in sorted(given.data.glob("xquad_*.queries.jsonl")):
        rows += public_rows(given.data, path.name.removesuffix(".queries.jsonl"))
    for world in worlds:
        report(world.name, rows)
    if given.write:
        fitted = {
            source: fit(_of(source, rows), earlier).model_dump()
            for source, earlier in fitted_models().items()
        }
        WEIGHTS.write_text(_HEAD + yaml.safe_dump(fitted, sort_keys=False), "utf-8")
    return 0 if worlds else 1


def report(name: str, rows: Sequence[Row]) -> None:
    """Print how the weights fitted without a set separate its right answers from its wrong ones."""
    for source in SOURCES:
        own = [row for row in _of(source, rows) if row.set == name and not row.declined]
        others = [row for row in _of(source, rows) if row.set != name]
        if not own or not others:
            continue
        fitted = fit(others, fitted_models()[source])
        pairs = [(row.limited(estimate(fitted, row.signals)), row) for row in own]
        print(f"{name}, {source}: {len(own)} answers, left out; AUROC {_auroc(pairs)}")
        for low, high in pairwise(BINS):
            inside = [row.right for value, row in pairs if low <= value < high]
            share = f"{statistics.mean(inside):.0%} right" if inside else "-"
            print(f"  {low:.1f}-{min(high, 1.0):.1f}: {len(inside):3} answers, {share}")
        for signal, one in fitted.weights.items():
            print(f"  {signal:22} {one.weight:+.2f}")


def _of(source: str, rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.source == source]


def _auroc(pairs: Sequence[tuple[float, Row]]) -> str:
    right = [value for value, row in pairs if row.right]
    wrong = [value for value, row in pairs if not row.right]
    if not right or not wrong:
        return "-"
    won = sum((a > b) + (a == b) / 2 for a in right for b in wrong)
    return f"{won / (len(right) * len(wrong)):.3f}"


if __name__ == "__main__":
    sys.exit(main())
