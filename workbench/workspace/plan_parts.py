"""Build the parts of a plan's JSON Schema that depend on the workspace.

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
    """Builds schema parts.

    Args:
        workspace: the workspace whose names a plan may use.
        is_for_model: whether a model fills the schema, so that it has one form for calls of all
            tables; an editor completes names from a form for each table.
    """

    def __init__(self, workspace: WorkspaceContent, *, is_for_model: bool = False) -> None:
        self.workspace = workspace
        self.is_for_model = is_for_model

    def search_filters(self) -> Schema:
        """Return the schema of search filters: slots and metadata fields."""
        return object_schema(optional=self.slots() | self._fields())

    def slots(self) -> dict[str, Schema]:
        """Return the schema of each slot's value."""
        found = {}
        for name, slot in self.workspace.spec.slots.items():
            allowed, _ = slot_values(name, self.workspace)
            found[name] = _filter(slot.node_type, allowed)
        return found

    def _fields(self) -> dict[str, Schema]:
        found = {}
        for name, field in self.workspace.spec.documents.metadata.items():
            allowed, _ = field_values(name, self.workspace)
            found[name] = _filter(field.node_type, allowed)
        return found


def _filter(node_type: str, allowed: Iterable[str]) -> Schema:
    """Return the schema of one value or a list of them; nodes are ids, or names in words."""
    values = [] if node_type else sorted(allowed)
    value = enum_schema(values) if values else TEXT
    return {"anyOf": [value, list_schema(value, at_least=1)]}


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
