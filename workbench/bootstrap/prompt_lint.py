"""Find mistakes in a prompt template before it is live."""

from collections.abc import Collection, Iterator

from workbench.bootstrap.prompt_catalogue import PromptKind
from workbench.domain.answer import marker
from workbench.domain.local_text import Language
from workbench.domain.prompts import PromptProblem
from workbench.i18n.messages import messages
from workbench.llm.token_budget import estimate_tokens
from workbench.nlp.word_lists import word_list
from workbench.workspace.prompts import built_in_prompts, template_mistakes

_MARKER = marker(1).rstrip("1]")
"""How a citation begins: ``[Source ``."""


def lint_prompt(
    text: str, kind: PromptKind, language: Language, own: Collection[str] = ()
) -> tuple[PromptProblem, ...]:
    """Return the problems of a template, errors first.

    Args:
        text: the template.
        kind: which one it is.
        language: that of the messages.
        own: files of the workspace that it may include, besides the built-in templates.
    """
    found = _problems(text, kind, language, own)
    return tuple(sorted(found, key=lambda one: (one.severity, one.line)))


def _problems(
    text: str, kind: PromptKind, language: Language, own: Collection[str]
) -> Iterator[PromptProblem]:
    wording = messages("workbench.bootstrap")[language]["prompt_problems"]

    def problem(code: str, detail: object, line: int = 1, **words: object) -> PromptProblem:
        return PromptProblem(
            code=code,
            severity="error" if code in _ERRORS else "warning",
            line=line,
            message=wording[code].format(**{code: detail}, **words),
            detail=str(detail),
        )

    templates = {*built_in_prompts(kind.package), *own}
    for mistake in template_mistakes(text, kind.variables, kind.needs, templates):
        yield problem(mistake.kind, mistake.detail, mistake.line)
    if kind.has_marker_rule and _MARKER not in text:
        yield problem("no_marker", marker(2))
    tokens = estimate_tokens(text)
    if tokens > kind.most_tokens:
        yield problem("long", tokens, most=kind.most_tokens)
    folded = text.casefold()
    for phrase in word_list("injected_instructions"):
        if (place := folded.find(phrase)) >= 0:
            yield problem("injected", phrase, folded.count("\n", 0, place) + 1)


_ERRORS = frozenset({"syntax", "undefined", "missing", "not_included", "no_marker"})
"""Problems with which a template cannot be live."""
