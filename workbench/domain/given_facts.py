"""Facts as a person wants them: some dropped, put in another order, or added with a note."""

from collections.abc import Sequence

from workbench.domain.evidence import (
    ChannelHit,
    Evidence,
    Execution,
    FactGroup,
    SourceRef,
    empty_facts,
)
from workbench.domain.run import Run

NOTE = "note"
"""The type of a fact that a person added."""
BY_HAND = "hand"
"""The channel that found it."""


def note(text: str, origin: str, call: int = 0) -> Evidence:
    """Return a fact that a person states.

    Args:
        text: the fact, one sentence or more.
        origin: who says so, or where it is written; the title of its source.
        call: the place of the call that it stands beside.
    """
    return Evidence(
        type=NOTE,
        text=text,
        source=SourceRef(id=NOTE, title=origin),
        score=1.0,
        found_by=(ChannelHit(channel=BY_HAND),),
        call=call,
    )


def given_execution(run: Run, items: Sequence[Evidence]) -> Execution:
    """Return what the execute stage of a fork is to have found: these facts, in this order.

    The calls stay, so that it can be seen where each fact came from; coverage and gaps are theirs.
    """
    facts = run.facts or empty_facts()
    kept = {item.id for item in items}
    groups = (_kept(group, kept) for group in facts.groups)
    totals = [sum(item.call == section.call for item in items) for section in facts.meta.sections]
    sections = tuple(
        section.model_copy(update={"total": total})
        for section, total in zip(facts.meta.sections, totals, strict=True)
    )
    given = facts.model_copy(
        update={
            "found": bool(items),
            "items": tuple(items),
            "groups": tuple(group for group in groups if group.items),
            "meta": facts.meta.model_copy(update={"sections": sections}),
        }
    )
    return Execution(tool_calls=run.tool_calls, facts=given)


def _kept(group: FactGroup, ids: set[str]) -> FactGroup:
    return group.model_copy(update={"items": tuple(one for one in group.items if one.id in ids)})
