"""Report what the finished answer still has: unknown sources that were dropped, excess length."""

from collections.abc import Iterable

from workbench.checks.messages import localized_text, words_counted
from workbench.domain.answer import Answer, AskOptions, marker
from workbench.domain.diagnostics import Finding
from workbench.domain.local_text import Language
from workbench.settings import OFFLINE
from workbench.text.citation_marks import words_read

_TOLERANCE = 1.25
"""An answer of more than ``max_response_length`` times this gets a finding."""


def closing_findings(
    answer: Answer, dropped: Iterable[int], options: AskOptions, language: Language
) -> tuple[Finding, ...]:
    """Return the findings on a finished answer; ``dropped`` has its unknown sources' numbers."""
    unknown = tuple(
        Finding(
            code="unknown_source",
            message=localized_text("unknown_source", language, what=marker(number)),
            excerpt=marker(number),
            action="dropped",
        )
        for number in dropped
    )
    return (*unknown, *_too_long(answer, options, language))


def _too_long(answer: Answer, options: AskOptions, language: Language) -> tuple[Finding, ...]:
    """Return a finding if a model's text is much longer than requested; it is not cut."""
    most, count = options.max_response_length, words_read(answer.marked)
    is_prose = answer.outcome == "answered" and not options.is_structured
    if answer.model == OFFLINE or not is_prose or count <= most * _TOLERANCE:
        return ()
    words = words_counted(count, language)
    message = localized_text("too_long", language, count=count, words=words, most=most)
    return (Finding(code="too_long", message=message),)
