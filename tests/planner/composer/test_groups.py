"""Questions in groups, with numbers of relations, and those that are declined."""

import pytest

from tests.support.graph_folders import composer_for, proposed_workspace, store_of
from workbench.domain.graph_query import CountAnswer
from workbench.planner.composer import Composition
from workbench.retrieval.graph_query.evaluate import SetEvaluator
from workbench.retrieval.graph_query.graph_schema import GraphSchema


def compose(graph: str, question: str) -> Composition:
    return composer_for(graph).compose(question)


def found(graph: str, composed: Composition) -> set[str]:
    """The slugs of the nodes that the query asks about."""
    workspace = proposed_workspace(graph)
    evaluator = SetEvaluator(workspace, store_of(workspace), GraphSchema.of(workspace))
    assert composed.query.answer is not None, composed
    nodes = evaluator.all_sets(composed.query.sets)[composed.query.answer.of]
    return {name.partition(":")[2] for name in nodes}


@pytest.mark.parametrize(
    ("graph", "question"),
    [
        ("gallery", "How many paintings are there per museum?"),
        ("gallery", "How many paintings does each museum hold?"),
        ("gallery", "For each museum, how many paintings does it hold?"),
        ("gallery", "Сколько картин в каждом музее?"),
        ("offices", "Сколько проектов у каждого отдела?"),
        ("offices", "Сколько сотрудников в каждом отделе?"),
    ],
)
def test_counts_are_grouped_by_a_neighbouring_type(graph: str, question: str) -> None:
    query = compose(graph, question).query
    assert isinstance(query.answer, CountAnswer), query
    group = query.answer.group_by
    assert group is not None and query.by_id()[group.set].op == "all"
    assert query.unread == ()


@pytest.mark.parametrize(
    ("graph", "question", "op", "grouped_by"),
    [
        ("gallery", "Average price of paintings by category", "avg", "category"),
        ("offices", "Сколько проектов в каждом статусе?", "count", "status"),
        ("offices", "Средний бюджет проектов по годам", "avg", "year"),
        ("gallery", "List all paintings by category", "list", "category"),
    ],
)
def test_answers_are_grouped_by_a_property(
    graph: str, question: str, op: str, grouped_by: str
) -> None:
    answer = compose(graph, question).query.answer
    assert answer is not None
    group = getattr(answer, "group_by", None)
    assert (answer.op, group.property if group else "") == (op, grouped_by)


@pytest.mark.parametrize(
    ("graph", "question", "slugs"),
    [
        ("gallery", "Which museums hold more than 2 paintings?", "orsay prado tretyakov vangogh"),
        ("gallery", "Which artists painted at least 3 paintings?", "repin rembrandt vangogh goya"),
        ("offices", "В каких отделах больше двух сотрудников?", "it sales"),
        ("gallery", "Which paintings were made before 1700?", "nightwatch prodigal danae"),
        ("offices", "Какие проекты начались после 2021 года?", "cloud bot hire"),
        ("offices", "Кто работает в отделе продаж с 2021 года?", "lebedev zaitsev"),
    ],
)
def test_numbers_of_relations_and_years_are_conditions(
    graph: str, question: str, slugs: str
) -> None:
    assert found(graph, compose(graph, question)) == {*slugs.split()}


@pytest.mark.parametrize(
    ("graph", "question", "slugs"),
    [
        ("gallery", "Who taught Ilya Repin?", {"chistyakov"}),
        ("gallery", "Whom did Ilya Repin teach?", {"serov"}),
        ("gallery", "Who was taught by Ilya Repin?", {"serov"}),
        ("gallery", "By whom was Ilya Repin taught?", {"chistyakov"}),
        ("gallery", "Who is the teacher of Ilya Repin?", {"chistyakov"}),
        ("gallery", "Who are the students of Rembrandt?", {"dou"}),
        ("offices", "Кого учил Пётр Волков?", {"ivanova", "sokolov"}),
        ("offices", "Кто учил Елену Орлову?", {"belov"}),
        ("offices", "У кого училась Елена Орлова?", {"belov"}),
        ("offices", "Кто учился у Елены Орловой?", {"zaitsev"}),
        ("offices", "Кто подчиняется Елене Орловой?", {"lebedev", "zaitsev"}),
        ("offices", "Кому подчиняется Елена Орлова?", {"belov"}),
    ],
)
def test_the_words_tell_the_direction_of_a_relation(
    graph: str, question: str, slugs: set[str]
) -> None:
    assert found(graph, compose(graph, question)) == slugs


@pytest.mark.parametrize(
    ("graph", "question", "op"),
    [
        ("gallery", "Since when does the Tretyakov Gallery hold Girl with Peaches?", "edges"),
        ("offices", "С какого года Анна Иванова работает в ИТ-отделе?", "edges"),
        ("gallery", "How is Ilya Repin connected with the Hermitage?", "path"),
        ("offices", "Как Дарья Попова связана с Марией Кузнецовой?", "path"),
        ("gallery", "When was The Night Watch painted?", "value"),
    ],
)
def test_facts_on_edges_paths_and_times_are_asked_for(graph: str, question: str, op: str) -> None:
    composed = compose(graph, question)
    assert composed.query.answer is not None, composed
    assert composed.query.answer.op == op


@pytest.mark.parametrize(
    ("question", "verdict", "unread"),
    [
        ("How many paintings per decade?", "unclear", ("per", "decade")),
        ("Median price of paintings", "unclear", ("Median",)),
        ("How many sculptures does the Louvre have?", "absent", ("sculptures",)),
    ],
)
def test_a_question_that_is_not_understood_is_declined_with_its_words(
    question: str, verdict: str, unread: tuple[str, ...]
) -> None:
    composed = compose("gallery", question)
    assert (composed.verdict, composed.query.answer) == (verdict, None)
    assert composed.query.unread == unread
    assert composed.query.unclear is (verdict == "unclear")
