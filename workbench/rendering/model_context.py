"""Format the numbered sources for the prompt, safe against markers inside documents."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from workbench.domain.answer import ShortenedSource, marker
from workbench.domain.evidence import Evidence, FactsPayload, Passage
from workbench.domain.local_text import Language
from workbench.llm.token_budget import estimate_tokens
from workbench.render_styles.base import SectionLayout
from workbench.rendering.safe_labels import one_line
from workbench.rendering.shorten_sources import shorten_all
from workbench.rendering.source_labels import entity_metadata, source_label
from workbench.text.citation_marks import neutralised
from workbench.text.labels import label_safe
from workbench.workspace.load import Workspace

_NOT_SHOWN = frozenset({"title"})


class ModelContext(NamedTuple):
    """The sources in the prompt, and which of them were shortened."""

    text: str
    shortened: tuple[ShortenedSource, ...]


def build_context(
    blocks: Sequence[SectionLayout],
    facts: FactsPayload,
    workspace: Workspace,
    language: Language,
    words: Mapping[str, str],
    *,
    question: str = "",
    most_tokens: int,
) -> ModelContext:
    """Return every source under its marker, within an estimated ``most_tokens``.

    Each line of content begins with «>», so that no text in a document can end its source, begin
    another or pass for a citation. Long sources are reduced to sentences about the question.
    """
    frames = [
        _frame(number, item, facts, workspace, language)
        for number, item in enumerate((one for block in blocks for one in block.sources), start=1)
    ]
    room = most_tokens - sum(estimate_tokens(frame.head + frame.foot) for frame in frames)
    contents = [frame.content for frame in frames]
    shorts = shorten_all(contents, max(room, most_tokens // 2), question)
    quoted = iter(
        [_quoted_source(frame, short.text) for frame, short in zip(frames, shorts, strict=True)]
    )
    parts = [part for block in blocks for part in _block(block, quoted, words)]
    shortened = tuple(
        ShortenedSource(number=at, tokens=one.tokens, kept=one.kept)
        for at, one in enumerate(shorts, start=1)
        if one.is_cut
    )
    return ModelContext("\n\n".join(parts), shortened)


def _block(block: SectionLayout, quoted: Iterator[str], words: Mapping[str, str]) -> Iterator[str]:
    if block.heading:
        yield f"## {label_safe(block.heading)}"
    yield from islice(quoted, len(block.sources))
    if block.omitted:
        yield words["more"].format(count=block.omitted)


class _Frame(NamedTuple):
    """A source's content with the lines before and after it."""

    head: str
    content: str
    foot: str


def _frame(
    number: int, item: Evidence, facts: FactsPayload, workspace: Workspace, language: Language
) -> _Frame:
    label = source_label(item, facts, language, workspace)
    metadata = _metadata(item, facts, workspace, language)
    shown = ", ".join(f"{label_safe(key)}: {value}" for key, value in metadata.items())
    return _Frame(
        head=f"{marker(number)}\n{label_safe(item.type)}: {label}",
        content=neutralised(item.content),
        foot=f"(Metadata: {shown})" if metadata else "",
    )


def _quoted_source(frame: _Frame, content: str) -> str:
    lines = [f"> {line}".rstrip() for line in content.splitlines()]
    return "\n".join(part for part in (frame.head, *lines, frame.foot) if part)


def _metadata(
    item: Evidence, facts: FactsPayload, workspace: Workspace, language: Language
) -> dict[str, str]:
    if item.span is not None:
        return _of_passage(item.span, facts, workspace, language)
    cells = {cell.label: cell.value for cell in item.cells if cell.value not in item.content}
    found = {"group": item.group, **cells} if item.group else cells
    return {key: one_line(label_safe(value), workspace, language) for key, value in found.items()}


def _of_passage(
    span: Passage, facts: FactsPayload, workspace: Workspace, language: Language
) -> dict[str, str]:
    named = entity_metadata(span, facts, language, workspace)
    shown = {key: label_safe(value) for key, value in named.items() if key not in _NOT_SHOWN}
    return shown | ({"page": str(span.page)} if span.page is not None else {})
