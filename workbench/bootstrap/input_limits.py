"""Reject input that exceeds the length limits."""

from collections.abc import Sequence
from typing import Any

from workbench.domain import limits
from workbench.domain.answer import AskOptions
from workbench.domain.evidence import Evidence
from workbench.errors import InputError
from workbench.i18n.errors import localized


def check_length(text: str, limit: int, what: str) -> None:
    """Reject a text of more than ``limit`` characters.

    Args:
        text: the text.
        limit: one of ``workbench.domain.limits``.
        what: ``question``, ``answer`` and so on, as named in the message catalogue.

    Raises:
        InputError: the text is too long; the message has the limit and the length.
    """
    _check(len(text), limit, what)


def check_question(question: str, options: AskOptions) -> None:
    """Reject a question or system instructions that are too long."""
    check_length(question, limits.QUESTION, "question")
    check_length(options.system_instructions, limits.INSTRUCTIONS, "instructions")


def check_sources(sources: Sequence[Evidence]) -> None:
    """Reject sources whose total length is too long."""
    _check(sum(len(source.content) for source in sources), limits.SOURCES, "text of the sources")


def check_json(value: Any, what: str) -> None:
    """Reject a plan or a stage's output if it is a JSON string that is too long."""
    if isinstance(value, str):
        check_length(value, limits.PLAN, what)


def _check(length: int, limit: int, what: str) -> None:
    if length > limit:
        raise InputError(**localized("bootstrap.too_long", what=what, limit=limit, length=length))
