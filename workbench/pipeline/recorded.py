"""What a replay takes from the recorded run: its facts, and its text if no model wrote it.

A later release may find other passages, rank them in another order, or word an answer without a
model differently. A replay repeats what happened, so that the replies of models, which cite facts
by number, mean the same.
"""

from collections.abc import Sequence
from typing import TypeAlias

from workbench.domain.answer import Answer
from workbench.domain.evidence import ExecutedCall, FactsPayload
from workbench.domain.run import Run
from workbench.settings import OFFLINE

Calls: TypeAlias = tuple[ExecutedCall, ...]


def as_recorded(
    run: Run, calls: Calls, facts: FactsPayload, recorded: Run | None
) -> tuple[Calls, FactsPayload]:
    """Return the calls and the facts of a replay, the recorded ones if the same calls are planned.

    The same facts are put in the recorded order. Where others were found, since documents or their
    index have changed, the recorded calls and facts stand. With another embedder than the recorded
    one there is no ``recorded`` run: the call says that its results differ.
    """
    if recorded is None or recorded.facts is None or not _same_calls(run, recorded):
        return calls, facts
    ids = [item.id for item in recorded.facts.items]
    if sorted(ids) == sorted(item.id for item in facts.items):
        return calls, _ordered(facts, ids)
    return recorded.tool_calls, recorded.facts


def _ordered(facts: FactsPayload, ids: Sequence[str]) -> FactsPayload:
    by_id = {item.id: item for item in facts.items}
    return facts.model_copy(update={"items": tuple(by_id[one] for one in ids)})


def recorded_text(run: Run, recorded: Run | None) -> Answer | None:
    """Return the recorded answer if no model wrote it and it rests on the same facts; else None."""
    answer = recorded.answer if recorded is not None else None
    if recorded is None or answer is None or run.facts is None or recorded.facts is None:
        return None
    same = [item.id for item in run.facts.items] == [item.id for item in recorded.facts.items]
    offline = answer.model == OFFLINE and recorded.failure is None
    whole = answer.outcome == "answered" and not answer.partial
    return answer if same and offline and whole and _same_calls(run, recorded) else None


def _same_calls(run: Run, recorded: Run) -> bool:
    plans = (run.plan, recorded.plan)
    first, second = (plan.tool_calls if plan else () for plan in plans)
    return first == second
