"""Replace the names of entities in a model's plan by the ids of the nodes that they name."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from workbench.domain.plan import PlanProblem
from workbench.planner.protocol import FindEntity
from workbench.workspace import Workspace
from workbench.workspace.plan_names import vocabulary_error, vocabulary_warning

_ANY: Collection[str] = ()


class NamesToIds:
    """Finds the names in a plan; ids, and names of no node or of several, stay as they are."""

    def __init__(self, workspace: Workspace, find: FindEntity) -> None:
        self._workspace = workspace
        self._find = find

    def replace(self, plan: dict[str, Any]) -> tuple[PlanProblem, ...]:
        """Replace the names in a plan.

        Returns:
            A warning for each name replaced, and an error for each that means no node, or several.
        """
        return tuple(self._all(plan))

    def _all(self, plan: dict[str, Any]) -> Iterator[PlanProblem]:
        for at, entity in enumerate(_objects(plan.get("entities"))):
            types = [entity["type"]] if isinstance(entity.get("type"), str) else _ANY
            yield from self._one(entity, "id", types, f"$.entities[{at}]")
        for at, call in enumerate(_objects(plan.get("tool_calls"))):
            for args in _objects([call.get("args")]):
                yield from self._arguments(args, f"$.tool_calls[{at}].args")
        for fallback in _objects([plan.get("fallback")]):
            yield from self._filters(fallback, "$.fallback")

    def _arguments(self, args: dict[str, Any], path: str) -> Iterator[PlanProblem]:
        intent = self._workspace.spec.intents.get(str(args.get("intent")))
        yield from self._one(args, "entity_id", tuple(intent.starts) if intent else _ANY, path)
        yield from self._filters(args, path)
        query = args.get("query")
        for one in _objects(query.get("sets") if isinstance(query, dict) else None):
            ids = one.get("ids")
            for place in range(len(ids) if isinstance(ids, list) else 0):
                yield from self._one(ids, place, _ANY, f"{path}.query.sets.ids")

    def _filters(self, owner: dict[str, Any], path: str) -> Iterator[PlanProblem]:
        """Replace the names among the values of filters whose values are nodes."""
        for filters in _objects([owner.get("filters")]):
            for name, node_type in self._node_filters(filters):
                value = filters[name]
                places: tuple[Any, Any] = (
                    (value, range(len(value))) if isinstance(value, list) else (filters, [name])
                )
                for place in places[1]:
                    yield from self._one(places[0], place, [node_type], f"{path}.filters.{name}")

    def _node_filters(self, filters: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        spec = self._workspace.spec
        for name in filters:
            declared = spec.documents.metadata.get(name) or spec.slots.get(name)
            if declared is not None and declared.node_type:
                yield name, declared.node_type

    def _one(
        self, holder: Any, place: Any, types: Collection[str], path: str
    ) -> Iterator[PlanProblem]:
        """Replace one name by the node of some types that has it."""
        name = holder.get(place) if isinstance(holder, dict) else holder[place]
        if not isinstance(name, str) or not name.strip() or name in self._workspace.nodes:
            return
        found = self._find(name, types)
        if found.id is not None:
            holder[place] = found.id
            yield vocabulary_warning(path, "named_entity", name=name, entity=found.id)
        elif found.near:
            near = ", ".join(map(self._shown, found.near))
            yield vocabulary_error(path, "near_names", name=name, near=near)

    def _shown(self, node_id: str) -> str:
        return f"{node_id} ({self._workspace.nodes[node_id].label(self._workspace.spec.language)})"


def _objects(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
