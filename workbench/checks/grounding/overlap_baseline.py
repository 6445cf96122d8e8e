"""The word-overlap baseline of grounding (docs/formulas.md), shown beside the score."""

import re
from collections.abc import Sequence

from workbench.domain.answer import CITATION_MARKER
from workbench.nlp.spelling import normalize_spelling

# End of a sentence; the baseline splits on stops alone.
_SENTENCE_ENDS = re.compile(r"[.!?]+")


def overlap_baseline(marked: str, contents: Sequence[str]) -> float:
    """Return the mean score: 1 for a sentence with a marker, 0.5 if most words are sourced."""
    if not contents:
        return 0.0
    points = overlap_points(marked, contents)
    return min(sum(points) / len(points), 1.0) if points else 1.0


def overlap_points(marked: str, contents: Sequence[str]) -> list[float]:
    """Return the score of each sentence of the baseline: 1, 0.5 or 0."""
    parts = [part.strip() for part in _SENTENCE_ENDS.split(marked) if part.strip()]
    known = set(normalize_spelling(" ".join(contents)).lower().split())
    return [_overlap_point(part, known) for part in parts]


def _overlap_point(sentence: str, known: set[str]) -> float:
    if CITATION_MARKER.search(sentence):
        return 1.0
    words = set(normalize_spelling(sentence).lower().split())
    return 0.5 if len(words & known) / max(len(words), 1) > 0.5 else 0.0
