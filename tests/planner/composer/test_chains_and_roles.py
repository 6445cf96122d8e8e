"""Relations followed twice, roles on edges, and what a superlative is said of."""

import pytest

from tests.support.graph_folders import composer_for, proposed_workspace, store_of
from workbench.domain.graph_query import GraphQuery
from workbench.retrieval.graph_query.evaluate import SetEvaluator
from workbench.retrieval.graph_query.graph_schema import GraphSchema


def found(question: str) -> set[str]:
    """The names of the nodes that a question's query lists."""
    workspace = proposed_workspace("voyages")
    query: GraphQuery = composer_for("voyages").compose(question).query
    assert query.answer is not None, question
    evaluator = SetEvaluator(workspace, store_of(workspace), GraphSchema.of(workspace))
    nodes = evaluator.all_sets(query.sets)[query.answer.of]
    return {workspace.nodes[name].label("en") for name in nodes}


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who trained the sailor who trained Edwin Rowe?", {"Jonas Brandt"}),
        ("Which sailors did the sailors that Amos Hale trained train?", {"Mats Osk", "Karl Lund"}),
        ("Which sailors were trained by sailors trained by Jonas Brandt?", {"Edwin Rowe"}),
    ],
)
def test_a_relation_said_twice_is_followed_twice(question: str, names: set[str]) -> None:
    assert found(question) == names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who was the commander of the Ibis?", {"Amos Hale"}),
        ("Who commanded the Petrel?", {"Jonas Brandt"}),
        ("Who piloted the Ibis?", {"Edwin Rowe", "Jonas Brandt"}),
        ("Which ships did Edwin Rowe pilot?", {"Ibis"}),
        ("Which sailors were commanders?", {"Amos Hale", "Jonas Brandt", "Mats Osk", "Edwin Rowe"}),
    ],
)
def test_a_role_on_an_edge_is_named_by_its_noun_or_its_verb(question: str, names: set[str]) -> None:
    assert found(question) == names


def test_a_superlative_is_said_of_the_type_after_it() -> None:
    assert found("Which ships are registered in the largest port?") == {"Ibis"}
