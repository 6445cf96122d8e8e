"""Replay the recorded exchanges of a run as a ChatModel that needs no key.

A request matches a recorded one if all fields set in them are equal. Without a live model to fall
back to, it also matches if only the sampling settings differ. A request with other messages does
not match, unless the recorded one used an earlier edition of the built-in prompts: then the n-th
call of a role replays its n-th recorded reply.
"""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, cast

from workbench.domain.evidence import StageError
from workbench.domain.run import ModelExchange
from workbench.errors import ProviderError
from workbench.i18n.errors import localized
from workbench.llm.failures.error_records import error_from_record
from workbench.llm.protocol import (
    PROMPT_EDITION,
    ChatModel,
    ChatReply,
    ChatRequest,
    as_stream,
    prompt_hash,
    request_hash,
    request_json,
)
from workbench.llm.recording.record import Recording
from workbench.llm.streams import closing


class ReplayModel(ChatModel):
    """Replays the recorded reply or error of a request; if none matches, calls ``otherwise``.

    A request made several times replays its outcomes in order, then repeats the last one.
    """

    def __init__(
        self,
        exchanges: Iterable[ModelExchange],
        recording: Recording,
        *,
        name: str,
        otherwise: ChatModel | None = None,
    ) -> None:
        self._name = name
        self._recording = recording
        self._otherwise = otherwise
        exchanges = tuple(exchanges)
        self._outcomes = _by(_hash, exchanges)
        self._by_words = _by(_words, exchanges) if otherwise is None else {}
        self._in_order = _of_earlier_edition(exchanges) if otherwise is None else ()
        self._calls = 0

    @property
    def name(self) -> str:
        """The name of the model that the role used."""
        return self._name

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The recorded text in one piece, then the reply."""
        reply = self._recorded(request)
        if reply is None:
            async with closing(self._live().stream(request)) as items:
                async for item in items:
                    yield item
            return
        for item in as_stream(reply):
            yield item

    def _recorded(self, request: ChatRequest) -> ChatReply | None:
        exchange = _next(self._outcomes.get(request_hash(request)))
        if exchange is None:
            exchange = self._reworded(request)
            if exchange is None:
                return None
            request = ChatRequest.model_validate(exchange.request)
        self._calls += 1
        outcome = exchange.error or _reply(exchange)
        self._recording.add(
            request,
            outcome,
            model=exchange.model,
            asked=self._name,
            prompt_edition=exchange.prompt_edition,
        )
        if isinstance(outcome, StageError):
            raise self._failed(outcome)
        return outcome

    def _reworded(self, request: ChatRequest) -> ModelExchange | None:
        """The exchange of the same call with other sampling settings or an earlier edition."""
        same_words = _next(self._by_words.get(prompt_hash(request_json(request))))
        in_order = self._in_order[self._calls :]
        return same_words or (in_order[0] if in_order else None)

    def _live(self) -> ChatModel:
        if self._otherwise is not None:
            return self._otherwise
        raise self._failed(StageError(kind="ProviderError", **localized("llm.not_recorded")))

    def _failed(self, error: StageError) -> ProviderError:
        return error_from_record(error, self._name.partition(":")[0])


def _by(
    key: Callable[[ModelExchange], str], exchanges: Iterable[ModelExchange]
) -> dict[str, list[ModelExchange]]:
    requests: dict[str, list[ModelExchange]] = {}
    for exchange in exchanges:
        requests.setdefault(key(exchange), []).append(exchange)
    return {one: list(_outcomes(tries)) for one, tries in requests.items()}


def _next(outcomes: list[ModelExchange] | None) -> ModelExchange | None:
    if not outcomes:
        return None
    return outcomes.pop(0) if len(outcomes) > 1 else outcomes[0]


def _outcomes(tries: Sequence[ModelExchange]) -> Iterator[ModelExchange]:
    """Yield the final outcome of each call: failures that a retry recovered from are skipped."""
    for failed, group in groupby(tries, key=lambda exchange: exchange.error is not None):
        if not failed:
            yield from group
    if tries[-1].error is not None:
        yield tries[-1]


def _of_earlier_edition(exchanges: Sequence[ModelExchange]) -> tuple[ModelExchange, ...]:
    """The outcomes in order, if all requests used an earlier edition of the prompts; else none."""
    if any(one.prompt_edition == PROMPT_EDITION for one in exchanges):
        return ()
    return tuple(_outcomes(exchanges)) if exchanges else ()


def _hash(exchange: ModelExchange) -> str:
    return exchange.request_hash or request_hash(ChatRequest.model_validate(exchange.request))


def _words(exchange: ModelExchange) -> str:
    return prompt_hash(exchange.request)


def _reply(exchange: ModelExchange) -> ChatReply:
    finish = cast(Literal["stop", "length", "refusal", "filtered"] | None, exchange.finish_reason)
    return ChatReply(
        text=exchange.reply,
        finish_reason=finish,
        input_tokens=exchange.input_tokens,
        output_tokens=exchange.output_tokens,
        model=exchange.model,
        ms=exchange.ms,
        cached=True,
    )
