"""Corrections of entities are applied to a graph."""

from workbench.domain.graph import Node
from workbench.workspace.corrections import names_of


def test_names_stand_before_aliases_and_each_counts_once() -> None:
    node = Node(id="city:rome", type="city", name="Rome", aliases=("Roma", "rome", "ROMA"))
    assert names_of(node) == ("Rome", "Roma")
