"""Turn a checked draft into the final answer: clean, marked, cited and displayed text."""

from workbench.answer.formats import in_format
from workbench.answer.resolve_citations import cite, used_sources
from workbench.checks.postcheck.closing_findings import closing_findings
from workbench.domain.answer import Answer, Audience, Format
from workbench.domain.diagnostics import Finding
from workbench.domain.run import Run
from workbench.domain.run_summary import shown_confidence
from workbench.pipeline.state import Services
from workbench.rendering.display import display, references, style_of
from workbench.text import parse
from workbench.text.draft import Draft
from workbench.workspace import Workspace


def finish(draft: Draft, run: Run, services: Services) -> tuple[Answer, tuple[Finding, ...]]:
    """Return the answer with its citations located, and the findings on it.

    Markers of unknown sources are dropped; a text that is much too long is reported, not cut.
    """
    if run.rendered is None or run.facts is None:
        marked = draft.answer.marked
        return draft.answer.model_copy(update={"text": marked, "display": marked}), ()
    cited = cite(draft.text, run.rendered, run.facts, services.documents)
    draft = draft.with_text(cited.marked)
    used = used_sources(draft.clean, run.rendered, run.facts, services.workspace)
    finished = draft.answer.model_copy(
        update={
            "citations": cited.citations,
            "sources_used": tuple(dict.fromkeys(one.evidence_id for one in cited.citations)),
            "sources_provided": len(run.rendered.sources),
            "context_used": len(used),
            "context_available": len(run.facts.items),
        }
    )
    shown = display_answer(run.model_copy(update={"answer": finished}), services.workspace)
    findings = closing_findings(finished, cited.dropped, run.options, run.language)
    return finished.model_copy(update={"display": shown}), findings


def display_answer(
    run: Run,
    workspace: Workspace,
    style: str | None = None,
    form: Format | None = None,
) -> str:
    """Return the run's answer as displayed in a citation style and a format; calls no model.

    Args:
        run: a run with an answer.
        workspace: has the default style.
        style: None selects the run's option, then the workspace's default; in JSON no style
            unless one was requested.
        form: None selects the run's option.
    """
    if run.answer is None:
        return ""
    if run.facts is None:
        return run.answer.text
    answer = in_format(run.answer, run.options, form)
    confidence = shown_confidence(run) if answer.outcome == "answered" else None
    return display(
        answer.marked,
        answer.citations,
        run.facts,
        style or style_of(answer.marked, run.options.citations, workspace),
        run.language,
        run.options.audience,
        confidence if run.options.show_confidence else None,
        workspace=workspace,
        form=form or run.options.format,
    )


def json_source_list(run: Run, workspace: Workspace) -> str:
    """Return the list of cited sources to show below a JSON answer; empty for other answers."""
    answer = run.answer
    if answer is None or run.facts is None or parse(answer.marked).data is None:
        return ""
    if run.options.audience is Audience.CUSTOMER:
        return ""
    style = style_of(answer.marked, run.options.citations, workspace)
    return references(
        answer.marked, answer.citations, run.facts, style, run.language, workspace=workspace
    )
