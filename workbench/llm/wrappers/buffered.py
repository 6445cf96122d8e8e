"""Request whole replies instead of streams, so that an interrupted reply can be retried."""

from collections.abc import AsyncIterator

from workbench.llm.protocol import ChatReply, ChatRequest, WrapperModel


class BufferedModel(WrapperModel):
    """Yields each reply in one piece, for callers that need only the complete text."""

    def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """Yield the wrapped model's complete text, then the reply."""
        return self._model.stream(request.model_copy(update={"streamed": False}))
