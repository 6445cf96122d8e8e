"""Replay the recorded exchanges of a run as a ChatModel that needs no key.

A request matches a recorded one by the hash of all that was set. Where no live model stands behind,
it also matches by its messages and schema alone, whatever temperature or length is set today: the
run's own are on its record. Other messages (facts, history, a prompt) are another request, except
where an earlier edition of the built-in prompts worded the recorded one: then the first call of the
role gets the first recorded reply, the second the second.
"""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, cast

from workbench.domain.evidence import StageError
from workbench.domain.run import ModelExchange
from workbench.errors import ProviderError
from workbench.i18n.errors import localized
from workbench.llm.error_records import error_from_record
from workbench.llm.protocol import (
    PROMPT_EDITION,
    ChatModel,
    ChatReply,
    ChatRequest,
    in_one_piece,
    request_hash,
    words_hash,
)
from workbench.llm.recording import Recording
from workbench.llm.streams import closing


class ReplayModel(ChatModel):
    """Replays the recorded reply, or failure, of the same request; else calls ``otherwise``.

    A request made several times replays its outcomes in order, and then the last one again.
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
        self._worded = _by(_words, exchanges) if otherwise is None else {}
        self._in_order = _of_earlier_edition(exchanges) if otherwise is None else ()
        self._calls = 0

    @property
    def name(self) -> str:
        """The name of the model that the role belonged to."""
        return self._name

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The recorded text in one piece, then the reply."""
        reply = self._recorded(request)
        if reply is None:
            async with closing(self._live().stream(request)) as items:
                async for item in items:
                    yield item
            return
        for item in in_one_piece(reply):
            yield item

    def _recorded(self, request: ChatRequest) -> ChatReply | None:
        edition = PROMPT_EDITION
        exchange = _next(self._outcomes.get(request_hash(request)))
        if exchange is None:
            exchange = self._reworded(request)
            if exchange is None:
                return None
            request = ChatRequest.model_validate(exchange.request)
            edition = exchange.prompt_edition
        self._calls += 1
        outcome = exchange.error or _reply(exchange)
        self._recording.add(
            request, outcome, model=exchange.model, asked=self._name, prompt_edition=edition
        )
        if isinstance(outcome, StageError):
            raise self._failed(outcome)
        return outcome

    def _reworded(self, request: ChatRequest) -> ModelExchange | None:
        """What was recorded of the same call in other settings or an earlier edition's words."""
        same_words = _next(self._worded.get(words_hash(request.model_dump(mode="json"))))
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
    """What each call came to: failures that another try made good are left out."""
    for failed, group in groupby(tries, key=lambda exchange: exchange.error is not None):
        if not failed:
            yield from group
    if tries[-1].error is not None:
        yield tries[-1]


def _of_earlier_edition(exchanges: Sequence[ModelExchange]) -> tuple[ModelExchange, ...]:
    """What each call came to, in order; nothing where today's prompts worded the requests."""
    if any(one.prompt_edition == PROMPT_EDITION for one in exchanges):
        return ()
    return tuple(_outcomes(exchanges)) if exchanges else ()


def _hash(exchange: ModelExchange) -> str:
    return exchange.request_hash or request_hash(ChatRequest.model_validate(exchange.request))


def _words(exchange: ModelExchange) -> str:
    return words_hash(exchange.request)


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
