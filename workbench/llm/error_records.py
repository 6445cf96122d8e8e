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
    """Rebuild the error of a recorded failure, of its own class: a spent budget stays one.

    Args:
        error: the record.
        provider: whose failure it was.
        retry_after: seconds; not part of a record, for callers that still have it.
        original: the SDK's exception; likewise.
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
