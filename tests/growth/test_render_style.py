"""A render style is one file and one line: schema, validation, prompt and editor know it."""

import json
from typing import Any

import pytest

from tests.support.growth import GrownProject, grow

ADDED = {
    "workbench/render_styles/ranked.py": '''\
"""RANKED: a numbered list, for facts whose order matters."""

from workbench.domain.local_text import Language
from workbench.render_styles.base import SectionLayout, Mark, RenderStyle


def lay_out(block: SectionLayout, mark: Mark, language: Language) -> str:
    """A numbered Markdown list."""
    lines = [mark(entry.text, entry.number) for entry in block.entries]
    return "\\n".join(f"{place}. {line}" for place, line in enumerate(lines, start=1))


STYLE = RenderStyle(
    {"ru": "список по порядку", "en": "ranked list"}, "a numbered list, where order counts", lay_out
)
'''
}
REGISTRY = "workbench/render_styles/__init__.py"
REGISTERED = '        "ranked",'

PLAN = {
    "intents": ["WORKS"],
    "confidence": 1,
    "render_style": "RANKED",
    "tool_calls": [
        {"tool": "graph_query_tool", "args": {"intent": "WORKS", "entity_id": "painter:orlova"}}
    ],
}
SEEN = f"""
from pathlib import Path
from workbench import Workbench
from workbench.domain.plan import QueryPlan
from workbench.domain.local_text import LANGUAGES
from workbench.planner.plan_schema import plan_schema
from workbench.planner.prompts import PlannerPrompts
from workbench.ui.plan_editor_data import editor_data
from workbench.ui.texts import Texts

workbench = Workbench.open()
museum = workbench.workspace("museum")
bad = {PLAN!r} | {{"render_style": "RANKD"}}
seen = {{
    "schema": plan_schema(museum)["properties"]["render_style"],
    "prompt": PlannerPrompts(museum, 5).system("en"),
    "problems": [one.message for one in workbench.validate_plan({PLAN!r}, "museum")],
    "suggestion": [one.suggestion for one in workbench.validate_plan(bad, "museum")],
    "words": [editor_data(museum, Texts(one))["words"].get("RANKED") for one in LANGUAGES],
}}
"""


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> GrownProject:
    return grow(tmp_path_factory.mktemp("grown"), ADDED, REGISTRY, REGISTERED)


@pytest.fixture(scope="module")
def seen(grown: GrownProject) -> Any:
    return grown.value(SEEN)


def test_a_planner_model_may_choose_it_and_is_told_when(seen: Any) -> None:
    assert "RANKED" in json.dumps(seen["schema"])
    assert "RANKED (a numbered list, where order counts)." in seen["prompt"]


def test_plans_that_name_it_are_valid_and_it_is_suggested(seen: Any) -> None:
    assert seen["problems"] == []
    assert "RANKED" in seen["suggestion"][0]


def test_the_plan_editor_explains_it_in_both_languages(seen: Any) -> None:
    assert seen["words"] == ["список по порядку", "ranked list"]


def test_the_plan_view_calls_it_by_its_title(grown: GrownProject) -> None:
    seen = grown.value(
        f"""
from types import SimpleNamespace
from workbench.domain.plan import QueryPlan
from workbench.ui.panels.plan_view import _settings
from workbench.ui.texts import Texts

plan = QueryPlan.model_validate({PLAN!r})
spec = SimpleNamespace(default_style=lambda language: "NATURAL_RU")
frame = SimpleNamespace(
    t=Texts("ru"),
    run=SimpleNamespace(language="ru"),
    workspace=SimpleNamespace(spec=spec),
    filter_text=None,
)
seen = "".join(str(one) for one in _settings(frame, plan))
"""
    )
    assert "список по порядку" in seen


def test_facts_are_laid_out_in_it(grown: GrownProject) -> None:
    plan = grown.root / "plan.json"
    plan.write_text(json.dumps(PLAN), "utf-8")
    asked = ("ask", "What did Orlova paint?", "-w", "museum", "--plan", str(plan))
    shown = grown.command(*asked, "--citations", "none")
    assert "1. Field (1931), tempera\n2. Bridge (1924), oil\n3. Sketch" in shown


def test_an_intent_of_a_workspace_may_name_it(grown: GrownProject) -> None:
    spec = grown.root / "data" / "museum" / "workspace.yaml"
    text = spec.read_text("utf-8").replace("render_style: SHORT", "render_style: RANKED")
    spec.write_text(text, "utf-8")
    seen = grown.value(
        """
from workbench import Workbench
intents = Workbench.open().workspace("museum").spec.intents
seen = intents["GENERAL_UNSTRUCTURED"].render_style
"""
    )
    assert seen == "RANKED"
