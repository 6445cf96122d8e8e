"""The entities panel marks an entity that was proposed from the documents."""

from types import SimpleNamespace
from typing import Any

import pytest

from workbench.domain.entities import ResolvedEntity
from workbench.domain.graph import Node
from workbench.ui.panels.entities import entity_facts

ENTITY = ResolvedEntity(
    canonical_id="term:loan", type="term", name="Loan", confidence=1.0, matched_by="exact"
)


@pytest.mark.parametrize("is_proposed", [True, False])
def test_a_proposed_entity_is_marked(is_proposed: bool) -> None:
    node = Node(id="term:loan", type="term", name="Loan", proposed=is_proposed)
    frame: Any = SimpleNamespace(
        t=lambda key, **_: key,
        language="en",
        mention=lambda _: "",
        node_type=str,
        workspace=SimpleNamespace(nodes={node.id: node}),
    )
    assert ("ask.entities.proposed" in str(entity_facts(frame, ENTITY))) == is_proposed
