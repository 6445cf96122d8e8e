"""Map exceptions of the vendor SDKs to ProviderError."""

import math
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import httpx2
from pydantic import SecretStr
from pydantic_ai import exceptions as ai

from workbench.errors import ProviderError
from workbench.i18n.errors import Word, localized
from workbench.llm.failures.kinds import (
    BUSY,
    DOWN,
    LONG_REQUEST,
    NO_QUOTA,
    REFUSED_KEY,
    REJECTED,
    TIMEOUT,
    UNKNOWN_MODEL,
    UNREACHABLE,
    UNREADABLE,
    Failure,
)
from workbench.llm.http.client import RefusedReplyError
from workbench.llm.provider import Provider
from workbench.llm.redaction.redact import SecretBuffer, redact, redact_cut

FailureMap: TypeAlias = Sequence[tuple[type[BaseException], Failure]]
"""Exception classes and their failures; the first match applies."""

COMMON: FailureMap = (
    (ai.ModelTimeoutError, TIMEOUT),
    (ai.ModelConnectionError, UNREACHABLE),
    (ai.ModelQuotaExceededError, NO_QUOTA),
    (ai.ModelRateLimitError, BUSY),
    (ai.ModelUnavailableError, DOWN),
    (ai.ModelServerError, DOWN),
    (ai.ModelAuthenticationError, REFUSED_KEY),
    (ai.ModelNotFoundError, UNKNOWN_MODEL),
    (ai.ModelContextWindowExceededError, LONG_REQUEST),
    (ai.ModelRequestRejectedError, REJECTED),
    (ai.AgentRunError, UNREADABLE),
    (httpx2.TimeoutException, TIMEOUT),
    (httpx2.TransportError, UNREACHABLE),
    (TimeoutError, TIMEOUT),
    (ConnectionError, UNREACHABLE),
    (Exception, UNREADABLE),
)
"""Exceptions of pydantic-ai and the transport; the last entry catches everything else."""

PASSING_STATUSES = frozenset({408, 409, 425})
"""Retryable statuses without an exception class: request timeout, conflict, too early."""


@dataclass(frozen=True)
class ErrorMapper:
    """Maps a vendor's exceptions by the adapter's own map, then by the common one."""

    provider: str
    key_variable: str
    url_variable: str
    own: FailureMap = ()
    key: SecretStr | None = field(default=None, repr=False)
    title: str = ""
    """The provider's title in messages; empty uses its name."""

    def error_of_exception(self, raised: BaseException) -> ProviderError:
        """Return the ProviderError for an exception of the SDK."""
        failure = self._failure(raised)
        for error in _chain(raised):
            # The SDK's frames hold headers with the key, and streams that must close with the call.
            traceback.clear_frames(error.__traceback__)
        return self.error_of_failure(
            failure,
            words=self._words(failure, raised),
            retry_after=getattr(raised, "retry_after", None),
            original=self._redacted(raised),
        )

    def error_of_failure(
        self,
        failure: Failure,
        *,
        words: Mapping[str, Word] | None = None,
        retry_after: float | None = None,
        original: BaseException | None = None,
    ) -> ProviderError:
        """Return a ProviderError with the message of a failure, in this vendor's terms."""
        message = localized(
            failure.code,
            title=self.title or self.provider,
            key_variable=self.key_variable,
            url_variable=self.url_variable,
            **(words or {}),
            **_wait(retry_after),
        )
        return ProviderError(
            **message,
            provider=self.provider,
            retryable=failure.retryable,
            retry_after=retry_after,
            original=original,
        )

    def _failure(self, raised: BaseException) -> Failure:
        for error in _chain(raised):
            if isinstance(error, RefusedReplyError):
                return Failure(error.code)
        if isinstance(raised, ai.ModelHTTPError) and raised.status_code in PASSING_STATUSES:
            return DOWN
        return next(failure for kind, failure in (*self.own, *COMMON) if isinstance(raised, kind))

    def _words(self, failure: Failure, raised: BaseException) -> Mapping[str, Word]:
        """Placeholders of the message: the vendor's own error on one line, without the key."""
        for error in _chain(raised):
            if isinstance(error, RefusedReplyError):
                return error.words
            body = error.body if isinstance(error, ai.ModelRequestRejectedError) else None
            if failure is REJECTED and (detail := _message(body)):
                return {"said": self.redact_key(" ".join(detail.split()))[:200].rstrip(".")}
        return {}

    def redact_key(self, text: str) -> str:
        """Redact the key from a text, in case the vendor repeats it."""
        return redact(text, self._secret)

    def redact_cut_key(self, text: str) -> str:
        """Redact the key from a text that may be cut off in the middle of the key."""
        return redact_cut(text, self._secret)

    def buffer(self) -> SecretBuffer:
        """Return a buffer that redacts the key from a streamed text."""
        return SecretBuffer(self._secret)

    @property
    def _secret(self) -> str:
        return self.key.get_secret_value() if self.key else ""

    def _redacted(self, raised: BaseException) -> BaseException:
        """Return the exception, or a redacted copy if its text contains the key."""
        shown = " ".join(f"{error!r} {error}" for error in _chain(raised))
        if self.redact_key(shown) == shown:
            return raised
        return RuntimeError(self.redact_key(f"{type(raised).__name__}: {raised}"))


def error_mapper(provider: Provider, key: SecretStr | None, own: FailureMap = ()) -> ErrorMapper:
    """Return the mapper of a provider; ``own`` maps the exceptions of its SDK."""
    return ErrorMapper(
        provider.name,
        provider.key_variable,
        provider.url_variable,
        own,
        key,
        title=provider.title,
    )


def _wait(retry_after: float | None) -> dict[str, int]:
    """Round the wait up to seconds, minutes or hours: 45 s, 3 min, 3 h."""
    if not retry_after:
        return {}
    if retry_after <= 90:
        return {"seconds": math.ceil(retry_after)}
    if retry_after <= 7200:
        return {"minutes": math.ceil(retry_after / 60)}
    return {"hours": math.ceil(retry_after / 3600)}


def _message(body: object) -> str:
    """Extract the message of an error body, such as ``{"error": {"message": "…"}}``."""
    while isinstance(body, dict):
        body = body.get("message") or body.get("error")
    return body if isinstance(body, str) else ""


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception and its causes."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
