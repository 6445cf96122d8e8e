"""Build the parts of a plan's JSON Schema that depend on the workspace and the question.

Every object is closed and every name is an enum. Optional fields are nullable, since strict
structured output requires every field.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from workbench.workspace.content import WorkspaceContent
from workbench.workspace.plan_names import field_values, slot_values

Schema: TypeAlias = dict[str, Any]
TEXT: Schema = {"type": "string"}


class PlanParts:
    """Builds schema parts; ``candidates`` are node types by node id, None without a question."""

    def __init__(self, workspace: WorkspaceContent, candidates: Mapping[str, str] | None) -> None:
        self.workspace = workspace
        self._candidates = candidates

    def search_filters(self) -> Schema:
        """Return the schema of search filters: slots and metadata fields."""
        return object_schema(optional=self.slots() | self._fields())

    def entity_id(self) -> Schema:
        """Return the schema of an entity: one of the candidates, or a name in words."""
        return _or_text(self._candidates or ())

    def slots(self) -> dict[str, Schema]:
        """Return the schema of each slot's value."""
        found = {}
        for name, slot in self.workspace.spec.slots.items():
            allowed, _ = slot_values(name, self.workspace)
            found[name] = self._filter(slot.node_type, allowed)
        return found

    def _fields(self) -> dict[str, Schema]:
        found = {}
        for name, field in self.workspace.spec.documents.metadata.items():
            allowed, _ = field_values(name, self.workspace)
            found[name] = self._filter(field.node_type, allowed)
        return found

    def _filter(self, node_type: str, allowed: Iterable[str]) -> Schema:
        """Return the schema of one value or a list of them."""
        values = sorted(allowed)
        if node_type:
            values = [key for key, kind in (self._candidates or {}).items() if kind == node_type]
            return _one_or_more(_or_text(values))
        return _one_or_more(enum_schema(values) if values else TEXT)


def _or_text(ids: Iterable[str]) -> Schema:
    """Return the schema of one of some ids, or of any text."""
    ids = list(ids)
    return {"anyOf": [enum_schema(ids), TEXT]} if ids else TEXT


def _one_or_more(value: Schema) -> Schema:
    options = value["anyOf"] if set(value) == {"anyOf"} else [value]
    return {"anyOf": [*options, list_schema(value, at_least=1)]}


def object_schema(
    required: Mapping[str, Schema] | None = None, optional: Mapping[str, Schema] | None = None
) -> Schema:
    """Return the schema of a closed object; optional fields are nullable."""
    required = required or {}
    return {
        "type": "object",
        "properties": {**required, **{key: _or_null(one) for key, one in (optional or {}).items()}},
        "required": list(required),
        "additionalProperties": False,
    }


def _or_null(schema: Schema) -> Schema:
    if schema.get("type") == "null":
        return schema
    options = schema["anyOf"] if set(schema) == {"anyOf"} else [schema]
    return {"anyOf": [*options, {"type": "null"}]}


def list_schema(items: Schema, *, at_least: int = 0, at_most: int | None = None) -> Schema:
    """Return the schema of a list."""
    schema: Schema = {"type": "array", "items": items}
    if at_least:
        schema["minItems"] = at_least
    if at_most is not None:
        schema["maxItems"] = at_most
    return schema


def enum_schema(values: Iterable[str]) -> Schema:
    """Return the schema of one of several strings."""
    return {"type": "string", "enum": [str(value) for value in dict.fromkeys(values)]}
