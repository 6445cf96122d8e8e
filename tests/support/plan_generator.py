"""Generate valid and damaged plans of the studio, and check the validator's invariants."""

from copy import deepcopy
from typing import Any, Literal

import jsonschema
from hypothesis import strategies as st

from tests.support.workspaces import studio
from workbench.planner.plan_schema import plan_schema
from workbench.planner.validate import validate_plan

STUDIO = studio()
SCHEMA = jsonschema.Draft202012Validator(plan_schema(STUDIO))
PLAN: dict[str, Any] = {
    "intents": ["SERIES_MATERIALS"],
    "entities": [{"type": "series", "id": "series:north-wind", "name": "Северный Ветер"}],
    "tool_calls": [
        {
            "tool": "graph_tool",
            "args": {
                "intent": "SERIES_MATERIALS",
                "entity_id": "series:north-wind",
                "filters": {"group": "glaze"},
            },
        },
        {
            "tool": "text_tool",
            "args": {
                "query": "Почему?",
                "doc_types": ["essay"],
                "filters": {"series": "series:north-wind"},
                "top_k": 3,
            },
        },
    ],
    "fallback": {"enabled": True, "tool": "text_tool", "when": ["NO_RESULTS"]},
    "limits": {"max_items": 12, "max_groups": 4, "max_paragraphs": 4},
    "render_style": "BULLETS",
    "answer_style": "NATURAL_RU",
    "confidence": 0.8,
}

IDS = sorted(STUDIO.nodes)
WORDS = st.sampled_from(
    [*STUDIO.spec.intents, *IDS, "graph_tool", "text_tool", "glaze", "essay", "BULLETS", "", "x"]
)
SLOTS = st.dictionaries(
    st.sampled_from([*STUDIO.spec.slots, "document_type", "year"]),
    st.one_of(WORDS, st.lists(WORDS, max_size=2), st.integers(-3, 3), st.booleans(), st.none()),
    max_size=3,
)
ARGS = st.one_of(
    st.fixed_dictionaries(
        {"intent": WORDS}, optional={"entity_id": st.one_of(WORDS, st.none()), "filters": SLOTS}
    ),
    st.fixed_dictionaries(
        {"query": st.text(max_size=8)},
        optional={
            "filters": SLOTS,
            "top_k": st.one_of(st.integers(-1, 60), st.none()),
            "doc_types": st.lists(WORDS, max_size=2),
        },
    ),
)
MIXED = st.fixed_dictionaries(
    {"intents": st.lists(WORDS, max_size=3)},
    optional={
        "entities": st.lists(
            st.fixed_dictionaries({"type": WORDS, "id": WORDS}, optional={"name": st.text()}),
            max_size=2,
        ),
        "tool_calls": st.lists(st.fixed_dictionaries({"tool": WORDS, "args": ARGS}), max_size=6),
        "fallback": st.fixed_dictionaries(
            {}, optional={"enabled": st.booleans(), "tool": WORDS, "filters": SLOTS}
        ),
        "limits": st.fixed_dictionaries({}, optional={"max_items": st.integers(-1, 200)}),
        "render_style": WORDS,
        "answer_style": st.sampled_from(["NATURAL_RU", "CONCISE", "LOUD"]),
        "confidence": st.one_of(st.floats(-0.5, 1.5), st.none()),
        "scope": st.sampled_from(["in_scope", "off_topic", "elsewhere"]),
    },
)
"""Plans with known and unknown names, nearly all of which are invalid."""
SERIES = st.sampled_from([node for node in IDS if node.startswith("series:")])
SOUND_CALLS = st.one_of(
    st.fixed_dictionaries(
        {
            "tool": st.just("graph_tool"),
            "args": st.fixed_dictionaries(
                {"intent": st.just("SERIES_MATERIALS"), "entity_id": SERIES},
                optional={"filters": st.just({"group": "glaze"})},
            ),
        }
    ),
    st.fixed_dictionaries(
        {
            "tool": st.just("text_tool"),
            "args": st.fixed_dictionaries(
                {"query": st.text(min_size=1, max_size=20)},
                optional={
                    "top_k": st.integers(1, 50),
                    "filters": st.fixed_dictionaries({"series": SERIES}),
                    "doc_types": st.just(["essay"]),
                },
            ),
        }
    ),
)


def _with_intents(plan: dict[str, Any]) -> dict[str, Any]:
    """Set a plan's intents to those of its calls; a plan of searches has the unstructured one."""
    named = [call["args"].get("intent", "GENERAL_UNSTRUCTURED") for call in plan["tool_calls"]]
    return {"intents": list(dict.fromkeys(named)), **plan}


SOUND = st.fixed_dictionaries(
    {"tool_calls": st.lists(SOUND_CALLS, min_size=1, max_size=5), "confidence": st.floats(0, 1)},
    optional={
        "limits": st.fixed_dictionaries({}, optional={"max_items": st.integers(1, 100)}),
        "render_style": st.sampled_from(["BULLETS", "GROUPED_BULLETS", "SHORT", "TABLE"]),
    },
).map(_with_intents)
"""Valid plans."""
PLANS = st.one_of(MIXED, SOUND)

JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=10)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=12,
)


@st.composite
def damaged_plans(draw: st.DrawFn) -> Any:
    """Draw a valid plan with one part replaced, removed or renamed."""
    plan = deepcopy(PLAN)
    here: Any = plan
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = draw(st.sampled_from(keys))
        inner = here[key]
        if not isinstance(inner, dict | list) or not inner or draw(st.booleans()):
            break
        here = inner
    match draw(st.integers(0, 2)):
        case 0:
            here[key] = draw(JSON)
        case 1:
            del here[key]
        case _ if isinstance(here, dict):
            here[draw(st.text(max_size=8))] = here.pop(key)
    return plan


def judged(raw: Any) -> Literal["valid", "refused"]:
    """Validate a plan; raise AssertionError where the validator contradicts itself."""
    plan, found = validate_plan(raw, STUDIO)
    errors = [problem for problem in found if problem.severity == "error"]
    assert (plan is None) == bool(errors)
    assert all(problem.path.startswith("$") and problem.message for problem in found)
    if plan is None:
        return "refused"
    carried = {getattr(call.args, "intent", "GENERAL_UNSTRUCTURED") for call in plan.tool_calls}
    assert plan.scope == "off_topic" or {*plan.intents} - {"GENERAL_UNSTRUCTURED"} <= carried
    assert validate_plan(plan, STUDIO) == (plan, found)
    assert validate_plan(plan.model_dump_json(), STUDIO)[0] == plan
    assert SCHEMA.is_valid(plan.model_dump(mode="json")), plan
    return "valid"
