"""Pages of a list: together they show every fact once, whatever the style."""

import pytest

from tests.support.insurance_workspace import fact, payload, plan, section, workspace
from tests.support.sample_run import sample_run
from workbench.domain.answer import Answer, Rendered
from workbench.domain.evidence import FactsPayload
from workbench.domain.listing import Page
from workbench.domain.plan import GraphArgs, QueryPlan, ToolCall
from workbench.domain.question import MemoryDecision
from workbench.domain.turns import listing_of
from workbench.planner.continuation_planner import continuation_plan
from workbench.rendering import render

CAPS = {"technologies": 12, "achievements": 10}


def first_plan(style: str, calls: int = 1, **limits: int) -> QueryPlan:
    call = ToolCall(tool="graph_tool", args=GraphArgs(intent="COVER"))
    return plan(style, **limits).model_copy(update={"tool_calls": (call,) * calls})


def pages(facts: FactsPayload, first: QueryPlan, most: int) -> list[Rendered]:
    """Every page of a list, each asked for after the one before it."""
    shown, by = [render(first, facts, workspace(), "en", caps=CAPS)], first
    while shown[-1].omitted:
        run = sample_run().model_copy(
            update={
                "plan": by,
                "rendered": shown[-1],
                "answer": Answer(text=""),
                "memory": MemoryDecision(decision="independent"),
            }
        )
        listing = listing_of(run)
        assert listing is not None
        next_pages = tuple(
            Page(call=part.call, offset=part.shown, items=min(part.remaining, most))
            for part in listing.parts
        )
        by = continuation_plan(listing, next_pages, "en")
        shown.append(render(by, facts, workspace(), "en", caps=CAPS))
    return shown


@pytest.mark.parametrize("style", ["BULLETS", "GROUPED_BULLETS", "SHORT"])
@pytest.mark.parametrize("most", [3, 7, 100])
def test_pages_of_groups_show_every_fact_once(style: str, most: int) -> None:
    sizes = {"A": 7, "B": 1, "C": 4, "D": 2, "E": 5, "F": 3}
    facts = payload(
        *(fact(f"{name}{n}", group=name) for name, size in sizes.items() for n in range(size)),
        fact("alone"),
        sections=(section(style=style),),
    )

    shown = pages(facts, first_plan(style, max_items=5, max_groups=2, max_paragraphs=1), most)

    sources = [one for page in shown for one in page.sources]
    assert sorted(sources) == sorted({item.id for item in facts.items})
    assert len(sources) == 23


def test_a_group_that_goes_on_is_named_again() -> None:
    facts = payload(
        *(fact(f"{name}{n}", group=name) for name in "AB" for n in range(3)),
        sections=(section(style="GROUPED_BULLETS"),),
    )

    _, rest = pages(facts, first_plan("GROUPED_BULLETS", max_items=4), 100)

    assert rest.text.splitlines() == ["**A**", "", "- A2", "", "**B**", "", "- B2"]


def test_each_of_several_lists_goes_on_where_it_stopped() -> None:
    facts = payload(
        *(fact(f"One {n}") for n in range(3)),
        *(fact(f"Two {n}", call=1) for n in range(15)),
        *(fact(f"Three {n}", call=2) for n in range(14)),
        sections=(
            section(0, "One:", limit_kind="technologies"),
            section(1, "Two:", limit_kind="technologies"),
            section(2, "Three:", limit_kind="achievements"),
        ),
    )

    first, rest = pages(facts, first_plan("BULLETS", 3, max_items=12), 100)

    assert first.omitted == 3 + 4
    assert [line for line in rest.text.splitlines() if line] == [
        "Two:", *(f"- Two {n}" for n in (12, 13, 14)),
        "Three:", *(f"- Three {n}" for n in (10, 11, 12, 13)),
    ]  # fmt: skip
