"""What later questions of a thread refer to: the turn of a run, and the list it showed in part."""

from typing import Any, cast

from workbench.domain.graph_query import GraphQuery
from workbench.domain.listing import Listing, build_listing
from workbench.domain.plan import QueryPlan
from workbench.domain.question import Turn
from workbench.domain.run import Run
from workbench.domain.table_query import TableArgs


def turn_of(
    run_id: str,
    question: str,
    plan: QueryPlan | None,
    answer: str,
    listing: Listing | None = None,
    earlier: GraphQuery | None = None,
) -> Turn:
    """Build the turn that later questions of the thread refer to.

    A turn that was declined as off topic carries nothing. ``earlier`` is the query of the turn that
    this one followed, whose sets its own may name.
    """
    if plan is not None and plan.scope == "off_topic":
        plan = None
    filters: dict[str, Any] = {}
    for call in plan.tool_calls if plan else ():
        filters |= call.args.applied_filters
    return Turn(
        run_id=run_id,
        question=question,
        answer=answer,
        intents=plan.intents if plan else (),
        entities=tuple((entity.id, entity.name) for entity in plan.entities) if plan else (),
        filters=filters,
        query=_query_of(plan, earlier),
        table=_table_query_of(plan),
        listing=listing,
        searched=_only_searches(plan),
    )


def _only_searches(plan: QueryPlan | None) -> bool:
    calls = plan.tool_calls if plan is not None else ()
    return bool(calls) and all(call.args.search_text for call in calls)


def _query_of(plan: QueryPlan | None, earlier: GraphQuery | None) -> GraphQuery | None:
    """Return the first query of a plan to the graph, with the sets of the earlier one in place."""
    queries = (call.args.graph_query for call in (plan.tool_calls if plan else ()))
    query = next((one for one in queries if one is not None), None)
    return query.with_earlier(earlier) if query is not None else None


def _table_query_of(plan: QueryPlan | None) -> TableArgs | None:
    """Return the first query of a plan to a table."""
    queries = (call.args.table_query for call in (plan.tool_calls if plan else ()))
    return cast(TableArgs | None, next((one for one in queries if one is not None), None))


def listing_of(run: Run) -> Listing | None:
    """Build the list that a run showed in part; None where every fact fitted into the answer."""
    if run.plan is None or run.rendered is None or run.answer is None:
        return None
    begun = run.memory.continued if run.memory else None
    return build_listing(
        begun.question if begun else run.normalized,
        begun.language if begun else run.language,
        run.plan,
        run.rendered.listed,
        is_page=begun is not None,
    )
