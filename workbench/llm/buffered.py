"""A ChatModel that asks for whole replies, so that one that breaks off can be tried again."""

from collections.abc import AsyncIterator

from workbench.llm.protocol import ChatReply, ChatRequest, WrapperModel


class BufferedModel(WrapperModel):
    """Streams each reply in one piece, for callers that show nothing before its end."""

    def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's whole reply: its text, then the reply."""
        return self._model.stream(request.model_copy(update={"streamed": False}))
