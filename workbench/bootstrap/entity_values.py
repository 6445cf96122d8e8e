"""Lists of entities for a person: search results, duplicates, unlinked mentions, affected runs."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from workbench.domain.base import Value
from workbench.domain.documents import Document
from workbench.domain.graph import Node
from workbench.domain.question import MemoryDecision
from workbench.nlp.name_keys import keys, parts
from workbench.text.plain_text import without_markdown
from workbench.understanding.entities import resolve
from workbench.understanding.entity_registry import EntityRegistry
from workbench.understanding.find_names import proper_names
from workbench.understanding.normalize import normalize
from workbench.workspace.corrections import names_of

MOST_MENTIONS = 60
"""Unlinked mentions that are listed."""
_AROUND = 70
"""Characters before and after a mention that are shown with it, in whole words."""
LEAST_TIMES = 2
"""How often a name stands in the documents at least to be listed."""
LONGEST_TEXT = 400_000
"""Characters of a document that are searched for names."""


class EntityPage(Value):
    """A part of the entities that match a search, and the numbers of all by type."""

    nodes: tuple[Node, ...]
    total: int
    by_type: dict[str, int]
    proposed: int
    """Proposed entities among all of the workspace."""


class Duplicate(Value):
    """Two entities of one type that may be one, and the names in which they agree."""

    first: Node
    second: Node
    evidence: tuple[tuple[str, str], ...]
    """Pairs of a name of the first and one of the second."""


class UnlinkedMention(Value):
    """A name in the documents that means no entity."""

    text: str
    times: int
    documents: tuple[str, ...]
    example: str
    """The text around its first occurrence."""


class AffectedRun(Value):
    """A stored run whose plan a correction changes."""

    run_id: str
    question: str


def entity_page(
    registry: EntityRegistry,
    text: str,
    type_: str | None,
    only_proposed: bool,
    limit: int,
    offset: int,
    language: str,
) -> EntityPage:
    """Search nodes by name, alias or id; those whose name begins with the text come first."""
    nodes = registry.workspace.nodes.values()
    asked = [part.text for part in parts(text)]
    found = [
        (rank, node)
        for node in nodes
        if (not only_proposed or node.proposed) and (rank := _rank(node, text, asked)) is not None
    ]
    by_type: dict[str, int] = defaultdict(int)
    for _, node in found:
        by_type[node.type] += 1
    kept = [(rank, node) for rank, node in found if type_ in (None, node.type)]
    kept.sort(key=lambda pair: (pair[0], pair[1].label(language).casefold()))
    return EntityPage(
        nodes=tuple(node for _, node in kept[offset : offset + limit]),
        total=len(kept),
        by_type=dict(by_type),
        proposed=sum(node.proposed for node in nodes),
    )


def _rank(node: Node, text: str, asked: Sequence[str]) -> int | None:
    """Return 0 for a name that begins with the text, higher for weaker matches, None for none."""
    if not text.strip():
        return 0
    wanted = text.strip().casefold()
    names = [name.casefold() for name in names_of(node)]
    if any(name.startswith(wanted) for name in names):
        return 0
    if any(wanted in name for name in names) or wanted in node.id:
        return 1
    heard = {key for name in names for part in parts(name) for key in keys((part.text,))}
    words = bool(asked) and all(not heard.isdisjoint(keys((word,))) for word in asked)
    return 2 if words else None


def duplicates(registry: EntityRegistry) -> list[Duplicate]:
    """Return the pairs of entities of one type that share a name in any form or script."""
    nodes = registry.workspace.nodes
    evidence: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for node in nodes.values():
        for name in names_of(node):
            for other_id, other_name in _same_named(name, node, registry):
                first, second = sorted((node.id, other_id))
                pair = (name, other_name) if first == node.id else (other_name, name)
                if pair not in evidence[first, second]:
                    evidence[first, second].append(pair)
    found = [
        Duplicate(first=nodes[one], second=nodes[other], evidence=tuple(pairs))
        for (one, other), pairs in evidence.items()
    ]
    return sorted(found, key=lambda pair: (-len(pair.evidence), pair.first.id))


def _same_named(name: str, node: Node, registry: EntityRegistry) -> Iterator[tuple[str, str]]:
    words = tuple(part.text for part in parts(name))
    if not words:
        return
    for match in (*registry.exact(words), *registry.by_ear(words)):
        target = match.entry.target
        if target.kind == "node" and target.type == node.type and target.id != node.id:
            yield target.id, match.entry.text


def unlinked_mentions(
    documents: Iterable[Document], registry: EntityRegistry
) -> list[UnlinkedMention]:
    """Return the names in documents that mean no entity, the most frequent first."""
    places: dict[str, list[tuple[Document, int]]] = defaultdict(list)
    written: dict[str, str] = {}
    for document in documents:
        text = document.text[: document.body_start + LONGEST_TEXT]
        for name, start in proper_names(text):
            if start < document.body_start:
                continue
            key = _lemma_key(name)
            written.setdefault(key, name)
            places[key].append((document, start))
    found: list[UnlinkedMention] = []
    for key in sorted(places, key=lambda one: (-len(places[one]), one)):
        if len(places[key]) < LEAST_TIMES or len(found) == MOST_MENTIONS:
            break
        if not _is_linked(written[key], registry):
            found.append(_mention(written[key], places[key]))
    return found


def _lemma_key(name: str) -> str:
    forms = keys(tuple(part.text for part in parts(name)))
    return forms[1] if len(forms) > 1 else name.casefold()


def _is_linked(name: str, registry: EntityRegistry) -> bool:
    question = normalize(f"… {name}", registry.workspace.spec.languages)
    found = resolve(question, MemoryDecision(decision="independent"), registry)
    return bool(found.entities or found.slots)


def _mention(name: str, places: Sequence[tuple[Document, int]]) -> UnlinkedMention:
    document, start = places[0]
    return UnlinkedMention(
        text=name,
        times=len(places),
        documents=tuple(dict.fromkeys(document.title for document, _ in places)),
        example=_words_around(name, _line_at(start, document)),
    )


def _line_at(place: int, document: Document) -> str:
    """The words of the line that holds a place."""
    begin = max(document.text.rfind("\n", 0, place) + 1, document.body_start)
    end = document.text.find("\n", place)
    return without_markdown(document.text[begin : end if end >= 0 else None])


def _words_around(name: str, line: str) -> str:
    """A name with the whole words around it; the beginning of a line that does not hold it."""
    before, found, after = line.partition(name)
    if not found:
        before, after = "", line
    if len(before) > _AROUND:
        before = before[-_AROUND:].partition(" ")[2]
    if len(after) > _AROUND:
        after = after[:_AROUND].rpartition(" ")[0]
    return before + found + after
