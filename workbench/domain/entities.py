"""Graph nodes and slot values recognised in a question."""

from typing import Literal, NamedTuple, TypeAlias

from workbench.domain.base import Span, Value

MatchKind: TypeAlias = Literal[
    "exact", "alias", "lemma", "transliteration", "part", "fuzzy", "context", "manual"
]


LEAD = 0.01
"""Lead over the second candidate from which on the first one is chosen, not merely listed first."""


class Candidate(Value):
    """A node that a mention may refer to."""

    canonical_id: str
    type: str
    name: str
    confidence: float
    matched_by: MatchKind


class ResolvedEntity(Value):
    """The node chosen for a mention; ``confidence`` is on 0-1."""

    canonical_id: str
    type: str
    name: str
    aliases: tuple[str, ...] = ()
    confidence: float
    span: Span | None = None
    """Position of the mention in the normalized question; None when carried over."""
    matched_by: MatchKind
    candidates: tuple[Candidate, ...] = ()
    """Every node considered for the mention, best first, the chosen one included."""

    @property
    def is_ambiguous(self) -> bool:
        """True when the mention may equally mean the second candidate."""
        scores = [candidate.confidence for candidate in self.candidates[:2]]
        chosen = self.matched_by != "manual" and len(scores) > 1
        return chosen and round(scores[0] - scores[1], 3) < LEAD


class NamedNode(NamedTuple):
    """The node that a name means."""

    id: str | None
    """None if it means no node, or several."""
    near: tuple[str, ...] = ()
    """Then the ids of nodes with a similar name, the likeliest first."""


class SlotMention(Value):
    """A value of a slot that the question names («базы данных» -> category = database)."""

    slot: str
    value: str
    label: str = ""
    """The words that name it; empty for one that a person added."""
    confidence: float
    span: Span | None = None
    """Their position in the normalized question; None for one that a person added."""
    matched_by: MatchKind


class Resolution(Value):
    """Everything recognised in a question."""

    entities: tuple[ResolvedEntity, ...] = ()
    slots: tuple[SlotMention, ...] = ()
