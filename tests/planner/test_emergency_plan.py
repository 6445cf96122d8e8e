"""The emergency plan: a search, laid out as the likeliest intent would be."""

from tests.support.workspaces import studio
from workbench.domain.plan import SearchArgs
from workbench.planner.emergency_plan import emergency_plan
from workbench.planner.validate import validate_plan


def test_it_searches_and_nothing_else() -> None:
    workspace = studio()
    plan = emergency_plan("Где?", "ru", workspace)
    assert plan.intents == ("GENERAL_UNSTRUCTURED",)
    (call,) = plan.tool_calls
    assert call.tool == "text_tool"
    assert call.args == SearchArgs(query="Где?")
    assert plan.render_style == "SHORT"
    assert validate_plan(plan, workspace) == (plan, ())


def test_lists_stay_lists() -> None:
    workspace = studio()
    listed = emergency_plan("Где?", "ru", workspace, likely=["SERIES_LIST"])
    assert listed.render_style == "BULLETS"
    told = emergency_plan("Why?", "en", workspace, likely=["GENERAL_UNSTRUCTURED", "SERIES_LIST"])
    assert told.render_style == "SHORT"
    assert told.answer_style == "NATURAL_EN"
    assert emergency_plan("", "ru", workspace, likely=["NOT_THERE"]).intents
