"""Nodes and edges of a knowledge graph, with their quotes from documents."""

from typing import TypeAlias

from pydantic import Field, FiniteFloat

from workbench.domain.base import Span, Value, is_empty
from workbench.domain.local_text import LocalText, localize

Scalar: TypeAlias = str | int | FiniteFloat | bool
Property: TypeAlias = Scalar | list[Scalar] | dict[str, str]


class Provenance(Value):
    """The exact quote of a document that states a node or an edge."""

    document: str
    """Path of the document inside the workspace's ``documents/`` folder."""
    quote: str
    span: Span | None = None
    """Position of the quote in the document's text; set when the workspace opens."""
    model: str = Field(default="", exclude_if=is_empty)
    """The model that found the quote, as ``provider:name``; empty if a person stated it."""
    date: str = Field(default="", exclude_if=is_empty)
    """When the model found it: ``2026-11-22``."""


class Node(Value):
    """One entity of the domain. Its id has the form ``type:slug``."""

    id: str
    type: str
    name: LocalText
    aliases: tuple[str, ...] = ()
    properties: dict[str, Property] = Field(default_factory=dict)
    evidence: Provenance | None = None
    proposed: bool = False
    """True if it was found in the documents by pattern and no person has accepted it."""

    def label(self, language: str) -> str:
        """The node's name in the reader's language."""
        return localize(self.name, language)


class Edge(Value):
    """One typed relation between two nodes, read from ``source`` to ``target``."""

    source: str
    type: str
    target: str
    key: str = ""
    """Distinguishes several edges of one type between the same nodes."""
    properties: dict[str, Property] = Field(default_factory=dict)
    evidence: Provenance | None = None

    @property
    def id(self) -> str:
        """``source|TYPE|target``, with the key where there is one."""
        tail = f"|{self.key}" if self.key else ""
        return f"{self.source}|{self.type}|{self.target}{tail}"

    def other_end(self, node_id: str) -> str:
        """Return the end that is not the given one; of an edge to itself, that node."""
        return self.target if self.source == node_id else self.source
