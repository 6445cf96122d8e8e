"""Read the labelled claims of `pairs/`: one file for each family of texts, by language."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import yaml

from workbench.checks.grounding.evidence_index import EvidenceIndex, index_evidence
from workbench.domain.evidence import Evidence
from workbench.pipeline.check_text import given_sources

PAIRS = Path(__file__).parent / "pairs"
HELD_OUT = frozenset({"transit", "hosting", "museum", "clinic", "cloud", "town"})
"""Families that are reported only; no rule or constant is chosen on them."""
LABELS = {"s": "supported", "c": "contradicted", "n": "not_in_sources", "u": "not_checkable"}
"""`u`: right in another language than the sources, which only a reader of both can tell."""
SWAPS = ("number", "entity", "plan", "product")
QUANTITIES = ("unit", "number_word")


@dataclass(frozen=True)
class Pair:
    """A claim, the kind of its edit, and the verdict that a reader of the sources gives."""

    kind: str
    label: str
    claim: str


@dataclass(frozen=True)
class Family:
    """Texts of one domain with claims about them; every claim is checked against all its texts."""

    name: str
    language: str
    evidence: tuple[Evidence, ...]
    pairs: tuple[Pair, ...]

    @property
    def is_held_out(self) -> bool:
        """Whether the family is reported only."""
        return self.name in HELD_OUT

    @cached_property
    def pool(self) -> EvidenceIndex:
        """The family's texts as windows."""
        return index_evidence(self.evidence)


def families() -> list[Family]:
    """Return all families, English first."""
    return [_read(path) for path in sorted(PAIRS.glob("*/*.yaml"))]


def _read(path: Path) -> Family:
    raw = yaml.safe_load(path.read_text("utf-8"))
    facts = (Evidence(type="fact", text=text) for text in raw.get("facts", ()))
    evidence = (*given_sources(raw["passages"]), *facts)
    pairs = tuple(_pairs(raw["claims"]))
    return Family(path.stem, path.parent.name, evidence, pairs)


def _pairs(lines: str) -> Iterator[Pair]:
    """Yield the pairs of lines such as ``number c  The fleet has 121 trams.``."""
    for line in lines.splitlines():
        kind, label, claim = line.split(None, 2)
        yield Pair(kind, LABELS[label], claim)
