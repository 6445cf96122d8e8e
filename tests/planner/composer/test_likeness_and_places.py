"""Likeness, places in an order, "only", "outside", classes, and verbs that only link."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.graph_folders import store_of
from workbench.bootstrap.new_workspace import create_workspace
from workbench.domain.graph_query import TopSet
from workbench.planner.composer import Composer
from workbench.retrieval.graph_query.evaluate import SetEvaluator
from workbench.retrieval.graph_query.graph_schema import GraphSchema
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import open_workspace

_LANGUAGES = {"Vell": ["Orrish"], "Tarn": ["Orrish", "Lomic"], "Ossa": ["Lomic"], "Quill": ["Tavi"]}
_AREAS = {"Vell": 90, "Tarn": 70, "Ossa": 50, "Quill": 30}
_REGIONS = {"Vell": "Northmark", "Tarn": "Northmark", "Ossa": "Southmark", "Quill": "Southmark"}
ISLANDS: dict[str, Any] = {
    "nodes": [
        *(
            {
                "id": f"island:{name.lower()}",
                "type": "island",
                "name": name,
                "props": {
                    "area": area,
                    "coastal_road": name in ("Vell", "Ossa"),
                    "code": f".{name.lower()[:2]}",
                    "dialling_code": f"+{area}",
                },
            }
            for name, area in _AREAS.items()
        ),
        *(
            {"id": f"language:{name.lower()}", "type": "language", "name": name, "props": {}}
            for name in ("Orrish", "Lomic", "Tavi")
        ),
        *(
            {"id": f"region:{name.lower()}", "type": "region", "name": name, "props": {}}
            for name in ("Northmark", "Southmark")
        ),
    ],
    "edges": [
        *(
            {
                "source": f"island:{name.lower()}",
                "type": "SPEAKS",
                "target": f"language:{one.lower()}",
                "props": {},
            }
            for name, spoken in _LANGUAGES.items()
            for one in spoken
        ),
        *(
            {
                "source": f"island:{name.lower()}",
                "type": "IN_REGION",
                "target": f"region:{one.lower()}",
                "props": {},
            }
            for name, one in _REGIONS.items()
        ),
    ],
}


def opened(home: Path, name: str, graph: dict[str, Any]) -> tuple[Composer, SetEvaluator]:
    (home / "source").mkdir()
    (home / "source" / "graph.json").write_text(json.dumps(graph))
    created = create_workspace(name, Settings(workbench_home=home), home / "source")
    workspace = open_workspace(created, TOOL_SPECS)
    store = store_of(workspace)
    return Composer(workspace, store), SetEvaluator(workspace, store, GraphSchema.of(workspace))


@pytest.fixture(scope="module")
def islands(tmp_path_factory: pytest.TempPathFactory) -> tuple[Composer, SetEvaluator]:
    return opened(tmp_path_factory.mktemp("islands"), "islands", ISLANDS)


def answered(islands: tuple[Composer, SetEvaluator], question: str) -> set[str]:
    composer, evaluator = islands
    composed = composer.compose(question)
    assert composed.verdict == "composed", composed
    assert composed.query.answer is not None
    found = evaluator.all_sets(composed.query.sets)[composed.query.answer.of]
    return {name.partition(":")[2] for name in found}


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which islands speak the same language as Vell?", {"tarn"}),
        ("Which islands are in the same region as Ossa?", {"quill"}),
        ("What do Vell and Tarn have in common?", {"orrish", "northmark"}),
        ("Which islands speak only Orrish?", {"vell"}),
        ("Which islands speak exactly one language?", {"vell", "ossa", "quill"}),
        ("Which languages are spoken on only one island?", {"tavi"}),
        ("Which islands speak Lomic outside Northmark?", {"ossa"}),
        ("What is the second largest island?", {"tarn"}),
        ("third smallest island", {"tarn"}),
        ("Which island is second by area?", {"tarn"}),
        ("Which islands speak a language other than Orrish?", {"tarn", "ossa", "quill"}),
        ("Which two islands have the fewest languages?", {"vell", "ossa", "quill"}),
        ("Name all islands in Northmark", {"vell", "tarn"}),
        ("Which island has the code .os?", {"ossa"}),
        ("Which island has the dialling code +30?", {"quill"}),
    ],
)
def test_questions_for_likeness_places_and_limits_are_composed(
    islands: tuple[Composer, SetEvaluator], question: str, names: set[str]
) -> None:
    assert answered(islands, question) == names


def test_an_earlier_superlative_is_asked_again_of_the_next_place(
    islands: tuple[Composer, SetEvaluator],
) -> None:
    composer, _ = islands
    earlier = composer.compose("What is the largest island in Northmark?").query
    composed = composer.compose("And the second largest?", earlier)
    top = composed.query.sets[-1]
    assert isinstance(top, TopSet)
    assert top.offset == 1


@pytest.mark.parametrize(
    "question",
    [
        "Which island lies between Vell and Tarn?",  # lists regions, which nobody asked for
        "Which is the second island?",  # second by what?
        "Is Vell a region?",  # it is in one
    ],
)
def test_what_no_query_answers_is_not_composed(
    islands: tuple[Composer, SetEvaluator], question: str
) -> None:
    composer, _ = islands
    assert composer.compose(question).verdict != "composed"


STATIONS: dict[str, Any] = {
    "nodes": [
        {
            "id": f"station:{name.lower()}",
            "type": "station",
            "name": name,
            "props": {"depth_m": depth, "number": number, "no_stairs": number == 12},
        }
        for name, depth, number in (("Opera", 31, 7), ("Docks", 12, 12), ("Museum", 38, 15))
    ]
    + [
        {"id": "line:red", "type": "line", "name": "Red Line", "props": {}},
        {"id": "line:blue", "type": "line", "name": "Blue Line", "props": {}},
        {"id": "style:deco", "type": "style", "name": "deco hall", "props": {}},
        {"id": "style:brick", "type": "style", "name": "brick hall", "props": {}},
    ],
    "edges": [
        {"source": "station:opera", "type": "ON_LINE", "target": "line:red", "props": {}},
        {"source": "station:docks", "type": "ON_LINE", "target": "line:blue", "props": {}},
        {"source": "station:museum", "type": "ON_LINE", "target": "line:red", "props": {}},
        {"source": "station:opera", "type": "IN_STYLE", "target": "style:deco", "props": {}},
        {"source": "station:museum", "type": "IN_STYLE", "target": "style:deco", "props": {}},
        {"source": "station:docks", "type": "IN_STYLE", "target": "style:brick", "props": {}},
        {"source": "station:opera", "type": "NEXT_TO", "target": "station:docks", "props": {}},
        {"source": "station:museum", "type": "NEXT_TO", "target": "station:opera", "props": {}},
    ],
}


@pytest.fixture(scope="module")
def stations(tmp_path_factory: pytest.TempPathFactory) -> tuple[Composer, SetEvaluator]:
    return opened(tmp_path_factory.mktemp("stations"), "stations", STATIONS)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which lines does the Opera belong to?", {"red"}),
        ("Which stations are next to Opera?", {"docks", "museum"}),
        ("Which stations are between 10 and 35 metres deep?", {"opera", "docks"}),
        ("Which stations are more than 30 metres deep?", {"opera", "museum"}),
        ("Which station has the number 12?", {"docks"}),
        ("Which deco halls are there?", {"opera", "museum"}),
        ("Average depth of the deco halls", {"opera", "museum"}),
        ("Which stations have stairs?", {"opera", "museum"}),
        ("Is it true that the Opera is on the Red Line?", {"red"}),
        ("How many stations are there in the graph?", {"opera", "docks", "museum"}),
    ],
)
def test_what_a_question_says_in_other_words_is_composed(
    stations: tuple[Composer, SetEvaluator], question: str, names: set[str]
) -> None:
    assert answered(stations, question) == names


def test_where_a_thing_is_is_no_guess(islands: tuple[Composer, SetEvaluator]) -> None:
    composer, _ = islands
    composed = composer.compose("Where is Vell?")
    assert composed.verdict == "composed"
    assert not composed.is_indirect


def test_a_superlative_alone_turns_the_earlier_order_around(
    stations: tuple[Composer, SetEvaluator],
) -> None:
    composer, _ = stations
    earlier = composer.compose("Which station has the highest number?").query
    top = composer.compose("And the lowest?", earlier).query.sets[-1]
    assert isinstance(top, TopSet)
    assert (top.by.property, top.order) == ("number", "asc")
