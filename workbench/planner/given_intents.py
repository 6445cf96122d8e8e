"""Plan a question by intents that are given, without guessing which ones it has."""

from collections.abc import Sequence

from workbench.domain.entities import Resolution
from workbench.domain.local_text import Language
from workbench.domain.plan import Fallback, PlanEntity, QueryPlan
from workbench.planner.graph_calls import (
    IntentCalls,
    PlanningContext,
    distinct_calls,
    graph_calls,
    search_call,
)
from workbench.planner.limit_policy import limit_kind, limits_for
from workbench.workspace import Workspace
from workbench.workspace.intents import Intent


def plan_of_intents(
    intents: Sequence[Intent],
    question: str,
    found: Resolution,
    language: Language,
    workspace: Workspace,
) -> QueryPlan | None:
    """Return the plan that the intents have for what was recognised in a question.

    Args:
        intents: of the workspace, in the order of their calls.
        question: the query of an intent that searches documents.
        found: the entities and filters that the calls may use.
        language: of the answer.
        workspace: the workspace of the intents.

    Returns:
        None if an intent of the graph has no start for the entities, or no intent is given.
    """
    context = PlanningContext(own=found.entities, slots=found.slots)
    drafts = [_calls(intent, question, context, workspace) for intent in intents]
    made = [draft for draft in drafts if draft is not None]
    if not made or len(made) < len(drafts):
        return None
    starts = list(zip(intents, (draft.start for draft in made), strict=True))
    first, start = starts[0]
    used = {entity.canonical_id: entity for draft in made for entity in draft.entities}
    return QueryPlan(
        intents=tuple(intent.id for intent in intents),
        entities=tuple(
            PlanEntity(type=one.type, id=key, name=workspace.entity_name(key, language))
            for key, one in used.items()
        ),
        tool_calls=tuple(distinct_calls(call for draft in made for call in draft.calls)),
        fallback=Fallback(tool=workspace.spec.tools.search),
        limits=limits_for((limit_kind(*one) for one in starts), workspace.spec.caps),
        render_style=(start.render_style if start else None) or first.render_style,
        answer_style=workspace.spec.default_style(language),
        confidence=1.0,
    )


def _calls(
    intent: Intent, question: str, context: PlanningContext, workspace: Workspace
) -> IntentCalls | None:
    if intent.is_structured:
        return graph_calls(intent, context, workspace)
    return search_call(intent, question, context, workspace)
