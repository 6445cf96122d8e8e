"""A ChatModel for where nobody reads along: what breaks off can still be tried again."""

from collections.abc import AsyncIterator

from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest


class BufferedModel:
    """Takes each reply whole, and streams it in one piece."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The wrapped model's name."""
        return self._model.name

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The wrapped model's reply."""
        return await self._model.complete(request)

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's whole reply: its text, then the reply."""
        reply = await self._model.complete(request)
        if reply.text:
            yield reply.text
        yield reply
