"""Follow-ups that name another thing without the noun of its name, and values told by a verb."""

import json
from pathlib import Path

import pytest

from tests.support.graph_folders import composer_for, store_of
from workbench.bootstrap.new_workspace import create_workspace
from workbench.domain.graph_query import EdgesAnswer, NodesSet, TestAnswer
from workbench.planner.composer import Composer
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import open_workspace

LANGUAGES = {"Calculus": "English", "Ecology": "English", "Genetics": "German", "Algebra": "German"}
SCHOOL = {
    "nodes": [
        *(
            {"id": name, "type": "course", "name": name, "props": {"teaching_language": language}}
            for name, language in LANGUAGES.items()
        ),
        {"id": "l:1", "type": "lecturer", "name": "Ada Brandt", "props": {}},
        {"id": "s:1", "type": "student", "name": "Rosa Lopez", "props": {}},
    ],
    "edges": [
        *({"source": name, "type": "TAUGHT_BY", "target": "l:1"} for name in LANGUAGES),
        {"source": "s:1", "type": "ENROLLED_IN", "target": "Calculus", "props": {"grade": 89}},
        {"source": "s:1", "type": "ENROLLED_IN", "target": "Genetics", "props": {"grade": 57}},
    ],
}


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Composer:
    home: Path = tmp_path_factory.mktemp("school")
    (home / "source").mkdir()
    (home / "source" / "graph.json").write_text(json.dumps(SCHOOL))
    created = create_workspace("school", Settings(workbench_home=home), home / "source")
    workspace = open_workspace(created, TOOL_SPECS)
    return Composer(workspace, store_of(workspace))


def test_an_adjective_takes_the_noun_of_the_earlier_name() -> None:
    composer = composer_for("choirs")
    earlier = composer.compose("When was Abbey Hall opened?").query
    query = composer.compose("and the brook?", earlier).query
    assert [one.ids for one in query.sets if isinstance(one, NodesSet)] == [("hall:brook",)]
    assert query.answer == earlier.answer


def test_a_follow_up_replaces_one_of_two_names(school: Composer) -> None:
    earlier = school.compose("What grade did Rosa Lopez get in Calculus?").query
    query = school.compose("and in Genetics?", earlier).query
    named = [school._store.node(one) for one in query.named_nodes()]
    assert {one.name for one in named if one} == {"Rosa Lopez", "Genetics"}
    assert isinstance(query.answer, EdgesAnswer)


def test_a_verb_tells_which_property_a_value_is_of(school: Composer) -> None:
    query = school.compose("Is Calculus taught in English?").query
    assert isinstance(query.answer, TestAnswer)
    assert [one.op for one in query.sets] == ["nodes", "where"]
