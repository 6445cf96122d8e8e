"""Filter a model's reply by what the passage states and the workspace's types allow."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from workbench.domain.base import Span
from workbench.domain.documents import Chunk, Document
from workbench.domain.graph import Property
from workbench.extraction.reply import FoundEdge, FoundNode, Reply
from workbench.ingest.quotes import find_quote
from workbench.nlp.tokens import count_words
from workbench.understanding.find_names import has_name
from workbench.workspace.schema import PropertySpec, WorkspaceSpec

NEAR = 300
"""Characters before and after a quote in which its ends may be named, where it says "it"."""

_LEAST_QUOTE = 3
"""Words of a quote that names neither end."""
LONGEST_NAME = 200
"""Characters of a name or of a property's value, as long as an alias may be."""

DropReason: TypeAlias = Literal[
    "no_quote",
    "no_relation",
    "no_type",
    "wrong_ends",
    "same_ends",
    "not_named",
]
"""Why an edge is dropped: its quote is not in the passage; its relation is not declared; the type
of an end is not given; it does not fit the relation; both ends are one; an end is not named near
the quote."""

_NUMBER = re.compile(r"[-+]?\d{1,15}(?:[.,]\d{1,15})?")
"""1200, 3.5, «3,5»; not "NaN" and not "1_000"."""
_THOUSANDS = re.compile(r"(?<=\d)[\s,](?=\d{3}(?!\d))")
"""What separates thousands: "1,200", «1 200»."""


@dataclass(frozen=True)
class Named:
    """An end of a verified edge, as the passage names it."""

    name: str
    type: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finding:
    """A verified edge: its quote is in the document, and its ends are named near it."""

    source: Named
    relation: str
    target: Named
    document: str
    quote: str
    span: Span
    properties: Mapping[str, Property] = field(default_factory=dict)


@dataclass(frozen=True)
class Verified:
    """What is left of a reply, and how many edges were dropped for which reason."""

    findings: tuple[Finding, ...]
    dropped: Counter[DropReason]


def verify(reply: Reply, chunk: Chunk, document: Document, spec: WorkspaceSpec) -> Verified:
    """Return the edges of a reply that the passage states, and the reasons for the others."""
    aliases = {written_key(alias): node for node in reply.nodes for alias in node.aliases}
    nodes = aliases | {written_key(node.name): node for node in reply.nodes}
    findings: list[Finding] = []
    dropped: Counter[DropReason] = Counter()
    for edge in reply.edges:
        checked = _Check(edge, nodes, chunk, document, spec).result()
        if isinstance(checked, Finding):
            findings.append(checked)
        else:
            dropped[checked] += 1
    return Verified(tuple(findings), dropped)


@dataclass(frozen=True)
class _Check:
    """One edge of a reply."""

    edge: FoundEdge
    nodes: Mapping[str, FoundNode]
    chunk: Chunk
    document: Document
    spec: WorkspaceSpec

    def result(self) -> "Finding | DropReason":
        """Return the verified edge, or why it is dropped."""
        edge = self.edge
        found = find_quote(self.chunk.text, edge.quote)
        if found is None:
            return "no_quote"
        source, target = self._named(edge.source), self._named(edge.target)
        if source is None or target is None:
            return "no_type"
        if wrong := self._wrong_ends(source, target):
            return wrong
        span = Span(start=self.chunk.start + found.start, end=self.chunk.start + found.end)
        quote = self.document.text[span.start : span.end]
        if not _says_something(quote, source, target):
            return "no_quote"
        near = self._near(span)
        if not all(has_name(near, (end.name, *end.aliases)) for end in (source, target)):
            return "not_named"
        return Finding(
            source=source,
            relation=edge.relation,
            target=target,
            document=self.document.id,
            quote=quote,
            span=span,
            properties=dict(self._properties(near)),
        )

    def _wrong_ends(self, source: Named, target: Named) -> DropReason | None:
        """Return why the relation cannot connect the ends, if so."""
        relation = self.spec.edge_types.get(self.edge.relation)
        if relation is None:
            return "no_relation"
        if source.type not in relation.from_ or target.type not in relation.to:
            return "wrong_ends"
        return "same_ends" if written_key(source.name) == written_key(target.name) else None

    def _named(self, name: str) -> Named | None:
        node = self.nodes.get(written_key(name))
        if node is None or not _is_name(node.name):
            return None
        written = (alias.strip() for alias in node.aliases if _is_name(alias))
        aliases = (one for one in written if has_name(self.chunk.text, (one,)))
        return Named(node.name.strip(), node.type, tuple(dict.fromkeys(aliases)))

    def _near(self, span: Span) -> str:
        """Return the text around a quote, with the title and the headings above it."""
        text = self.document.text[max(0, span.start - NEAR) : span.end + NEAR]
        return "\n".join((self.chunk.title, *self.chunk.heading_path, text))

    def _properties(self, near: str) -> Iterator[tuple[str, Property]]:
        """Yield the declared properties whose value stands near the quote."""
        known = self.spec.edge_types[self.edge.relation].properties
        for one in self.edge.properties:
            declared = known.get(one.name)
            if declared is None or not _is_name(one.value) or not has_name(near, (one.value,)):
                continue
            value = typed(one.value.strip(), declared)
            if value is not None:
                yield one.name, value


def typed(text: str, spec: PropertySpec) -> Property | None:
    """Return a value as its property stores it; None for a number that cannot be read."""
    if spec.kind != "number":
        return text
    plain = _THOUSANDS.sub("", text.strip()).replace("−", "-")
    if not _NUMBER.fullmatch(plain):
        return None
    number = float(plain.replace(",", "."))
    return int(number) if number.is_integer() else number


def _says_something(quote: str, *ends: Named) -> bool:
    """Whether a quote has some words, or names an end: a full stop is in every passage."""
    named = any(has_name(quote, (end.name, *end.aliases)) for end in ends)
    return named or count_words(quote) >= _LEAST_QUOTE


def _is_name(text: str) -> bool:
    """Whether a text can be a name or a value: on one line, of a length that names have."""
    text = text.strip()
    return 0 < len(text) <= LONGEST_NAME and text.isprintable()


def written_key(name: str) -> str:
    """Return a name without differences in case and white space."""
    return " ".join(name.split()).casefold()
