"""Export runs, facts, claims and model calls as pandas tables."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from workbench.domain.run import Run
from workbench.domain.run_summary import RunSummary, summarize

if TYPE_CHECKING:
    import pandas as pd

_RUNS = (
    "created_at", "question", "workspace", "status", "plan_origin",
    "confidence", "grounding", "ms", "parent_id",
)  # fmt: skip
_FACTS = ("type", "text", "source", "relevance", "found_by", "call")
_CLAIMS = ("text", "verdict", "probability", "evidence", "reasons")
_CALLS = ("role", "model", "input_tokens", "output_tokens", "ms", "price_usd", "cached")


def runs_frame(runs: Iterable[Run | RunSummary]) -> "pd.DataFrame":
    """Return one row for each run, indexed by its id, in the order given.

    ``ms`` is the time of all stages; ``confidence`` and ``grounding`` are on 0-1, NaN if a run has
    none; ``parent_id`` is the run that was forked.
    """
    lines = [run if isinstance(run, RunSummary) else summarize(run) for run in runs]
    return _frame("id", [line.model_dump(mode="python") for line in lines], _RUNS)


def facts_frame(run: Run) -> "pd.DataFrame":
    """Return one row for each fact and passage, indexed by evidence id, the most relevant first.

    ``relevance`` is absolute, on 0-1; ``call`` is the index of the call that found it first.
    """
    items = run.facts.items if run.facts else ()
    rows = [
        {
            "id": item.id,
            "type": item.type,
            "text": item.content,
            "source": item.source.title if item.source else None,
            "relevance": item.score,
            "found_by": ", ".join(found.channel for found in item.found_by),
            "call": item.call,
        }
        for item in items
    ]
    return _frame("id", rows, _FACTS)


def claims_frame(run: Run) -> "pd.DataFrame":
    """Return one row for each claim of the answer, in order.

    ``probability`` is that of support by the evidence, on 0-1, NaN if the claim is not checkable;
    ``evidence`` lists ids of ``facts_frame``.
    """
    claims = run.diagnostics.claims if run.diagnostics else ()
    rows = [
        {"claim": number, **claim.model_dump(include=set(_CLAIMS)), "text": claim.statement}
        for number, claim in enumerate(claims, start=1)
    ]
    return _frame("claim", rows, _CLAIMS)


def model_calls_frame(run: Run) -> "pd.DataFrame":
    """Return one row for each model call; ``price_usd`` is NaN if the price is unknown."""
    rows = [
        {"call": number, **use.model_dump(include=set(_CALLS))}
        for number, use in enumerate(run.usage.calls, start=1)
    ]
    return _frame("call", rows, _CALLS)


def _frame(index: str, rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> "pd.DataFrame":
    """Return a table that has its columns even without rows."""
    import pandas as pd

    return pd.DataFrame(rows, columns=[index, *columns]).set_index(index)
