"""Build a run from the caller's own passages and history, ready for rendering."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from pydantic import AliasChoices, Field, ValidationError

from workbench.domain.answer import AskOptions
from workbench.domain.base import Value
from workbench.domain.evidence import (
    Evidence,
    FactsMeta,
    FactsPayload,
    Passage,
    SourceLabel,
    SourceRef,
)
from workbench.domain.local_text import WholeText
from workbench.domain.plan import (
    GENERAL_UNSTRUCTURED,
    SHORT_STYLE,
    Fallback,
    Limits,
    QueryPlan,
)
from workbench.domain.question import GivenTurn, MemoryDecision, Question, Turn
from workbench.domain.run import Run
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.nlp.terms import Weights, content_terms, coverage, term_set
from workbench.pipeline.ask import new_run
from workbench.understanding.normalize import normalize
from workbench.workspace import Workspace
from workbench.workspace.answer_styles import default_styles

MAX_CHUNKS = 100
"""Passages in one request, at most: the highest ``max_items`` of a plan."""


def _named(*names: str, **field: Any) -> Any:
    return Field(validation_alias=AliasChoices(*names), **field)


class ContextChunk(Value):
    """A passage that the caller retrieved; the N-th one is ``[Source N]``.

    The fields also accept names common in retrieval libraries: ``content``, ``chunk_id``,
    ``section_hierarchy``, ``relevance_score``.
    """

    text: WholeText = _named("text", "content", min_length=1)
    id: str = _named("id", "chunk_id", default="")
    document_id: str = _named("document_id", "source_file", default="")
    title: WholeText = _named("title", "product_name", default="")
    section: tuple[WholeText, ...] = _named("section", "section_hierarchy", default=())
    metadata: dict[str, str] = Field(default_factory=dict)
    score: float | None = _named("score", "relevance_score", default=None, ge=0.0, le=1.0)
    """Relevance on an absolute 0-1 scale; without one, the share of the question's words."""


ContextItem: TypeAlias = ContextChunk | Mapping[str, Any] | str
HistoryItem: TypeAlias = GivenTurn | Mapping[str, Any] | Sequence[str]


def context_run(
    question: str, context: Sequence[ContextItem], options: AskOptions, workspace: Workspace
) -> Run:
    """Return a run with plan and facts, whose next stage is the rendering.

    Args:
        question: may be empty; the run then answers ``empty_question``.
        context: passages in the order of their numbers; duplicates count once.
        options: with the earlier turns, if any.
        workspace: the neutral one.

    Raises:
        InputError: a passage is invalid, or there are more than MAX_CHUNKS.
    """
    if len(context) > MAX_CHUNKS:
        raise InputError(
            **localized("pipeline.too_many_chunks", limit=MAX_CHUNKS, count=len(context))
        )
    asked = normalize(question, workspace.spec.languages)
    chunks = [_chunk(number, item) for number, item in enumerate(context, start=1)]
    turns = given_turns(options.history)
    run = new_run(question, workspace=workspace.id, language=asked.language, options=options)
    return run.model_copy(
        update={
            "normalized": asked.text,
            "memory": MemoryDecision(
                decision="follow_up" if turns else "independent",
                carried=turns[-1] if turns else None,
            ),
            "plan": _plan(asked, len(chunks)),
            "plan_origin": "edited",
            "facts": _facts(asked, chunks),
        }
    )


def given_turns(history: Sequence[GivenTurn]) -> tuple[Turn, ...]:
    """Return the caller's earlier turns as turns of a thread, oldest first."""
    return tuple(
        Turn(run_id=f"given-{number}", question=turn.question, answer=turn.answer)
        for number, turn in enumerate(history, start=1)
    )


def read_history(history: Sequence[HistoryItem]) -> tuple[GivenTurn, ...]:
    """Parse earlier turns.

    Raises:
        InputError: one is neither a pair of texts nor ``{"question": …, "answer": …}``.
    """
    return tuple(_turn(number, turn) for number, turn in enumerate(history, start=1))


def _turn(number: int, turn: HistoryItem) -> GivenTurn:
    try:
        return GivenTurn.model_validate(turn)
    except ValidationError as error:
        why = error.errors()[0]["msg"]
        raise InputError(**localized("pipeline.bad_turn", number=number, detail=why)) from error


def _chunk(number: int, item: ContextItem) -> ContextChunk:
    try:
        return ContextChunk.model_validate({"text": item} if isinstance(item, str) else item)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        why = f"{place}: {first['msg']}" if place else first["msg"]
        raise InputError(**localized("pipeline.bad_chunk", number=number, detail=why)) from error


def _plan(question: Question, chunks: int) -> QueryPlan:
    """Return a plan without tool calls: the passages are given."""
    return QueryPlan(
        intents=(GENERAL_UNSTRUCTURED,),
        confidence=1.0,
        fallback=Fallback(enabled=False),
        limits=Limits(max_items=max(chunks, 1)),
        render_style=SHORT_STYLE,
        answer_style=default_styles()[question.language],
    )


def _facts(question: Question, chunks: Sequence[ContextChunk]) -> FactsPayload:
    weights = Weights([chunk.text for chunk in chunks])
    items = tuple(
        _evidence(number, chunk, question, weights) for number, chunk in enumerate(chunks, start=1)
    )
    sources = {item.source.id: item.source.title for item in items if item.source}
    return FactsPayload(
        found=bool(items),
        items=items,
        meta=FactsMeta(),
        sources=tuple(SourceLabel(id=name, label=label) for name, label in sources.items()),
    )


def _evidence(number: int, chunk: ContextChunk, question: Question, weights: Weights) -> Evidence:
    document = chunk.document_id or f"context-{number}"
    title = chunk.title or document
    score = chunk.score
    if score is None:
        score = coverage(content_terms(question.text), term_set(chunk.text), weights)
    return Evidence(
        id=chunk.id,
        type="passage",
        text=chunk.text,
        score=score,
        source=SourceRef(id=document, title=title),
        span=Passage(
            document_id=document,
            title=title,
            start=0,
            end=len(chunk.text),
            heading_path=chunk.section,
            metadata=chunk.metadata,
        ),
    )
