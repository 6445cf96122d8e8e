"""Disambiguate the type of a name by nearby words, joined names and the examples."""

from collections.abc import Mapping, Sequence

from workbench.domain.question import MemoryDecision
from workbench.nlp.grammar import content_words, in_word_list
from workbench.nlp.morphology import lemma
from workbench.nlp.name_keys import keys, parts
from workbench.nlp.tokens import tokens
from workbench.understanding.apposed_types import apposed_types
from workbench.understanding.entity_registry import EntityRegistry
from workbench.understanding.mentions import Mention

APPOSED = 0.3
"""Bonus for a type whose label is right beside the mention («на проекте X5», "the X5 project"); it
outweighs a whole name of another type."""
LABELLED = 0.06
"""Bonus for a type whose label («проект Кафка») or whose joined name is next to the mention."""
EXEMPLIFIED = 0.04
"""Bonus for a type that examples name, times the share of common words."""
CARRIED = 0.02
"""Bonus for a type of the earlier turn's entities."""


def preferred_types(
    mention: Mention,
    others: Sequence[Mention],
    text: str,
    memory: MemoryDecision,
    registry: EntityRegistry,
) -> Mapping[str, float]:
    """Return the bonus on the confidence of each type; empty where only one is possible."""
    kinds = {m.entry.target.type for m in mention.matches if m.entry.target.kind == "node"}
    if len(kinds) < 2:
        return {}
    carried = memory.carried.entities if memory.carried is not None else ()
    preferred = {node_id.partition(":")[0]: CARRIED for node_id, _ in carried}
    for kind, likeness in _exemplified(kinds, text, others, registry).items():
        preferred[kind] = preferred.get(kind, 0.0) + EXEMPLIFIED * likeness
    for kind in {*_nearby_labels(mention, text, registry), *_joined(mention, others, text)}:
        preferred[kind] = preferred.get(kind, 0.0) + LABELLED
    for kind in apposed_types(parts(text), mention.first, mention.last, registry):
        preferred[kind] = preferred.get(kind, 0.0) + APPOSED
    return preferred


def _nearby_labels(mention: Mention, text: str, registry: EntityRegistry) -> set[str]:
    words = tokens(text)
    before = [token for token in words if token.end <= mention.span.start][-2:]
    after = [token for token in words if token.start >= mention.span.end][:1]
    near = {key for token in (*before, *after) for key in keys((token.text,))}
    return {registry.type_words[key] for key in near if key in registry.type_words}


def _joined(mention: Mention, others: Sequence[Mention], text: str) -> set[str]:
    """Types of the names that only a conjunction separates from the mention."""
    found = set()
    for other in others:
        first, second = sorted((mention.span, other.span), key=lambda span: span.start)
        between = text[first.end : second.start].strip(" ,")
        kinds = {m.entry.target.type for m in other.matches if m.entry.target.kind == "node"}
        if (
            other is not mention
            and len(kinds) == 1
            and in_word_list(between, "question_conjunctions")
        ):
            found |= kinds
    return found


def _exemplified(
    kinds: set[str], text: str, others: Sequence[Mention], registry: EntityRegistry
) -> dict[str, float]:
    """For each type, the highest share of words that the question has in common with an example."""
    content = {lemma(token.text) for token in content_words(text, [m.span for m in others])}
    best = dict.fromkeys(kinds, 0.0)
    for words, named in registry.examples:
        shared = len(content & words) / len(content | words) if content else 0.0
        for kind in kinds & named:
            best[kind] = max(best[kind], shared)
    return best
