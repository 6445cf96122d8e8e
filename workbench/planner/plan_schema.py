"""JSON Schema of a QueryPlan for one workspace and question, for the model, the editor and tests.

Every object is closed and every name is an enum. A field that may be left out may also be null, so
that strict structured output, which wants every field filled, can say "nothing".
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from workbench.domain.entities import Resolution
from workbench.domain.plan import FallbackCondition
from workbench.domain.schema_versions import PLAN
from workbench.planner.check_vocabulary import DOCUMENT_TYPE, field_values, slot_values
from workbench.planner.validate import MAX_TOOL_CALLS
from workbench.render_styles import RENDER_STYLES
from workbench.workspace import Workspace

Schema: TypeAlias = dict[str, Any]
_TEXT: Schema = {"type": "string"}
_VERSION: dict[str, Schema] = {
    "schema_version": {"type": "integer", "minimum": 1, "maximum": PLAN.version}
}


def plan_schema(
    workspace: Workspace,
    resolution: Resolution | None = None,
    *,
    max_tool_calls: int = MAX_TOOL_CALLS,
) -> Schema:
    """The schema of stored and edited plans, or of a model's plan for a question.

    Args:
        workspace: whose intents, tools and filters a plan may name.
        resolution: what the question may mean: only its candidates are allowed as entity ids, and
            the plan names no schema version, since a model's plan is of this release. None allows
            any id.
        max_tool_calls: the most calls that a plan may have.
    """
    builder = _Builder(workspace, candidates_of(resolution) if resolution is not None else None)
    spec = workspace.spec
    plan = _object(
        required={
            "intents": _list(_enum(spec.intents), at_least=1),
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        },
        optional={
            "entities": _list(builder.entity()),
            "tool_calls": _list(builder.call(), at_most=max_tool_calls),
            "fallback": builder.fallback(),
            "limits": _limits(),
            "render_style": _enum(RENDER_STYLES),
            "answer_style": _enum(spec.all_answer_styles),
            "scope": _enum(["in_scope", "off_topic"]),
        }
        | (_VERSION if resolution is None else {}),
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "QueryPlan",
        **plan,
    }


def candidates_of(resolution: Resolution) -> dict[str, str]:
    """Every node that the question may mean, with its type."""
    chosen = {e.canonical_id: e.type for e in resolution.entities}
    return chosen | {c.canonical_id: c.type for e in resolution.entities for c in e.candidates}


class _Builder:
    """Builds the parts that depend on the workspace and on what the question may mean."""

    def __init__(self, workspace: Workspace, candidates: Mapping[str, str] | None) -> None:
        self._workspace = workspace
        self._candidates = candidates

    def entity(self) -> Schema:
        """An entity of the plan."""
        types = self._workspace.spec.node_types
        return _object(required={"type": _enum(types), "id": self._id()}, optional={"name": _TEXT})

    def call(self) -> Schema:
        """A call of either tool."""
        spec = self._workspace.spec
        structured = [name for name, intent in spec.intents.items() if intent.is_structured]
        search = _object({"tool": _enum([spec.tools.search]), "args": self._search_args()})
        if not structured:
            return search
        args = _object(
            required={"intent": _enum(structured)},
            optional={"entity_id": self._id(), "filters": _object(optional=self._slots())},
        )
        return {"anyOf": [_object({"tool": _enum([spec.tools.graph]), "args": args}), search]}

    def fallback(self) -> Schema:
        """The tool that helps out."""
        return _object(
            optional={
                "enabled": {"type": "boolean"},
                "tool": _enum([self._workspace.spec.tools.search]),
                "when": _list(_enum(FallbackCondition)),
                "filters": self._search_filters(),
            }
        )

    def _search_filters(self) -> Schema:
        return _object(optional=self._slots() | self._fields())

    def _search_args(self) -> Schema:
        fields = self._workspace.spec.documents.metadata
        types = fields[DOCUMENT_TYPE].values if DOCUMENT_TYPE in fields else ()
        return _object(
            required={"query": _TEXT},
            optional={
                "filters": self._search_filters(),
                "top_k": {"type": "integer", "minimum": 1, "maximum": 50},
                "doc_types": _list(_enum(types) if types else _TEXT),
            },
        )

    def _id(self) -> Schema:
        """An entity id: a candidate of the question, or any where no question is at hand."""
        if self._candidates is None:
            return _TEXT
        return _enum(self._candidates) if self._candidates else {"type": "null"}

    def _slots(self) -> dict[str, Schema]:
        found = {}
        for name, slot in self._workspace.spec.slots.items():
            allowed, _ = slot_values(name, self._workspace)
            found[name] = self._filter(slot.node_type, allowed)
        return {name: one for name, one in found.items() if one}

    def _fields(self) -> dict[str, Schema]:
        found = {}
        for name, field in self._workspace.spec.documents.metadata.items():
            allowed, _ = field_values(name, self._workspace)
            found[name] = self._filter(field.node_type, allowed)
        return {name: one for name, one in found.items() if one}

    def _filter(self, node_type: str, allowed: Iterable[str]) -> Schema:
        """One value or any of several; nothing where no value is possible."""
        values = sorted(allowed)
        if node_type and self._candidates is None:
            return _one_or_more(_TEXT)
        if node_type:
            values = [key for key, kind in (self._candidates or {}).items() if kind == node_type]
            return _one_or_more(_enum(values)) if values else {}
        return _one_or_more(_enum(values) if values else _TEXT)


def _one_or_more(value: Schema) -> Schema:
    return {"anyOf": [value, _list(value, at_least=1)]}


def _limits() -> Schema:
    most = {"max_items": 100, "max_groups": 50, "max_paragraphs": 20}
    return _object(
        optional={
            name: {"type": "integer", "minimum": 1, "maximum": top} for name, top in most.items()
        }
    )


def _object(
    required: Mapping[str, Schema] | None = None, optional: Mapping[str, Schema] | None = None
) -> Schema:
    """A closed object; what may be left out may be null."""
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


def _list(items: Schema, *, at_least: int = 0, at_most: int | None = None) -> Schema:
    schema: Schema = {"type": "array", "items": items}
    if at_least:
        schema["minItems"] = at_least
    if at_most is not None:
        schema["maxItems"] = at_most
    return schema


def _enum(values: Iterable[str]) -> Schema:
    return {"type": "string", "enum": [str(value) for value in dict.fromkeys(values)]}
