"""What describes a type: a year beside it, a name before it, a relation to any of another type."""

import asyncio

import pytest

from tests.support.graph_folders import composer_for, proposed_workspace, store_of
from workbench.domain.entities import ResolvedEntity, Span
from workbench.domain.graph_query import NodesSet
from workbench.domain.plan import GraphQueryArgs, Limits
from workbench.tools.graph import GraphTool
from workbench.tools.protocol import CallContext


def told(question: str) -> list[str]:
    """The facts that answer a question over chess cups; the reason if it is declined."""
    workspace = proposed_workspace("cups")
    context = CallContext(language="en", call=0, limits=Limits())
    query = composer_for("cups").compose(question).query
    args = GraphQueryArgs(query=query)
    outcome = asyncio.run(GraphTool(workspace, store_of(workspace)).run(args, context))
    return [item.text for item in outcome.items]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Tournaments of 2023", {"Arch Cup 2023", "Chennai Classic 2023"}),
        ("Which 2021 tournaments were there?", {"Oslo Open 2021"}),
        ("Турниры 2023 года", {"Arch Cup 2023", "Chennai Classic 2023"}),
        ("Список турниров 2024 года", {"Rustaveli Memorial 2024"}),
    ],
)
def test_a_year_beside_a_type_needs_no_preposition(question: str, names: set[str]) -> None:
    text = "\n".join(told(question))
    held = {"Arch Cup 2023", "Chennai Classic 2023", "Oslo Open 2021", "Rustaveli Memorial 2024"}
    assert {name for name in held if name in text} == names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which Indian players won a tournament?", {"Arjun Iyer", "Meera Rao"}),
        ("Which players from India won a tournament?", {"Arjun Iyer", "Meera Rao"}),
        ("Which women won a tournament?", {"Meera Rao"}),
        ("Кто из женщин выиграл турнир?", {"Meera Rao"}),
        ("Which female player has the highest rating?", {"Meera Rao"}),
        ("Which woman has the highest rating?", {"Meera Rao"}),
    ],
)
def test_who_did_something_to_any_of_a_type_is_asked_for(question: str, names: set[str]) -> None:
    text = "\n".join(told(question))
    players = {"Arjun Iyer", "Meera Rao", "Tigran Gasparyan", "Grant Miller", "Nino Kapanadze"}
    assert {name for name in players if name in text} == names


def test_what_is_counted_is_of_the_type_behind_how_many() -> None:
    assert told("How many tournaments did Jonas Lindqvist win?")[0].startswith("Tournaments")


def test_no_way_over_three_relations_is_taken_where_a_nearer_one_is_not_named() -> None:
    composed = composer_for("cups").compose("How many tournaments did Arjun Iyer play in?")
    assert (composed.verdict, composed.query.unread) == ("unclear", ("play",))


@pytest.mark.parametrize(
    "question", ["Who won the Chennai Classic?", "who won the chennai classic?"]
)
def test_a_name_given_in_part_is_no_shorter_name_inside_it(question: str) -> None:
    start = question.lower().index("chennai")
    tournament = ResolvedEntity(
        canonical_id="tournament:t4",
        type="tournament",
        name="Chennai Classic 2023",
        confidence=0.86,
        span=Span(start=start, end=start + len("Chennai Classic")),
        matched_by="part",
    )
    query = composer_for("cups").compose(question, entities=[tournament]).query
    assert query.sets[0] == NodesSet(id="a", ids=("tournament:t4",))
    assert query.unread == ()


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who coaches the most players?", "Pieter de Vos — 2 players"),
        ("Who is coached by the most players?", "Meera Rao — 1 player"),
        ("Кто тренирует больше всего игроков?", "Pieter de Vos — 2 players"),
    ],
)
def test_who_does_the_most_to_others_of_the_type_is_told_by_the_verb(
    question: str, text: str
) -> None:
    assert text in "\n".join(told(question))
