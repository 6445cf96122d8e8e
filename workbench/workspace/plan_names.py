"""Validate the names in a plan and report unknown ones as PlanProblems."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from workbench.domain.graph import Property
from workbench.domain.local_text import localize
from workbench.domain.plan import Filters, FilterValue, PlanProblem, filter_value_text
from workbench.workspace.content import WorkspaceContent
from workbench.workspace.nearest_name import nearest
from workbench.workspace.plan_problems import problem, warning

DOCUMENT_TYPE = "document_type"
_LISTED = 12
"""Known names that a message lists if none is similar."""

vocabulary_error = partial(problem, "vocabulary")
vocabulary_warning = partial(warning, "vocabulary")


@dataclass(frozen=True)
class PlanNames:
    """Looks up the names of a plan in a workspace; each method yields the problems found."""

    workspace: WorkspaceContent

    def check_known(
        self, path: str, what: str, name: str, known: Collection[str]
    ) -> Iterator[PlanProblem]:
        """Check that a name is known."""
        if name not in known:
            yield vocabulary_error(path, f"unknown_{what}", name=name, **_hint(name, known))

    def entity(self, path: str, node_id: str, node_type: str) -> Iterator[PlanProblem]:
        """Check that an entity exists and has the stated type."""
        node = self.workspace.nodes.get(node_id)
        if node is None:
            yield from self.check_known(f"{path}.id", "entity", node_id, self.workspace.nodes)
        elif node.type != node_type:
            words = {"entity": node_id, "type": node.type, "said": node_type}
            yield vocabulary_error(f"{path}.type", "entity_type", **words)

    def check_values(
        self, path: str, value: FilterValue, allowed: Collection[str], what: str
    ) -> Iterator[PlanProblem]:
        """Check the value of a filter, or each value of a list."""
        if value == []:
            yield vocabulary_error(path, "empty_filter")
        elif isinstance(value, list):
            for at, one in enumerate(value):
                yield from self.check_known(f"{path}[{at}]", what, one, allowed)
        else:
            yield from self.check_known(path, what, filter_value_text(value), allowed)

    def search_filters(self, path: str, filters: Filters) -> Iterator[PlanProblem]:
        """Check that search filters are metadata fields or slots, with allowed values."""
        spec = self.workspace.spec
        fields = spec.documents.metadata
        for name, value in filters.items():
            yield from self.check_known(f"{path}.{name}", "filter", name, {**fields, **spec.slots})
            if name in fields:
                allowed, what = field_values(name, self.workspace)
            elif name in spec.slots:
                allowed, what = slot_values(name, self.workspace)
            else:
                continue
            if allowed or value == []:
                yield from self.check_values(f"{path}.{name}", value, allowed, what)


def slot_values(slot: str, workspace: WorkspaceContent) -> tuple[Collection[str], str]:
    """Return the allowed values of a slot, and "entity" or "filter_value" as their kind."""
    declared = workspace.spec.slots[slot]
    if declared.node_type:
        return _nodes_of(declared.node_type, workspace), "entity"
    if declared.values:
        return tuple(declared.values), "filter_value"
    return _property_values(declared.property, workspace), "filter_value"


def field_values(field: str, workspace: WorkspaceContent) -> tuple[Collection[str], str]:
    """Return the allowed values of a metadata field, empty for any, and their kind."""
    declared = workspace.spec.documents.metadata[field]
    if declared.node_type:
        return _nodes_of(declared.node_type, workspace), "entity"
    return declared.values, "filter_value"


def _nodes_of(node_type: str, workspace: WorkspaceContent) -> tuple[str, ...]:
    def ids() -> tuple[str, ...]:
        return tuple(node.id for node in workspace.nodes.values() if node.type == node_type)

    return workspace.once(("nodes", node_type), ids)


def _property_values(property: str, workspace: WorkspaceContent) -> tuple[str, ...]:
    """Return the values of a property such as "plan.level", those of a list one by one."""
    owner, _, name = property.partition(".")

    def values() -> tuple[str, ...]:
        nodes = (node for node in workspace.nodes.values() if node.type == owner)
        held = (node.properties.get(name) for node in nodes)
        return tuple({one for value in held if value is not None for one in _texts(value)})

    return workspace.once(("values", property), values)


def _texts(value: Property) -> list[str]:
    if isinstance(value, dict):
        return [localize(value, "en")]
    return [filter_value_text(one) for one in (value if isinstance(value, list) else [value])]


def _hint(name: str, known: Iterable[str]) -> dict[str, str]:
    """Return the nearest known name, or all known names if they are few."""
    names = list(known)
    close = nearest(name, names)
    if close:
        return {"close": close}
    return {"known": ", ".join(sorted(names))} if len(names) <= _LISTED else {}
