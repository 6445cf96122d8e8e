"""Questions over a graph that no intent was written for, in both languages."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.support import crafts
from workbench.domain.graph_query import GraphQuery
from workbench.planner.composer import Composition, chart
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.linking import MOST_MENTIONS
from workbench.planner.composer.readings import Reading
from workbench.planner.composer.unlisted_words import adjective_stem

COMPOSER = crafts.composer()
EVALUATOR = crafts.evaluator()


def compose(question: str, earlier: GraphQuery | None = None) -> Composition:
    return COMPOSER.compose(question, earlier)


def found(composed: Composition, earlier: GraphQuery | None = None) -> set[str]:
    """The slugs of the nodes that the query asks about."""
    query = composed.query.with_earlier(earlier)
    assert query.answer is not None, composed
    nodes = EVALUATOR.all_sets(query.sets)[query.answer.of]
    return {name.partition(":")[2] for name in nodes}


@pytest.mark.parametrize(
    ("question", "op", "slugs"),
    [
        ("Which masters live in Lesnoy?", "list", {"orlov", "petrova"}),
        ("Какие мастера живут в Лесном?", "list", {"orlov", "petrova"}),
        ("Where does Gromov live?", "list", {"zarechny"}),
        ("Who does Petrova know?", "list", {"orlov", "sidorov"}),
        ("С кем знаком Орлов?", "list", {"petrova"}),
        ("Which masters practise both pottery and weaving?", "list", {"petrova"}),
        ("Which retired masters live in Lesnoy?", "list", {"orlov"}),
        ("Какие работающие мастера живут в Лесном?", "list", {"petrova"}),
        ("Which masters do not practise weaving?", "list", {"orlov", "gromov"}),
        ("Which masters practise no craft?", "list", {"gromov"}),
        ("Какие мастера не занимаются ткачеством?", "list", {"orlov", "gromov"}),
        ("How many masters live in Zarechny?", "count", {"sidorov", "gromov"}),
        ("Сколько мастеров живёт в Заречном?", "count", {"sidorov", "gromov"}),
        ("Which town is larger than 20 km2?", "list", {"zarechny"}),
        ("Какой город самый большой по площади?", "list", {"zarechny"}),
        ("Who is the oldest master?", "list", {"orlov"}),
        ("Which master has the most acquaintances?", "list", {"petrova"}),
        ("What crafts do the acquaintances of Sidorov practise?", "list", {"pottery", "weaving"}),
        ("What is the area of Lesnoy?", "value", {"lesnoy"}),
        ("Какая площадь у Лесного?", "value", {"lesnoy"}),
        ("Which is larger, Lesnoy or Zarechny?", "compare", {"lesnoy", "zarechny"}),
        ("Is Lesnoy larger than Zarechny?", "compare", {"lesnoy", "zarechny"}),
        ("У Орлова и Петровой одно и то же ремесло?", "same", {"orlov", "petrova"}),
        ("Does Petrova know Sidorov?", "test", {"sidorov"}),
        ("Знает ли Громов Орлова?", "test", set()),
        ("Do Petrova and Sidorov know one another?", "test", {"petrova"}),
        ("Which masters are retired but do not practise weaving?", "list", {"orlov"}),
        ("Какой город больше: Лесной или Заречный?", "compare", {"lesnoy", "zarechny"}),
        ("What is the average area of towns?", "avg", {"lesnoy", "zarechny"}),
    ],
)
def test_a_question_becomes_a_typed_query(question: str, op: str, slugs: set[str]) -> None:
    composed = compose(question)
    assert composed.verdict == "composed"
    assert composed.query.answer is not None
    assert (composed.query.answer.op, found(composed)) == (op, slugs)
    assert composed.query.unread == ()


def test_a_misspelt_name_is_found_and_a_dictionary_word_is_not_a_name() -> None:
    assert found(compose("Where does Gromof live?")) == {"zarechny"}
    assert compose("Расскажи о весне").verdict != "composed"


def test_results_of_several_names_are_told_apart() -> None:
    query = compose("How many masters live in Lesnoy and in Zarechny?").query
    named = next(one for one in query.sets if one.op == "nodes")
    assert query.answer is not None and query.answer.op == "count"
    assert query.answer.group_by is not None and query.answer.group_by.set == named.id


@pytest.mark.parametrize(
    ("question", "verdict", "unread"),
    [
        ("What is the salary of Orlov?", "absent", ("salary",)),
        ("Кто начальник Орлова?", "absent", ("начальник",)),
        ("Which masters live in Belogorsk?", "absent", ("Belogorsk",)),
        ("Write a poem about autumn leaves", "off_topic", None),
    ],
)
def test_what_the_graph_lacks_is_never_answered(
    question: str, verdict: str, unread: tuple[str, ...] | None
) -> None:
    composed = compose(question)
    assert (composed.verdict, composed.query.answer) == (verdict, None)
    assert unread is None or composed.query.unread == unread


def test_an_unread_word_beside_a_noun_is_said_or_declines() -> None:
    composed = compose("Which famous masters live in Lesnoy?")
    assert composed.query.unread == ("famous",)


def test_a_right_query_may_have_an_empty_result() -> None:
    composed = compose("Who does Gromov know?")
    assert (composed.verdict, found(composed)) == ("composed", set())


@pytest.mark.parametrize(
    "question", ["Which of them practise weaving?", "How many of them practise weaving?"]
)
def test_of_them_needs_an_earlier_question(question: str) -> None:
    composed = compose(question)

    assert (composed.verdict, composed.query.unread) == ("unclear", ("of them",))


def test_a_follow_up_narrows_the_earlier_result() -> None:
    first = compose("Which masters live in Lesnoy?").query
    composed = compose("Which of them practise weaving?", first)
    assert any(one.op == "prior" for one in composed.query.sets)
    assert found(composed, first) == {"petrova"}


def test_an_elliptical_follow_up_asks_about_the_earlier_node() -> None:
    first = compose("Где живёт Петрова?").query
    assert found(compose("А ремесло?", first), first) == {"pottery", "weaving"}


def test_confidence_falls_with_words_left_unread() -> None:
    sure, less = (
        compose("Which masters live in Lesnoy?"),
        compose("Which famous masters live in Lesnoy?"),
    )
    assert sure.confidence > 0.9 > less.confidence


@pytest.mark.parametrize(
    ("word", "name", "shared"),
    [
        ("африканский", "африка", 6),
        ("european", "europe", 6),
        ("лесной", "леса", 0),
        ("песня", "песок", 0),
    ],
)
def test_an_adjective_holds_nearly_all_of_its_name(word: str, name: str, shared: int) -> None:
    assert adjective_stem(word, name) == shared


def test_a_number_of_nodes_that_cannot_be_listed_is_unread() -> None:
    assert compose("Which 500 towns have the largest area?").query.unread == ("500",)


def test_a_question_of_many_mentions_joins_a_bounded_number_of_readings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each of 11 mentions may be joined with any other: 1.6 million readings without a bound."""
    asked = chart.extended
    extended = []

    def counted(question: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
        extended.append(reading)
        return asked(question, reading)

    monkeypatch.setattr(chart, "extended", counted)
    compose(" and ".join(["Which masters live in Lesnoy"] * 4))
    assert len(extended) <= MOST_MENTIONS * chart.LEAST_CELLS * chart.BEAM
    assert max(Counter(one.mask.bit_count() for one in extended).values()) > chart.LEAST_CELLS
