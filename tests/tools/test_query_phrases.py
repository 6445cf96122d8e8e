"""Sets of a query in words: headings that can be read."""

import pytest

from tests.support.sample_run import DATA
from workbench.domain.graph_query import (
    FollowSet,
    GraphQuery,
    ListAnswer,
    NodesSet,
    TopSet,
    WhereSet,
)
from workbench.tools.query_phrases import QueryPhrases
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace, open_workspace

LIABILITY = NodesSet(id="a", ids=("benefit:personal-liability",))
PLANS = FollowSet(id="b", of="a", edge="PLAN_BENEFIT", direction="in")
PRODUCTS = FollowSet(id="c", of="b", edge="HAS_PLAN", direction="in")


@pytest.fixture(scope="module")
def insurance() -> Workspace:
    return open_workspace(DATA / "insurance", TOOL_SPECS)


def heading(workspace: Workspace, *sets: FollowSet | NodesSet | TopSet | WhereSet) -> str:
    query = GraphQuery(sets=sets, answer=ListAnswer(of=sets[-1].id))
    return QueryPhrases(query, workspace, "en").heading(sets[-1].id)


def test_types_inside_a_phrase_are_common_nouns(insurance: Workspace) -> None:
    covered = FollowSet(id="d", of="c", edge="COVERS")
    told = heading(insurance, LIABILITY, PLANS, PRODUCTS, covered)
    assert "products" in told and "Products" not in told


def test_many_relations_are_told_by_what_they_lead_to(insurance: Workspace) -> None:
    top = TopSet.model_validate({"id": "t", "of": "b", "by": {"property": "limit"}})
    products = FollowSet(id="c", of="t", edge="HAS_PLAN", direction="in")
    covered = FollowSet(id="d", of="c", edge="COVERS")
    others = FollowSet(id="e", of="d", edge="HAS_EXCESS", direction="in")
    told = heading(insurance, LIABILITY, PLANS, top, products, covered, others)
    assert told == (
        "Personal liability → plans with the highest Limit → products → benefits → products"
    )


def test_a_property_of_an_edge_is_told_apart_from_its_verb() -> None:
    portfolio = open_workspace(DATA / "portfolio", TOOL_SPECS)
    person = NodesSet(id="a", ids=("person:dmitry",))
    known = FollowSet(id="b", of="a", edge="KNOWS")
    experts = WhereSet(id="c", of="b", property="level", test="eq", value="expert")
    told = heading(portfolio, person, known, experts)
    assert told.endswith("knows (Level: expert)")
