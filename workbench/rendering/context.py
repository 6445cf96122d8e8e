"""The numbered sources as a model sees them: fenced, named, and unable to pose as one another."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from workbench.domain.answer import Shortened, marker
from workbench.domain.evidence import Evidence, FactsPayload, Passage
from workbench.domain.text import Language
from workbench.language.markers import neutralised
from workbench.rendering.labels import entity_metadata, source_label
from workbench.rendering.layout import Block
from workbench.rendering.plain import label_safe, one_line
from workbench.rendering.shortening import shorten_all
from workbench.workspace.load import Workspace

_NOT_SHOWN = frozenset({"title"})


class Prompted(NamedTuple):
    """The sources as a model sees them."""

    text: str
    shortened: tuple[Shortened, ...]


def build_context(
    blocks: Sequence[Block],
    facts: FactsPayload,
    workspace: Workspace,
    language: Language,
    words: Mapping[str, str],
    *,
    question: str = "",
    most_tokens: int,
) -> Prompted:
    """Every source under its marker. Each line of its content begins with «>», so nothing inside

    a document can end its source, begin another or stand as a citation. Together the contents have
    about ``most_tokens`` at most; of a long one the sentences about the question are kept.
    """
    sources = [item for block in blocks for item in block.sources]
    shorts = shorten_all([neutralised(item.content) for item in sources], most_tokens, question)
    parts: list[str] = []
    number = 0
    for block in blocks:
        if block.heading:
            parts.append(f"## {label_safe(block.heading)}")
        for item in block.sources:
            told = shorts[number].text
            number += 1
            parts.append("\n".join(_source(number, item, told, facts, workspace, language)))
        if block.omitted:
            parts.append(words["more"].format(count=block.omitted))
    shortened = tuple(
        Shortened(number=at, tokens=one.tokens, kept=one.kept)
        for at, one in enumerate(shorts, start=1)
        if one.is_cut
    )
    return Prompted("\n\n".join(parts), shortened)


def _source(
    number: int,
    item: Evidence,
    told: str,
    facts: FactsPayload,
    workspace: Workspace,
    language: Language,
) -> Iterator[str]:
    yield marker(number)
    yield f"{label_safe(item.type)}: {source_label(item, facts, language, workspace)}"
    for line in told.splitlines():
        yield f"> {line}".rstrip()
    metadata = _metadata(item, facts, workspace, language)
    if metadata:
        shown = ", ".join(f"{label_safe(key)}: {value}" for key, value in metadata.items())
        yield f"(Metadata: {shown})"


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
