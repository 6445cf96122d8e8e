"""The writer over a language model: streamed, from the rendered context alone."""

import time
from collections.abc import Callable

from pydantic import BaseModel, ValidationError

from workbench.answer.abstain import no_answer
from workbench.answer.filling import filled_json
from workbench.answer.markers import MarkerBuffer, canonical
from workbench.answer.protocol import WriteRequest
from workbench.answer.requests import RequestBuilder
from workbench.answer.schemas import SCHEMAS, Schemas
from workbench.domain.answer import Answer
from workbench.errors import ProviderError
from workbench.language.errors import Worded, worded
from workbench.language.fence import without_fence, without_prose_fences
from workbench.language.markers import without_markers
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest
from workbench.llm.streams import closing
from workbench.settings import Settings
from workbench.workspace.load import Workspace


class ModelWriter:
    """Asks the model once. A provider that fails raises; a reply that breaks off is partial."""

    def __init__(
        self,
        model: ChatModel,
        workspace: Workspace,
        settings: Settings,
        *,
        schemas: Schemas = SCHEMAS,
    ) -> None:
        self._model = model
        self._workspace = workspace
        self._requests = RequestBuilder(workspace, settings, model.name, schemas)

    async def write(self, request: WriteRequest, on_text: Callable[[str], None]) -> Answer:
        """The model's answer; nothing found is said without asking it.

        Raises:
            ProviderError: the provider failed, or its reply cannot be used.
            InputError: the options name an unknown schema.
        """
        if not request.rendered.sources:
            nothing = no_answer(request.question, self._workspace)
            on_text(nothing.marked)
            return nothing
        started = time.perf_counter()
        schema = self._requests.schema(request.options)
        chat, sections = self._requests.build(request)
        reply = await self._streamed(chat, on_text)
        marked = self._marked(reply, schema, len(request.rendered.sources))
        return Answer(
            text=without_markers(marked).text,
            marked=marked,
            sources_provided=len(request.rendered.sources),
            context_available=len(request.facts.items),
            tokens_used=reply.input_tokens + reply.output_tokens,
            latency_ms=(time.perf_counter() - started) * 1000,
            partial=not reply.is_whole,
            model=reply.model,
            prompt=sections,
        )

    async def _streamed(self, chat: ChatRequest, on_text: Callable[[str], None]) -> ChatReply:
        """The reply, its text handed on as it comes; cut short when the stream ends without one."""
        buffer, text, reply = MarkerBuffer(), "", None
        async with closing(self._model.stream(chat)) as pieces:
            async for piece in pieces:
                if isinstance(piece, ChatReply):
                    reply = piece
                    continue
                text += piece
                if ready := buffer.feed(piece):
                    on_text(ready)
        if rest := canonical(buffer.flush()):
            on_text(rest)
        return reply or ChatReply(text=text, finish_reason=None, model=self._model.name)

    def _marked(self, reply: ChatReply, schema: type[BaseModel] | None, sources: int) -> str:
        if not reply.text.strip():
            raise self._unusable(worded("answer.no_text"))
        if schema is None:
            return canonical(without_prose_fences(reply.text), sources)
        try:
            return filled_json(schema, without_fence(reply.text), sources)
        except ValidationError as error:
            name = schema.__name__
            if not reply.is_whole:
                raise self._unusable(worded("answer.cut_short", schema=name)) from error
            raise self._unusable(worded("answer.not_schema", schema=name)) from error

    def _unusable(self, told: Worded) -> ProviderError:
        provider = self._model.name.partition(":")[0]
        return ProviderError(**told, provider=provider, retryable=True)
