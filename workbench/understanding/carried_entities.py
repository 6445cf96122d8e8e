"""Carry entities of an earlier turn over to an elliptical question."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from workbench.domain.base import Span
from workbench.domain.entities import LEAD, ResolvedEntity
from workbench.domain.graph import Node
from workbench.domain.local_text import all_texts
from workbench.domain.question import MemoryDecision, Turn
from workbench.nlp.grammar import in_word_list, is_function_word, is_plural, leftover_words
from workbench.nlp.morphology import lemma
from workbench.nlp.name_keys import keys
from workbench.nlp.tokens import tokens
from workbench.understanding.entity_registry import EntityRegistry
from workbench.understanding.mentions import find_mentions
from workbench.workspace import Workspace

ELLIPTICAL = 0.8
"""Confidence when the question refers back («там», "it") or is a fragment ("and in Kazan?")."""
CONTINUED = 1.0
"""Confidence when the question asks for more of the earlier turn's list."""
ANSWER_READ = 2_000
"""Characters of the earlier answer that are searched for names."""
POSSIBLE = 0.5
"""Confidence when the question is complete and may or may not be about the entity."""
_REFERRING = ("anaphoric_words", "place_references")


def type_labels(workspace: Workspace) -> frozenset[str]:
    """Return the lemmas of the node types' one-word labels."""
    labels = (text for node in workspace.spec.node_types.values() for text in all_texts(node.label))
    return frozenset(lemma(label) for label in labels if len(label.split()) == 1)


def anaphoric_words(text: str, before: int | None = None) -> list[str]:
    """Return the words that refer back, such as "it"; from offset ``before`` on they refer to the
    question's own names.
    """
    words = tokens(text)
    found = []
    for at, token in enumerate(words):
        if before is not None and token.start >= before:
            break
        refers = any(in_word_list(token.text, name) for name in _REFERRING)
        if refers and not _is_dummy([t.text.lower() for t in words], at):
            found.append(token.text)
    return found


def carried_entities(
    text: str,
    own: Sequence[tuple[Span, str]],
    memory: MemoryDecision,
    registry: EntityRegistry,
) -> tuple[ResolvedEntity, ...]:
    """Return the entities of the carried turn that the question omits.

    ``own`` holds the spans and types of the nodes and slot values that the question names.
    """
    if memory.decision != "follow_up" or memory.carried is None:
        return ()
    spans = [span for span, _ in own]
    elliptical = _is_elliptical(text, own, registry)
    if own and not elliptical and not memory.pages:
        return ()
    confidence = CONTINUED if memory.pages else ELLIPTICAL if elliptical else POSSIBLE
    settled = {kind for _, kind in own} | _plural_types(text, spans, registry)
    nodes = [registry.node(node_id) for node_id, _ in memory.carried.entities]
    if not own and anaphoric_words(text):
        nodes += _alone_of_type(memory.carried, registry)
    return tuple(
        ResolvedEntity(
            canonical_id=node.id,
            type=node.type,
            name=node.label(registry.workspace.spec.language),
            aliases=node.aliases,
            confidence=confidence,
            matched_by="context",
        )
        for node in nodes
        if node is not None and node.type not in settled
    )


def _alone_of_type(carried: Turn, registry: EntityRegistry) -> list[Node]:
    """Return the nodes that are alone of their type in the earlier answer: "Used in: ContractLens".

    Of several projects none is meant by "there".
    """
    asked = {node.type for one, _ in carried.entities if (node := registry.node(one)) is not None}
    nodes_by_type: dict[str, set[str]] = defaultdict(set)
    as_named: dict[str, Node] = {}
    for mention in find_mentions(carried.answer[:ANSWER_READ], registry):
        best = mention.matches[0].confidence
        for target in (m.entry.target for m in mention.matches if best - m.confidence < LEAD):
            node = registry.node(target.id)
            if node is not None:
                nodes_by_type[node.type].add(node.id)
                if any(name in mention.text for name in all_texts(node.name)):
                    as_named[node.id] = node
    alone = [ids for kind, ids in nodes_by_type.items() if len(ids) == 1 and kind not in asked]
    return [as_named[one] for ids in alone for one in ids if one in as_named]


def _is_elliptical(text: str, own: Sequence[tuple[Span, str]], registry: EntityRegistry) -> bool:
    """True when the question refers back, is a fragment, or only continues ("and prices?")."""
    spans = [span for span, _ in own]
    types = registry.workspace.spec.node_types
    first = min((span.start for span, kind in own if kind in types), default=None)
    joined = not own and in_word_list(tokens(text)[0].text, "leading_conjunctions")
    fragment = not leftover_words(text, spans, type_labels(registry.workspace))
    return joined or fragment or bool(anaphoric_words(text, first))


def _plural_types(text: str, spans: Iterable[Span], registry: EntityRegistry) -> set[str]:
    """Types that the question asks for in the plural («какие технологии»); none is carried."""
    taken = tuple(spans)
    words = tokens(text)
    requested = set()
    for at, token in enumerate(words):
        inside = any(span.start < token.end and token.start < span.end for span in taken)
        demonstrative = at > 0 and in_word_list(words[at - 1].text, "anaphoric_words")
        if inside or demonstrative or not is_plural(token.text):
            continue
        requested |= {
            registry.type_words[key] for key in keys((token.text,)) if key in registry.type_words
        }
    return requested


def _is_dummy(words: Sequence[str], at: int) -> bool:
    """True for a demonstrative without reference: «что такое X», "such as", conjunction "that",
    "there is", an adjective before its noun («последний день»).
    """
    before = words[at - 1] if at else ""
    after = words[at + 1] if at + 1 < len(words) else ""
    if in_word_list(words[at], "place_references"):
        return any(in_word_list(word, "forms_of_be") for word in (before, after))
    if in_word_list(words[at], "ordering_adjectives"):
        return bool(after) and not is_function_word(after)
    if in_word_list(words[at], "complementizers"):
        return bool(before) and not is_function_word(before)
    is_such = in_word_list(words[at], "suchlike")
    is_ended = in_word_list(after, "suchlike_ends")
    if in_word_list(before, "identifying"):
        return is_such or is_ended
    return is_such and is_ended
