"""A provider's failure out of its record, as the error that it was."""

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
    """The error to raise for a recorded one, of its own kind: a spent budget is no outage.

    ``retry_after`` and ``original`` are not in a record; who still has them hands them over.
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
