"""Rebuild a ProviderError from its record."""

from collections.abc import Mapping

from workbench.domain.evidence import StageError
from workbench.errors import BudgetError, ProviderError

KINDS: Mapping[str, type[ProviderError]] = {
    kind.__name__: kind for kind in (ProviderError, BudgetError)
}


def error_from_record(
    error: StageError,
    provider: str,
    *,
    retry_after: float | None = None,
    original: BaseException | None = None,
) -> ProviderError:
    """Rebuild a ProviderError, or a BudgetError, from the record of a failure.

    Args:
        error: the record.
        provider: the provider that failed.
        retry_after: seconds to wait, which records do not contain.
        original: the SDK's exception, which records do not contain.
    """
    return KINDS.get(error.kind, ProviderError)(
        error.message,
        provider=provider,
        hint=error.hint,
        retryable=error.retryable,
        retry_after=retry_after,
        original=original,
        code=error.code,
        words=error.words,
    )
