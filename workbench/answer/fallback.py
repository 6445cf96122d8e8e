"""Replace an answer without content by the rendered facts or a "not found" answer."""

from workbench.answer.abstain import no_answer
from workbench.answer.formats import formatted
from workbench.domain.answer import Answer, AskOptions, Rendered
from workbench.domain.evidence import FactsPayload
from workbench.domain.question import Question
from workbench.errors import InputError
from workbench.text.citation_marks import without_markers
from workbench.workspace import Workspace


def fallback_answer(
    answer: Answer,
    question: Question,
    facts: FactsPayload,
    rendered: Rendered,
    options: AskOptions,
    workspace: Workspace,
) -> Answer:
    """Return the rendered facts in the requested format.

    Only a model can fill a schema that is not built in; for these the "not found" answer is
    returned.
    """
    marked = rendered.marked
    if options.is_structured:
        try:
            marked = formatted(marked, options, facts, rendered, question.language)
        except InputError:
            nothing = no_answer(question, workspace)
            said = {"outcome", "text", "marked", "display", "reasoning", "confidence"}
            return answer.model_copy(update={name: getattr(nothing, name) for name in said})
    return answer.model_copy(update={"marked": marked, "text": without_markers(marked).text})
