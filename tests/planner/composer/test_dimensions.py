"""Which property a word of measure compares, and what does not tell who did something."""

import asyncio
from copy import deepcopy

import pytest

from tests.support import crafts
from tests.support.graph_folders import composer_for, proposed_workspace, store_of
from workbench.domain.plan import GraphQueryArgs, Limits
from workbench.planner.composer import Composer
from workbench.retrieval.graph_query.graph_schema import GraphSchema, PropertyOf
from workbench.tools.graph import GraphTool
from workbench.tools.protocol import CallContext


def answered(question: str) -> list[str]:
    """The facts that answer a question; what is missing if there are none."""
    workspace = proposed_workspace("lakes")
    query = composer_for("lakes").compose(question).query
    context = CallContext(language="en", call=0, limits=Limits())
    outcome = asyncio.run(
        GraphTool(workspace, store_of(workspace)).run(GraphQueryArgs(query=query), context)
    )
    return [item.text for item in outcome.items] or [gap.message for gap in outcome.gaps]


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("Which lake is the longest?", "Heron Lake — length: 7400 m"),
        ("Which lake is the deepest?", "Kettle Tarn — depth: 140 m"),
        ("What is the shortest lake?", "Kettle Tarn — length: 310 m"),
        ("Which is longer, Mirror Lake or Salt Lake?", "Salt Lake has the greater length: 2600 m"),
        ("Is Salt Lake longer than Mirror Lake?", "Yes: Salt Lake has the greater length: 2600 m"),
        ("How long is Mirror Lake?", "Mirror Lake — length: 900 m"),
        ("Which lakes are longer than 50 m?", "Heron Lake"),
        ("Which lakes are deeper than 100 m?", "Kettle Tarn"),
    ],
)
def test_a_word_of_measure_takes_the_property_that_is_named_for_it(
    question: str, part: str
) -> None:
    assert any(part in text for text in answered(question))


def test_a_limit_in_metres_on_lengths_is_not_one_on_depths() -> None:
    query = composer_for("lakes").compose("Which lakes are longer than 20 m?").query
    assert [one.property for one in query.sets if one.op == "where"] == ["length_m"]


def test_a_unit_tells_what_is_measured_only_where_no_name_does() -> None:
    schema = GraphSchema.of(proposed_workspace("lakes"))
    assert schema.dimensions[PropertyOf("lake", "depth_m")] == {"depth"}
    assert schema.unit_dimensions[PropertyOf("lake", "depth_m")] == "length"


@pytest.mark.parametrize(
    "question",
    [
        "Who discovered Mirror Lake?",
        "Which lake did Ada Lind discover?",
        "Which lakes did Ada Lind discover?",
    ],
)
def test_a_date_of_discovery_does_not_tell_who_discovered(question: str) -> None:
    assert composer_for("lakes").compose(question).query.answer is None


def test_a_date_is_told_to_a_question_for_a_time() -> None:
    assert answered("When was Mirror Lake discovered?") == [
        "Mirror Lake — discovered on: 1931-05-02"
    ]


def test_a_property_is_named_without_the_unit_in_its_label() -> None:
    spec = deepcopy(crafts.SPEC)
    spec["node_types"]["town"]["properties"]["area"]["label"] = {"en": "size", "ru": "охват, км²"}
    composer = Composer(crafts.workspace(spec), crafts.store())

    composed = composer.compose("Какой охват у Лесного?")

    assert composed.verdict == "composed"
    assert composed.query.unread == ()
    assert getattr(composed.query.answer, "property", "") == "area"
