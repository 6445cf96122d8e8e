"""Find mistakes in a prompt template before it is live."""

from collections.abc import Iterator

from workbench.bootstrap.prompt_catalogue import PromptKind
from workbench.domain.answer import marker
from workbench.domain.local_text import Language
from workbench.domain.prompts import PromptProblem
from workbench.i18n.messages import messages
from workbench.llm.token_budget import estimate_tokens
from workbench.nlp.word_lists import word_list
from workbench.workspace.prompts import template_mistakes

_MARKER = marker(1).rstrip("1]")
"""How a citation begins: ``[Source ``."""


def lint_prompt(text: str, kind: PromptKind, language: Language) -> tuple[PromptProblem, ...]:
    """Return the problems of a template, errors first; ``language`` is that of the messages."""
    found = sorted(_problems(text, kind, language), key=lambda one: (one.severity, one.line))
    return tuple(found)


def _problems(text: str, kind: PromptKind, language: Language) -> Iterator[PromptProblem]:
    told = messages("workbench.bootstrap")[language]["prompt_problems"]

    def problem(code: str, line: int = 1, **words: object) -> PromptProblem:
        message = told[code].format(**words)
        is_error = code in _ERRORS
        return PromptProblem(
            code=code, severity="error" if is_error else "warning", line=line, message=message
        )

    for mistake in template_mistakes(text, kind.variables):
        yield problem(mistake.kind, mistake.line, detail=mistake.detail)
    for name in kind.needs:
        if name not in text:
            yield problem("missing", name=name)
    if kind.has_marker_rule and _MARKER not in text:
        yield problem("no_marker", marker=marker(2))
    tokens = estimate_tokens(text)
    if tokens > kind.most_tokens:
        yield problem("long", tokens=tokens, most=kind.most_tokens)
    folded = text.casefold()
    for phrase in word_list("injected_instructions"):
        if (place := folded.find(phrase)) >= 0:
            yield problem("injected", folded.count("\n", 0, place) + 1, phrase=phrase)


_ERRORS = frozenset({"syntax", "undefined", "missing", "no_marker"})
"""Problems with which a template cannot be live."""
