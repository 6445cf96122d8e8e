"""Contract tests for ChatModels; a subclass provides the models."""

import asyncio
from abc import ABC, abstractmethod

import pytest

from workbench.errors import ProviderError
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest, Message
from workbench.llm.streams import closing

TEXT = "Инженер работает в Aston [Source 1]. He has been there since 2021 [Source 2]."


def a_request(deadline_s: float = 10.0) -> ChatRequest:
    """Build a request that every model accepts."""
    return ChatRequest(
        role="answer",
        system="Answer from the sources.",
        messages=(Message(role="user", text="Где работает инженер?"),),
        max_tokens=200,
        temperature=0.3,
        deadline_s=deadline_s,
    )


async def streamed(model: ChatModel, request: ChatRequest) -> tuple[list[str], ChatReply]:
    """Collect the pieces and the reply of a stream; fail on anything after the reply."""
    items = [item async for item in model.stream(request)]
    *pieces, reply = items
    assert isinstance(reply, ChatReply), "a stream ends with its reply"
    assert all(isinstance(piece, str) for piece in pieces), "a stream has one reply"
    return [str(piece) for piece in pieces], reply


class ChatModelContract(ABC):
    """The tests. Each ``a_model_that_*`` returns a new model, which is called once or twice."""

    @abstractmethod
    def a_model_that_says(self, text: str) -> ChatModel:
        """Return a model that answers every call with ``text``."""

    @abstractmethod
    def a_model_that_fails(self) -> ChatModel:
        """Return a model whose provider fails at every call."""

    @abstractmethod
    def a_model_that_breaks_off(self, text: str) -> ChatModel:
        """Return a model that sends ``text`` without a finish reason."""

    def test_its_name_has_provider_and_model(self) -> None:
        provider, _, model = self.a_model_that_says(TEXT).name.partition(":")
        assert provider
        assert model

    async def test_a_whole_reply(self) -> None:
        model = self.a_model_that_says(TEXT)
        reply = await model.complete(a_request())
        assert reply.text == TEXT
        assert reply.finish_reason == "stop"
        assert reply.is_whole
        assert reply.model == model.name

    async def test_a_stream_has_the_same_text(self) -> None:
        pieces, reply = await streamed(self.a_model_that_says(TEXT), a_request())
        assert "".join(pieces) == reply.text == TEXT
        assert all(pieces), "no piece is empty"
        assert reply.is_whole

    async def test_it_can_be_called_again(self) -> None:
        model = self.a_model_that_says(TEXT)
        first, second = await model.complete(a_request()), await model.complete(a_request())
        assert first.text == second.text

    async def test_a_failure_is_a_provider_error(self) -> None:
        with pytest.raises(ProviderError) as failure:
            await self.a_model_that_fails().complete(a_request())
        assert failure.value.message
        assert failure.value.provider

    async def test_a_failing_stream_raises_before_its_first_piece(self) -> None:
        with pytest.raises(ProviderError):
            async for item in self.a_model_that_fails().stream(a_request()):
                pytest.fail(f"said {item!r}")

    async def test_a_reply_without_a_finish_reason_is_partial(self) -> None:
        reply = await self.a_model_that_breaks_off(TEXT).complete(a_request())
        assert reply.text == TEXT
        assert reply.finish_reason is None
        assert not reply.is_whole

    async def test_a_stream_without_a_finish_reason_keeps_its_text(self) -> None:
        pieces, reply = await streamed(self.a_model_that_breaks_off(TEXT), a_request())
        assert "".join(pieces) == reply.text == TEXT
        assert not reply.is_whole

    async def test_a_stream_can_be_closed_early(self) -> None:
        async with closing(self.a_model_that_says(TEXT).stream(a_request())) as items:
            async for item in items:
                assert isinstance(item, str)
                break

    async def test_it_serves_many_at_once(self) -> None:
        model = self.a_model_that_says(TEXT)
        replies = await asyncio.gather(*(model.complete(a_request()) for _ in range(5)))
        assert {reply.text for reply in replies} == {TEXT}
