"""Relations that last from one time to another: their length, and times that are theirs."""

import pytest

from tests.planner.composer.test_orders import answered
from tests.support.graph_folders import composer_for


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who has commanded a ferry longest?", "Nils Roe"),
        ("Кто дольше всех командовал паромом?", "Nils Roe"),
        ("Who commands the longest ferry?", "Vera Alm"),
        ("Who commands the oldest ferry?", "Vera Alm"),
        ("Who commanded ferries before 2004?", "Vera Alm"),
        ("Who has commanded a ferry since 2006?", "Nils Roe"),
        ("Which ferries built in 2005 does Nils Roe command?", "Tern"),
    ],
)
def test_how_long_a_relation_lasted_is_no_length_of_a_node(question: str, name: str) -> None:
    assert name in " ".join(answered("ferries", question))


@pytest.mark.parametrize(
    "question",
    [
        "Who commanded the Gull in 2005?",
        "Who commanded a ferry between 2003 and 2007?",
    ],
)
def test_the_time_of_a_relation_is_no_time_of_a_node(question: str) -> None:
    assert composer_for("ferries").compose(question).query.unread
