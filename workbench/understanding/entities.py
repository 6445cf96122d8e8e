"""Resolution: the nodes and slot values a question names, with every candidate considered."""

from collections.abc import Iterator, Sequence

from workbench.domain.entities import Candidate, Resolution, ResolvedEntity, SlotMention
from workbench.domain.question import MemoryDecision, Question
from workbench.domain.text import localize
from workbench.language import tokens
from workbench.understanding.context import carried_entities
from workbench.understanding.mentions import Mention, find_mentions
from workbench.understanding.registry import EntityRegistry, Match
from workbench.understanding.spelling import keys

CANDIDATES = 5
NAMED_BESIDE = 0.06
"""Added for a type whose label stands beside the mention («проект Кафка»)."""
SPOKEN_OF = 0.02
"""Added for a type that the earlier turn was about."""
SURE = 0.99
TIE = 0.75
"""A choice between equals is worth so much of its certainty."""


def resolve(question: Question, memory: MemoryDecision, registry: EntityRegistry) -> Resolution:
    """Entities and slot values in the question's order; then entities left to the earlier turn."""
    mentions = find_mentions(question.text, registry)
    entities = [
        _entity(mention, nodes, question, memory, registry)
        for mention in mentions
        if (nodes := _of_kind(mention, "node"))
    ]
    slots = [slot for mention in mentions for slot in _slots(mention, question, registry)]
    own = [(entity.span, entity.type) for entity in entities if entity.span is not None]
    own += [(slot.span, slot.slot) for slot in slots]
    carried = carried_entities(question.text, own, memory, registry)
    return Resolution(entities=(*entities, *carried), slots=tuple(slots))


def _of_kind(mention: Mention, kind: str) -> list[Match]:
    return [match for match in mention.matches if match.entry.target.kind == kind]


def _entity(
    mention: Mention,
    matches: Sequence[Match],
    question: Question,
    memory: MemoryDecision,
    registry: EntityRegistry,
) -> ResolvedEntity:
    preferred = _preferred_types(mention, question.text, memory, registry)
    scored = sorted(
        (
            (match.confidence + preferred.get(match.entry.target.type, 0.0), match)
            for match in matches
        ),
        key=lambda pair: (-pair[0], pair[1].entry.target.id),
    )
    best, chosen = scored[0]
    tied = len(scored) > 1 and best - scored[1][0] < 0.01
    node = registry.workspace.nodes[chosen.entry.target.id]
    return ResolvedEntity(
        canonical_id=node.id,
        type=node.type,
        name=node.label(question.language),
        aliases=node.aliases,
        confidence=round(chosen.confidence * (TIE if tied else 1.0), 3),
        span=mention.span,
        matched_by=chosen.matched_by,
        candidates=tuple(_candidates(scored, question, registry)),
    )


def _candidates(
    scored: Sequence[tuple[float, Match]], question: Question, registry: EntityRegistry
) -> Iterator[Candidate]:
    for score, match in scored[:CANDIDATES]:
        node = registry.workspace.nodes[match.entry.target.id]
        yield Candidate(
            canonical_id=node.id,
            type=node.type,
            name=node.label(question.language),
            confidence=round(min(score, 1.0), 3),
            matched_by=match.matched_by,
        )


def _preferred_types(
    mention: Mention, text: str, memory: MemoryDecision, registry: EntityRegistry
) -> dict[str, float]:
    """Types that the words around a mention, or the earlier turn, speak for."""
    preferred: dict[str, float] = {}
    if memory.carried is not None:
        for node_id, _ in memory.carried.entities:
            preferred[node_id.partition(":")[0]] = SPOKEN_OF
    words = tokens(text)
    before = [token for token in words if token.end <= mention.span.start][-2:]
    after = [token for token in words if token.start >= mention.span.end][:1]
    for token in (*before, *after):
        for key in keys((token.text,)):
            if key in registry.type_words:
                preferred[registry.type_words[key]] = NAMED_BESIDE
    return preferred


def _slots(mention: Mention, question: Question, registry: EntityRegistry) -> Iterator[SlotMention]:
    """Values named by the mention. A node that fits better leaves no room for a slot."""
    nodes = _of_kind(mention, "node")
    seen: set[str] = set()
    for match in _of_kind(mention, "slot"):
        target = match.entry.target
        if target.type in seen or (nodes and nodes[0].confidence > match.confidence + 0.05):
            continue
        seen.add(target.type)
        value = registry.slot_value(target.type, target.id)
        yield SlotMention(
            slot=target.type,
            value=target.id,
            label=localize(value.label, question.language) if value else target.id,
            confidence=match.confidence,
            span=mention.span,
            matched_by=match.matched_by,
        )
