"""Build the JSON Schema of a QueryPlan for a workspace and a question.

Every object is closed and every name is an enum. Optional fields accept null, since strict
structured output requires every field.
"""

from workbench.domain.entities import Resolution
from workbench.domain.plan import FallbackCondition
from workbench.domain.schema_versions import PLAN
from workbench.planner.validate import MAX_TOOL_CALLS
from workbench.render_styles import RENDER_STYLES
from workbench.workspace import Workspace
from workbench.workspace.plan_parts import (
    TEXT,
    PlanParts,
    Schema,
    enum_schema,
    list_schema,
    object_schema,
)

_VERSION: dict[str, Schema] = {
    "schema_version": {"type": "integer", "minimum": 1, "maximum": PLAN.version}
}


def plan_schema(
    workspace: Workspace,
    resolution: Resolution | None = None,
    *,
    max_tool_calls: int = MAX_TOOL_CALLS,
) -> Schema:
    """Return the schema of stored and edited plans, or of a model's plan for a question.

    Args:
        workspace: the workspace whose intents, tools and filters a plan may name.
        resolution: the entities of the question: their candidates are listed beside names in
            words, and the schema has no version field, since a model's plan is always of this
            release. None lists no ids.
        max_tool_calls: the maximum number of calls.
    """
    parts = PlanParts(workspace, candidates_of(resolution) if resolution is not None else None)
    spec = workspace.spec
    plan = object_schema(
        required={
            "intents": list_schema(enum_schema(workspace.all_intents), at_least=1),
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        },
        optional={
            "entities": list_schema(_entity(parts)),
            "tool_calls": list_schema(_call(parts, workspace), at_most=max_tool_calls),
            "fallback": _fallback(parts),
            "limits": _limits(),
            "render_style": enum_schema(RENDER_STYLES),
            "answer_style": enum_schema(spec.all_answer_styles),
            "scope": enum_schema(["in_scope", "off_topic"]),
        }
        | (_VERSION if resolution is None else {}),
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "QueryPlan",
        **plan,
    }


def candidates_of(resolution: Resolution) -> dict[str, str]:
    """Return the candidate nodes of a question: node id to type."""
    chosen = {e.canonical_id: e.type for e in resolution.entities}
    return chosen | {c.canonical_id: c.type for e in resolution.entities for c in e.candidates}


def _limits() -> Schema:
    most = {"max_items": 100, "max_groups": 50, "max_paragraphs": 20}
    return object_schema(
        optional={
            name: {"type": "integer", "minimum": 1, "maximum": top} for name, top in most.items()
        }
    )


def _entity(parts: PlanParts) -> Schema:
    types = parts.workspace.spec.node_types
    return object_schema(
        required={"type": enum_schema(types), "id": parts.entity_id()}, optional={"name": TEXT}
    )


def _call(parts: PlanParts, workspace: Workspace) -> Schema:
    """Return the schema of a call of any tool of the workspace."""
    calls = [
        object_schema(
            {"tool": enum_schema([name]), "args": workspace.tool_specs[kind].schema(parts)}
        )
        for name, kind in workspace.tool_names.items()
    ]
    return calls[0] if len(calls) == 1 else {"anyOf": calls}


def _fallback(parts: PlanParts) -> Schema:
    return object_schema(
        optional={
            "enabled": {"type": "boolean"},
            "tool": enum_schema([parts.workspace.spec.tools.search]),
            "when": list_schema(enum_schema(FallbackCondition)),
            "filters": parts.search_filters(),
        }
    )
