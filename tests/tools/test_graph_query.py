"""Queries to the graph: their facts with the edges behind them, problems, schema and words."""

import copy
import dataclasses
import json
import threading
from typing import Any

import jsonschema
import pytest

from tests.support import crafts
from workbench.domain.evidence import GraphPath
from workbench.domain.graph import Node
from workbench.domain.graph_query import GraphQuery
from workbench.domain.plan import GRAPH_QUERY, GraphQueryArgs, Limits, QueryPlan
from workbench.planner.plan_schema import plan_schema
from workbench.planner.validate import validate_plan
from workbench.retrieval.graph_query.evaluate import SetEvaluator, number_in
from workbench.retrieval.graph_query.explain import PathFinder
from workbench.retrieval.graph_query.graph_schema import GraphSchema
from workbench.retrieval.graph_store import DictGraphStore
from workbench.tools.answered_query import MOST_PROVED
from workbench.tools.graph import TOOL_KIND, GraphTool
from workbench.tools.graph_query import WorkspaceNames
from workbench.tools.protocol import CallContext, ToolOutcome
from workbench.tools.query_answers import MOST_FACTS
from workbench.tools.query_phrases import QueryPhrases
from workbench.tools.query_text import QueryText

WORKSPACE = crafts.workspace()
TOOL = GraphTool(WORKSPACE, crafts.store())

LESNOY = {"id": "a", "op": "nodes", "ids": ["town:lesnoy"]}
BOTH = {"id": "a", "op": "nodes", "ids": ["town:lesnoy", "town:zarechny"]}
LIVING = {"id": "b", "op": "follow", "of": "a", "edge": "LIVES_IN", "direction": "in"}
MASTERS = {"id": "a", "op": "all", "type": "master"}
TOWNS = {"id": "a", "op": "all", "type": "town"}
PAIR = {"id": "a", "op": "nodes", "ids": ["master:orlov", "master:petrova"]}


async def run(
    sets: list[dict[str, Any]], answer: dict[str, Any] | None, unread: tuple[str, ...] = ()
) -> ToolOutcome:
    query = GraphQuery.model_validate({"sets": sets, "answer": answer, "unread": list(unread)})
    context = CallContext(language="en", call=0, limits=Limits())
    return await TOOL.run(GraphQueryArgs(query=query), context)


@pytest.mark.parametrize(
    ("sets", "answer", "texts"),
    [
        ([LESNOY, LIVING], {"op": "list", "of": "b"}, ["Orlov", "Petrova"]),
        (
            [LESNOY, LIVING],
            {"op": "count", "of": "b"},
            ["Masters that live in Lesnoy: 2 — Orlov, Petrova"],
        ),
        (
            [BOTH, LIVING],
            {"op": "count", "of": "b", "group_by": {"set": "a"}},
            ["Lesnoy: 2 masters — Orlov, Petrova", "Zarechny: 2 masters — Gromov, Sidorov"],
        ),
        (
            [MASTERS],
            {"op": "count", "of": "a", "group_by": {"edge": "LIVES_IN"}},
            ["Lesnoy: 2 masters — Orlov, Petrova", "Zarechny: 2 masters — Gromov, Sidorov"],
        ),
        (
            [MASTERS],
            {"op": "count", "of": "a", "group_by": {"property": "retired"}},
            ["No: 3 masters — Gromov, Petrova, Sidorov", "Yes: 1 master — Orlov"],
        ),
        ([LESNOY], {"op": "value", "of": "a", "property": "area"}, ["Lesnoy — area: 12 km2"]),
        (
            [TOWNS],
            {"op": "sum", "of": "a", "property": "area"},
            ["Towns: total area 67 km2 (2 towns)"],
        ),
        (
            [TOWNS],
            {"op": "avg", "of": "a", "property": "area"},
            ["Towns: average area 33.5 km2 (2 towns)"],
        ),
        (
            [TOWNS],
            {"op": "compare", "of": "a", "by": {"property": "area"}},
            ["Zarechny has the greater area: 55 km2 (Lesnoy — 12 km2)"],
        ),
        (
            [TOWNS],
            {"op": "compare", "of": "a", "by": {"property": "area"}, "claimed": "town:lesnoy"},
            ["No: Zarechny has the greater area: 55 km2 (Lesnoy — 12 km2)"],
        ),
        (
            [PAIR],
            {"op": "same", "of": "a", "by": {"edge": "LIVES_IN"}},
            ["Yes, the same (town): Orlov — Lesnoy; Petrova — Lesnoy"],
        ),
        ([LESNOY, LIVING], {"op": "test", "of": "b"}, ["Yes: masters that live in Lesnoy"]),
        (
            [PAIR],
            {"op": "edges", "of": "a", "edge": "PRACTISES", "property": "since"},
            [
                "Orlov practises pottery (since: 1970)",
                "Petrova practises pottery (since: 1985)",
                "Petrova practises weaving (since: 1990)",
            ],
        ),
        (
            [
                {"id": "a", "op": "nodes", "ids": ["master:orlov"]},
                {"id": "b", "op": "nodes", "ids": ["master:sidorov"]},
            ],
            {"op": "path", "of": "a", "with": "b"},
            ["Orlov and Sidorov are connected: Orlov knows Petrova; Petrova knows Sidorov"],
        ),
        (
            [TOWNS, {"id": "b", "op": "top", "of": "a", "by": {"property": "area"}, "limit": 2}],
            {"op": "list", "of": "b"},
            ["Zarechny — area: 55 km2", "Lesnoy — area: 12 km2"],
        ),
    ],
)
async def test_each_form_of_answer_is_told_in_facts(
    sets: list[dict[str, Any]], answer: dict[str, Any], texts: list[str]
) -> None:
    outcome = await run(sets, answer)
    assert [item.text for item in outcome.items] == texts
    assert outcome.answered == 1 and outcome.gaps == ()


@pytest.mark.parametrize(
    ("more", "slugs"),
    [
        (
            {"op": "where", "of": "a", "property": "born", "test": "ge", "value": 1971},
            "gromov sidorov",
        ),
        ({"op": "where", "of": "a", "property": "retired", "value": True}, "orlov"),
        ({"op": "has", "of": "a", "edge": "PRACTISES"}, "orlov petrova sidorov"),
        ({"op": "lacks", "of": "a", "edge": "PRACTISES"}, "gromov"),
        ({"op": "top", "of": "a", "by": {"edge": "KNOWS"}}, "petrova"),
        (
            {"op": "top", "of": "a", "by": {"property": "born"}, "order": "asc", "limit": 2},
            "orlov petrova",
        ),
        (
            {"op": "top", "of": "a", "by": {"property": "born"}, "order": "asc", "offset": 1},
            "petrova",
        ),
    ],
)
async def test_each_operation_narrows_a_set(more: dict[str, Any], slugs: str) -> None:
    outcome = await run([MASTERS, {"id": "b", **more}], {"op": "list", "of": "b"})
    found = {item.source.id.partition(":")[2] for item in outcome.items if item.source}
    assert found == set(slugs.split())


@pytest.mark.parametrize(
    ("sets", "heading"),
    [
        (
            [
                LESNOY,
                LIVING,
                {"id": "c", "op": "where", "of": "b", "property": "retired", "value": True},
            ],
            "Retired masters that live in Lesnoy",
        ),
        (
            [
                LESNOY,
                LIVING,
                {"id": "c", "op": "nodes", "ids": ["master:orlov"]},
                {"id": "d", "op": "follow", "of": "c", "edge": "KNOWS"},
                {"id": "e", "op": "and", "of": "b", "with": "d"},
            ],
            "Masters that live in Lesnoy and that Orlov knows",
        ),
        (
            [
                LESNOY,
                LIVING,
                {"id": "c", "op": "nodes", "ids": ["master:orlov"]},
                {"id": "d", "op": "minus", "of": "b", "with": "c"},
            ],
            "Masters that live in Lesnoy except Orlov",
        ),
        (
            [
                MASTERS,
                {"id": "b", "op": "has", "of": "a", "edge": "KNOWS", "test": "eq", "number": 1},
            ],
            "Masters with exactly 1 master (knows)",
        ),
        (
            [MASTERS, {"id": "b", "op": "top", "of": "a", "by": {"property": "born"}, "offset": 2}],
            "Masters, place 3 by year of birth (highest first)",
        ),
    ],
)
def test_a_set_is_told_as_people_would(sets: list[dict[str, Any]], heading: str) -> None:
    answer = {"op": "list", "of": sets[-1]["id"]}
    query = GraphQuery.model_validate({"sets": sets, "answer": answer})
    assert QueryPhrases(query, WORKSPACE, "en").heading(sets[-1]["id"]) == heading


async def test_units_are_converted() -> None:
    where = {"id": "b", "op": "where", "of": "a", "property": "area", "test": "gt"}
    of_towns = [TOWNS, {**where, "value": 2000, "unit": "hectare"}]
    outcome = await run(of_towns, {"op": "list", "of": "b"})
    texts = [item.text for item in outcome.items]
    assert texts == ["Towns with area more than 2000 hectare: Zarechny"]


async def test_a_fact_has_the_edges_that_led_to_it() -> None:
    outcome = await run([LESNOY, LIVING], {"op": "list", "of": "b"})
    path = outcome.items[0].path
    assert path is not None
    assert path.nodes == ("town:lesnoy", "master:orlov")
    assert path.edges == ("master:orlov|LIVES_IN|town:lesnoy",)
    assert {node.label for node in outcome.subgraph.nodes} == {"Lesnoy", "Orlov", "Petrova"}
    assert len(outcome.subgraph.edges) == 2


async def test_an_empty_result_names_what_the_graph_lacks() -> None:
    friends = {"id": "b", "op": "follow", "of": "a", "edge": "KNOWS"}
    gromov = {"id": "a", "op": "nodes", "ids": ["master:gromov"]}
    outcome = await run([gromov, friends], {"op": "list", "of": "b"})
    assert [gap.message for gap in outcome.gaps] == ["The graph has no masters that Gromov knows."]


async def test_a_query_without_an_answer_says_what_is_absent() -> None:
    outcome = await run([LESNOY], None, ("mayor",))
    (gap,) = outcome.gaps
    assert (gap.reason, gap.message) == (
        "absent",
        "The graph holds no information about this: mayor.",
    )
    (unknown,) = (await run([], None, ("Belogorsk",))).gaps
    assert (unknown.reason, unknown.message) == (
        "unknown_entity",
        "The graph has no such name: Belogorsk.",
    )


async def test_unread_words_are_said_beside_the_facts() -> None:
    outcome = await run([LESNOY, LIVING], {"op": "list", "of": "b"}, ("famous",))
    assert outcome.section is not None
    assert (
        outcome.section.heading
        == "Masters that live in Lesnoy (2) (Not used in the query: famous):"
    )
    (count,) = (await run([LESNOY, LIVING], {"op": "count", "of": "b"}, ("famous",))).items
    assert str(count.text).endswith("Orlov, Petrova (Not used in the query: famous)")


def _plan(query: dict[str, Any]) -> dict[str, Any]:
    call = {"tool": "graph_query_tool", "args": {"query": query}}
    return {"intents": [GRAPH_QUERY], "tool_calls": [call], "confidence": 1.0}


def test_a_plan_with_a_query_is_valid_and_reads_back_as_it_was_written() -> None:
    raw = _plan({"sets": [LESNOY, LIVING], "answer": {"op": "list", "of": "b"}, "unread": []})
    plan, problems = validate_plan(raw, WORKSPACE)
    assert plan is not None and problems == ()
    written = plan.model_dump(mode="json")
    assert QueryPlan.model_validate(written) == plan
    schema = plan_schema(WORKSPACE)
    jsonschema.validate(json.loads(json.dumps(raw)), schema)


QUERY = "$.tool_calls[0].args.query"


@pytest.mark.parametrize(
    ("sets", "answer", "path", "code"),
    [
        ([{**LESNOY, "ids": ["town:lesnoi"]}], "a", ".sets[0].ids[0]", "unknown_entity"),
        ([{**MASTERS, "type": "mater"}], "a", ".sets[0].type", "unknown_node_type"),
        ([LESNOY, {**LIVING, "edge": "LIVE_IN"}], "b", ".sets[1].edge", "unknown_edge_type"),
        ([LESNOY, {**LIVING, "direction": "out"}], "b", ".sets[1].edge", "edge_from_type"),
        ([LESNOY, {**LIVING, "of": "z"}], "b", ".sets[1].of", "unknown_set"),
        ([LESNOY, LESNOY], "a", ".sets[1].id", "repeated_set"),
        ([LESNOY], "q", ".answer.of", "unknown_set"),
        ([{**LESNOY, "op": "noddes"}], "a", ".sets[0]", "unknown_value"),
        (
            [LESNOY, {"id": "b", "op": "where", "of": "a", "property": "born", "value": 1}],
            "b",
            ".sets[1].property",
            "unknown_property",
        ),
        (
            [MASTERS, {"id": "b", "op": "where", "of": "a", "property": "born", "test": "gt"}],
            "b",
            ".sets[1]",
            "one_limit",
        ),
        (
            [
                MASTERS,
                {
                    "id": "b",
                    "op": "where",
                    "of": "a",
                    "property": "born",
                    "test": "gt",
                    "than": "average",
                    "than_node": "town:lesnoy",
                },
            ],
            "b",
            ".sets[1]",
            "one_limit",
        ),
        (
            [
                MASTERS,
                {"id": "b", "op": "where", "of": "a", "property": "born", "than_node": "town:nil"},
            ],
            "b",
            ".sets[1].than_node",
            "unknown_entity",
        ),
        (
            [
                MASTERS,
                {"id": "b", "op": "follow", "of": "a", "edge": "PRACTISES"},
                {"id": "c", "op": "where", "of": "b", "property": "since", "than": "average"},
            ],
            "c",
            ".sets[2].property",
            "unknown_property",
        ),
        (
            [MASTERS, {"id": "b", "op": "top", "of": "a", "by": {"property": "born"}, "with": "a"}],
            "b",
            ".sets[1].with",
            "counted_without_edge",
        ),
        (
            [MASTERS, {"id": "b", "op": "top", "of": "a", "by": {"edge": "KNOWS", "part": "year"}}],
            "b",
            ".sets[1].by.part",
            "part_of_no_date",
        ),
        (
            [LESNOY, MASTERS | {"id": "b"}, {"id": "c", "op": "and", "of": "a", "with": "b"}],
            "c",
            ".sets[2].with",
            "other_type",
        ),
    ],
)
def test_a_wrong_step_has_its_path(
    sets: list[dict[str, Any]], answer: str, path: str, code: str
) -> None:
    plan, problems = validate_plan(
        _plan({"sets": sets, "answer": {"op": "list", "of": answer}}), WORKSPACE
    )
    assert plan is None
    assert (QUERY + path, code) in {(one.path, one.code) for one in problems}


def test_a_query_that_asks_nothing_is_refused() -> None:
    plan, problems = validate_plan(_plan({"sets": [LESNOY]}), WORKSPACE)
    assert plan is None
    assert [one.code for one in problems] == ["nothing_asked"]


def test_the_nearest_name_is_suggested() -> None:
    raw = _plan(
        {"sets": [LESNOY, {**LIVING, "edge": "LIVE_IN"}], "answer": {"op": "list", "of": "b"}}
    )
    _, problems = validate_plan(raw, WORKSPACE)
    assert "LIVES_IN" in problems[0].suggestion


@pytest.mark.parametrize(
    ("language", "steps"),
    [
        (
            "en",
            [
                "a — Lesnoy",
                "b — what “lives in” leads from to a",
                "answer: the nodes of b",
                "Not used in the query: famous.",
            ],
        ),
        (
            "ru",
            [
                "a — Лесной",
                "b — откуда «живёт в» ведёт в a",
                "ответ: перечень b",
                "Не учтено в запросе: famous.",
            ],
        ),
    ],
)
def test_the_steps_are_told_as_sentences(language: Any, steps: list[str]) -> None:
    query = GraphQuery.model_validate(
        {"sets": [LESNOY, LIVING], "answer": {"op": "list", "of": "b"}, "unread": ["famous"]}
    )
    assert QueryText(query, WorkspaceNames(WORKSPACE, language)).steps() == steps


@pytest.mark.parametrize(
    ("language", "step"),
    [
        ("en", "b — nodes of a with year of birth 1900 – 1950"),
        ("ru", "b — узлы a, у которых год рождения 1900 – 1950"),
    ],
)
def test_a_range_is_told_by_its_ends(language: Any, step: str) -> None:
    born = {"id": "b", "op": "where", "of": "a", "property": "born"}
    query = GraphQuery.model_validate(
        {
            "sets": [
                {"id": "a", "op": "all", "type": "master"},
                {**born, "test": "ge", "value": 1900, "until": 1950},
            ],
            "answer": {"op": "list", "of": "b"},
        }
    )
    assert QueryText(query, WorkspaceNames(WORKSPACE, language)).steps()[1] == step


class Reader(WorkspaceNames):
    workspace = WORKSPACE


@pytest.mark.parametrize(
    ("language", "subject"),
    [("en", "Masters that live in Lesnoy"), ("ru", "Мастера, которые живут в Лесном")],
)
def test_a_call_is_named_by_what_it_finds(language: Any, subject: str) -> None:
    query = GraphQuery.model_validate(
        {"sets": [LESNOY, LIVING], "answer": {"op": "count", "of": "b"}}
    )
    reader = Reader(WORKSPACE, language)
    described = TOOL_KIND.spec.describe(GraphQueryArgs(query=query), reader)  # type: ignore[arg-type]
    assert described.subject == subject


async def test_a_condition_may_be_on_the_edges_that_led_to_a_set() -> None:
    craft = {"id": "a", "op": "nodes", "ids": ["craft:pottery"]}
    potters = {"id": "b", "op": "follow", "of": "a", "edge": "PRACTISES", "direction": "in"}
    late = {"id": "c", "op": "where", "of": "b", "property": "since", "test": "gt", "value": 1980}
    outcome = await run([craft, potters, late], {"op": "list", "of": "c"})
    texts = [item.text for item in outcome.items]
    assert texts == ["Masters that practise pottery (since: after 1980): Petrova"]


def test_paths_through_nested_sets_are_bounded() -> None:
    """Each intersection of a set with itself doubles the paths to a node: 2 ** 60 of them."""
    sets = [
        MASTERS,
        *(
            {
                "id": f"a{n}",
                "op": "and",
                "of": f"a{n - 1}" if n else "a",
                "with": f"a{n - 1}" if n else "a",
            }
            for n in range(60)
        ),
    ]
    query = GraphQuery.model_validate({"sets": sets})
    evaluator = crafts.evaluator()
    finder = PathFinder(evaluator, query.by_id(), evaluator.all_sets(query.sets))
    assert finder.paths("a59", "master:orlov") == (GraphPath(nodes=("master:orlov",)),)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("since 2019-04", 2019.0), ("1,200,000 people", 1_200_000.0), ("1 200,5", 1200.5),
        ("−5 °C", -5.0), ("A-7", 7.0), ("9" * 400, None), ("none", None), (True, None),
    ],
)  # fmt: skip
def test_the_number_of_a_text_property(value: Any, number: float | None) -> None:
    assert number_in(value) == number


async def test_a_fact_about_many_nodes_keeps_a_bounded_number_of_paths() -> None:
    nodes = crafts.nodes()
    first = nodes["master:orlov"]
    nodes |= {(name := f"master:{at}"): first.model_copy(update={"id": name}) for at in range(300)}
    workspace = dataclasses.replace(WORKSPACE, nodes=nodes)
    tool = GraphTool(workspace, DictGraphStore(nodes, crafts.edges()))
    query = GraphQuery.model_validate({"sets": [MASTERS], "answer": {"op": "count", "of": "a"}})
    context = CallContext(language="en", call=0, limits=Limits())
    outcome = await tool.run(GraphQueryArgs(query=query), context)
    (count,) = outcome.items
    assert count.text == "Masters: 304"
    assert len(count.more_paths) + 1 == MOST_PROVED
    assert len(outcome.subgraph.nodes) == 304


async def test_a_list_is_cut_and_its_heading_says_so() -> None:
    nodes = crafts.nodes()
    first = nodes["master:orlov"]
    nodes |= {(name := f"master:{at}"): first.model_copy(update={"id": name}) for at in range(1100)}
    workspace = dataclasses.replace(WORKSPACE, nodes=nodes)
    tool = GraphTool(workspace, DictGraphStore(nodes, crafts.edges()))
    query = GraphQuery.model_validate({"sets": [MASTERS], "answer": {"op": "list", "of": "a"}})
    context = CallContext(language="en", call=0, limits=Limits())
    outcome = await tool.run(GraphQueryArgs(query=query), context)
    assert outcome.section is not None
    assert len(outcome.items) == MOST_FACTS
    assert outcome.section.heading == "Masters (1104) (the first 1000 are shown):"


async def test_a_query_is_evaluated_outside_the_event_loop() -> None:
    threads: list[str] = []

    class Store(DictGraphStore):
        def nodes_of(self, node_type: str) -> tuple[Node, ...]:
            threads.append(threading.current_thread().name)
            return super().nodes_of(node_type)

    tool = GraphTool(WORKSPACE, Store(crafts.nodes(), crafts.edges()))
    query = GraphQuery.model_validate({"sets": [TOWNS], "answer": {"op": "count", "of": "a"}})
    await tool.run(GraphQueryArgs(query=query), CallContext(language="en", call=0, limits=Limits()))
    assert threads and all(name.startswith("graph") for name in threads)


async def test_sets_that_groups_share_are_evaluated_once() -> None:
    calls: list[str] = []

    class Store(DictGraphStore):
        def nodes_of(self, node_type: str) -> tuple[Node, ...]:
            calls.append(node_type)
            return super().nodes_of(node_type)

    tool = GraphTool(WORKSPACE, Store(crafts.nodes(), crafts.edges()))
    towns = {"id": "t", "op": "all", "type": "town"}
    masters = {"id": "m", "op": "all", "type": "master"}
    living = {**LIVING, "of": "t"}
    both = {"id": "c", "op": "and", "of": "b", "with": "m"}
    query = GraphQuery.model_validate(
        {
            "sets": [towns, masters, living, both],
            "answer": {"op": "count", "of": "c", "group_by": {"set": "t"}},
        }
    )
    outcome = await tool.run(
        GraphQueryArgs(query=query), CallContext(language="en", call=0, limits=Limits())
    )
    assert [item.text for item in outcome.items] == [
        "Lesnoy: 2 masters — Orlov, Petrova",
        "Zarechny: 2 masters — Gromov, Sidorov",
    ]
    assert sorted(calls) == ["master", "town"]


@pytest.mark.parametrize("since", [1990, 2000])
def test_a_condition_holds_for_either_of_two_edges_of_a_symmetric_relation(since: int) -> None:
    spec = copy.deepcopy(crafts.SPEC)
    spec["edge_types"]["KNOWS"]["properties"] = {"since": {"label": "since", "kind": "number"}}
    edges = tuple(
        edge.model_copy(
            update={"properties": {"since": 1990 if edge.source < edge.target else 2000}}
        )
        if edge.type == "KNOWS"
        else edge
        for edge in crafts.edges()
    )
    workspace = dataclasses.replace(crafts.workspace(spec), edges=edges)
    store = DictGraphStore(crafts.nodes(), edges)
    evaluator = SetEvaluator(workspace, store, GraphSchema.of(workspace))
    query = GraphQuery.model_validate({"sets": [
        {"id": "a", "op": "nodes", "ids": ["master:petrova"]},
        {"id": "b", "op": "follow", "of": "a", "edge": "KNOWS"},
        {"id": "c", "op": "where", "of": "b", "property": "since", "value": since},
    ]})  # fmt: skip
    assert evaluator.all_sets(query.sets)["c"] == {"master:orlov", "master:sidorov"}
