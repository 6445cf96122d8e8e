"""Reject replies without text: one of only citation marks and punctuation is a failure."""

from collections.abc import AsyncIterator

from workbench.errors import ProviderError
from workbench.i18n.errors import localized
from workbench.llm.failures.kinds import NO_ROOM, NO_TEXT
from workbench.llm.protocol import ChatReply, ChatRequest, WrapperModel
from workbench.llm.providers import provider_title
from workbench.llm.streams import closing
from workbench.text.has_content import has_content


class NonEmptyModel(WrapperModel):
    """Raises a ProviderError for a reply without words, as for an empty one.

    A stream is buffered until its first word, so that outer wrappers can retry. Structured replies
    are passed on: their reader validates the fields.
    """

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's stream, from its first word on."""
        buffered, has_begun = "", request.output_schema is not None
        async with closing(self._model.stream(request)) as items:
            async for item in items:
                if isinstance(item, ChatReply):
                    reply = item if has_begun else self._non_empty(item, request)
                    if buffered:
                        yield buffered
                    yield reply
                elif has_begun:
                    yield item
                else:
                    buffered += item
                    if has_begun := has_content(buffered):
                        yield buffered
                        buffered = ""

    def _non_empty(self, reply: ChatReply, request: ChatRequest) -> ChatReply:
        is_empty = request.output_schema is None and not has_content(reply.text)
        if not is_empty or reply.finish_reason in {"refusal", "filtered"}:
            return reply
        failure = NO_ROOM if reply.finish_reason == "length" else NO_TEXT
        provider = self.name.partition(":")[0]
        raise ProviderError(
            **localized(failure.code, title=provider_title(provider)),
            provider=provider,
            retryable=failure.retryable,
        )
