"""What a provider's failure means in plain words, and whether trying again helps."""

import math
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import httpx2
from pydantic import SecretStr
from pydantic_ai import exceptions as ai

from workbench.errors import ProviderError
from workbench.llm.http import RefusedReplyError


@dataclass(frozen=True)
class Failure:
    """A kind of failure; ``{title}`` and the variables' names stand for the vendor's own."""

    message: str
    hint: str = ""
    retryable: bool = False


FailureMap: TypeAlias = Sequence[tuple[type[BaseException], Failure]]
"""The first class that fits decides."""

TIMEOUT = Failure("{title} did not answer in time.", "Try again, or allow more time.", True)
UNREACHABLE = Failure(
    "{title} could not be reached, or the connection broke.",
    "Check the network and {url_variable}, then try again.",
    True,
)
UNREADABLE = Failure(
    "{title} sent a reply that cannot be read.",
    "Try again; if it stays so, check {url_variable}.",
    True,
)
NO_TEXT = Failure("{title} sent a reply without any text.", "Try again.", True)
NO_ROOM = Failure(
    "{title} used up its tokens before it wrote any text.", "Allow more tokens for this role."
)
TOO_LONG = Failure(
    "{title} sent far more text than was asked for.", "Check the model and {url_variable}."
)
DOWN = Failure("{title} is not available at the moment.", "Try again in a while.", True)
REFUSED_KEY = Failure(
    "{title} did not accept the key.", "Check {key_variable} and what it may be used for."
)
LATER = "Try again later."
BUSY = Failure("{title} asks for fewer requests.", "Try again in a while.", True)

COMMON: FailureMap = (
    (RefusedReplyError, Failure("{title} sent {detail}.", "Check {url_variable}.")),
    (ai.ModelTimeoutError, TIMEOUT),
    (ai.ModelConnectionError, UNREACHABLE),
    (
        ai.ModelQuotaExceededError,
        Failure(
            "The quota at {title} is used up.", "Check the plan and the billing of the account."
        ),
    ),
    (ai.ModelRateLimitError, BUSY),
    (ai.ModelUnavailableError, DOWN),
    (ai.ModelServerError, DOWN),
    (ai.ModelAuthenticationError, REFUSED_KEY),
    (
        ai.ModelNotFoundError,
        Failure("{title} does not know this model.", "Check the model's name and {url_variable}."),
    ),
    (
        ai.ModelContextWindowExceededError,
        Failure("The request is too long for this model.", "Use fewer sources or a larger model."),
    ),
    (
        ai.ModelRequestRejectedError,
        Failure("{title} rejected the request{detail}.", "Check the model's settings."),
    ),
    (ai.AgentRunError, UNREADABLE),
    (httpx2.TimeoutException, TIMEOUT),
    (httpx2.TransportError, UNREACHABLE),
    (TimeoutError, TIMEOUT),
    (ConnectionError, UNREACHABLE),
    (Exception, UNREADABLE),
)
"""For whatever pydantic-ai or the transport raise, and at last for everything an SDK lets out."""

TITLES = {
    "openai": "OpenAI",
    "anthropic": "Anthropic",
    "gemini": "Gemini",
    "compatible": "The model server",
}
"""What a person calls each provider."""

PASSING_STATUSES = frozenset({408, 409, 425})
"""Statuses without a class of their own after which another try may succeed."""


@dataclass(frozen=True)
class Edge:
    """What one vendor's errors become: the adapter's own map first, then the common one."""

    provider: str
    title: str
    key_variable: str
    url_variable: str
    own: FailureMap = ()
    key: SecretStr | None = field(default=None, repr=False)

    def error(self, raised: BaseException) -> ProviderError:
        """The ProviderError for whatever the SDK raised."""
        failure = self._failure(raised)
        for error in _chain(raised):
            # The SDK's frames hold headers with the key, and streams that should end with the call.
            traceback.clear_frames(error.__traceback__)
        return self.failed(
            failure,
            detail=self._detail(raised),
            retry_after=getattr(raised, "retry_after", None),
            original=self._without_key(raised),
        )

    def failed(
        self,
        failure: Failure,
        *,
        detail: str = "",
        retry_after: float | None = None,
        original: BaseException | None = None,
    ) -> ProviderError:
        """A ProviderError in this vendor's words."""
        words = {
            "title": self.title,
            "key_variable": self.key_variable,
            "url_variable": self.url_variable,
            "detail": detail,
        }
        return ProviderError(
            failure.message.format(**words),
            provider=self.provider,
            hint=_when(retry_after) if retry_after else failure.hint.format(**words),
            retryable=failure.retryable,
            retry_after=retry_after,
            original=original,
        )

    def _failure(self, raised: BaseException) -> Failure:
        chain = list(_chain(raised))
        if any(isinstance(error, RefusedReplyError) for error in chain):
            return COMMON[0][1]
        if isinstance(raised, ai.ModelHTTPError) and raised.status_code in PASSING_STATUSES:
            return DOWN
        return next(failure for kind, failure in (*self.own, *COMMON) if isinstance(raised, kind))

    def _detail(self, raised: BaseException) -> str:
        """What there is to add from outside, on one line and without the key."""
        for error in _chain(raised):
            if isinstance(error, RefusedReplyError):
                return str(error)
            if isinstance(error, ai.ModelRequestRejectedError) and (said := _message(error.body)):
                return f": {self.hide_key(' '.join(said.split()))[:200].rstrip('.')}"
        return ""

    def hide_key(self, text: str) -> str:
        """The text without the key, should the vendor repeat it."""
        secret = self.key.get_secret_value() if self.key else ""
        return text.replace(secret, "[key]") if secret else text

    def _without_key(self, raised: BaseException) -> BaseException:
        """The error itself, unless the vendor repeats our key in it."""
        shown = " ".join(f"{error!r} {error}" for error in _chain(raised))
        if self.hide_key(shown) == shown:
            return raised
        return RuntimeError(self.hide_key(f"{type(raised).__name__}: {raised}"))


def edge_of(provider: str, key: SecretStr | None, own: FailureMap = ()) -> Edge:
    """The edge of one of our providers, whose variables bear its name."""
    variable = provider.upper()
    return Edge(provider, TITLES[provider], f"{variable}_API_KEY", f"{variable}_BASE_URL", own, key)


def _when(retry_after: float) -> str:
    if retry_after <= 90:
        return f"Try again in {math.ceil(retry_after)} s."
    return f"Try again in {math.ceil(retry_after / 60)} min." if retry_after <= 7200 else LATER


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
