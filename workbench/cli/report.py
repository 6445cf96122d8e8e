"""Print a run: the answer on standard output, notes and errors on standard error."""

from collections.abc import Iterator

from workbench.checks.grounding.hallucination_filter import filter_hallucinations, unverified_claims
from workbench.checks.messages import localized_text
from workbench.cli.error_lines import failure_lines
from workbench.cli.options import DOWN, FAILED, show_lines
from workbench.cli.output import echo, echo_json_text
from workbench.domain.answer import Answer, Audience
from workbench.domain.evidence import StageError
from workbench.domain.run import Run, RunStatus
from workbench.text import parse

DOWN_KINDS = ("ProviderError", "BudgetError", "StoreError", "RunStoreError")


def show_run(run: Run, *, as_json: bool) -> int:
    """Print a stored run with its id; return 0, 1 if it failed, 3 if a service was down."""
    code = show_unstored_run(run, as_json=as_json)
    if not as_json:
        echo(f"run {run.id}", err=True, dim=True)
    return code


def show_unstored_run(run: Run, *, as_json: bool) -> int:
    """Print a run without its id, which leads nowhere, and return the exit code."""
    if as_json:
        echo_json_text(run.model_dump_json(indent=2, by_alias=True))
    elif run.answer:
        echo(shown_answer(run, run.answer))
    elif run.plan and run.status is RunStatus.DONE:
        echo_json_text(run.plan.model_dump_json(indent=2))
    for remark in remarks(run):
        echo(remark, err=True, fg="yellow")
    for record in run.stages:
        show_lines(failure_lines(record, run.id))
    if run.status is not RunStatus.FAILED or run.failure is None:
        return 0
    error = run.failure.error
    return DOWN if error and error.kind in DOWN_KINDS else FAILED


def shown_answer(run: Run, answer: Answer) -> str:
    """Return the displayed answer; for an analyst, unsupported claims are flagged."""
    text = answer.display or answer.text
    found = run.diagnostics
    is_data = parse(text).data is not None
    if found is None or is_data or run.options.audience is Audience.CUSTOMER:
        return text
    return filter_hallucinations(text, unverified_claims(found.claims, found.judge))


def remarks(run: Run) -> tuple[str, ...]:
    """Return notes on problems that the answer does not show and that did not fail the run."""
    return tuple(dict.fromkeys(_all_remarks(run)))


def _all_remarks(run: Run) -> Iterator[str]:
    if run.status in (RunStatus.CANCELLED, RunStatus.INTERRUPTED):
        ended = [record.name for record in run.stages if record.status != "stopped"]
        yield f"The run was stopped after {ended[-1] if ended else 'nothing'}."
    if run.plan_origin == "emergency":
        yield from run.plan_reasons
    for call in run.tool_calls:
        if call.error and call.status != "failed":
            yield _sentence(call.error)
    yield from _doubts(run)
    if run.is_answer_stopped:
        yield "The answer is partial, as far as it was written: nothing in it is checked."
    elif run.answer and run.answer.partial:
        yield "The model broke off: the answer is partial, and its grounding is unknown."


def _doubts(run: Run) -> Iterator[str]:
    """The estimate that the answer is right, with its reasons, where it is not likely.

    All of it is in the language of the question, as the reasons are.
    """
    found = run.diagnostics.verdict if run.diagnostics else None
    if found is None or found.label not in ("unsure", "partly"):
        return
    lead = localized_text("verdict_probability", run.language, share=found.probability)
    claims = run.diagnostics.claims if run.diagnostics else ()
    if claims and all(one.verdict == "supported" for one in claims):
        lead = f"{lead} {localized_text('verdict_true', run.language)}"
    yield " ".join((lead, *found.reasons))


def _sentence(error: StageError) -> str:
    return f"{error.message} {error.hint}".strip()
