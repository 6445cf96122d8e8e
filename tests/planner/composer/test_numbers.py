"""Numbers of named nodes and of edges, dates, values that are tested, people, and another name."""

import asyncio
from dataclasses import replace

import pytest

from tests.support.graph_folders import composer_for, proposed_workspace, store_of
from workbench.domain.graph import Node
from workbench.domain.graph_query import GraphQuery
from workbench.domain.plan import GraphQueryArgs, Limits
from workbench.planner.composer import Composition
from workbench.retrieval.graph_query.value_forms import dated_properties
from workbench.tools.graph import GraphTool
from workbench.tools.protocol import CallContext


def compose(question: str, earlier: GraphQuery | None = None) -> Composition:
    return composer_for("huts").compose(question, earlier)


def answered(question: str, earlier: GraphQuery | None = None) -> list[str]:
    """The facts that answer a question; what is missing if there are none."""
    workspace = proposed_workspace("huts")
    tool = GraphTool(workspace, store_of(workspace))
    context = CallContext(language="en", call=0, limits=Limits(), earlier=earlier)
    query = compose(question, earlier).query
    outcome = asyncio.run(tool.run(GraphQueryArgs(query=query), context))
    return [item.text for item in outcome.items] or [gap.message for gap in outcome.gaps]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many beds does Larch Hut have?", "Larch Hut — beds: 24"),
        ("How many beds are there in Larch Hut?", "Larch Hut — beds: 24"),
        ("How many lockers does Larch Hut have?", "Larch Hut — number of lockers: 25"),
        ("How old is Tim Brandt?", "Tim Brandt — age: 58"),
        ("How old is Hugo Berger?", "Hugo Berger — year of birth: 1969"),
        ("How old is Raven Hut?", "Raven Hut — opened: 1988"),
        ("What is the price of Lake Hut?", "Lake Hut — price: 52 eur"),
        ("What does Lake Hut cost?", "Lake Hut — price: 52 eur"),
        ("How much does Lake Hut cost?", "Lake Hut — price: 52 eur"),
        ("Сколько стоит Lake Hut?", "Lake Hut — price: 52 eur"),
        ("Сколько лет Tim Brandt?", "Tim Brandt — age: 58"),
    ],
)
def test_a_number_of_a_named_node_is_asked_for_in_natural_words(question: str, text: str) -> None:
    assert answered(question) == [text]


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("How long does it take from Larch Hut to Raven Hut?", "minutes: 90"),
        ("How far is Raven Hut from Larch Hut?", "distance: 6.5 km"),
        ("What is the distance between Larch Hut and Raven Hut?", "distance: 6.5 km"),
        ("Какое расстояние между Larch Hut и Raven Hut?", "distance: 6.5 km"),
    ],
)
def test_a_number_of_an_edge_is_asked_for_between_two_names(question: str, part: str) -> None:
    found = answered(question)
    assert len(found) == 1
    assert part in found[0]


@pytest.mark.parametrize("question", ["How heavy is Larch Hut?", "How deep is Lake Hut?"])
def test_a_number_that_the_graph_lacks_is_declined(question: str) -> None:
    assert compose(question).query.answer is None


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who booked in March 2024?", {"Anna Keller", "Tim Brandt"}),
        ("Who booked after 1 July 2024?", {"Anna Keller", "Lea Moser"}),
        ("Who booked before March 2024?", {"Anna Keller"}),
        ("Which huts were booked on 2024-03-19?", {"Larch Hut"}),
        ("Which huts were booked in 2025?", {"Larch Hut"}),
        ("Who booked for more than 2 nights?", {"Anna Keller", "Lea Moser"}),
    ],
)
def test_edges_are_chosen_by_their_dates_and_numbers(question: str, names: set[str]) -> None:
    query = compose(question).query
    assert query.unread == ()
    assert set(_names(query)) == names


def test_a_unit_is_that_of_the_property() -> None:
    query = compose("Which huts have a trail of more than 2 hours?").query
    where = next(one for one in query.sets if one.op == "where")
    assert (where.value, where.unit) == (120, "minutes")


def test_dates_are_known_by_their_form() -> None:
    assert {one.name for one in dated_properties(proposed_workspace("huts"))} == {"date"}


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Is Raven Hut open?", "No: Raven Hut — status: under repair"),
        ("Is Larch Hut open?", "Yes: Larch Hut — status: open"),
        ("Is Raven Hut guarded?", "No: Raven Hut — guarded: no"),
        ("Is Larch Hut guarded?", "Yes: Larch Hut — guarded: yes"),
    ],
)
def test_a_tested_value_is_told_as_it_is(question: str, text: str) -> None:
    assert answered(question) == [text]


def test_who_asks_for_people() -> None:
    assert answered("Who booked the most huts?") == [
        "Hikers with the most huts: Anna Keller — 3 huts"
    ]
    assert answered("Which hut was booked by the most hikers?") == [
        "Huts with the most hikers: Larch Hut — 3 hikers"
    ]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who booked the longest in nights?", "Lea Moser — nights: 4"),
        ("Total nights of Anna Keller", "total nights 6 (3 huts)"),
        ("Which hiker has the most nights in Larch Hut?", "Anna Keller — nights: 2"),
        ("Total nights booked by Anna Keller", "total nights 6 (3 huts)"),
        ("What is the average of nights booked by Lea Moser?", "average nights 2.5 (2 huts)"),
    ],
)
def test_numbers_of_edges_are_ordered_and_summed(question: str, text: str) -> None:
    assert text in answered(question)[0]


@pytest.mark.parametrize(
    "question",
    [
        "How can I get from Larch Hut to Pass Hut?",
        "Route from Larch Hut to Pass Hut",
        "Как добраться от Larch Hut до Pass Hut?",
    ],
)
def test_a_route_is_along_one_relation(question: str) -> None:
    query = compose(question).query
    assert query.answer is not None and query.answer.op == "path"
    assert query.answer.edge == "TRAIL_TO"
    assert "Raven Hut — trail to Lake Hut; Lake Hut — trail to Pass Hut" in answered(question)[0]


def test_a_connection_is_along_any_relation() -> None:
    found = answered("Is there a connection between Tim Brandt and Anna Keller?")
    assert found == [
        "Tim Brandt and Anna Keller are connected: Tim Brandt booked Larch Hut; "
        "Anna Keller booked Larch Hut"
    ]


def test_things_of_a_type_without_roads_between_them_have_no_route() -> None:
    assert compose("How can I get from Tim Brandt to Anna Keller?").query.answer is None


def test_an_unread_word_that_is_counted_or_dated_is_never_left_out() -> None:
    assert compose("How many windows are there in Larch Hut?").query.answer is None
    assert compose("When did Anna Keller crash?").query.answer is None


def test_a_comparative_of_all_is_a_superlative() -> None:
    query = composer_for("offices").compose("Кто старше всех?").query
    assert [(one.op, one.order) for one in query.sets if one.op == "top"] == [("top", "asc")]


def test_a_refusal_lists_what_has_no_words_in_the_language() -> None:
    workspace = proposed_workspace("huts")
    tool = GraphTool(workspace, store_of(workspace))
    context = CallContext(language="ru", call=0, limits=Limits())
    query = compose("Сколько шкафчиков в Larch Hut?").query
    outcome = asyncio.run(tool.run(GraphQueryArgs(query=query), context))
    assert "шкафчиков" in outcome.gaps[0].message
    assert "lockers" in outcome.gaps[0].message
    assert "workbench doctor -w huts" in outcome.gaps[0].message


def test_a_refusal_does_not_deny_the_names() -> None:
    assert answered("How far is Larch Hut from Pass Hut?") == [
        "The graph has no “trail to” between Larch Hut and Pass Hut."
    ]


def test_a_condition_is_on_the_edge_that_is_named_rather_than_on_another_number() -> None:
    query = compose("Who booked for more than 3 nights?").query
    where = next(one for one in query.sets if one.op == "where")
    assert where.property == "nights"


def test_who_asks_for_no_number() -> None:
    answer = compose("Who opened Larch Hut?").query.answer
    assert answer is None or answer.op != "value"


def test_a_property_of_edges_alone_names_no_type() -> None:
    assert compose("Which nights were there in March 2024?").query.answer is None


def test_a_word_for_a_type_without_one_is_not_off_topic() -> None:
    assert compose("Сколько хижин?").verdict == "absent"
    assert compose("Write a haiku about autumn").verdict == "off_topic"
    assert composer_for("offices").compose("Напиши хайку про осень").verdict == "off_topic"


def test_a_property_may_stand_beside_its_value() -> None:
    query = compose("How many hikers have the gold pass kind?").query
    assert query.unread == ()
    assert set(_names(query)) == {"Anna Keller", "Lea Moser"}


@pytest.mark.parametrize(
    "follow_up", ["and Tim Brandt?", "what about Tim Brandt?", "а Tim Brandt?"]
)
def test_a_name_alone_asks_the_earlier_question_again(follow_up: str) -> None:
    earlier = compose("Which huts did Anna Keller book?").query
    again = compose(follow_up, earlier)
    assert again.verdict == "composed"
    assert set(_names(again.query)) == {"Larch Hut", "Tim Brandt"}


def test_a_name_of_another_type_is_no_other_subject() -> None:
    earlier = compose("Which huts did Anna Keller book?").query
    assert compose("and Hugo Berger?", earlier).query.answer is None


def _names(query: GraphQuery) -> list[str]:
    composer_workspace = proposed_workspace("huts")
    tool = GraphTool(composer_workspace, store_of(composer_workspace))
    context = CallContext(language="en", call=0, limits=Limits())
    outcome = asyncio.run(tool.run(GraphQueryArgs(query=query), context))
    known = {node.name for node in composer_workspace.nodes.values()}
    return [name for name in known if any(str(name) in item.text for item in outcome.items)]


def test_dates_are_found_in_types_behind_many_others() -> None:
    nodes = [Node(id=f"hut:{at}", type="Hut", name=f"Hut {at}") for at in range(12_000)]
    late = Node(id="visit:1", type="Visit", name="V", properties={"day": "2024-03-05"})
    many = {node.id: node for node in [*nodes, late]}
    content = replace(proposed_workspace("huts"), nodes=many, edges=())
    assert {one.name for one in dated_properties(content)} == {"day"}
