"""Comparisons with an average, whole sets in order, exceptions, and dates without a year."""

import asyncio

import pytest

from tests.support.graph_folders import composer_for, proposed_workspace, store_of
from workbench.domain.graph_query import GraphQuery
from workbench.domain.local_text import Language
from workbench.domain.plan import GraphQueryArgs, Limits
from workbench.tools.graph import GraphTool
from workbench.tools.protocol import CallContext


def answered(graph: str, question: str, language: Language = "en") -> list[str]:
    """The facts that answer a question, with the heading of a list first."""
    return facts_of(graph, composer_for(graph).compose(question).query, language)


def facts_of(graph: str, query: GraphQuery, language: Language = "en") -> list[str]:
    """The facts of a query, with the heading of a list first."""
    workspace = proposed_workspace(graph)
    tool = GraphTool(workspace, store_of(workspace))
    context = CallContext(language=language, call=0, limits=Limits())
    outcome = asyncio.run(tool.run(GraphQueryArgs(query=query), context))
    titles = [item.title for item in outcome.items[:1] if item.title]
    return [*titles, *(item.text for item in outcome.items)]


@pytest.mark.parametrize(
    ("graph", "question", "names"),
    [
        ("huts", "Which huts have more beds than average?", "Lake Hut, Larch Hut"),
        ("huts", "Huts with an above average price", "Lake Hut, Larch Hut"),
        ("huts", "Which huts are cheaper than the average?", "Pass Hut, Raven Hut"),
        ("huts", "Which hikers are older than average?", "Tim Brandt"),
        ("lakes", "Which lakes are deeper than average?", "Kettle Tarn"),
    ],
)
def test_nodes_are_compared_with_the_average_of_their_type(
    graph: str, question: str, names: str
) -> None:
    text = " ".join(answered(graph, question))
    assert "the average (" in text
    assert all(name in text for name in names.split(", "))
    others = {node.label("en") for node in proposed_workspace(graph).nodes.values()}
    assert not [name for name in others - {*names.split(", ")} if name in text]


@pytest.mark.parametrize(
    ("graph", "question", "names"),
    [
        ("lakes", "Which lakes are longer than Mirror Lake?", "Heron Lake, Salt Lake"),
        ("choirs", "Which choirs have more singers than the Birch Choir?", "Aurora, Dune"),
        ("choirs", "How many choirs are older than the Dune Choir?", "Aurora, Birch"),
        ("choirs", "Which choirs were founded before the Birch Choir?", "Aurora"),
        ("choirs", "Which conductors are younger than Ida Ode?", "Jan Pike, Lia Quill"),
        ("choirs", "Which conductors died before Ida Ode?", "Jan Pike"),
    ],
)
def test_nodes_are_compared_with_a_named_one(graph: str, question: str, names: str) -> None:
    text = " ".join(answered(graph, question))
    assert all(name in text for name in names.split(", "))


def test_the_value_compared_with_is_told_with_its_node() -> None:
    heading, *_ = answered("lakes", "Which lakes are longer than Mirror Lake?")
    assert heading == "Lakes with length more than 900 m (Mirror Lake) (2)"


@pytest.mark.parametrize(
    "question",
    [
        "Which choirs are longer than Ida Ode?",
        "Which choirs are older than Ida Ode?",
        "Which older choirs did Ida Ode lead?",
    ],
)
def test_a_node_of_another_type_is_no_measure(question: str) -> None:
    assert all(one.op != "where" for one in composer_for("choirs").compose(question).query.sets)


def test_the_oldest_is_the_first_to_begin_not_to_end() -> None:
    assert "Ida Ode — born: 1900" in " ".join(answered("choirs", "Who is the oldest conductor?"))


def test_the_average_is_named_in_russian() -> None:
    heading, *names = answered("offices", "Какие сотрудники зарабатывают больше среднего?", "ru")
    assert heading == "Люди, у которых зарплата больше среднего (170000) (4)"
    assert "Анна Иванова" in names


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("Rank the huts by beds", "Lake Hut — beds: 40", "Pass Hut — beds: 8"),
        ("Sort the huts by price ascending", "Pass Hut — price: 20 eur", "Lake Hut — price: 52"),
        ("List the huts from the oldest to the newest", "Larch Hut — opened: 1931", "Lake Hut"),
    ],
)
def test_a_whole_set_is_listed_in_order(question: str, first: str, last: str) -> None:
    heading, *facts = answered("huts", question)
    assert " first" in heading
    assert len(facts) == 4
    assert facts[0] == first
    assert facts[-1].startswith(last)


def test_a_set_is_ordered_by_a_number_of_edges() -> None:
    heading, *facts = answered("offices", "Упорядочить отделы по числу сотрудников", "ru")
    assert heading == "Отделы по числу людей, сначала с наибольшим (4)"
    assert facts[-1] == "Юридический отдел — 1 человек"


@pytest.mark.parametrize(
    ("graph", "question", "fact"),
    [
        ("lakes", "Which surveys took place before 2010?", "Surveys (start date: before 2010)"),
        ("lakes", "Which surveys took place in September?", "Autumn 2014"),
        ("lakes", "Which surveys started in April?", "Surveys (start date: April): Spring 2005"),
        ("lakes", "Which lakes were discovered on 2 May?", "(discovered on: 2 May): Mirror Lake"),
        ("lakes", "When did Spring 2005 take place?", "start date: 2005-04-02"),
        ("lakes", "Which surveys cost more than 20000?", "Autumn 2014"),
        ("huts", "Who booked in August?", "(date: August): Anna Keller"),
    ],
)
def test_events_are_found_by_their_dates_and_costs(graph: str, question: str, fact: str) -> None:
    (told,) = answered(graph, question)
    assert fact in told


def test_a_month_before_or_after_which_something_was_names_no_year() -> None:
    composed = composer_for("lakes").compose("Which surveys started before March?")
    assert composed.verdict == "unclear"
    assert "March" in composed.query.unread


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which huts other than Larch Hut are open?", "Lake Hut"),
        ("Which huts except Pass Hut and Raven Hut have less than 30 beds?", "Larch Hut"),
    ],
)
def test_named_nodes_are_left_out(question: str, names: str) -> None:
    (told,) = answered("huts", question)
    assert told.endswith(f": {names}")


def test_the_commonest_value_of_a_property_comes_first() -> None:
    for question in ("Which status is the most common?", "Which status has the most huts?"):
        assert answered("huts", question)[0].startswith("Open: 2 huts")


@pytest.mark.parametrize(
    ("graph", "question", "fact"),
    [
        ("lakes", "Which lakes were discovered before 1920?", "(discovered on: before 1920)"),
        ("huts", "When was Lake Hut booked?", "date: 2024-07-11"),
    ],
)
def test_a_time_is_that_of_the_event_that_is_asked_about(
    graph: str, question: str, fact: str
) -> None:
    assert fact in " ".join(answered(graph, question))


@pytest.mark.parametrize(
    ("graph", "question", "language", "first"),
    [
        ("huts", "Rank the huts by beds, smallest first", "en", "Pass Hut — beds: 8"),
        ("huts", "Rank the huts by price, cheapest first", "en", "Pass Hut — price: 20 eur"),
        ("huts", "Rank the huts by beds, largest first", "en", "Lake Hut — beds: 40"),
        ("huts", "Which hut is the least expensive?", "en", "Huts with the lowest price: Pass Hut"),
        (
            "offices",
            "Упорядочить людей по зарплате, сначала маленькие",
            "ru",
            "Люди, по возрастанию значения «зарплата»",
        ),
    ],
)
def test_the_word_for_what_comes_first_gives_an_order_its_direction(
    graph: str, question: str, language: Language, first: str
) -> None:
    assert any(told.startswith(first) for told in answered(graph, question, language)[:2])


@pytest.mark.parametrize(
    ("graph", "question"),
    [
        ("huts", "Which huts are cheaper than the average open hut?"),
        ("huts", "Which open huts have more beds than the average of closed huts?"),
        ("huts", "Rank the huts by price, oldest first"),
        ("huts", "Who booked all huts but Lake Hut?"),
        ("huts", "Who booked every hut except Lake Hut?"),
        ("offices", "Кто работает во всех отделах, кроме юридического отдела?"),
        ("offices", "Кто зарабатывает больше среднего Анны Ивановой?"),
    ],
)
def test_an_average_of_some_another_order_and_all_but_some_are_declined(
    graph: str, question: str
) -> None:
    assert composer_for(graph).compose(question).verdict != "composed"
