"""What a model drafted from the documents, which counts only after a person accepts it."""

from datetime import datetime
from typing import Any, Literal, TypeAlias, get_args

from pydantic import Field

from workbench.domain.base import Span, Value
from workbench.domain.graph import Edge, Node, Property, Provenance

DraftState: TypeAlias = Literal["pending", "accepted", "edited", "rejected"]
"""``edited`` is accepted with changes."""


DraftSection: TypeAlias = Literal["node_types", "edge_types", "intents"]
SECTIONS: tuple[DraftSection, ...] = get_args(DraftSection)
"""Sections of workspace.yaml, in the order in which their entries need each other."""


class DraftEnd(Value):
    """One end of a drafted edge: a node of the graph, or one that the edge would add."""

    name: str
    """As the document has it."""
    type: str
    node_id: str
    """Of the node that the name means, or the id that the new node gets."""
    is_new: bool
    is_certain: bool = True
    """False if the name agrees with another node's only in part, by sound or but for an edit."""
    others: tuple[str, ...] = ()
    """Further nodes that the name may mean, the likeliest first."""
    aliases: tuple[str, ...] = ()


class Support(Value):
    """A place in a document that states a drafted edge."""

    document: str
    quote: str
    span: Span
    """Position of the quote in the document's text."""
    model: str
    """The model that found it, as ``provider:name``."""
    found_at: datetime

    @property
    def provenance(self) -> Provenance:
        """The provenance of an edge that is accepted with this support."""
        return Provenance(
            document=self.document,
            quote=self.quote,
            span=self.span,
            model=self.model,
            date=self.found_at.date().isoformat(),
        )


class EdgeDraft(Value):
    """A drafted edge with every place that states it."""

    id: str
    workspace: str
    source: DraftEnd
    type: str
    target: DraftEnd
    properties: dict[str, Property] = Field(default_factory=dict)
    supports: tuple[Support, ...]
    names: tuple[str, ...] = ()
    """Keys of the edge's ends as they are written, by which it is recognised later."""
    created_at: datetime

    @property
    def is_certain(self) -> bool:
        """True if both names mean one node each, or a new one."""
        return self.source.is_certain and self.target.is_certain

    @property
    def edge(self) -> Edge:
        """The edge as it would be added to the graph."""
        return Edge(
            source=self.source.node_id,
            type=self.type,
            target=self.target.node_id,
            properties=self.properties,
            evidence=self.supports[0].provenance,
        )

    @property
    def new_nodes(self) -> tuple[Node, ...]:
        """The nodes that the edge would add, each with the quote of the edge."""
        return tuple(
            Node(
                id=end.node_id,
                type=end.type,
                name=end.name,
                aliases=end.aliases,
                evidence=self.supports[0].provenance,
            )
            for end in (self.source, self.target)
            if end.is_new
        )


class EntryDraft(Value):
    """A drafted entry of workspace.yaml: a type of nodes or edges, or an intent."""

    id: str
    workspace: str
    section: DraftSection
    name: str
    entry: dict[str, Any]
    """Its content, as it would be written."""
    supports: tuple[Support, ...]
    """A place that shows it."""
    created_at: datetime
