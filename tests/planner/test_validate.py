"""The validator: every layer, every path, and nothing that makes it raise."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from enum import Enum
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support import example_plan
from tests.support.plan_generator import JSON, PLAN, PLANS, STUDIO, damaged_plans, judged
from workbench.domain.plan import PlanProblem, QueryPlan
from workbench.i18n.errors import error_text
from workbench.planner.plan_schema import plan_schema
from workbench.planner.validate import validate_plan
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace, open_workspace


def problems(raw: Any) -> tuple[PlanProblem, ...]:
    plan, found = validate_plan(raw, STUDIO)
    assert (plan is None) == any(problem.severity == "error" for problem in found)
    assert all(in_russian(problem) for problem in found)
    return found


def in_russian(problem: PlanProblem) -> bool:
    """Whether the problem can be told in Russian, with a suggestion where English has one."""
    said = error_text(f"planner.{problem.code}", problem.words, "ru")
    if said is None:
        return False
    pairs = zip(said, (problem.message, problem.suggestion), strict=True)
    return all(re.search("[а-яё]", text) for text, english in pairs if english)


def changed(**fields: Any) -> dict[str, Any]:
    return {**deepcopy(PLAN), **fields}


def with_args(call: int = 0, **args: Any) -> dict[str, Any]:
    plan = deepcopy(PLAN)
    plan["tool_calls"][call]["args"] |= args
    return plan


def test_a_good_plan_has_no_problems() -> None:
    plan, found = validate_plan(PLAN, STUDIO)
    assert found == ()
    assert plan is not None
    assert plan.model_dump(mode="json", exclude_unset=True) == PLAN


@pytest.mark.parametrize(
    "wrap",
    [
        json.dumps,
        lambda plan: "\ufeff" + json.dumps(plan),
        lambda plan: f"```json\n{json.dumps(plan, ensure_ascii=False, indent=2)}\n```",
        lambda plan: f"  {json.dumps(plan)}\n",
        QueryPlan.model_validate,
    ],
)
def test_it_may_come_as_text_mapping_or_value(wrap: Callable[[Any], Any]) -> None:
    plan, found = validate_plan(wrap(PLAN), STUDIO)
    assert found == ()
    assert plan == QueryPlan.model_validate(PLAN)


def test_the_seeds_example_is_a_plan_of_the_portfolio(request: pytest.FixtureRequest) -> None:
    portfolio = open_workspace(request.config.rootpath / "data" / "portfolio", TOOL_SPECS)
    plan, found = validate_plan(json.dumps(example_plan.PLAN), portfolio)
    assert plan is not None
    assert found == ()
    jsonschema.validate(example_plan.PLAN, plan_schema(portfolio))


LISTED: dict[str, Any] = {
    "intents": ["SERIES_LIST"],
    "tool_calls": [{"tool": "graph_tool", "args": {"intent": "SERIES_LIST"}}],
}
DEEP = '{"a":' * 5000 + "1" + "}" * 5000
CYCLE: dict[str, Any] = {}
CYCLE["self"] = CYCLE
WIDE: Any = [1]
for _ in range(30):
    WIDE = [WIDE, WIDE]


class Colour(Enum):
    RED = object()


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "empty_plan"),
        (" \n", "empty_plan"),
        ("nul", "invalid_json"),
        ('{"intents": [', "invalid_json"),
        ("[]", "not_an_object"),
        ('"plan"', "not_an_object"),
        ("12", "not_an_object"),
        ("null", "not_an_object"),
        ('{"intents": [], "intents": []}', "duplicate_key"),
        ('{"confidence": NaN}', "not_a_number"),
        ('{"confidence": -Infinity}', "not_a_number"),
        ('{"confidence": 1e999}', "not_a_number"),
        ('{"confidence": ' + "9" * 5000 + "}", "number_too_long"),
        (DEEP, "too_deep"),
        ("[" * 200_000, "too_deep"),
        ('{"answer_style": "\\ud800"}', "bad_text"),
        (CYCLE, "too_deep"),
        ({"a": WIDE}, "too_large"),
        ({1: "x"}, "bad_key"),
        ({"a": {1, 2}}, "not_json"),
        ({"a": b"bytes"}, "not_json"),
        ({"a": Colour.RED}, "not_json"),
        ({"confidence": float("nan")}, "not_a_number"),
        ({"confidence": 10**5000}, "number_too_long"),
        (None, "not_an_object"),
        (["a"], "not_an_object"),
        (3.5, "not_an_object"),
        (object(), "not_json"),
    ],
)
def test_what_is_no_json_plan(raw: Any, code: str) -> None:
    (problem,) = problems(raw)
    assert problem.code == code
    assert problem.layer == "json"
    assert problem.path.startswith("$")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", " }}} garbage"),
        ("", "\n\nI hope this helps!"),
        ("", json.dumps(PLAN)),
        ("```json\n", "\n```\nAnything else?"),
        ("```\n", "\n} and more\n```"),
    ],
)
def test_text_after_a_plan_is_refused(before: str, after: str) -> None:
    (problem,) = problems(f"{before}{json.dumps(PLAN)}{after}")
    assert problem.layer == "json"
    assert problem.severity == "error"
    if not before:
        assert problem.code == "trailing_text"
        assert after.split(maxsplit=1)[0][:10] in problem.message
        assert "Keep one JSON object" in problem.suggestion


@pytest.mark.parametrize(
    ("raw", "path", "code"),
    [
        (changed(confidence=1.2), "$.confidence", "out_of_range"),
        (changed(confidence="0.8"), "$.confidence", "wrong_type"),
        (changed(confidence=True), "$.confidence", "wrong_type"),
        (changed(intents="SERIES_LIST"), "$.intents", "wrong_type"),
        (changed(intents=[3]), "$.intents[0]", "wrong_type"),
        (changed(render_style="BULLET"), "$.render_style", "unknown_value"),
        (changed(scope="offtopic"), "$.scope", "unknown_value"),
        (changed(limits={"max_items": 0}), "$.limits.max_items", "out_of_range"),
        (changed(limits={"max_item": 3}), "$.limits.max_item", "unknown_field"),
        (changed(intnts=[]), "$.intnts", "unknown_field"),
        (changed(fallback={"when": ["NEVER"]}), "$.fallback.when[0]", "unknown_value"),
        (changed(entities=[{"type": "series"}]), "$.entities[0].id", "missing_field"),
        (changed(tool_calls=[{"tool": "graph_tool"}]), "$.tool_calls[0].args", "missing_field"),
        (
            changed(tool_calls=[{"tool": "graph_tool", "args": {}}]),
            "$.tool_calls[0].args.intent",
            "missing_field",
        ),
        (with_args(filters={"group": {}}), "$.tool_calls[0].args.filters.group", "wrong_type"),
        (with_args(1, top_k=51), "$.tool_calls[1].args.top_k", "out_of_range"),
        (with_args(1, query=None), "$.tool_calls[1].args.top_k", "unknown_field"),
    ],
)
def test_a_wrong_shape_is_named_with_its_path(raw: Any, path: str, code: str) -> None:
    found = {(problem.path, problem.code) for problem in problems(raw) if problem.layer == "shape"}
    assert (path, code) in found


def test_a_field_in_a_wrong_place_is_not_suggested_for_itself() -> None:
    (problem,) = problems(changed(limits={"top_k": 3}))
    assert (problem.code, problem.suggestion) == ("unknown_field", "")


@pytest.mark.parametrize("call", [{"tool": "graphtool", "args": {}}, {"tool": "graphtool"}])
def test_unknown_names_are_reported_with_a_missing_field(call: dict[str, Any]) -> None:
    found = {
        problem.path: problem
        for problem in problems(changed(intents=["SERIES_LST"], tool_calls=[call, call, "none"]))
    }
    assert found["$.intents[0]"].code == "unknown_intent"
    assert "SERIES_LIST" in found["$.intents[0]"].suggestion
    for at in (0, 1):
        assert found[f"$.tool_calls[{at}].tool"].code == "unknown_tool"
        assert "graph_tool" in found[f"$.tool_calls[{at}].tool"].suggestion
    assert "missing_field" in {problem.code for problem in found.values()}


def test_an_unknown_intent_of_a_call_is_reported_with_a_missing_field() -> None:
    args = {"intent": "SERIES_MATERIAL"}
    found = problems(changed(tool_calls=[{"tool": "graph_tool", "args": args}, {"args": {}}]))
    assert ("$.tool_calls[0].args.intent", "unknown_intent") in {
        (problem.path, problem.code) for problem in found
    }


@pytest.mark.parametrize("field", ["intents", "confidence"])
def test_a_missing_field_is_named(field: str) -> None:
    plan = deepcopy(PLAN)
    del plan[field]
    (problem,) = problems(plan)
    assert (problem.path, problem.code) == (f"$.{field}", "missing_field")
    assert field in problem.suggestion


def test_without_a_confidence_the_other_layers_are_checked_too() -> None:
    found = problems(changed(confidence=None, answer_style="LOUD", limits={"max_items": 40}))
    assert [p.code for p in found] == ["missing_field", "unknown_answer_style", "over_cap"]


GRAPH, SEARCH = PLAN["tool_calls"]


@pytest.mark.parametrize(
    ("raw", "path", "code", "suggestion"),
    [
        (
            changed(intents=["SERIES_MATERIALS", "SERIES_LIST"]),
            "$.intents[1]",
            "intent_without_call",
            "graph_tool",
        ),
        (
            changed(tool_calls=[SEARCH]),
            "$.intents[0]",
            "intent_without_call",
            "graph_tool",
        ),
        (
            changed(intents=["GENERAL_UNSTRUCTURED"]),
            "$.tool_calls[0].args.intent",
            "undeclared_intent",
            "SERIES_MATERIALS",
        ),
    ],
)
def test_intents_and_calls_agree(raw: Any, path: str, code: str, suggestion: str) -> None:
    (problem,) = problems(raw)
    assert (problem.path, problem.code, problem.severity) == (path, code, "error")
    assert suggestion in problem.suggestion


@pytest.mark.parametrize(
    "raw",
    [
        changed(tool_calls=[GRAPH]),
        changed(intents=["SERIES_MATERIALS", "GENERAL_UNSTRUCTURED"], tool_calls=[GRAPH]),
        changed(intents=["GENERAL_UNSTRUCTURED"], tool_calls=[SEARCH]),
        changed(intents=["SERIES_MATERIALS"], tool_calls=[], scope="off_topic"),
    ],
)
def test_plans_whose_intents_and_calls_agree(raw: Any) -> None:
    assert problems(raw) == ()


@pytest.mark.parametrize(
    ("raw", "path", "code", "suggestion"),
    [
        (changed(intents=["SERIES_LST"]), "$.intents[0]", "unknown_intent", "SERIES_LIST"),
        (changed(answer_style="NATURAL"), "$.answer_style", "unknown_answer_style", "NATURAL_"),
        (changed(fallback={"tool": "texttool"}), "$.fallback.tool", "unknown_tool", "text_tool"),
        (changed(fallback={"tool": "graph_tool"}), "$.fallback.tool", "wrong_tool", "text_tool"),
        (
            changed(fallback={"filters": {"serie": "x"}}),
            "$.fallback.filters.serie",
            "unknown_filter",
            "series",
        ),
        (
            changed(entities=[{"type": "series", "id": "series:northwind"}]),
            "$.entities[0].id",
            "unknown_entity",
            "series:north-wind",
        ),
        (
            changed(entities=[{"type": "museum", "id": "series:go"}]),
            "$.entities[0].type",
            "entity_type",
            "series",
        ),
        (
            changed(tool_calls=[{"tool": "graphtool", "args": {"intent": "SERIES_LIST"}}]),
            "$.tool_calls[0].tool",
            "unknown_tool",
            "graph_tool",
        ),
        (
            changed(tool_calls=[{"tool": "text_tool", "args": {"intent": "SERIES_LIST"}}]),
            "$.tool_calls[0].args",
            "wrong_arguments",
            "graph_tool",
        ),
        (
            changed(tool_calls=[{"tool": "graph_tool", "args": {"query": "x"}}]),
            "$.tool_calls[0].args",
            "wrong_arguments",
            "text_tool",
        ),
        (
            with_args(intent="SERIES_MATERIAL"),
            "$.tool_calls[0].args.intent",
            "unknown_intent",
            "SERIES_MATERIALS",
        ),
        (
            with_args(intent="GENERAL_UNSTRUCTURED"),
            "$.tool_calls[0].args.intent",
            "not_structured",
            "text_tool",
        ),
        (
            with_args(entity_id="series:northwind"),
            "$.tool_calls[0].args.entity_id",
            "unknown_entity",
            "series:north-wind",
        ),
        (
            with_args(entity_id="museum:aster"),
            "$.tool_calls[0].args.entity_id",
            "wrong_start",
            "",
        ),
        (with_args(entity_id=None), "$.tool_calls[0].args.entity_id", "entity_required", ""),
        (
            with_args(filters={"groop": "glaze"}),
            "$.tool_calls[0].args.filters.groop",
            "unknown_filter",
            "group",
        ),
        (
            with_args(filters={"group": "glase"}),
            "$.tool_calls[0].args.filters.group",
            "unknown_filter_value",
            "glaze",
        ),
        (
            with_args(filters={"group": ["glaze", "clay"]}),
            "$.tool_calls[0].args.filters.group[1]",
            "unknown_filter_value",
            "",
        ),
        (
            with_args(filters={"group": []}),
            "$.tool_calls[0].args.filters.group",
            "empty_filter",
            "leave the filter out",
        ),
        (
            with_args(filters={"museum": "series:go"}),
            "$.tool_calls[0].args.filters.museum",
            "unknown_entity",
            "",
        ),
        (
            with_args(1, doc_types=["essays"]),
            "$.tool_calls[1].args.doc_types[0]",
            "unknown_document_type",
            "essay",
        ),
        (
            with_args(1, filters={"document_type": "esay"}),
            "$.tool_calls[1].args.filters.document_type",
            "unknown_filter_value",
            "essay",
        ),
        (
            with_args(1, filters={"year": 2020}),
            "$.tool_calls[1].args.filters.year",
            "unknown_filter",
            "",
        ),
    ],
)
def test_an_unknown_name_is_named_with_the_closest_known_one(
    raw: Any, path: str, code: str, suggestion: str
) -> None:
    found = [p for p in problems(raw) if p.severity == "error"]
    assert [(p.path, p.code, p.layer) for p in found] == [(path, code, "vocabulary")]
    assert suggestion in found[0].suggestion
    assert found[0].message.endswith(".")


def test_a_filter_without_use_is_a_warning() -> None:
    plan, found = validate_plan(with_args(filters={"museum": "museum:aster"}), STUDIO)
    assert plan is not None
    assert [(p.code, p.severity) for p in found] == [("unused_filter", "warning")]


@pytest.mark.parametrize(
    ("raw", "path", "code", "severity"),
    [
        (changed(intents=[]), "$.intents", "no_intents", "error"),
        (changed(tool_calls=[]), "$.tool_calls", "no_calls", "error"),
        (changed(scope="off_topic"), "$.tool_calls", "off_topic_calls", "error"),
        (
            changed(
                intents=["GENERAL_UNSTRUCTURED"],
                tool_calls=[
                    {"tool": "text_tool", "args": {"query": f"слово {n}"}} for n in range(6)
                ],
            ),
            "$.tool_calls",
            "too_many_calls",
            "error",
        ),
        (
            changed(tool_calls=[PLAN["tool_calls"][0]] * 2),
            "$.tool_calls[1]",
            "repeated_call",
            "warning",
        ),
        (changed(limits={"max_items": 13}), "$.limits.max_items", "over_cap", "warning"),
        (changed(limits={"max_paragraphs": 5}), "$.limits.max_paragraphs", "over_cap", "warning"),
        (
            changed(**LISTED, limits=None, render_style="TABLE"),
            "$.render_style",
            "no_columns",
            "warning",
        ),
    ],
)
def test_a_breach_of_policy_is_named_with_its_path(
    raw: Any, path: str, code: str, severity: str
) -> None:
    assert [(p.path, p.code, p.severity, p.layer) for p in problems(raw)] == [
        (path, code, severity, "policy")
    ]


def test_off_topic_needs_no_calls() -> None:
    plan, found = validate_plan(
        changed(scope="off_topic", tool_calls=[], entities=[], limits=None), STUDIO
    )
    assert plan is not None
    assert found == ()


def test_the_number_of_calls_is_a_setting() -> None:
    assert validate_plan(PLAN, STUDIO, max_tool_calls=1)[0] is None
    assert validate_plan(PLAN, STUDIO, max_tool_calls=2)[0] is not None


def test_null_stands_for_what_is_left_out() -> None:
    plan, found = validate_plan(
        with_args(entity_id="series:go", filters={"group": None, "museum": None}), STUDIO
    )
    assert found == ()
    assert plan is not None
    assert plan.tool_calls[0].args.filters == {}


def test_all_layers_speak_at_once() -> None:
    found = problems(changed(confidence=7, intents=["SERIES_LST"], tool_calls=[]))
    assert {p.layer for p in found} == {"shape", "vocabulary", "policy"}


@settings(max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
@given(PLANS)
def test_a_thousand_plans(raw: dict[str, Any]) -> None:
    assert judged(raw) in {"valid", "refused"}


@settings(max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
@given(damaged_plans())
def test_a_thousand_damaged_plans(raw: Any) -> None:
    assert judged(raw) in {"valid", "refused"}


@settings(max_examples=300)
@given(st.one_of(st.text(), st.binary(), JSON))
def test_anything_at_all(raw: Any) -> None:
    plan, found = validate_plan(raw, STUDIO)
    assert (plan is None) == any(problem.severity == "error" for problem in found)


def test_a_workspace_without_values_takes_those_of_the_graph(workspace: Workspace) -> None:
    plan = with_args(filters={"group": "clay_body"})
    assert validate_plan(plan, workspace)[0] is not None
    plan = with_args(filters={"group": "metal"})
    assert [p.code for p in validate_plan(plan, workspace)[1]] == ["unknown_filter_value"]


@pytest.fixture
def workspace() -> Workspace:
    from tests.support.workspaces import STUDIO as SPEC
    from tests.support.workspaces import STUDIO_NODES, workspace_of

    spec = deepcopy(SPEC)
    del spec["slots"]["group"]["values"]
    return workspace_of(spec, STUDIO_NODES)
