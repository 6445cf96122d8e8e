"""Build the emergency plan: one document search, used when no valid plan is available.

See docs/formulas.md, "Repair and the emergency plan".
"""

from collections.abc import Sequence

from workbench.domain.local_text import Language
from workbench.domain.plan import (
    BULLETS_STYLE,
    GENERAL_UNSTRUCTURED,
    SHORT_STYLE,
    Fallback,
    PlanEntity,
    QueryPlan,
    SearchArgs,
    ToolCall,
)
from workbench.workspace import Workspace


def emergency_plan(
    query: str,
    language: Language,
    workspace: Workspace,
    *,
    likely: Sequence[str] = (),
    entities: Sequence[PlanEntity] = (),
    confidence: float = 0.0,
) -> QueryPlan:
    """Return a plan with one document search; ``likely`` intents affect only the render style."""
    return QueryPlan(
        intents=(GENERAL_UNSTRUCTURED,),
        entities=tuple(entities),
        tool_calls=(ToolCall(tool=workspace.spec.tools.search, args=SearchArgs(query=query)),),
        fallback=Fallback(tool=workspace.spec.tools.search),
        render_style=_style(likely, workspace),
        answer_style=workspace.spec.default_style(language),
        confidence=confidence,
    )


def _style(likely: Sequence[str], workspace: Workspace) -> str:
    """Return bullets if the most likely intent is answered by a list, else short."""
    known = [workspace.spec.intents[name] for name in likely if name in workspace.spec.intents]
    lists = bool(known) and known[0].is_structured and known[0].render_style != SHORT_STYLE
    return BULLETS_STYLE if lists else SHORT_STYLE
