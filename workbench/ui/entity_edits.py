"""Change what was recognised in a question: replace, add or remove an entity or a filter."""

from workbench.domain.entities import Candidate, Resolution, ResolvedEntity, SlotMention
from workbench.domain.graph import Node
from workbench.domain.local_text import Language


def chosen(node: Node, language: Language) -> Candidate:
    """Return a node that a person chose."""
    return Candidate(
        canonical_id=node.id,
        type=node.type,
        name=node.label(language),
        confidence=1.0,
        matched_by="manual",
    )


def replaced(found: Resolution, place: int, by: Candidate) -> Resolution:
    """Return the resolution with another node for the words of one entity."""
    entities = list(found.entities)
    kept = {"span": entities[place].span, "candidates": entities[place].candidates}
    entities[place] = _by_hand(by).model_copy(update=kept)
    return found.model_copy(update={"entities": tuple(entities)})


def added(found: Resolution, node: Candidate) -> Resolution:
    """Return the resolution with a further node, which no words of the question name."""
    if any(entity.canonical_id == node.canonical_id for entity in found.entities):
        return found
    return found.model_copy(update={"entities": (*found.entities, _by_hand(node))})


def without(found: Resolution, place: int) -> Resolution:
    """Return the resolution without one entity."""
    kept = (*found.entities[:place], *found.entities[place + 1 :])
    return found.model_copy(update={"entities": kept})


def without_filter(found: Resolution, place: int) -> Resolution:
    """Return the resolution without one filter."""
    return found.model_copy(update={"slots": (*found.slots[:place], *found.slots[place + 1 :])})


def with_filter(found: Resolution, slot: str, value: str) -> Resolution:
    """Return the resolution with a further filter, which no words of the question name."""
    if any((one.slot, one.value) == (slot, value) for one in found.slots):
        return found
    made = SlotMention(slot=slot, value=value, confidence=1.0, matched_by="manual")
    return found.model_copy(update={"slots": (*found.slots, made)})


def with_value(found: Resolution, place: int, value: str) -> Resolution:
    """Return the resolution with another value of one filter, for the same words."""
    changes = {"value": value, "confidence": 1.0, "matched_by": "manual"}
    slots = list(found.slots)
    slots[place] = slots[place].model_copy(update=changes)
    return found.model_copy(update={"slots": tuple(slots)})


def _by_hand(node: Candidate) -> ResolvedEntity:
    return ResolvedEntity(
        canonical_id=node.canonical_id,
        type=node.type,
        name=node.name,
        confidence=1.0,
        matched_by="manual",
    )
