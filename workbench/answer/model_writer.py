"""Write an answer with a language model, streamed, from the rendered context alone."""

import time
from collections.abc import Callable
from typing import NamedTuple

from pydantic import BaseModel, ValidationError

from workbench.answer.abstain import no_answer
from workbench.answer.output_schemas import EMPTY, SCHEMAS, Schemas
from workbench.answer.protocol import WriteRequest
from workbench.answer.request_builder import RequestBuilder
from workbench.answer.structured_output import filled_json
from workbench.errors import BudgetError, ProviderError
from workbench.i18n.errors import LocalizedError, localized
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest, with_deadline
from workbench.llm.repair import repairing
from workbench.llm.streams import closing
from workbench.logs import log
from workbench.settings import Settings
from workbench.text.draft import Draft
from workbench.text.fences import without_prose_fences
from workbench.text.has_content import has_content
from workbench.text.marker_forms import MarkerBuffer, canonical
from workbench.workspace.load import Workspace


class _Reply(NamedTuple):
    """The text, and the model's replies, of which the last one gave it."""

    marked: str
    replies: tuple[ChatReply, ...]


class ModelWriter:
    """Calls the model once, and once more if the reply does not match the schema.

    A failed provider or an empty reply raises; a truncated reply gives a partial answer.
    """

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

    async def write(self, request: WriteRequest, on_text: Callable[[str], None]) -> Draft:
        """Return the model's answer; without sources, the "not found" answer, with no call.

        Raises:
            ProviderError: the provider failed, or its reply cannot be used.
            InputError: the options name an unknown schema.
        """
        if not request.rendered.sources:
            nothing = no_answer(request.question, self._workspace)
            on_text(nothing.marked)
            return Draft(nothing)
        started = time.perf_counter()
        schema = self._requests.schema(request.options)
        chat, sections = self._requests.build(request)
        if schema is None:
            written = self._as_prose(request, await self._streamed(chat, on_text))
        else:
            written = await self._filled(request, chat, schema, on_text)
        reply = written.replies[-1]
        return Draft.of(
            written.marked,
            sources_provided=len(request.rendered.sources),
            context_available=len(request.facts.items),
            tokens_used=sum(one.input_tokens + one.output_tokens for one in written.replies),
            latency_ms=(time.perf_counter() - started) * 1000,
            partial=not reply.is_whole,
            model=reply.model,
            prompt=sections,
        )

    async def _streamed(self, chat: ChatRequest, on_text: Callable[[str], None]) -> ChatReply:
        """Stream the reply to ``on_text``; a stream without a final reply counts as truncated."""
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

    def _as_prose(self, request: WriteRequest, reply: ChatReply) -> _Reply:
        """Return the reply as prose with canonical markers."""
        marked = canonical(without_prose_fences(reply.text), len(request.rendered.sources))
        if not has_content(marked):
            raise self._unusable(localized("answer.no_text"))
        return _Reply(marked, (reply,))

    async def _filled(
        self,
        request: WriteRequest,
        chat: ChatRequest,
        schema: type[BaseModel],
        on_text: Callable[[str], None],
    ) -> _Reply:
        """Return the reply as JSON of the schema, repaired once with the validation errors.

        Both replies share one deadline. If the repair fails, the first reply's error is raised,
        except that a BudgetError propagates.
        """
        until, sources = time.monotonic() + chat.deadline_s, len(request.rendered.sources)
        first = await self._streamed(chat, on_text)
        try:
            return _Reply(filled_json(schema, first.text, sources), (first,))
        except ValidationError as error:
            wrong = error
        if first.is_whole:
            problems = self._requests.repair(wrong, request.question.language)
            again = repairing(with_deadline(chat, until), first.text, problems)
            try:
                second = await self._streamed(again, lambda _: None)
                return _Reply(filled_json(schema, second.text, sources), (first, second))
            except BudgetError:
                raise
            except (ProviderError, ValidationError) as failed:
                log.warning("repair_failed", model=self._model.name, reason=type(failed).__name__)
        raise self._unusable(_rejection(first, schema, wrong)) from wrong

    def _unusable(self, reason: LocalizedError) -> ProviderError:
        provider = self._model.name.partition(":")[0]
        return ProviderError(**reason, provider=provider, retryable=True)


def _rejection(reply: ChatReply, schema: type[BaseModel], wrong: ValidationError) -> LocalizedError:
    """Return the reason why a reply cannot be used: empty, truncated or of another schema."""
    kinds = {one["type"] for one in wrong.errors(include_url=False)}
    if not reply.text.strip() or kinds == {EMPTY}:
        return localized("answer.no_text")
    if not reply.is_whole:
        return localized("answer.cut_short", schema=schema.__name__)
    return localized("answer.not_schema", schema=schema.__name__)
