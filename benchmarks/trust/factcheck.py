"""Factcheck-GPT: how well the figure of a claim ranks and, after some labels, estimates support."""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import NamedTuple
from zlib import crc32

from benchmarks.bars import Bar
from benchmarks.trust.figures import auroc, calibration_error
from benchmarks.trust.judging import judged
from workbench.checks.grounding.calibration import LabelledClaim, calibrate
from workbench.checks.grounding.evidence_index import EvidenceIndex, index_evidence
from workbench.pipeline.check_text import given_sources

LABELS = 50
LEAST = 10
"""Claims of either label that `calibrate` needs."""
DRAWS = 8
"""Random draws of 50 labels; the reported error is their mean."""
ECE_CLAIMS = 300
"""Claims on which each refitted figure is checked."""


class Example(NamedTuple):
    """A claim with its evidence and whether annotators found it supported."""

    claim: str
    pool: EvidenceIndex
    labelled: LabelledClaim


def halves(path: Path) -> tuple[list[Example], list[Example]]:
    """Return the half to choose weights on and the reported half; no claim is in both."""
    parts: tuple[list[Example], list[Example]] = ([], [])
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        evidence = given_sources(row["sources"])
        example = LabelledClaim(row["response"], evidence, row["label"] == 0)
        half = crc32(row["group"].encode()) % 2
        parts[half].append(Example(row["response"], index_evidence(evidence), example))
    return parts


def report(path: Path) -> Iterator[Bar]:
    """Print AUROC untrained and the calibration error after 50 labels, by half; yield the bars."""
    print(f"\n{path.name}")
    ranking, error = 0.0, 0.0
    for name, half in zip(("to choose on", "reported"), halves(path), strict=True):
        labels = [one.labelled.supported for one in half]
        figures = [judged(one.claim, one.pool).probability for one in half]
        ranking, error = auroc(figures, labels), _after_labels(half)
        print(f"  {name:<13} {len(half)} claims  AUROC untrained {ranking:.3f}  "
              f"calibration error untrained {calibration_error(figures, labels):.3f}, "
              f"after {LABELS} labels {error:.3f}")  # fmt: skip
    yield Bar(f"{path.name}, AUROC untrained", ranking, least=0.76)
    yield Bar(f"{path.name}, calibration error after {LABELS} labels", error, most=0.08)


def _after_labels(half: Sequence[Example]) -> float:
    """Return the mean calibration error of the other claims after a refit to 50 of them."""
    errors = []
    for seed in range(DRAWS):
        known, rest = _drawn(half, random.Random(seed))
        refitted = calibrate([one.labelled for one in known])
        figures = [judged(one.claim, one.pool, refitted).probability for one in rest]
        errors.append(calibration_error(figures, [one.labelled.supported for one in rest]))
    return mean(errors)


def _drawn(half: Sequence[Example], chance: random.Random) -> tuple[list[Example], list[Example]]:
    """Return 50 random claims, at least ten of either label, and others to check them on."""
    while True:
        shuffled = chance.sample(half, len(half))
        known = shuffled[:LABELS]
        supported = sum(one.labelled.supported for one in known)
        if min(supported, LABELS - supported) >= LEAST:
            return known, shuffled[LABELS : LABELS + ECE_CLAIMS]
