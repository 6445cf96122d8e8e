"""Runs, facts, claims and model calls as pandas tables, for a notebook or a spreadsheet."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from workbench.domain.run import Run, RunSummary, summarize

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
    """One row a run, by its id, in the order given.

    ``ms`` is the time of all stages; ``confidence`` and ``grounding`` are on 0-1, NaN where a run
    has none; ``parent_id`` names the run that a fork was made from.
    """
    lines = [run if isinstance(run, RunSummary) else summarize(run) for run in runs]
    return _frame("id", [line.model_dump(mode="python") for line in lines], _RUNS)


def facts_frame(run: Run) -> "pd.DataFrame":
    """One row for each fact and passage found, by its evidence id, the most relevant first.

    ``relevance`` is absolute, on 0-1; ``call`` is the place of the call that found it first.
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
    """One row for each claim of the answer, in its order.

    ``probability`` is how likely the evidence supports it, on 0-1, NaN where it is not checkable;
    ``evidence`` lists ids of ``facts_frame``.
    """
    claims = run.diagnostics.claims if run.diagnostics else ()
    rows = [
        {"claim": number, **claim.model_dump(include=set(_CLAIMS))}
        for number, claim in enumerate(claims, start=1)
    ]
    return _frame("claim", rows, _CLAIMS)


def model_calls_frame(run: Run) -> "pd.DataFrame":
    """One row for each call of a model; ``price_usd`` is NaN where the price is not known."""
    rows = [
        {"call": number, **use.model_dump(include=set(_CALLS))}
        for number, use in enumerate(run.usage.calls, start=1)
    ]
    return _frame("call", rows, _CALLS)


def _frame(index: str, rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> "pd.DataFrame":
    """Also without rows it has its columns."""
    import pandas as pd

    return pd.DataFrame(rows, columns=[index, *columns]).set_index(index)
