"""Corrections of entities by a person, kept outside of the workspace's files."""

from datetime import datetime
from typing import Literal, TypeAlias

from workbench.domain.base import Value

CorrectionKind: TypeAlias = Literal[
    "alias",
    "unalias",
    "merge",
    "split",
    "accept",
    "reject",
    "put_node",
    "remove_node",
    "put_edge",
    "remove_edge",
    "accept_draft",
    "reject_draft",
    "reject_entry",
]


class Correction(Value):
    """One change of the entities of a workspace; it counts until it is undone."""

    id: str
    workspace: str
    kind: CorrectionKind
    node_id: str
    """The entity that is changed; of a merge, the one that stays; of an entry, its draft."""
    texts: tuple[str, ...] = ()
    """The alias that is added or no longer means the entity; the names that a split takes
    out; the node or edge that is put, as JSON; the id of the edge that is removed; of a draft,
    its id, the edge and the nodes that it adds, as JSON; of a drafted entry, its name."""
    other_id: str = ""
    """Of a merge, the entity that becomes a part of ``node_id``; of a split, the new one;
    of an edge, its target."""
    author: str
    run_id: str = ""
    """The run in which the mistake was seen."""
    created_at: datetime
    undone_at: datetime | None = None
    undone_by: str = ""

    @property
    def counts(self) -> bool:
        """True until the correction is undone."""
        return self.undone_at is None
