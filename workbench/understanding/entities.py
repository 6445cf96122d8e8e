"""Resolve the nodes and slot values that a question names, with all candidates."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from workbench.domain.base import Span
from workbench.domain.entities import LEAD, Candidate, Resolution, ResolvedEntity, SlotMention
from workbench.domain.local_text import localize
from workbench.domain.question import MemoryDecision, Question
from workbench.nlp.grammar import content_words
from workbench.nlp.name_keys import keys
from workbench.understanding.carried_entities import carried_entities
from workbench.understanding.entity_registry import EntityRegistry, Match
from workbench.understanding.mentions import Mention, find_mentions
from workbench.understanding.name_words import name_words
from workbench.understanding.preferred_types import preferred_types

CANDIDATES = 5
"""Candidates of a mention that a run records."""
OTHER_WORD = 0.02
"""Bonus between equal candidates for each word of the name elsewhere in the question."""
TIE = 0.75
"""Factor on the confidence of a choice between equal candidates."""


def resolve(question: Question, memory: MemoryDecision, registry: EntityRegistry) -> Resolution:
    """Return entities and slot values in the question's order, followed by carried entities."""
    mentions = find_mentions(question.text, registry)
    entities = [
        _entity(
            nodes,
            mention.span,
            preferred_types(mention, mentions, question.text, memory, registry),
            question,
            registry,
        )
        for mention in mentions
        if (nodes := _of_kind(mention, "node"))
    ]
    slots = [slot for mention in mentions for slot in _slots(mention, question, registry)]
    own = [(entity.span, entity.type) for entity in entities if entity.span is not None]
    own += [(slot.span, slot.slot) for slot in slots]
    carried = carried_entities(question.text, own, memory, registry)
    return Resolution(entities=(*entities, *carried), slots=tuple(slots))


def entity_named(words: str, types: Collection[str], registry: EntityRegistry) -> str | None:
    """Return the id of the likeliest node that words name, of some types or, given none, of any.

    None if they name no such node, or more than one thing.
    """
    workspace = registry.workspace
    question = Question(raw=words, text=words, language=workspace.spec.language)
    found = resolve(question, MemoryDecision(decision="independent"), registry).entities
    if len(found) != 1:
        return None
    ranked = found[0].candidates
    return next((one.canonical_id for one in ranked if not types or one.type in types), None)


def _of_kind(mention: Mention, kind: str) -> list[Match]:
    return [match for match in mention.matches if match.entry.target.kind == kind]


def _entity(
    matches: Sequence[Match],
    span: Span,
    preferred: Mapping[str, float],
    question: Question,
    registry: EntityRegistry,
) -> ResolvedEntity:
    least = max(preferred.values(), default=0.0)
    scored = _ranked(
        (m.confidence - least + preferred.get(m.entry.target.type, 0.0), m) for m in matches
    )
    if _is_tied(scored):
        scored = _ranked((s + _other_words(m, span, question), m) for s, m in scored)
    _, chosen = scored[0]
    tied = _is_tied(scored)
    node = registry.workspace.nodes[chosen.entry.target.id]
    return ResolvedEntity(
        canonical_id=node.id,
        type=node.type,
        name=node.label(question.language),
        aliases=node.aliases,
        confidence=round(chosen.confidence * (TIE if tied else 1.0), 3),
        span=span,
        matched_by=chosen.matched_by,
        candidates=tuple(_candidates(scored, question, registry)),
    )


def _ranked(scored: Iterable[tuple[float, Match]]) -> list[tuple[float, Match]]:
    return sorted(scored, key=lambda pair: (-pair[0], pair[1].entry.target.id))


def _is_tied(scored: Sequence[tuple[float, Match]]) -> bool:
    return len(scored) > 1 and scored[0][0] - scored[1][0] < LEAD


def _other_words(match: Match, span: Span, question: Question) -> float:
    """Bonus for the words of a name that stand elsewhere in the question: «Пётр, наш Волков»."""
    outside = content_words(question.text, [span])
    heard = {key for word in outside for key in keys((word.text,))}
    named = name_words(match.entry.text)
    return OTHER_WORD * sum(not heard.isdisjoint(keys((word,))) for word in named)


def _candidates(
    scored: Sequence[tuple[float, Match]], question: Question, registry: EntityRegistry
) -> Iterator[Candidate]:
    for score, match in scored[:CANDIDATES]:
        node = registry.workspace.nodes[match.entry.target.id]
        yield Candidate(
            canonical_id=node.id,
            type=node.type,
            name=node.label(question.language),
            confidence=round(score, 3),
            matched_by=match.matched_by,
        )


def _slots(mention: Mention, question: Question, registry: EntityRegistry) -> Iterator[SlotMention]:
    """Slot values of a mention; none where a node is more confident by over 0.05."""
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
