"""Relations that last from one time to another: their length, and times that are theirs."""

import json
from datetime import date
from pathlib import Path

import pytest

from tests.planner.composer.test_orders import answered, facts_of
from tests.support.graph_folders import composer_for, proposed_workspace, store_of
from workbench.bootstrap.new_workspace import create_workspace
from workbench.planner.composer import Composer
from workbench.retrieval.graph_query.evaluate import SetEvaluator
from workbench.retrieval.graph_query.graph_schema import GraphSchema
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import open_workspace


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who has commanded a ferry longest?", "Nils Roe"),
        ("Кто дольше всех командовал паромом?", "Nils Roe"),
        ("Who commands the longest ferry?", "Vera Alm"),
        ("Who commands the oldest ferry?", "Vera Alm"),
        ("Who commanded ferries before 2004?", "Vera Alm"),
        ("Who has commanded a ferry since 2006?", "Nils Roe"),
        ("Which ferries built in 2005 does Nils Roe command?", "Tern"),
    ],
)
def test_how_long_a_relation_lasted_is_no_length_of_a_node(question: str, name: str) -> None:
    assert name in " ".join(answered("ferries", question))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who commanded the Gull in 2005?", ["Vera Alm commands Gull (2003 – 2011)"]),
        ("Who commanded the Gull between 2010 and 2020?", ["Vera Alm commands Gull (2003 – 2011)"]),
        ("Who commanded a ferry in June 2004?", ["Vera Alm (2003 – 2011)"]),
        ("Which ferries had a captain in 2010?", ["Gull (2003 – 2011)", "Tern (2006 – 2024)"]),
        ("Which ferries had no captain in 2020?", ["Gull"]),
        (
            "Which ferry built before 2000 was commanded by Vera Alm in 2003?",
            ["Gull (2003 – 2011)"],
        ),
        ("Who commanded the Gull after 2005?", ["Vera Alm commands Gull (2003 – 2011)"]),
        ("Which ferries had a captain after 2012?", ["Tern (2006 – 2024)"]),
        ("Кто командовал паромом Tern после марта 2010 года?", ["Nils Roe", "2006 – 2024"]),
        ("Did Vera Alm command the Gull in 2005?", ["Yes: Vera Alm commands Gull (2003 – 2011)"]),
        ("Did Vera Alm command the Gull in 2015?", ["No.", "Vera Alm commands Gull (2015)"]),
        ("Кто командовал паромом Gull в 2005 году?", ["Vera Alm", "2003 – 2011"]),
        ("Кто командовал паромом Tern с 2010 по 2012 год?", ["Nils Roe", "2006 – 2024"]),
    ],
)
def test_a_relation_is_asked_for_at_a_time(question: str, told: list[str]) -> None:
    text = " ".join(answered("ferries", question))
    assert all(part in text for part in told)
    assert not {"Vera Alm", "Nils Roe"} <= {*text.replace(" (", ": ").split(": ")}


@pytest.mark.parametrize(
    ("day", "told"),
    [(date(2023, 5, 1), "Nils Roe commands Tern (2006 – 2024)"), (date(2025, 1, 1), "")],
)
def test_now_is_the_day_of_the_question(day: date, told: str) -> None:
    workspace = proposed_workspace("ferries")
    composer = Composer(workspace, store_of(workspace), lambda: day)
    query = composer.compose("Who commands the Tern now?").query
    assert query.sets[-1].model_dump(mode="json")["at"] == day.isoformat()
    assert facts_of("ferries", query) == ([told] if told else [])


@pytest.mark.parametrize(
    "question",
    [
        "Who commanded the Gull in 2005 and 2007?",
    ],
)
def test_what_else_is_said_of_the_time_is_not_left_out(question: str) -> None:
    assert composer_for("ferries").compose(question).query.unread


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which theatre had the most people under contract?", "Globe House — 2 people"),
        ("Which theatre had the most people under contract in 1940?", "Rose Hall — 2 people"),
        ("Which theatre had the most people under contract after 1944?", "Rose Hall — 1 person"),
        ("Which theatre had the most people under contract in 1932?", "Globe House — 1 person"),
    ],
)
def test_relations_are_counted_at_a_time(question: str, told: str) -> None:
    assert told in " ".join(answered("plays", question)).replace(": ", " ")


def test_a_role_and_its_time_are_of_one_edge(tmp_path: Path) -> None:
    people = [("a", "Ada Birch"), ("b", "Bo Cedar"), ("c", "Cy Dogwood")]
    nodes = [{"id": f"p:{key}", "type": "person", "name": name} for key, name in people]
    nodes += [
        {"id": f"c:{at}", "type": "choir", "name": f"Choir {name}"}
        for at, name in ((1, "Elm"), (2, "Oak"))
    ]
    roles = [
        ("a", 1, "director", 1990, 2000),
        ("a", 1, "patron", 2001, 2010),
        ("b", 1, "director", 2001, 2010),
        ("c", 2, "director", 1990, 2010),
        ("b", 2, "patron", 1990, 2010),
    ]
    edges = [
        {
            "source": f"p:{who}",
            "type": "LED",
            "target": f"c:{choir}",
            "properties": {"position": role, "since": first, "until": last},
        }
        for who, choir, role, first, last in roles
    ]
    source = tmp_path / "source"
    source.mkdir()
    (source / "graph.json").write_text(json.dumps({"nodes": nodes, "edges": edges}), "utf-8")
    created = create_workspace("choirs", Settings(workbench_home=tmp_path / "home"), source)
    workspace = open_workspace(created, TOOL_SPECS)
    store = store_of(workspace)
    query = Composer(workspace, store).compose("Who was the director of Choir Elm in 2005?").query
    found = SetEvaluator(workspace, store, GraphSchema.of(workspace)).all_sets(query.sets)
    assert query.answer is not None
    assert found[query.answer.of] == {"person:p-b"}
