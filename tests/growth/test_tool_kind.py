"""A kind of tool is one file and one line: planned, validated, carried out, shown and edited."""

from typing import Any

import pytest

from tests.support.growth import GrownProject, grow

ADDED = {
    "workbench/tools/sums.py": '''\
"""The sums tool: adds numbers and tells the result as a fact."""

from collections.abc import Iterator
from typing import ClassVar

from pydantic import Field

from workbench.domain.evidence import Evidence, ChannelHit, Section
from workbench.domain.local_text import localize
from workbench.domain.plan import PlanProblem, ToolArgs
from workbench.tools.protocol import CallContext, ToolKind, ToolOutcome
from workbench.workspace.plan_names import PlanNames
from workbench.workspace.plan_parts import PlanParts, Schema, list_schema, object_schema
from workbench.workspace.tool_specs import CallFormatter, CallText, ToolSpec

LABEL = {"ru": "Сумма", "en": "Sum"}
TERMS = {"ru": "слагаемые", "en": "terms"}


class SumArgs(ToolArgs):
    """Arguments of a sum."""

    kind: ClassVar[str] = "sums"
    marker: ClassVar[str] = "terms"

    terms: list[float] = Field(min_length=1)

    def __str__(self) -> str:
        return " + ".join(f"{term:g}" for term in self.terms)


class SumTool:
    """Adds numbers."""

    kind = SumArgs.kind

    async def run(self, args: SumArgs, context: CallContext) -> ToolOutcome:
        """One fact: the sum."""
        fact = Evidence(
            type="sum",
            text=f"{args} = {sum(args.terms):g}",
            call=context.call,
            score=1.0,
            found_by=(ChannelHit(channel="sums"),),
        )
        return ToolOutcome((fact,), Section(call=context.call, total=1), answered=1)


def _schema(parts: PlanParts) -> Schema:
    return object_schema({"terms": list_schema({"type": "number"}, at_least=1)})


def _check(path: str, args: SumArgs, names: PlanNames) -> Iterator[PlanProblem]:
    if len(args.terms) < 2:
        yield PlanProblem(
            path=f"{path}.terms",
            code="one_term",
            message="A sum has two terms or more.",
            suggestion="Add a term.",
        )


def _describe(args: SumArgs, reader: CallFormatter) -> CallText:
    return CallText(str(args), arguments=((localize(TERMS, reader.language), str(args)),))


TOOL_KIND = ToolKind(
    ToolSpec(
        args=SumArgs,
        default_name="sum_tool",
        label=LABEL,
        purpose="adds numbers (`terms`).",
        fields={"terms": TERMS},
        schema=_schema,
        check=_check,
        describe=_describe,
        icon="functions",
    ),
    build=lambda parts: SumTool(),
)
'''
}
REGISTRY = "workbench/tools/registry.py"
REGISTERED = '        "sums",'

PLAN = """
PLAN = {
    "intents": ["GENERAL_UNSTRUCTURED"],
    "tool_calls": [{"tool": "sum_tool", "args": {"terms": [2, 3.5]}}],
    "confidence": 1.0,
}
"""
OPENED = f"""
from workbench import Workbench
{PLAN}
workbench = Workbench.open()
museum = workbench.workspace("museum")
"""


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> GrownProject:
    return grow(tmp_path_factory.mktemp("grown"), ADDED, REGISTRY, REGISTERED)


def test_planner_and_editor_are_told_of_it(grown: GrownProject) -> None:
    schema, prompt, words = grown.value(
        OPENED
        + """
from workbench.planner.plan_schema import plan_schema
from workbench.planner.prompts import PlannerPrompts
from workbench.ui.plan_editor_data import editor_data
from workbench.ui.texts import Texts
seen = [plan_schema(museum), PlannerPrompts(museum, 5).system("en")]
seen += [[editor_data(museum, Texts(language))["words"] for language in ("ru", "en")]]
"""
    )
    calls = schema["properties"]["tool_calls"]["anyOf"][0]["items"]["anyOf"]
    (own,) = [one for one in calls if one["properties"]["tool"]["enum"] == ["sum_tool"]]
    assert own["properties"]["args"]["required"] == ["terms"]
    assert "- sum_tool: adds numbers (`terms`)." in prompt
    assert [(told["sum_tool"], told["terms"]) for told in words] == [
        ("Сумма", "слагаемые"),
        ("Sum", "terms"),
    ]


@pytest.mark.parametrize(
    ("args", "path", "code"),
    [
        ({"terms": [1]}, "$.tool_calls[0].args.terms", "one_term"),
        ({"terms": ["a", 1]}, "$.tool_calls[0].args.terms[0]", "wrong_type"),
        ({"terms": [1, 2], "by": 3}, "$.tool_calls[0].args.by", "unknown_field"),
        ({"query": "x"}, "$.tool_calls[0].args", "wrong_arguments"),
    ],
)
def test_its_arguments_are_validated(
    grown: GrownProject, args: dict[str, Any], path: str, code: str
) -> None:
    problems = grown.value(
        OPENED
        + f"""
PLAN["tool_calls"][0]["args"] = {args!r}
seen = [[one.path, one.code] for one in workbench.validate_plan(PLAN, "museum")]
"""
    )
    assert [path, code] in problems


def test_a_plan_with_it_becomes_facts_an_answer_and_a_row_of_the_calls(
    grown: GrownProject,
) -> None:
    seen = grown.value(
        OPENED
        + """
import asyncio
from workbench.ui.panels import calls
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.texts import Texts

async def asked():
    run = await workbench.ask("How much is it?", workspace="museum", plan=PLAN)
    return run, await workbench.run(run.id)

run, stored = asyncio.run(asked())
frame = RunViewModel(None, run, museum, Texts("en"), "numbered")
seen = {
    "status": run.status,
    "facts": [item.text for item in run.facts.items],
    "answer": run.answer.text,
    "args": stored.model_dump(mode="json")["tool_calls"][0]["args"],
    "same": stored.tool_calls == run.tool_calls,
    "row": calls._call(frame, 0, run.tool_calls[0], calls._subjects(frame, run.tool_calls)[0]),
}
"""
    )
    assert seen["status"] == "done"
    assert seen["facts"] == ["2 + 3.5 = 5.5"]
    assert "5.5" in seen["answer"]
    assert seen["args"] == {"terms": [2.0, 3.5]}
    assert seen["same"]
    for told in ("Sum: 2 + 3.5", "functions", "terms"):
        assert told in seen["row"]
