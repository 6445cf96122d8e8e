"""Facts about two or three entities are one table, a column for each, if they share attributes."""

from dataclasses import replace

import pytest

from tests.support.insurance_workspace import fact, payload, plan, section, workspace
from workbench.domain.answer import Rendered
from workbench.domain.evidence import Evidence, Section, TableRows
from workbench.domain.graph import Node
from workbench.domain.plan import GraphArgs, QueryPlan, ToolCall
from workbench.rendering import render

NAMES = ("Basic", "Plus", "Premier")
ASKED = "Compare Basic and Premier"


def limits(side: int, **values: str) -> list[Evidence]:
    """The facts of a side, each with one attribute and its value."""
    return [
        fact(f"{NAMES[side]} — {name}: {value}", call=side, Benefit=name, Limit=value)
        for name, value in values.items()
    ]


def by_entity(sides: int = 2, **most: int) -> QueryPlan:
    calls = [
        ToolCall(tool="graph_tool", args=GraphArgs(intent="COVER", entity_id=f"plan:{name}"))
        for name in NAMES[:sides]
    ]
    return plan("TABLE", **most).model_copy(update={"tool_calls": tuple(calls)})


def sections(sides: int = 2, style: str = "TABLE") -> tuple[Section, ...]:
    return tuple(section(at, f"What {NAMES[at]} pays:", style) for at in range(sides))


def shown(
    *sides: list[Evidence], style: str = "TABLE", question: str = ASKED, **most: int
) -> Rendered:
    nodes = {f"plan:{name}": Node(id=f"plan:{name}", type="plan", name=name) for name in NAMES}
    facts = payload(
        *(item for side in sides for item in side), sections=sections(len(sides), style)
    )
    by = by_entity(len(sides), **most)
    return render(by, facts, replace(workspace(), nodes=nodes), "en", question=question)


def rows(one: Rendered) -> list[str]:
    return [line for line in one.marked.splitlines() if line.startswith("|")]


def test_each_attribute_has_a_row_and_each_value_its_own_citation() -> None:
    table = shown(limits(0, Surgery="$9", Dental="no"), limits(1, Surgery="$12", Dental="$5"))

    assert table.marked.splitlines() == [
        "What Basic / Plus pays:",
        "",
        "| Benefit | Basic | Plus |",
        "| --- | --- | --- |",
        "| Surgery | $9 [Source 1] | $12 [Source 3] |",
        "| Dental | no [Source 2] | $5 [Source 4] |",
    ]


def test_three_sides_have_three_columns() -> None:
    table = shown(*(limits(side, Surgery=f"${side}") for side in range(3)))

    assert rows(table)[2] == "| Surgery | $0 [Source 1] | $1 [Source 2] | $2 [Source 3] |"


def test_a_side_without_an_attribute_has_a_dash_that_cites_nothing() -> None:
    table = shown(limits(0, Surgery="$9", Eyes="$1"), limits(1, Surgery="$12"))

    assert rows(table)[-1] == "| Eyes | $1 [Source 2] | — |"


def test_what_differs_stands_before_what_is_the_same() -> None:
    table = shown(limits(0, Fire="All", Surgery="$9"), limits(1, Fire="all", Surgery="$12"))

    assert [row.split(" | ")[0] for row in rows(table)[2:]] == ["| Surgery", "| Fire"]


def test_no_dash_stands_for_a_value_beyond_the_limit() -> None:
    table = shown(
        limits(0, Eyes="$1", Surgery="$9", Dental="$3"),
        limits(1, Surgery="$12", Dental="$5", Eyes="$2"),
        max_items=2,
    )

    assert "—" not in table.marked
    assert table.omitted == sum(part.remaining for part in table.listed) > 0


def test_what_is_left_out_is_counted_in_rows_of_the_table() -> None:
    values = dict.fromkeys(("Surgery", "Dental", "Eyes", "Ears", "Teeth"), "$9")
    table = shown(limits(0, **values), limits(1, **values, Nose="$1"), max_items=4)

    left = {*values, "Nose"} - {row.split(" | ")[0].strip("| ") for row in rows(table)[2:]}
    assert len(left) > 0
    assert table.marked.endswith(f"{len(left)} more (ask to see them)")
    assert table.omitted > len(left), "the record has the facts"


def test_the_only_facts_of_two_sides_are_compared_by_their_columns() -> None:
    sides = [
        [fact(f"{name} ({price}, {age})", call=at, Project=name, Price=price, Age=age)]
        for at, (name, price, age) in enumerate((("Basic", "$1", "7"), ("Plus", "$2", "7")))
    ]

    assert rows(shown(*sides)) == [
        "| Project | Basic | Plus |",
        "| --- | --- | --- |",
        "| Price | $1 [Source 1] | $2 [Source 2] |",
        "| Age | 7 [Source 1] | 7 [Source 2] |",
    ]


@pytest.mark.parametrize("question", ["Compare Basic and Plus", "Сравни Basic и Plus"])
def test_lists_are_compared_if_the_question_asks_to_compare(question: str) -> None:
    sides = limits(0, Python="queues"), limits(1, Python="models", Go="servers")

    assert rows(shown(*sides, style="BULLETS", question=question))
    assert not rows(shown(*sides, style="BULLETS", question="What do they use?"))


def test_sides_with_nothing_in_common_keep_a_section_each() -> None:
    apart = shown(limits(0, Surgery="$9"), limits(1, Dental="$5"))

    assert "What Basic pays:" in apart.marked
    assert "What Plus pays:" in apart.marked


def test_one_entity_is_not_compared() -> None:
    assert rows(shown(limits(0, Surgery="$9")))[0] == "| Benefit | Limit |"


def test_the_prompt_keeps_the_sources_of_each_side_under_its_heading() -> None:
    table = shown(limits(0, Surgery="$9"), limits(1, Surgery="$12"))

    assert "## What Basic pays:" in table.context
    assert "## What Plus pays:" in table.context


def boat(name: str, length: str, row: int) -> Evidence:
    told = fact(f"Boat: {name}; Length: {length}", Boat=name, Length=length, Berths="4")
    rows = TableRows(table="boats", document_id="boats.csv", count=1, numbers=(row,))
    return told.model_copy(update={"rows": rows})


@pytest.mark.parametrize(
    ("question", "head"),
    [(ASKED, "| Boat | A | B |"), ("List all boats", "| Boat | Length | Berths |")],
)
def test_rows_of_a_table_are_compared_if_the_question_asks_to(question: str, head: str) -> None:
    facts = payload(boat("A", "9", 2), boat("B", "6", 3), sections=(section(style="TABLE"),))

    assert rows(render(plan("TABLE"), facts, workspace(), "en", question=question))[0] == head
