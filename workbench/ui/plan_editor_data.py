"""Build the plan editor's data: the plan's JSON schema, descriptions and ids for completion."""

import json
from typing import Any

from workbench.domain.local_text import localize
from workbench.domain.plan import QueryPlan
from workbench.planner.plan_schema import plan_schema
from workbench.render_styles import RENDER_STYLES
from workbench.ui.texts import Texts, catalogue
from workbench.workspace import Workspace

Data = dict[str, Any]

_FIELDS = "ask.fields."


def plan_json(plan: QueryPlan) -> str:
    """Serialize a plan to the editor's JSON text."""
    return json.dumps(editable_fields(plan), ensure_ascii=False, indent=2)


def editable_fields(plan: QueryPlan) -> Data:
    """The editable fields of a plan: all except the schema version."""
    return plan.model_dump(mode="json", exclude={"schema_version"})


def editor_data(workspace: Workspace, t: Texts) -> Data:
    """Schema, descriptions and ids for completion."""
    return {
        "schema": plan_schema(workspace),
        "words": _words(workspace, t),
        "ids": [
            {"id": node.id, "type": node.type, "name": node.label(t.language)}
            for node in workspace.nodes.values()
        ],
        "id_keys": _id_keys(workspace),
    }


def _words(workspace: Workspace, t: Texts) -> dict[str, str]:
    """Short descriptions of fields, intents, tools, styles, types, slots and slot values."""
    spec, language = workspace.spec, t.language
    found = {key.removeprefix(_FIELDS): t(key) for key in catalogue() if key.startswith(_FIELDS)}
    found |= {name: localize(one.title, language) for name, one in RENDER_STYLES.items()}
    found |= {name: localize(text, language) for name, text in workspace.all_intents.items()}
    found |= {name: localize(one.label, language) for name, one in spec.node_types.items()}
    for name, kind in workspace.tool_names.items():
        tool = workspace.tool_specs[kind]
        found |= {field: localize(text, language) for field, text in tool.fields.items()}
        found[name] = localize(tool.label, language)
    found |= {name: one.prompt for name, one in spec.answer_styles.items()}
    for name, slot in spec.slots.items():
        found |= {value: localize(one.label, language) for value, one in slot.values.items()}
        found[name] = localize(slot.label, language)
    metadata = spec.documents.metadata
    for one in metadata.values():
        labels = {value: localize(text, language) for value, text in one.value_labels.items()}
        found = labels | found  # an intent or a slot's value of the same name is described first
    return found | {name: localize(one.label, language) for name, one in metadata.items()}


def _id_keys(workspace: Workspace) -> dict[str, str]:
    """Keys whose value is a node id, mapped to the required node type ("" for any)."""
    spec = workspace.spec
    typed = {name: slot.node_type for name, slot in spec.slots.items() if slot.node_type}
    typed |= {name: one.node_type for name, one in spec.documents.metadata.items() if one.node_type}
    return {"id": "", "entity_id": ""} | typed
