"""A checked text becomes the answer in all its forms: clean, marked, cited, displayed."""

from workbench.answer.citations import cite, used_sources
from workbench.checks.diagnose import confidence_of
from workbench.checks.wording import say
from workbench.domain.answer import Answer, CitationStyle, marker
from workbench.domain.diagnostics import Finding
from workbench.domain.run import Run
from workbench.pipeline.state import Services
from workbench.rendering.display import display
from workbench.workspace import Workspace


def finish(answer: Answer, run: Run, services: Services) -> tuple[Answer, tuple[Finding, ...]]:
    """The answer with its citations located; source numbers that do not exist are dropped."""
    if run.rendered is None or run.facts is None:
        return answer.model_copy(update={"text": answer.marked, "display": answer.marked}), ()
    cited = cite(answer.marked, run.rendered, run.facts, services.documents)
    used = used_sources(cited.marked, run.rendered, run.facts, services.workspace)
    finished = answer.model_copy(
        update={
            "text": cited.text,
            "marked": cited.marked,
            "citations": cited.citations,
            "sources_used": used,
            "sources_provided": len(run.rendered.sources),
            "context_used": len(used),
            "context_available": len(run.facts.items),
            "confidence": confidence_of(cited.text, run.facts, run.rendered, services.checks),
        }
    )
    shown = show(run.model_copy(update={"answer": finished}), services.workspace)
    dropped = tuple(
        Finding(
            code="unknown_source",
            message=say("unknown_source", run.language, what=marker(number)),
            excerpt=marker(number),
            action="dropped",
        )
        for number in cited.dropped
    )
    return finished.model_copy(update={"display": shown}), dropped


def show(run: Run, workspace: Workspace, style: CitationStyle | None = None) -> str:
    """The run's answer as displayed in a citation style; no model is called.

    Args:
        run: a run with an answer.
        workspace: gives the default style.
        style: None takes the run's own option, then the workspace's default.
    """
    if run.answer is None:
        return ""
    if run.facts is None:
        return run.answer.text
    confidence = run.answer.confidence if run.answer.outcome == "answered" else None
    return display(
        run.answer.marked,
        run.answer.citations,
        run.facts,
        style or run.options.citations or workspace.spec.citations,
        run.language,
        run.options.audience,
        confidence if run.options.show_confidence else None,
        workspace=workspace,
    )
