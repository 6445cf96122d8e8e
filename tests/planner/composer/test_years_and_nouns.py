"""Years by their values; what a time, an adjective or a noun is said of."""

import asyncio

import pytest

from tests.support.graph_folders import composer_for, proposed_workspace, store_of
from workbench.domain.graph_query import GraphQuery
from workbench.domain.plan import GraphQueryArgs, Limits
from workbench.tools.graph import GraphTool
from workbench.tools.protocol import CallContext
from workbench.tools.query_phrases import QueryPhrases


def query_of(question: str) -> GraphQuery:
    return composer_for("instruments").compose(question).query


def answered(question: str) -> list[str]:
    """The facts that answer a question; none for one that is declined."""
    workspace = proposed_workspace("instruments")
    context = CallContext(language="en", call=0, limits=Limits())
    args = GraphQueryArgs(query=query_of(question))
    outcome = asyncio.run(GraphTool(workspace, store_of(workspace)).run(args, context))
    return [item.text for item in outcome.items]


@pytest.mark.parametrize(
    ("question", "facts"),
    [
        ("When did Aurora first sound?", ["Aurora — first sounded: 1688"]),
        ("instruments that sounded in 1702", ["Corvina"]),
        ("Which instruments sounded between 1680 and 1710?", ["Aurora", "Corvina"]),
    ],
)
def test_whole_numbers_with_the_name_of_an_event_are_years(question: str, facts: list[str]) -> None:
    told = answered(question)
    assert all(any(fact in text for text in told) for fact in facts)
    assert bool(told) is bool(facts)


def test_a_bare_time_is_said_of_the_things_that_are_spoken_of() -> None:
    query = query_of("Instruments designed by Danish people before 1700")
    properties = [one.property for one in query.sets if one.op == "where"]
    assert "first_sounded" in properties
    assert "born" not in properties


def test_an_adjective_is_said_of_no_type_that_the_question_does_not_name() -> None:
    assert query_of("Which guild is the oldest?").answer is None
    assert answered("Which instrument is the newest?")[0].endswith("Elster — first sounded: 1715")


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which violins have been owned?", {"Aurora", "Corvina"}),
        ("Which designers were born after 1640?", {"Carl Lind", "Ines Amado"}),
        ("Which instruments are both carved and gilded?", {"Brunhild", "Elster"}),
        ("Which instruments of the Harbour Guild are in Marlow?", {"Aurora", "Elster"}),
    ],
)
def test_a_noun_stands_for_the_things_with_its_value_or_relation(
    question: str, names: set[str]
) -> None:
    assert {*answered(question)} == names


@pytest.mark.parametrize(
    "question", ["Who created Dorian?", "Кто сделал Dorian?", "Кто изобрёл Dorian?"]
)
def test_a_verb_stands_for_a_relation_whose_label_has_another_one(question: str) -> None:
    assert answered(question) == ["Dorian is designed by Edda Roth"]


def test_the_most_of_a_set_counts_this_set_alone() -> None:
    told = answered("Which town has the most gilded instruments?")
    assert told == ["Towns with the most instruments that show gilded: Tessin — 2 instruments"]


def test_dates_are_ordered_to_the_day_and_grouped_by_their_years() -> None:
    assert answered("Which of the Alder instruments was sold last?")[0].endswith("1690-01-02")
    by_year = answered("number of instruments by year sold")
    assert [text.partition(":")[0] for text in by_year] == ["1661", "1690", "1702", "1720"]


def test_one_word_names_a_property_that_nothing_else_is_called() -> None:
    assert answered("What is the pitch of Aurora?") == ["Aurora — concert pitch: 440"]


@pytest.mark.parametrize(
    ("question", "heading"),
    [
        ("Which instruments are not broken?", "Instruments (not broken)"),
        ("Who designed the instruments of Harbour Guild?", "Makers that designed instruments"),
    ],
)
def test_a_heading_reads_as_a_sentence(question: str, heading: str) -> None:
    workspace = proposed_workspace("instruments")
    phrases = QueryPhrases(query_of(question), workspace, "en")
    answer = query_of(question).answer
    assert answer is not None
    assert phrases.heading(answer.of).startswith(heading)
