"""Plans of questions over a graph that join several clauses."""

import pytest

from tests.support import crafts
from tests.support.workspaces import asked, request
from workbench.domain.entities import Candidate, Resolution, ResolvedEntity
from workbench.domain.graph_query import GraphQuery
from workbench.domain.plan import PlanningResult
from workbench.domain.question import MemoryDecision, Turn
from workbench.planner.composer import Composer
from workbench.planner.graph_query_planner import AMBIGUOUS, GraphQueryPlanner
from workbench.planner.protocol import PlanRequest
from workbench.understanding.entity_registry import EntityRegistry

WORKSPACE = crafts.workspace()
REGISTRY = EntityRegistry.build(WORKSPACE)


def planner(*, threshold: float = 0.5, has_documents: bool = False) -> GraphQueryPlanner:
    composer = Composer(WORKSPACE, crafts.store())
    return GraphQueryPlanner(WORKSPACE, composer, threshold=threshold, has_documents=has_documents)


def planned(text: str, *turns: Turn) -> PlanningResult:
    return planner().plan(request(text, REGISTRY, *turns)).planned


def queries(result: PlanningResult) -> list[GraphQuery]:
    return [call.args.query for call in result.plan.tool_calls]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    [
        "What does dgfh cost and who knows Petrova?",
        "Who knows Petrova and what does dgfh cost?",
        "Кто знаком с Петровой и сколько стоит борщ?",
        "Сколько стоит борщ и кто знаком с Петровой?",
    ],
)
def test_an_off_topic_clause_leaves_the_other_to_be_answered(text: str) -> None:
    result = planned(text)

    assert result.plan.scope == "in_scope"
    assert [query.answer is not None for query in queries(result)].count(True) == 1
    assert any("dgfh" in query.unread or "борщ" in query.unread for query in queries(result))
    assert any("dgfh" in reason or "борщ" in reason for reason in result.reasons)


def test_a_question_is_off_topic_if_all_of_it_is() -> None:
    assert planned("What does dgfh cost and who ate the soup?").plan.scope == "off_topic"


def test_a_clause_that_may_be_about_the_name_in_another_is_not_asked_of_all() -> None:
    result = planned("Who knows Petrova and what is the year of birth?")

    assert len(result.plan.tool_calls) == 1


def test_beside_documents_only_the_clause_that_is_not_sure_loses_its_query() -> None:
    text = "Who knows Petrova and what did Gromov paint?"
    result = planner(has_documents=True).plan(request(text, REGISTRY)).planned

    answers = [query.answer is not None for query in queries(result)]
    assert answers == [True, False]


def test_a_clause_is_asked_of_the_entity_that_was_chosen_for_its_name() -> None:
    text = "Who knows Petra and who knows Orlov?"
    question = asked(text, WORKSPACE)
    spans = [(text.index(name), text.index(name) + len(name)) for name in ("Petra", "Orlov")]
    chosen = [
        ResolvedEntity.model_validate(
            {
                "canonical_id": f"master:{slug}",
                "type": "master",
                "name": slug,
                "confidence": 0.9,
                "matched_by": "manual",
                "span": {"start": start, "end": end},
            }
        )
        for slug, (start, end) in zip(("petrova", "orlov"), spans, strict=True)
    ]
    memory = MemoryDecision(decision="independent")
    ask = PlanRequest(question, memory, Resolution(entities=tuple(chosen)))

    first, second = queries(planner().plan(ask).planned)

    assert first.sets[0].ids == ("master:petrova",)  # type: ignore[union-attr]
    assert second.sets[0].ids == ("master:orlov",)  # type: ignore[union-attr]


def test_an_ambiguous_name_in_a_clause_lowers_the_confidence() -> None:
    text = "Who knows Petrova and who knows Orlov?"
    sure = request(text, REGISTRY)
    first, *rest = sure.resolution.entities
    candidates = [
        Candidate(
            canonical_id=f"master:{slug}",
            type="master",
            name=slug,
            confidence=first.confidence,
            matched_by="part",
        )
        for slug in ("petrova", "gromov")
    ]
    unsure = first.model_copy(update={"candidates": tuple(candidates), "matched_by": "part"})
    ask = PlanRequest(sure.question, sure.memory, Resolution(entities=(unsure, *rest)))

    plain = planner().plan(sure).planned.plan.confidence
    assert planner().plan(ask).planned.plan.confidence == pytest.approx(plain * AMBIGUOUS, abs=1e-3)


def test_each_clause_of_a_follow_up_is_about_the_earlier_answer() -> None:
    earlier = planned("Who knows Orlov?").plan.tool_calls[0].args.query  # type: ignore[union-attr]
    before = Turn(run_id="r", question="Who knows Orlov?", answer="Petrova", query=earlier)
    memory = MemoryDecision(decision="follow_up", carried=before)
    ask = PlanRequest(
        asked("Where does she live and what does she practise?", WORKSPACE), memory, Resolution()
    )

    found = queries(planner().plan(ask).planned)

    edges = [[one.edge for one in query.sets if one.op == "follow"] for query in found]
    assert edges == [["LIVES_IN"], ["PRACTISES"]]
    assert all(query.sets[0].op == "prior" for query in found)
