"""Replace an answer without content by the rendered facts or a "not found" answer."""

from workbench.answer.abstain import no_answer
from workbench.answer.formats import formatted
from workbench.domain.answer import Answer, Rendered
from workbench.domain.evidence import empty_facts
from workbench.domain.run import Run
from workbench.errors import InputError
from workbench.text.citation_marks import without_markers
from workbench.text.has_content import has_content
from workbench.text.json_text import strings, structured
from workbench.workspace import Workspace


def fallback_answer(answer: Answer, run: Run, workspace: Workspace) -> Answer:
    """Return the rendered facts in the requested format.

    Only a model can fill a schema that is not built in; for these the "not found" answer is
    returned.
    """
    rendered = run.rendered or Rendered(style="", text="", marked="", context="")
    marked = rendered.marked
    if run.options.is_structured:
        facts, language = run.facts or empty_facts(), run.asked.language
        try:
            marked = formatted(marked, run.options, facts, rendered, language)
        except InputError:
            nothing = no_answer(run.asked, workspace)
            said = {"outcome", "text", "marked", "display", "reasoning", "confidence"}
            return answer.model_copy(update={name: getattr(nothing, name) for name in said})
    return answer.model_copy(update={"marked": marked, "text": without_markers(marked).text})


def has_no_text(answer: Answer) -> bool:
    """Return True for a JSON answer in which every text is empty."""
    texts = list(strings(structured(answer.marked)))
    return bool(texts) and not any(has_content(text) for text in texts)
