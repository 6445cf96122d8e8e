"""Print how far verdicts on claims can be believed, on own pairs and on public sets.

    python -m benchmarks.trust [DATA] [--failures]

Own pairs (`benchmarks/trust/pairs`): claims with one named edit each over texts of several domains.
"Looked at" are the families on which rules and weights were chosen, "held out" all others. DATA is
a folder with `factcheckgpt.jsonl`, whose first half may be used to choose weights and whose second
one is reported, `banking77.*.jsonl` and `canard.jsonl`. Exits with 1 where a figure misses its bar.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.bars import Bar, exit_code, found
from benchmarks.trust import factcheck, questions
from benchmarks.trust.judging import Judged, judged
from benchmarks.trust.pairs import QUANTITIES, SWAPS, Family, Pair, families


class Outcome(NamedTuple):
    """A pair with its verdict and the CPU time that it took, its evidence being analysed."""

    family: Family
    pair: Pair
    judged: Judged
    milliseconds: float

    @property
    def is_right(self) -> bool:
        """Whether supported and unsupported are told apart; `u` has to be left unjudged."""
        if self.pair.label == "not_checkable":
            return self.judged.verdict == "not_checkable"
        return (self.judged.verdict == "supported") == (self.pair.label == "supported")


def main() -> int:
    """Print the figures of the own pairs, then those of DATA."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument(
        "--failures", action="store_true", help="print the wrong verdicts of looked-at families"
    )
    given = parser.parse_args()
    outcomes = [one for family in families() for one in judge_family(family)]
    bars: list[Bar] = []
    for language in ("en", "ru"):
        own = [one for one in outcomes if one.family.language == language]
        for held_out, title in ((False, "looked at"), (True, "held out")):
            part = [one for one in own if one.family.is_held_out == held_out]
            print_pairs(f"{language}, {title}", part)
        bars += bars_of(own, language)
    if given.failures:
        print_failures(one for one in outcomes if not one.family.is_held_out)
    print()
    return exit_code((*bars, *public_sets(given.data)))


def bars_of(outcomes: Sequence[Outcome], language: str) -> Iterator[Bar]:
    """Yield the bars of the own pairs of a language."""
    parts = {
        "right": (outcomes, 0.88),
        "swaps": (_unsupported(outcomes, SWAPS), 0.80),
        "unit and number words": (_of(outcomes, QUANTITIES), 0.80),
    }
    for name, (part, least) in parts.items():
        yield Bar(f"{language}, {name}", sum(one.is_right for one in part) / len(part), least=least)


def public_sets(data: Path | None) -> Iterator[Bar]:
    """Print the figures of the sets that are there and yield their bars."""
    if path := found(data, "factcheckgpt.jsonl"):
        yield from factcheck.report(path)
    if path := found(data, "banking77.train.jsonl"):
        yield questions.report_intents(path.parent)
    if path := found(data, "canard.jsonl"):
        yield questions.report_gate(path)


def judge_family(family: Family) -> list[Outcome]:
    """Judge all claims of a family; the first pass analyses its evidence and is not timed."""
    for pair in family.pairs[:3]:
        judged(pair.claim, family.pool)
    outcomes = []
    for pair in family.pairs:
        start = time.process_time()
        verdict = judged(pair.claim, family.pool)
        outcomes.append(Outcome(family, pair, verdict, (time.process_time() - start) * 1e3))
    return outcomes


def print_pairs(title: str, outcomes: Sequence[Outcome]) -> None:
    """Print the shares of right verdicts, overall and by kind of edit."""
    called = [one for one in outcomes if one.judged.verdict == "contradicted"]
    print(f"\n{title}: {len(outcomes)} pairs")
    taken = sum(one.milliseconds for one in outcomes) / len(outcomes)
    print(
        f"  right {_share(outcomes)}  swaps {_share(_unsupported(outcomes, SWAPS))}  "
        f"unit and number words {_share(_of(outcomes, QUANTITIES))}  "
        f'"contradicted" right {_precision(called)}  {taken:.2f} ms a claim'
    )
    kinds = sorted({one.pair.kind for one in outcomes})
    print("  " + "  ".join(f"{kind} {_share(_of(outcomes, (kind,)))}" for kind in kinds))


def print_failures(outcomes: Iterable[Outcome]) -> None:
    """Print the claims with a wrong verdict."""
    for one in outcomes:
        if not one.is_right:
            pair, verdict = one.pair, one.judged
            reasons = [reason for claim in verdict.claims for reason in claim.reasons]
            print(
                f"{one.family.name:<14}{pair.kind:<13}{pair.label:<15}{verdict.verdict:<15}"
                f"{verdict.probability:.2f}  {pair.claim}  {reasons}"
            )


def _of(outcomes: Iterable[Outcome], kinds: Sequence[str]) -> list[Outcome]:
    return [one for one in outcomes if one.pair.kind in kinds]


def _unsupported(outcomes: Iterable[Outcome], kinds: Sequence[str]) -> list[Outcome]:
    return [one for one in _of(outcomes, kinds) if one.pair.label != "supported"]


def _share(outcomes: Sequence[Outcome]) -> str:
    right = sum(one.is_right for one in outcomes)
    return f"{right}/{len(outcomes)} {right / len(outcomes):.0%}" if outcomes else "-"


def _precision(called: Sequence[Outcome]) -> str:
    right = sum(one.pair.label == "contradicted" for one in called)
    return f"{right}/{len(called)} {right / len(called):.0%}" if called else "-"


if __name__ == "__main__":
    sys.exit(main())
