"""What an elliptic question leans on: entities of an earlier turn that it leaves unsaid."""

from collections.abc import Iterable, Sequence

from workbench.domain.base import Span
from workbench.domain.entities import ResolvedEntity
from workbench.domain.local_text import all_texts
from workbench.domain.question import MemoryDecision
from workbench.nlp.grammar import in_list, is_function_word, is_plural, leftover_words
from workbench.nlp.morphology import lemma
from workbench.nlp.tokens import tokens
from workbench.understanding.name_keys import keys
from workbench.understanding.registry import EntityRegistry
from workbench.workspace import Workspace

LEANING = 0.8
"""Confidence of an entity that the question points at («там», "it") or leaves out of a fragment."""
CONTINUED = 1.0
"""Confidence of the entities of a list that the question asks to see more of."""
SUPPOSED = 0.5
"""Confidence of an entity that a whole question may or may not be about."""


def type_labels(workspace: Workspace) -> frozenset[str]:
    """The dictionary forms of the node types' one-word labels."""
    labels = (text for node in workspace.spec.node_types.values() for text in all_texts(node.label))
    return frozenset(lemma(label) for label in labels if len(label.split()) == 1)


def points_back(text: str, before: int | None = None) -> list[str]:
    """The words that point at something said earlier; past ``before`` the question says it."""
    words = tokens(text)
    found = []
    for at, token in enumerate(words):
        if before is not None and token.start >= before:
            break
        if in_list(token.text, "pointing") and not _is_dummy([t.text.lower() for t in words], at):
            found.append(token.text)
    return found


def carried_entities(
    text: str,
    own: Sequence[tuple[Span, str]],
    memory: MemoryDecision,
    registry: EntityRegistry,
) -> tuple[ResolvedEntity, ...]:
    """Entities of the carried turn left unsaid.

    ``own`` are the spans and types of what the question names: nodes, and values of slots.
    """
    if memory.decision != "follow_up" or memory.carried is None:
        return ()
    spans = [span for span, _ in own]
    leans = _leans(text, own, registry)
    if own and not leans and not memory.pages:
        return ()
    sure = CONTINUED if memory.pages else LEANING if leans else SUPPOSED
    settled = {kind for _, kind in own} | _asked_types(text, spans, registry)
    nodes = [registry.node(node_id) for node_id, _ in memory.carried.entities]
    return tuple(
        ResolvedEntity(
            canonical_id=node.id,
            type=node.type,
            name=node.label(registry.workspace.spec.language),
            aliases=node.aliases,
            confidence=sure,
            matched_by="context",
        )
        for node in nodes
        if node is not None and node.type not in settled
    )


def _leans(text: str, own: Sequence[tuple[Span, str]], registry: EntityRegistry) -> bool:
    """True when a question points back, is a fragment, or joins itself on and names nothing."""
    spans = [span for span, _ in own]
    types = registry.workspace.spec.node_types
    first = min((span.start for span, kind in own if kind in types), default=None)
    joined = not own and in_list(tokens(text)[0].text, "leading")
    fragment = not leftover_words(text, spans, type_labels(registry.workspace))
    return joined or fragment or bool(points_back(text, first))


def _asked_types(text: str, spans: Iterable[Span], registry: EntityRegistry) -> set[str]:
    """Types asked for in the plural («какие технологии»): one said before is not the subject."""
    taken = tuple(spans)
    words = tokens(text)
    asked = set()
    for at, token in enumerate(words):
        inside = any(span.start < token.end and token.start < span.end for span in taken)
        shown = at > 0 and in_list(words[at - 1].text, "pointing")
        if inside or shown or not is_plural(token.text):
            continue
        asked |= {
            registry.type_words[key] for key in keys((token.text,)) if key in registry.type_words
        }
    return asked


def _is_dummy(words: Sequence[str], at: int) -> bool:
    """A pointing word that points at nothing: «что такое X», "such as", a joining "that"."""
    before = words[at - 1] if at else ""
    after = words[at + 1] if at + 1 < len(words) else ""
    if words[at] == "that":
        return bool(before) and not is_function_word(before)
    if words[at] == "such":
        return after == "as"
    return before in ("что", "кто") and (after == "за" or words[at].startswith("тако"))
