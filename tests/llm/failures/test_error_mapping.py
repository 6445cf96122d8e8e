"""One table drives every provider's errors: what was raised, and what a person is told."""

import json
from collections.abc import Callable

import anthropic
import httpx2
import openai
import pytest
from google.genai import errors as google
from pydantic import SecretStr
from pydantic_ai import exceptions as ai
from pydantic_ai.models import Model

from tests.llm.vendors import KEY, ask
from workbench.i18n.errors import error_text
from workbench.llm import model_list as our_model_list
from workbench.llm.failures import kinds as our_kinds
from workbench.llm.failures.error_mapping import COMMON, ErrorMapper, FailureMap, error_mapper
from workbench.llm.failures.kinds import (
    BUSY,
    DOWN,
    REFUSED_KEY,
    TIMEOUT,
    UNREACHABLE,
    UNREADABLE,
    Failure,
)
from workbench.llm.http.client import RefusedReplyError
from workbench.llm.providers import PROVIDERS
from workbench.llm.providers import anthropic as anthropic_adapter
from workbench.llm.providers import gemini as gemini_adapter
from workbench.llm.pydantic_ai import openai_sdk
from workbench.llm.pydantic_ai.pydantic_model import PydanticModel

REQUEST = httpx2.Request("POST", "http://127.0.0.1/")


def mapper(own: FailureMap = ()) -> ErrorMapper:
    return ErrorMapper("some", "SOME_API_KEY", "SOME_BASE_URL", own, SecretStr(KEY))


@pytest.mark.parametrize(
    ("raised", "failure"),
    [
        (ai.ModelRateLimitError("m", "slow down"), BUSY),
        (ai.ModelOverloadedError("m", "overloaded"), DOWN),
        (ai.ModelServerError("m", "500"), DOWN),
        (ai.ModelHTTPError(408, "m"), DOWN),
        (ai.ModelHTTPError(418, "m"), UNREADABLE),
        (ai.ModelAuthenticationError("m", "who?"), REFUSED_KEY),
        (ai.ModelTimeoutError("m", "late"), TIMEOUT),
        (ai.ModelConnectionError("m", "gone"), UNREACHABLE),
        (ai.UnexpectedModelBehavior("odd"), UNREADABLE),
        (httpx2.ReadTimeout("late"), TIMEOUT),
        (httpx2.RemoteProtocolError("gone"), UNREACHABLE),
        (TimeoutError(), TIMEOUT),
        (ConnectionResetError(), UNREACHABLE),
        (json.JSONDecodeError("no", "", 0), UNREADABLE),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no"), UNREADABLE),
        (IndexError(), UNREADABLE),
        (TypeError(), UNREADABLE),
        (RecursionError(), UNREADABLE),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_a_common_failure_has_its_code_and_says_if_a_retry_helps(
    raised: Exception, failure: Failure
) -> None:
    error = mapper().error_of_exception(raised)
    assert error.code == failure.code
    assert error.retryable is failure.retryable
    assert error.provider == "some"
    assert error.original is raised


@pytest.mark.parametrize(
    ("own", "raised", "failure"),
    [
        (openai_sdk.FAILURES, openai.APITimeoutError(request=REQUEST), TIMEOUT),
        (openai_sdk.FAILURES, openai.APIConnectionError(request=REQUEST), UNREACHABLE),
        (openai_sdk.FAILURES, openai.OpenAIError("odd"), UNREADABLE),
        (anthropic_adapter.failures(), anthropic.APITimeoutError(request=REQUEST), TIMEOUT),
        (anthropic_adapter.failures(), anthropic.APIConnectionError(request=REQUEST), UNREACHABLE),
        (anthropic_adapter.failures(), anthropic.AnthropicError("odd"), UNREADABLE),
        (gemini_adapter.failures(), google.ServerError(503, {"error": {}}), DOWN),
        (gemini_adapter.failures(), google.APIError(418, {"error": {}}), UNREADABLE),
        (gemini_adapter.failures(), google.UnknownApiResponseError("odd"), UNREADABLE),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_each_adapter_knows_its_sdk(own: FailureMap, raised: Exception, failure: Failure) -> None:
    assert mapper(own).error_of_exception(raised).code == failure.code


def failures() -> list[Failure]:
    """Every failure that a module of the package names, or a map leads to."""
    modules = (our_kinds, our_model_list)
    named = [one for module in modules for one in vars(module).values() if isinstance(one, Failure)]
    return [*named, *(failure for _, failure in COMMON), *our_model_list.REFUSALS.values()]


@pytest.mark.parametrize("failure", failures(), ids=lambda failure: failure.code)
def test_every_failure_says_what_happened_and_what_to_do(failure: Failure) -> None:
    error = mapper().error_of_failure(failure)
    russian = error_text(error.code, error.words, "ru")
    assert error.message and error.hint
    assert russian and russian.message and russian.hint


def test_an_error_is_told_in_both_languages_with_the_vendor_by_name() -> None:
    error = error_mapper(PROVIDERS["compatible"], None).error_of_exception(
        ai.ModelAuthenticationError("m", "who?")
    )
    assert error.message == "The model server did not accept the key."
    assert error_text(error.code, error.words, "ru") == (
        "Сервер модели: ключ отклонён.",
        "Проверьте COMPATIBLE_API_KEY и права этого ключа.",
    )


def test_a_reply_that_is_refused_says_why() -> None:
    raised = httpx2.TransportError("stopped")
    raised.__cause__ = RefusedReplyError("llm.too_large", bytes=8_000_000)
    error = error_mapper(PROVIDERS["openai"], None).error_of_exception(raised)
    assert error.message == "OpenAI sent a reply of more than 8,000,000 bytes."
    assert error.hint == "Check OPENAI_BASE_URL."
    assert not error.retryable


@pytest.mark.parametrize(
    ("seconds", "hint"),
    [
        (0.2, "Try again in 1 s."),
        (30, "Try again in 30 s."),
        (3600, "Try again in 60 min."),
        (1e5, "Try again in 28 h."),
    ],
)
def test_a_hint_says_when(seconds: float, hint: str) -> None:
    raised = ai.ModelRateLimitError("m", "slow down", retry_after=seconds)
    assert mapper().error_of_exception(raised).hint == hint


def test_a_rejection_quotes_the_provider_on_one_line() -> None:
    body = {"error": {"message": f"Schema is\n  wrong. Key {KEY}." + "x" * 500}}
    raised = ai.ModelRequestRejectedError("m", "400", body=body)
    message = mapper().error_of_exception(raised).message
    assert "Schema is wrong. Key [key]." in message
    assert len(message) < 300


def test_a_refused_key_is_not_quoted_by_the_provider() -> None:
    body = {"error": {"message": "Incorrect API key provided: sk-ab***yz."}}
    raised = ai.ModelAuthenticationError("m", "401", body=body)
    assert "sk-ab" not in str(mapper().error_of_exception(raised))


def test_the_key_is_cut_out_of_the_cause() -> None:
    inner = ValueError(f"header is Bearer {KEY}")
    try:
        raise ai.UnexpectedModelBehavior("odd") from inner
    except ai.UnexpectedModelBehavior as raised:
        error = mapper().error_of_exception(raised)
    assert isinstance(error.original, RuntimeError)
    assert KEY not in str(error.original)
    assert KEY not in repr(mapper())


@pytest.mark.parametrize("raises", [TypeError, KeyError])
async def test_errors_of_our_own_pass_through(raises: Callable[[str], Exception]) -> None:
    def broken(http: httpx2.AsyncClient) -> Model:
        raise raises("ours")

    model = PydanticModel("m", open_model=broken, mapper=mapper(), mode="native")
    with pytest.raises((TypeError, KeyError), match="ours"):
        await model.complete(ask())
    with pytest.raises((TypeError, KeyError), match="ours"):
        [item async for item in model.stream(ask())]
