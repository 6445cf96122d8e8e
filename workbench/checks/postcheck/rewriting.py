"""Request a stricter draft from the writer; a spent budget becomes a finding."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

from workbench.checks.messages import localized_text
from workbench.domain.diagnostics import Finding
from workbench.domain.local_text import Language
from workbench.errors import BudgetError, ProviderError
from workbench.i18n.errors import error_text
from workbench.text.draft import Draft

T = TypeVar("T")

Rewrite: TypeAlias = Callable[[tuple[Finding, ...]], Awaitable[Draft]]
"""Requests another draft from the writer, with the findings as constraints."""


class OneRewrite:
    """Requests one rewrite and remembers that it did: an answer is rewritten once at most."""

    def __init__(self, rewrite: Rewrite) -> None:
        self._rewrite = rewrite
        self.is_used = False

    async def __call__(self, findings: tuple[Finding, ...]) -> Draft:
        """Request the rewrite."""
        self.is_used = True
        return await self._rewrite(findings)


async def unless_failed(
    draft: Awaitable[T], language: Language
) -> tuple[T | None, tuple[Finding, ...]]:
    """Return the draft, or None if its model failed; a spent budget is reported as a finding."""
    try:
        return await draft, ()
    except BudgetError as error:
        translated = error_text(error.code, error.words, language)
        message = localized_text(
            "budget_spent", language, what=translated.message if translated else error.message
        )
        return None, (Finding(code="budget_spent", message=message),)
    except ProviderError:
        return None, ()


def is_usable(draft: Draft) -> bool:
    """Return True if a draft has text and is complete."""
    return bool(draft.text.source.strip()) and not draft.answer.partial
