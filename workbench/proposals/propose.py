"""Propose entities, types and questions from the documents of a workspace."""

from collections.abc import Mapping, Sequence
from typing import Any

from workbench.domain.documents import Document
from workbench.domain.local_text import all_texts
from workbench.proposals.entities import (
    NAME,
    ORGANIZATION,
    TERM,
    ProposedEntity,
    name_key,
    propose_entities,
)
from workbench.proposals.fields import propose_fields
from workbench.proposals.store import Proposals
from workbench.workspace import Workspace

_SUBJECTS = 8
"""Entities that the description of the scope names."""
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
    entities = [
        one for one in propose_entities(documents) if name_key(str(one.node.name)) not in known
    ]
    nodes = tuple(one.node for one in entities)
    # Accepted entities keep their type, so all types are declared as soon as one is used.
    is_used = nodes or _LABELS.keys() & {node.type for node in workspace.nodes.values()}
    types = {kind: {"label": label} for kind, label in _LABELS.items()}
    spec = {**_scope(workspace, entities), **propose_fields(documents)}
    return Proposals(nodes, {**spec, **({"node_types": types} if is_used else {})})


def _scope(workspace: Workspace, entities: Sequence[ProposedEntity]) -> dict[str, Any]:
    """Return a scope that names the title and the entities used most; empty without entities.

    Codes of rows, such as "B-01", do not show what the documents are about.
    """
    named = (one for one in entities if not any(map(str.isdigit, str(one.node.name))))
    most = sorted(named, key=lambda one: -one.uses)[:_SUBJECTS]
    if not most:
        return {}
    subjects = ", ".join(str(one.node.name) for one in most)
    title = workspace.spec.title
    if isinstance(title, str):
        return {"scope": {"description": f"{title}: {subjects}"}}
    return {"scope": {"description": {key: f"{text}: {subjects}" for key, text in title.items()}}}
