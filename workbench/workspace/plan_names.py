"""The names that a plan may use: checked, and worded where one is wrong."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from workbench.domain.graph import property_text
from workbench.domain.plan import Filters, FilterValue, PlanProblem
from workbench.workspace.load import Workspace
from workbench.workspace.nearest_name import nearest
from workbench.workspace.plan_problems import problem, warning

DOCUMENT_TYPE = "document_type"
_LISTED = 12
"""So many known names a message lists where none is alike."""

vocabulary_error = partial(problem, "vocabulary")
vocabulary_warning = partial(warning, "vocabulary")


@dataclass(frozen=True)
class PlanNames:
    """Looks names up in a workspace and words what is wrong."""

    workspace: Workspace

    def known(
        self, path: str, what: str, name: str, known: Collection[str]
    ) -> Iterator[PlanProblem]:
        """Nothing for a known name."""
        if name not in known:
            yield vocabulary_error(path, f"unknown_{what}", name=name, **_hint(name, known))

    def entity(self, path: str, node_id: str, node_type: str) -> Iterator[PlanProblem]:
        """An entity of the plan: it exists and is of the stated type."""
        node = self.workspace.nodes.get(node_id)
        if node is None:
            yield from self.known(f"{path}.id", "entity", node_id, self.workspace.nodes)
        elif node.type != node_type:
            words = {"entity": node_id, "type": node.type, "said": node_type}
            yield vocabulary_error(f"{path}.type", "entity_type", **words)

    def values(
        self, path: str, value: FilterValue, allowed: Collection[str], what: str
    ) -> Iterator[PlanProblem]:
        """A filter's value, or each of several."""
        if value == []:
            yield vocabulary_error(path, "empty_filter")
        elif isinstance(value, list):
            for at, one in enumerate(value):
                yield from self.known(f"{path}[{at}]", what, one, allowed)
        else:
            yield from self.known(path, what, property_text(value, "en"), allowed)

    def search_filters(self, path: str, filters: Filters) -> Iterator[PlanProblem]:
        """A search's filters are metadata fields; a slot stands for the field of its kind."""
        spec = self.workspace.spec
        fields = spec.documents.metadata
        for name, value in filters.items():
            yield from self.known(f"{path}.{name}", "filter", name, {**fields, **spec.slots})
            if name in fields:
                allowed, what = field_values(name, self.workspace)
            elif name in spec.slots:
                allowed, what = slot_values(name, self.workspace)
            else:
                continue
            if allowed or value == []:
                yield from self.values(f"{path}.{name}", value, allowed, what)


def slot_values(slot: str, workspace: Workspace) -> tuple[Collection[str], str]:
    """What a slot may hold, and what such a thing is called."""
    declared = workspace.spec.slots[slot]
    if declared.node_type:
        return _nodes_of(declared.node_type, workspace), "entity"
    if declared.values:
        return tuple(declared.values), "filter_value"
    owner, _, name = declared.property.partition(".")
    held = (node.properties.get(name) for node in workspace.nodes.values() if node.type == owner)
    return tuple(
        {property_text(value, "en") for value in held if value is not None}
    ), "filter_value"


def field_values(field: str, workspace: Workspace) -> tuple[Collection[str], str]:
    """What a metadata field may hold; nothing where anything may stand."""
    declared = workspace.spec.documents.metadata[field]
    if declared.node_type:
        return _nodes_of(declared.node_type, workspace), "entity"
    return declared.values, "filter_value"


def _nodes_of(node_type: str, workspace: Workspace) -> tuple[str, ...]:
    return tuple(node.id for node in workspace.nodes.values() if node.type == node_type)


def _hint(name: str, known: Iterable[str]) -> dict[str, str]:
    """The known name that is meant, or all of a few."""
    names = list(known)
    close = nearest(name, names)
    if close:
        return {"close": close}
    return {"known": ", ".join(sorted(names))} if len(names) <= _LISTED else {}
