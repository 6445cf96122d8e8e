"""What a golden case says about the stages of a run: the right entities, plan and facts."""

from collections.abc import Mapping, Sequence

from workbench.domain.entities import Resolution, ResolvedEntity
from workbench.domain.evidence import Evidence
from workbench.domain.graph import Node
from workbench.domain.plan import QueryPlan
from workbench.domain.run import Run
from workbench.evaluation.cases import Case
from workbench.evaluation.metrics import METRICS
from workbench.evaluation.metrics.base import normalize_text
from workbench.planner.given_intents import plan_of_intents
from workbench.workspace import Workspace

_OF_ANSWER = ("completed", "facts", "forbidden", "honesty")
"""The metrics that judge the answer and not how it came about."""


def meets(case: Case, run: Run) -> bool:
    """Whether the answer of a run is what the case expects."""
    return not any(METRICS[name].score(case, run).misses for name in _OF_ANSWER)


def right_entities(
    case: Case, run: Run, again: Resolution, nodes: Mapping[str, Node]
) -> Resolution | None:
    """Return what should have been recognised; None if it was, or the case does not say it.

    Args:
        case: names the entities.
        run: recognised others.
        again: what the question is read as today, which has the words that mean an entity.
        nodes: of the workspace.
    """
    if case.entities is None:
        return None
    recognised = {one.canonical_id: one for one in run.entities}
    named = {one.canonical_id: one for one in again.entities} | recognised
    wanted = [_first_known(one, named) or _first_known(one, nodes) for one in case.entities]
    known = [one for one in wanted if one is not None]
    if set(known) == set(recognised) or len(known) < len(wanted):
        return None
    entities = (named.get(one) or _entity(nodes[one], run) for one in known)
    return Resolution(entities=tuple(entities), slots=run.slots or again.slots)


def right_plan(case: Case, run: Run, found: Resolution, workspace: Workspace) -> QueryPlan | None:
    """Return a plan of the case's intents for what was recognised; None if the run has it.

    The run has it if its plan makes the same calls and lets as many facts through.
    """
    intents = [_first_known(one, workspace.spec.intents) for one in case.intents or ()]
    known = [workspace.spec.intents[one] for one in intents if one is not None]
    if not known or len(known) < len(intents):
        return None
    plan = plan_of_intents(known, run.question, found, run.language, workspace)
    if plan is None or run.plan is None:
        return plan
    has_calls = _calls(plan) == _calls(run.plan)
    if has_calls and run.plan.limits.max_items >= plan.limits.max_items:
        return None
    return plan


def _calls(plan: QueryPlan) -> Sequence[str]:
    """Return what distinguishes the calls of two plans; the words of a search are the planner's."""
    parts = (
        (one.tool, one.args.intent_id, one.args.subject_id, one.args.applied_filters)
        for one in plan.tool_calls
    )
    return sorted(map(repr, parts))


def unstated(case: Case, items: Sequence[Evidence]) -> Sequence[str]:
    """Return the facts of the case that no evidence states."""
    return [fact for fact in case.facts if not any(states(item, fact) for item in items)]


def states(item: Evidence, fact: str) -> bool:
    """Whether evidence states a fact of a case; ``a|b`` accepts either wording."""
    content = normalize_text(item.content)
    return any(normalize_text(wording) in content for wording in fact.split("|"))


def right_answer(case: Case) -> str:
    """Return an answer of the facts alone, in the first wording of each."""
    return "\n".join(f"- {fact.split('|')[0]}" for fact in case.facts)


def _first_known(alternatives: str, known: Mapping[str, object]) -> str | None:
    return next((one for one in alternatives.split("|") if one in known), None)


def _entity(node: Node, run: Run) -> ResolvedEntity:
    return ResolvedEntity(
        canonical_id=node.id,
        type=node.type,
        name=node.label(run.language),
        confidence=1.0,
        matched_by="manual",
    )
