"""Build the JSON Schema of a QueryPlan for a workspace.

Every object is closed and names are enums. Optional fields accept null, since strict structured
output requires every field.
"""

from workbench.domain.plan import FallbackCondition
from workbench.domain.schema_versions import PLAN
from workbench.planner.shared_definitions import with_definitions, within_limits
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


def plan_schema(workspace: Workspace) -> Schema:
    """Return the schema of stored and edited plans: every name is written where it may stand."""
    return _plan(workspace, PlanParts(workspace), MAX_TOOL_CALLS, _VERSION)


def model_plan_schema(workspace: Workspace, max_tool_calls: int = MAX_TOOL_CALLS) -> Schema:
    """Return the schema of a model's plan; it is made once, and not to be changed.

    It is the same for all questions, so that providers compile and cache it once, and lenient
    where a full one would be long: entities are texts, a column may be that of another table, and
    names beyond the limits of strict modes are texts. ``validate_plan`` checks all of them. It has
    no version, since a model's plan is always of this release.

    Args:
        workspace: the workspace whose intents, tools and filters a plan may name.
        max_tool_calls: the maximum number of calls.
    """

    def build() -> Schema:
        parts = PlanParts(workspace, is_for_model=True)
        return within_limits(with_definitions(_plan(workspace, parts, max_tool_calls, {})))

    return workspace.once(("model plan schema", max_tool_calls), build)


def _plan(
    workspace: Workspace, parts: PlanParts, max_tool_calls: int, more: dict[str, Schema]
) -> Schema:
    spec = workspace.spec
    plan = object_schema(
        required={
            "intents": list_schema(enum_schema(workspace.all_intents), at_least=1),
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        },
        optional={
            "entities": list_schema(_entity(parts)),
            "tool_calls": list_schema(_call(workspace, parts), at_most=max_tool_calls),
            "fallback": _fallback(parts),
            "limits": _limits(),
            "render_style": enum_schema(RENDER_STYLES),
            "answer_style": enum_schema(spec.all_answer_styles),
            "scope": enum_schema(["in_scope", "off_topic"]),
        }
        | more,
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "QueryPlan",
        **plan,
    }


def _limits() -> Schema:
    most = {"max_items": 100, "max_groups": 50, "max_paragraphs": 20}
    return object_schema(
        optional={
            name: {"type": "integer", "minimum": 1, "maximum": top} for name, top in most.items()
        }
    )


def _entity(parts: PlanParts) -> Schema:
    types = parts.workspace.spec.node_types
    return object_schema(required={"type": enum_schema(types), "id": TEXT}, optional={"name": TEXT})


def _call(workspace: Workspace, parts: PlanParts) -> Schema:
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
