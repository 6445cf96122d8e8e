"""Format a Run as Markdown for notebooks: answer, calls, claims, confidence and plan."""

import re
from collections.abc import Iterable, Sequence

from workbench.domain.run import Run

_IMAGE = re.compile(r"!\[")
_PARTIAL = "**The answer is partial:** its grounding is unknown."
_VERDICTS = {
    "supported": "supported",
    "contradicted": "**contradicted**",
    "not_in_sources": "*not in the sources*",
    "not_checkable": "not checkable",
}


def run_markdown(run: Run) -> str:
    """Return the run as Markdown; images and HTML from documents and models are escaped."""
    parts = [f"#### {_safe(run.question)}"]
    if run.answer:
        parts.append(_safe(run.answer.display or run.answer.text))
        parts.append(_PARTIAL if run.answer.partial else "")
    if run.failure and run.failure.error:
        error = run.failure.error
        parts.append(
            f"**{run.failure.name.value} failed:** {_safe(error.message)} {_safe(error.hint)}"
        )
    parts += [_calls(run), _claims(run), _confidence(run), _plan(run), _footer(run)]
    return "\n\n".join(part for part in parts if part)


def _calls(run: Run) -> str:
    rows = [
        (call.tool, _arguments(call.args.model_dump(exclude_none=True)), call.status,
         str(call.items), f"{call.ms:.1f} ms", call.caused_by)
        for call in run.tool_calls
    ]  # fmt: skip
    return _table(("tool", "arguments", "status", "facts", "time", "because of"), rows)


def _claims(run: Run) -> str:
    claims = run.diagnostics.claims if run.diagnostics else ()
    rows = [
        (claim.statement, _VERDICTS[claim.verdict], "; ".join(claim.reasons)) for claim in claims
    ]
    return _table(("claim", "verdict", "why"), rows)


def _confidence(run: Run) -> str:
    steps = run.diagnostics.confidence.steps if run.diagnostics else ()
    rows = [(step.name, f"{step.factor:.3f}", f"{step.value_after:.3f}") for step in steps]
    return _table(("confidence step", "factor", "value after"), rows)


def _plan(run: Run) -> str:
    if run.plan is None:
        return ""
    text = run.plan.model_dump_json(indent=2)
    origin = run.plan_origin or "—"
    return f"<details><summary>QueryPlan ({origin})</summary>\n\n```json\n{text}\n```\n\n</details>"


def _footer(run: Run) -> str:
    spent = sum(stage.ms for stage in run.stages)
    return f"<sub>run {run.id} · {run.status.value} · {spent:.0f} ms</sub>"


def _arguments(args: dict[str, object]) -> str:
    return ", ".join(f"{name}={value}" for name, value in args.items() if value not in ({}, (), []))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    body = [f"| {' | '.join(_cell(text) for text in row)} |" for row in rows]
    if not body:
        return ""
    return "\n".join([f"| {' | '.join(head)} |", "|" + "---|" * len(head), *body])


def _cell(text: str) -> str:
    return _safe(text).replace("|", "\\|").replace("\n", " ")


def _safe(text: str) -> str:
    return _IMAGE.sub("!\\[", text).replace("<", "&lt;")
