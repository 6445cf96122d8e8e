"""The type that is asked for, the only person of a graph, and nodes that no word names."""

import json
from pathlib import Path

import pytest

from tests.support.graph_folders import store_of
from tests.support.sample_run import DATA
from workbench.bootstrap.new_workspace import create_workspace
from workbench.domain.graph_query import EdgesAnswer, WhereSet
from workbench.planner.composer import Composer
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import open_workspace

BREWERIES = {
    "nodes": [
        {"id": "b:1", "type": "brewery", "name": "Copper Lantern", "props": {"founded_year": 1987}},
        {"id": "b:2", "type": "brewery", "name": "Hollow Oak", "props": {"founded_year": 2016}},
        {"id": "x:1", "type": "beer", "name": "Night Ferry", "props": {}},
        {"id": "x:2", "type": "beer", "name": "Saltgrass", "props": {}},
        {"id": "p:1", "type": "pub", "name": "The Gull", "props": {"opened_year": 1990}},
        {"id": "p:2", "type": "pub", "name": "Corner Post", "props": {"opened_year": 2001}},
    ],
    "edges": [
        {
            "source": "b:1",
            "type": "BREWS",
            "target": "x:1",
            "props": {"first_brewed_year": 2013},
        },
        {
            "source": "b:2",
            "type": "BREWS",
            "target": "x:2",
            "props": {"first_brewed_year": 2017},
        },
        {"source": "x:1", "type": "SERVED_AT", "target": "p:1", "props": {"price_per_pint": 5.5}},
        {"source": "x:2", "type": "SERVED_AT", "target": "p:2", "props": {"price_per_pint": 4.9}},
    ],
}


@pytest.fixture(scope="module")
def portfolio() -> Composer:
    workspace = open_workspace(DATA / "portfolio", TOOL_SPECS)
    return Composer(workspace, store_of(workspace))


@pytest.fixture(scope="module")
def insurance() -> Composer:
    workspace = open_workspace(DATA / "insurance", TOOL_SPECS)
    return Composer(workspace, store_of(workspace))


@pytest.fixture(scope="module")
def breweries(tmp_path_factory: pytest.TempPathFactory) -> Composer:
    home: Path = tmp_path_factory.mktemp("breweries")
    (home / "source").mkdir()
    (home / "source" / "graph.json").write_text(json.dumps(BREWERIES))
    created = create_workspace("breweries", Settings(workbench_home=home), home / "source")
    workspace = open_workspace(created, TOOL_SPECS)
    return Composer(workspace, store_of(workspace))


@pytest.mark.parametrize(
    "question",
    [
        "What technologies does he know at expert level?",
        "Which technologies does he know at expert level?",
        "Какие технологии он знает на уровне эксперта?",
    ],
)
def test_he_is_the_only_person_and_not_what_is_asked_for(
    portfolio: Composer, question: str
) -> None:
    composed = portfolio.compose(question)
    assert composed.verdict == "composed"
    assert isinstance(composed.query.sets[-1], WhereSet)
    assert composed.query.answer is not None and composed.query.answer.op == "list"
    assert composed.query.named_nodes() == ("person:dmitry",)
    assert composed.size == 16


def test_a_time_alone_does_not_tell_which_things_are_meant(portfolio: Composer) -> None:
    assert portfolio.compose("What did he do before 2020?").is_half_said
    assert not portfolio.compose("Which projects began before 2020?").is_half_said


def test_things_of_a_type_that_no_word_names_are_a_guess(portfolio: Composer) -> None:
    assert portfolio.compose("В каком проекте меньше всего людей?").is_half_said
    assert not portfolio.compose("Which project uses the most technologies?").is_half_said


def test_one_of_two_years_of_a_type_is_a_guess(portfolio: Composer) -> None:
    assert portfolio.compose("Which projects did he do in 2022?").is_half_said
    assert not portfolio.compose("Which projects ended in 2022?").is_half_said


def test_people_of_a_firm_are_no_people_of_its_project(portfolio: Composer) -> None:
    assert portfolio.compose("How many people worked on Call Navigator?").is_indirect
    assert not portfolio.compose("How many projects use Kubernetes?").is_indirect


def test_no_relation_that_nobody_named_leads_back_to_the_type_asked_for(
    insurance: Composer,
) -> None:
    composed = insurance.compose("Which product covers legal liability with the highest limit?")
    followed = [one for one in composed.query.sets if one.op == "follow"]
    assert len(followed) < 4


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is the price of Night Ferry at The Gull?", "price_per_pint"),
        ("When was Saltgrass first brewed?", "first_brewed_year"),
    ],
)
def test_a_property_of_a_relation_is_called_by_the_words_before_its_unit(
    breweries: Composer, question: str, name: str
) -> None:
    composed = breweries.compose(question)
    answer = composed.query.answer
    assert isinstance(answer, EdgesAnswer)
    assert (answer.property, composed.query.unread) == (name, ())


def test_a_condition_on_the_only_name_asks_nothing(breweries: Composer) -> None:
    assert breweries.compose("What did Hollow Oak do before 2020?").verdict == "unclear"
    assert breweries.compose("Was Hollow Oak founded before 2020?").verdict == "composed"


def test_what_someone_does_is_not_told_by_a_name_alone(breweries: Composer) -> None:
    assert breweries.compose("What does Hollow Oak do?").is_guess
    assert not breweries.compose("Tell me about Hollow Oak").is_guess


def test_a_common_word_is_no_misspelt_one(breweries: Composer) -> None:
    assert breweries.compose("When did Hollow Oak break?").verdict != "composed"
    assert breweries.compose("Which beers does Hollow Oak brow?").query.sets


def test_a_relation_of_other_things_tells_no_time_of_a_node(breweries: Composer) -> None:
    answer = breweries.compose("When was The Gull brewed?").query.answer
    assert getattr(answer, "property", "") != "opened_year"
