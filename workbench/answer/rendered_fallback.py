"""Replace an answer without content by the rendered facts or a "not found" answer."""

from workbench.answer.abstain import no_answer
from workbench.answer.formats import formatted
from workbench.domain.answer import AskOptions, Rendered
from workbench.domain.evidence import FactsPayload
from workbench.domain.question import Question
from workbench.errors import InputError
from workbench.text.draft import Draft
from workbench.workspace import Workspace


def fallback_answer(
    draft: Draft,
    question: Question,
    facts: FactsPayload,
    rendered: Rendered,
    options: AskOptions,
    workspace: Workspace,
) -> Draft:
    """Return the rendered facts in the requested format.

    Only a model can fill a schema that is not built in; for these the "not found" answer is
    returned.
    """
    marked = rendered.marked
    if options.is_structured:
        try:
            marked = formatted(marked, options, facts, rendered, question.language, workspace.nodes)
        except InputError:
            nothing = no_answer(question, workspace)
            said = {"outcome", "text", "marked", "display", "reasoning", "confidence"}
            copied = {name: getattr(nothing, name) for name in said}
            return Draft(draft.answer.model_copy(update=copied))
    return draft.with_text(marked)
