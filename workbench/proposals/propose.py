"""Propose what a workspace's documents suggest for it."""

from collections.abc import Mapping

from workbench.domain.documents import Document
from workbench.domain.local_text import all_texts
from workbench.proposals.entities import NAME, ORGANIZATION, TERM, name_key, propose_entities
from workbench.proposals.fields import propose_fields
from workbench.proposals.store import Proposals
from workbench.workspace import Workspace

_LABELS = {
    TERM: {"en": "Term", "ru": "Термин"},
    NAME: {"en": "Name", "ru": "Название"},
    ORGANIZATION: {"en": "Organization", "ru": "Организация"},
}


def propose(workspace: Workspace, documents: Mapping[str, Document]) -> Proposals:
    """Return the proposals for a workspace: entities new to its graph, fields and slots."""
    known = {
        name_key(text)
        for node in workspace.nodes.values()
        if not node.proposed
        for text in (*all_texts(node.name), *node.aliases)
    }
    nodes = tuple(
        node for node in propose_entities(documents) if name_key(str(node.name)) not in known
    )
    # Accepted entities keep their type, so all types are declared as soon as one is used.
    is_used = nodes or _LABELS.keys() & {node.type for node in workspace.nodes.values()}
    types = {kind: {"label": label} for kind, label in _LABELS.items()}
    fields = propose_fields(documents)
    return Proposals(nodes, {**fields, **({"node_types": types} if is_used else {})})
