"""A ChatModel that says something: prose of markers and marks alone is no reply."""

from collections.abc import AsyncIterator

from workbench.errors import ProviderError
from workbench.i18n.errors import localized
from workbench.llm.failure_kinds import NO_ROOM, NO_TEXT
from workbench.llm.protocol import ChatReply, ChatRequest, WrapperModel
from workbench.llm.providers import provider_title
from workbench.llm.streams import closing
from workbench.text.content import has_content


class NonEmptyModel(WrapperModel):
    """Takes a reply that says nothing for the failure that an empty one is.

    A stream is held back until it says its first word, so that what is outside may ask again. What
    fills a schema is judged by whoever knows its fields.
    """

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's stream, from its first word on."""
        held, speaks = "", request.output_schema is not None
        async with closing(self._model.stream(request)) as items:
            async for item in items:
                if isinstance(item, ChatReply):
                    reply = self._heard(item, request)
                    if held:
                        yield held
                    yield reply
                elif speaks:
                    yield item
                else:
                    held += item
                    if speaks := has_content(held):
                        yield held
                        held = ""

    def _heard(self, reply: ChatReply, request: ChatRequest) -> ChatReply:
        is_silent = request.output_schema is None and not has_content(reply.text)
        if not is_silent or reply.finish_reason in {"refusal", "filtered"}:
            return reply
        failure = NO_ROOM if reply.finish_reason == "length" else NO_TEXT
        provider = self.name.partition(":")[0]
        raise ProviderError(
            **localized(failure.code, title=provider_title(provider)),
            provider=provider,
            retryable=failure.retryable,
        )
