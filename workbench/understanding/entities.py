"""Resolve the nodes and slot values that a question names, with all candidates."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from workbench.domain.base import Span
from workbench.domain.entities import (
    LEAD,
    Candidate,
    NamedNode,
    Resolution,
    ResolvedEntity,
    SlotMention,
)
from workbench.domain.local_text import all_texts, localize
from workbench.domain.question import MemoryDecision, Question
from workbench.nlp.grammar import content_words
from workbench.nlp.name_keys import keys
from workbench.understanding.carried_entities import carried_entities
from workbench.understanding.entity_registry import EntityRegistry, Match
from workbench.understanding.mentions import Mention, find_mentions
from workbench.understanding.name_words import NameWords, name_words
from workbench.understanding.preferred_types import preferred_types
from workbench.workspace.nearest_name import nearest

CANDIDATES = 5
"""Candidates of a mention that a run records."""
OTHER_WORD = 0.02
"""Bonus between equal candidates for each word of the name elsewhere in the question."""
TIE = 0.75
"""Factor on the confidence of a choice between equal candidates."""
_NO_NAMES: frozenset[int] = frozenset()


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
    own += [(slot.span, slot.slot) for slot in slots if slot.span is not None]
    carried = carried_entities(question.text, own, memory, registry)
    return Resolution(entities=(*entities, *carried), slots=tuple(slots))


def entity_named(name: str, types: Collection[str], registry: EntityRegistry) -> NamedNode:
    """Return the node of some types or, given none, of any that has a name.

    Every content word has to be one of the node's names or of its type: "Lesnoy Bank" is not the
    town of Lesnoy, nor "Ivan Petrov" Anna Petrova. A name of several nodes is that of none.
    """
    workspace = registry.workspace
    question = Question(raw=name, text=name, language=workspace.spec.language)
    found = resolve(question, MemoryDecision(decision="independent"), registry).entities
    candidates = [one for entity in found for one in entity.candidates]
    candidates.sort(key=lambda one: -one.confidence)
    fitting = [one for one in candidates if not types or one.type in types]
    whole = [one for one in fitting if _has_words(name, one.canonical_id, registry)]
    if whole and not (len(whole) > 1 and whole[0].confidence - whole[1].confidence < LEAD):
        return NamedNode(whole[0].canonical_id)
    near = dict.fromkeys(one.canonical_id for one in whole or fitting or candidates)
    return NamedNode(None, tuple(near) or _near(name, types, registry))


def _has_words(name: str, node_id: str, registry: EntityRegistry) -> bool:
    """Whether the content words of a name are all in the names of a node, or name its type."""
    workspace = registry.workspace
    node = workspace.nodes[node_id]
    label = workspace.spec.node_types[node.type].label
    known = NameWords([*all_texts(node.name), *node.aliases, *all_texts(label)])
    return all(known.find(word).exact for word in name_words(name))


def _near(name: str, types: Collection[str], registry: EntityRegistry) -> tuple[str, ...]:
    """Return the nodes with a name that has the words, or else the one with the most similar."""
    having = [registry.name_words.find(word).exact for word in name_words(name)]
    first, *rest = having or [_NO_NAMES]
    sharing = (registry.entries[at].target for at in sorted(first.intersection(*rest)))
    if found := dict.fromkeys(one.id for one in sharing if one.kind == "node"):
        return tuple(found)[:CANDIDATES]
    ids = {
        one.text: one.target.id
        for one in registry.entries
        if one.target.kind == "node" and (not types or one.target.type in types)
    }
    similar = nearest(name, ids)
    return (ids[similar],) if similar else ()


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
