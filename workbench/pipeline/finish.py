"""Turn a checked draft into the final answer: clean, marked, cited and displayed text."""

from workbench.answer.citations import cite, used_sources
from workbench.answer.formats import reshaped, words_read
from workbench.checks.messages import localized_text, words_counted
from workbench.citation_styles import if_known
from workbench.domain.answer import NO_CITATIONS, Answer, Audience, Format, marker
from workbench.domain.diagnostics import Finding
from workbench.domain.run import Run
from workbench.i18n.messages import messages
from workbench.pipeline.state import Services
from workbench.rendering.display import display, references
from workbench.settings import OFFLINE
from workbench.text.json_text import structured
from workbench.workspace import Workspace

_TOLERANCE = 1.25
"""An answer of more than ``max_response_length`` times this gets a finding."""


def finish(answer: Answer, run: Run, services: Services) -> tuple[Answer, tuple[Finding, ...]]:
    """Return the answer with its citations located, and the findings on it.

    Markers of unknown sources are dropped; a text that is much too long is reported, not cut.
    """
    if run.rendered is None or run.facts is None:
        return answer.model_copy(update={"text": answer.marked, "display": answer.marked}), ()
    cited = cite(answer.marked, run.rendered, run.facts, services.documents)
    used = used_sources(cited.marked, run.rendered, run.facts, services.workspace)
    finished = answer.model_copy(
        update={
            "text": cited.text,
            "marked": cited.marked,
            "citations": cited.citations,
            "sources_used": tuple(dict.fromkeys(one.evidence_id for one in cited.citations)),
            "sources_provided": len(run.rendered.sources),
            "context_used": len(used),
            "context_available": len(run.facts.items),
        }
    )
    shown = display_answer(run.model_copy(update={"answer": finished}), services.workspace)
    dropped = tuple(
        Finding(
            code="unknown_source",
            message=localized_text("unknown_source", run.language, what=marker(number)),
            excerpt=marker(number),
            action="dropped",
        )
        for number in cited.dropped
    )
    return finished.model_copy(update={"display": shown}), (*dropped, *_too_long(finished, run))


def _too_long(answer: Answer, run: Run) -> tuple[Finding, ...]:
    """Return a finding if a model's text is much longer than requested; it is not cut."""
    most, count = run.options.max_response_length, words_read(answer.marked)
    is_prose = answer.outcome == "answered" and not run.options.is_structured
    if answer.model == OFFLINE or not is_prose or count <= most * _TOLERANCE:
        return ()
    words = words_counted(count, run.language)
    template = messages("workbench.pipeline")[run.language]["too_long"]
    message = template.format(count=count, words=words, most=most)
    return (Finding(code="too_long", message=message, action="none"),)


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
        form: None selects the run's option. Models may write Markdown anyway; it is converted to
            plain text or bullets.
    """
    if run.answer is None:
        return ""
    if run.facts is None:
        return run.answer.text
    answer = run.answer
    if answer.outcome == "answered" and (shape := form or _shape(run, answer)):
        marked = reshaped(answer.marked, shape)
        answer = answer.model_copy(update={"marked": marked})
    confidence = answer.confidence if answer.outcome == "answered" else None
    return display(
        answer.marked,
        answer.citations,
        run.facts,
        style or _style(run, answer, workspace),
        run.language,
        run.options.audience,
        confidence if run.options.show_confidence else None,
        workspace=workspace,
        form=form or run.options.format,
    )


def _shape(run: Run, answer: Answer) -> Format | None:
    """Return the format to convert to, plain or bullets; None for JSON and Markdown."""
    asked = run.options.format
    is_json = run.options.is_structured or structured(answer.marked) is not None
    return asked if asked in (Format.PLAIN, Format.BULLETS) and not is_json else None


def json_source_list(run: Run, workspace: Workspace) -> str:
    """Return the list of cited sources to show below a JSON answer; empty for other answers."""
    answer = run.answer
    if answer is None or run.facts is None or structured(answer.marked) is None:
        return ""
    if run.options.audience is Audience.CUSTOMER:
        return ""
    style = _style(run, answer, workspace)
    return references(
        answer.marked, answer.citations, run.facts, style, run.language, workspace=workspace
    )


def _style(run: Run, answer: Answer, workspace: Workspace) -> str:
    """Return the requested style if it exists, else the workspace's default, or none in JSON."""
    in_json = structured(answer.marked) is not None
    default = NO_CITATIONS if in_json else workspace.spec.citations
    return if_known(run.options.citations) or default
