"""Plan a request for the next page of a list: the earlier plan with new offsets."""

from workbench.domain.listing import Listing, Page
from workbench.domain.local_text import Language
from workbench.domain.plan import PlanningResult, QueryPlan
from workbench.planner.messages import localized_text
from workbench.planner.protocol import Planner, PlanRequest
from workbench.workspace.answer_styles import default_styles


class ContinuationPlanner:
    """Plans requests for more of a list; passes all other requests to another planner."""

    def __init__(self, otherwise: Planner) -> None:
        self._otherwise = otherwise

    async def plan(self, request: PlanRequest) -> PlanningResult:
        """Return the earlier plan with the offsets of the requested pages, without a model call."""
        listing, language = request.memory.continued, request.question.language
        if listing is None:
            return await self._otherwise.plan(request)
        return PlanningResult(
            plan=continuation_plan(listing, request.memory.pages, language),
            origin="offline",
            reasons=(localized_text("continued", language, listing.question),),
        )


def continuation_plan(listing: Listing, pages: tuple[Page, ...], language: Language) -> QueryPlan:
    """Return the plan that shows these pages.

    Calls without a list and the fallback search are omitted, since the earlier answer showed their
    results. A call whose list has ended is kept, so that no fact is shown twice.
    """
    plan = listing.plan
    calls = tuple(
        plan.tool_calls[page.call].model_copy(update={"offset": page.offset})
        for page in pages
        if page.call < len(plan.tool_calls)
    )
    carried = {call.args.intent_id for call in calls}
    is_default_style = plan.answer_style in ("", *default_styles().values())
    most = max((page.items for page in pages), default=0)
    return plan.model_copy(
        update={
            "intents": tuple(name for name in plan.intents if name in carried) or plan.intents,
            "tool_calls": calls,
            "fallback": plan.fallback.model_copy(update={"enabled": False}),
            "limits": plan.limits.model_copy(update={"max_items": max(most, 1)}),
            "render_style": listing.parts[0].style if len(pages) == 1 else plan.render_style,
            "answer_style": default_styles()[language] if is_default_style else plan.answer_style,
        }
    )
