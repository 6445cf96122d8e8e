"""Relations over types that no word names, their ends, and nouns for those who do something."""

import json
from pathlib import Path

import pytest

from tests.planner.composer.test_orders import answered
from tests.support.graph_folders import composer_for, proposed_workspace, store_of
from workbench.bootstrap.new_workspace import create_workspace
from workbench.nlp.query_words import query_words
from workbench.planner.composer import Composer
from workbench.planner.composer.meanings import Mention
from workbench.planner.composer.relation_ends import end_of_name
from workbench.retrieval.graph_query.evaluate import SetEvaluator
from workbench.retrieval.graph_query.graph_schema import GraphSchema
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import open_workspace

NAMES = {
    *("Globe House", "Rose Hall", "Swan Stage"),
    *("Frost Fair", "Ember Road", "Tide Table", "Flint Song"),
    *("Ada Holm", "Bo Vik", "Cy Lund", "Dag Moe", "Eva Ness"),
}


def told(question: str) -> set[str]:
    """The names in the facts that answer a question, but those in the question itself."""
    text = " ".join(answered("plays", question))
    return {name for name in NAMES if name in text and name not in question}


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which theatres have never won a prize?", {"Rose Hall", "Swan Stage"}),
        ("Какие театры не получили ни одной премии?", {"Rose Hall", "Swan Stage"}),
        ("Which plays have never won a prize?", {"Ember Road", "Tide Table"}),
        ("Which theatres staged plays without a prize?", {"Globe House", "Rose Hall"}),
    ],
)
def test_none_is_said_of_the_things_that_are_asked_for(question: str, names: set[str]) -> None:
    assert told(question) == names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which play is Flint Song an adaptation of?", {"Frost Fair"}),
        ("Flint Song is an adaptation of which play?", {"Frost Fair"}),
        ("Which plays are adaptations of Frost Fair?", {"Flint Song"}),
    ],
)
def test_what_stands_behind_a_noun_is_asked_for(question: str, names: set[str]) -> None:
    assert told(question) == names


@pytest.mark.parametrize(
    ("question", "noun", "name", "end"),
    [
        ("Учеником какого мастера является Репин?", 0, 4, "source"),
        ("Учеником кого был Репин?", 0, 3, "source"),
        ("Кто является учеником Репина?", 2, 3, "target"),
    ],
)
def test_what_stands_behind_a_russian_noun_is_asked_for(
    question: str, noun: int, name: int, end: str
) -> None:
    words = query_words(question)
    assert end_of_name(words, Mention(noun, noun + 1, ()), Mention(name, name + 1, ())) == end


@pytest.mark.parametrize(
    ("question", "names"),
    [("Who is Bo Vik married to?", {"Ada Holm"}), ("Who is Ada Holm married to?", {"Bo Vik"})],
)
def test_a_relation_stated_once_may_hold_both_ways(question: str, names: set[str]) -> None:
    assert proposed_workspace("plays").spec.edge_types["MARRIED_TO"].symmetric
    assert proposed_workspace("plays").spec.edge_types["ADAPTATION_OF"].symmetric is None
    assert told(question) == names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which actors were born in Bergen?", {"Cy Lund"}),
        ("How many actors were under contract with Rose Hall?", {"Bo Vik", "Cy Lund"}),
        ("Who were the actors of Frost Fair?", {"Ada Holm"}),
    ],
)
def test_a_noun_names_those_who_do_what_a_relation_tells(question: str, names: set[str]) -> None:
    assert told(question) == names


def test_others_are_not_counted_for_a_noun_that_is_not_known() -> None:
    assert composer_for("plays").compose("Сколько клоунов родилось в Bergen?").verdict == "absent"


@pytest.mark.parametrize(
    "question", ["Which plays did Globe House direct?", "How many plays did Globe House direct?"]
)
def test_who_worked_for_a_name_is_not_surely_meant_where_it_has_such_things(question: str) -> None:
    assert composer_for("plays").compose(question).verdict == "unclear"


def test_people_are_told_apart_by_what_stands_behind_by() -> None:
    assert answered("plays", "Number of people by town")[0].startswith("Bergen: 3 people")


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Top 2 theatres by number of plays", {"Globe House", "Rose Hall"}),
        ("Top theatres by number of plays", {"Globe House"}),
        ("Топ-2 театра по числу пьес", {"Globe House", "Rose Hall"}),
    ],
)
def test_the_first_by_a_number_of_others_are_listed(question: str, names: set[str]) -> None:
    assert told(question) == names


def test_suppliers_are_also_those_that_supply_nothing(tmp_path: Path) -> None:
    nodes = [{"id": f"s:{name}", "type": "supplier", "name": name} for name in ("Alta", "Borg")]
    nodes += [
        {"id": "p:bolt", "type": "part", "name": "Bolt"},
        {"id": "a:ann", "type": "auditor", "name": "Ann Lee"},
        {"id": "s:Cono", "type": "supplier", "name": "Cono"},
    ]
    edges = [
        {"source": "s:Alta", "type": "SUPPLIES", "target": "p:bolt"},
        {"source": "s:Cono", "type": "SUPPLIES", "target": "p:bolt"},
        {"source": "a:ann", "type": "INSPECTED", "target": "s:Cono"},
    ]
    source = tmp_path / "source"
    source.mkdir()
    (source / "graph.json").write_text(json.dumps({"nodes": nodes, "edges": edges}), "utf-8")
    created = create_workspace("parts", Settings(workbench_home=tmp_path / "home"), source)
    workspace = open_workspace(created, TOOL_SPECS)
    store = store_of(workspace)
    query = Composer(workspace, store).compose("Which suppliers were never inspected?").query
    found = SetEvaluator(workspace, store, GraphSchema.of(workspace)).all_sets(query.sets)
    assert query.answer is not None
    assert {workspace.nodes[one].label("en") for one in found[query.answer.of]} == {"Alta", "Borg"}
