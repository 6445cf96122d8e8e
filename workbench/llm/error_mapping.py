"""What a provider's failure means in plain words, and whether trying again helps."""

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
from workbench.llm.failure_kinds import (
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
from workbench.llm.http import RefusedReplyError
from workbench.llm.provider import Provider
from workbench.llm.redact import SecretBuffer, without_cut_secret, without_secret

FailureMap: TypeAlias = Sequence[tuple[type[BaseException], Failure]]
"""The first class that fits decides."""

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
"""For whatever pydantic-ai or the transport raise, and at last for everything an SDK lets out."""

PASSING_STATUSES = frozenset({408, 409, 425})
"""Statuses without a class of their own after which another try may succeed."""


@dataclass(frozen=True)
class ErrorMapper:
    """What one vendor's errors become: the adapter's own map first, then the common one."""

    provider: str
    key_variable: str
    url_variable: str
    own: FailureMap = ()
    key: SecretStr | None = field(default=None, repr=False)
    title: str = ""
    """What messages call the provider; its name where there is none."""

    def error(self, raised: BaseException) -> ProviderError:
        """The ProviderError for whatever the SDK raised."""
        failure = self._failure(raised)
        for error in _chain(raised):
            # The SDK's frames hold headers with the key, and streams that should end with the call.
            traceback.clear_frames(error.__traceback__)
        return self.failed(
            failure,
            words=self._words(failure, raised),
            retry_after=getattr(raised, "retry_after", None),
            original=self._without_key(raised),
        )

    def failed(
        self,
        failure: Failure,
        *,
        words: Mapping[str, Word] | None = None,
        retry_after: float | None = None,
        original: BaseException | None = None,
    ) -> ProviderError:
        """A ProviderError in this vendor's words."""
        told = localized(
            failure.code,
            title=self.title or self.provider,
            key_variable=self.key_variable,
            url_variable=self.url_variable,
            **(words or {}),
            **_wait(retry_after),
        )
        return ProviderError(
            **told,
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
        """What there is to add from outside, on one line and without the key."""
        for error in _chain(raised):
            if isinstance(error, RefusedReplyError):
                return error.words
            body = error.body if isinstance(error, ai.ModelRequestRejectedError) else None
            if failure is REJECTED and (said := _message(body)):
                return {"said": self.hide_key(" ".join(said.split()))[:200].rstrip(".")}
        return {}

    def hide_key(self, text: str) -> str:
        """The text without the key, should the vendor repeat it."""
        return without_secret(text, self._secret)

    def hide_cut_key(self, text: str) -> str:
        """The text without the key, of which the end may be missing with that of the text."""
        return without_cut_secret(text, self._secret)

    def buffer(self) -> SecretBuffer:
        """For a text in pieces, over which the vendor may spread the key."""
        return SecretBuffer(self._secret)

    @property
    def _secret(self) -> str:
        return self.key.get_secret_value() if self.key else ""

    def _without_key(self, raised: BaseException) -> BaseException:
        """The error itself, unless the vendor repeats our key in it."""
        shown = " ".join(f"{error!r} {error}" for error in _chain(raised))
        if self.hide_key(shown) == shown:
            return raised
        return RuntimeError(self.hide_key(f"{type(raised).__name__}: {raised}"))


def error_mapper(provider: Provider, key: SecretStr | None, own: FailureMap = ()) -> ErrorMapper:
    """The mapper of a provider; ``own`` is the map of what its SDK raises."""
    return ErrorMapper(
        provider.name,
        provider.key_variable,
        provider.url_variable,
        own,
        key,
        title=provider.title,
    )


def _wait(retry_after: float | None) -> dict[str, int]:
    """How long to wait, in the largest unit that says enough."""
    if not retry_after:
        return {}
    if retry_after <= 90:
        return {"seconds": math.ceil(retry_after)}
    if retry_after <= 7200:
        return {"minutes": math.ceil(retry_after / 60)}
    return {"hours": math.ceil(retry_after / 3600)}


def _message(body: object) -> str:
    """The provider's own words in the body of an error."""
    while isinstance(body, dict):
        body = body.get("message") or body.get("error")
    return body if isinstance(body, str) else ""


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """The error and what it came from."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
