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
    "question", ["How many choirs does each country have?", "Сколько хоров в каждой стране?"]
)
def test_things_are_counted_in_the_group_to_which_each_of_them_belongs(question: str) -> None:
    query = compose("choirs", question).query  # people of other countries led them too
    edges = [one.edge for one in query.sets if one.op == "follow"]
    assert edges == ["IN_COUNTRY", "LOCATED_IN", "RESIDENT_AT"]


def test_groups_are_not_guessed_where_things_belong_to_several() -> None:
    assert compose("choirs", "How many conductors per hall?").query.answer is not None
    composed = compose("choirs", "How many tours per country?")  # of the city, of the conductor
    assert (composed.verdict, composed.query.unread) == ("unclear", ("per",))


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


@pytest.mark.parametrize(
    ("graph", "question", "slugs"),
    [
        ("gallery", "Which artists were taught by artists born in Moscow?", "repin serov surikov"),
        ("gallery", "Which paintings were painted in 1863?", "olympia luncheon"),
        ("gallery", "Where was Claude Monet born?", "paris"),
        ("gallery", "Which museums hold no paintings?", "louvre"),
        ("gallery", "Which paintings are held in Paris?", "olympia poppies luncheon"),
        ("gallery", "Who painted both Olympia and Poppies?", ""),
        ("gallery", "What is the most expensive painting?", "nightwatch"),
        ("gallery", "Who painted the oldest painting?", "rembrandt"),
        ("offices", "Кто работает и в ИТ-отделе, и в отделе продаж?", ""),
        ("offices", "Кто работает больше чем над одним проектом?", "ivanova sokolov"),
        ("offices", "Кто самый молодой сотрудник?", "zaitsev"),
        ("offices", "Какая минимальная зарплата в отделе продаж?", "zaitsev"),
    ],
)
def test_the_asked_type_and_all_conditions_count(graph: str, question: str, slugs: str) -> None:
    composed = compose(graph, question)
    assert found(graph, composed) == {*slugs.split()}


@pytest.mark.parametrize(
    "question",
    [
        "Which museum has the highest average price?",
        "What share of paintings is in Paris?",
        "Which museum holds the most Rembrandt?",
        "Are there more museums in Paris than in Madrid?",
        "Cheapest painting in each museum",
        "How many paintings were painted between 1880 and 1890?",
        "What is the difference in price between Olympia and Irises?",
    ],
)
def test_what_no_query_expresses_is_not_approximated(question: str) -> None:
    composed = compose("gallery", question)
    assert (composed.verdict, composed.query.answer) == ("unclear", None)
    assert composed.query.unread


@pytest.mark.parametrize(
    ("first", "then", "slugs"),
    [
        ("Кто работает над проектом «Маяк»?", "А кто возглавляет его отдел?", "orlova"),
        ("Кто работает над проектом «Маяк»?", "А кто из них подчиняется Елене Орловой?", "lebedev"),
    ],
)
def test_a_pronoun_stands_for_one_thing_or_for_several(first: str, then: str, slugs: str) -> None:
    earlier = compose("offices", first).query
    query = composer_for("offices").compose(then, earlier).query.with_earlier(earlier)
    workspace = proposed_workspace("offices")
    evaluator = SetEvaluator(workspace, store_of(workspace), GraphSchema.of(workspace))
    assert query.answer is not None, query
    nodes = evaluator.all_sets(query.sets)[query.answer.of]
    assert {name.partition(":")[2] for name in nodes} == {*slugs.split()}


def test_a_follow_up_asks_about_the_relation_of_the_question_before() -> None:
    earlier = compose("gallery", "Where is The Night Watch held?").query
    composed = composer_for("gallery").compose("Since when?", earlier)
    answer = composed.query.answer
    assert answer is not None and answer.op == "edges"
    assert (answer.edge, answer.property, bool(answer.with_)) == ("HELD_BY", "since", True)


def test_a_relation_whose_direction_is_not_told_is_not_guessed() -> None:
    earlier = compose("gallery", "Who painted The Night Watch?").query
    composed = composer_for("gallery").compose("And taught?", earlier)
    assert composed.verdict != "composed"


@pytest.mark.parametrize(
    "question", ["Who designed the Abbey Hall?", "Кто спроектировал Abbey Hall?"]
)
def test_who_designed_a_thing_is_not_where_it_was_built(question: str) -> None:
    assert compose("choirs", question).query.answer is None
    assert compose("choirs", "Who built the Abbey Hall?").query.answer is not None


@pytest.mark.parametrize(
    ("question", "edges"),
    [
        ("Which firms built halls in Norland?", ["BUILT_BY"]),
        ("Which conductors led choirs of Norland?", []),
    ],
)
def test_a_name_is_said_of_what_stands_right_before_it(question: str, edges: list[str]) -> None:
    query = compose("choirs", question).query
    followed = [one.edge for one in query.sets if one.op == "follow"]
    assert "CITIZEN_OF" not in followed
    assert {*edges} <= {*followed}
