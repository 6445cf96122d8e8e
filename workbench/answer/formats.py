"""An answer in the asked-for format, without a model: plain, Markdown, bullets or JSON."""

import json
from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel

from workbench.answer.compare_facts import compare_facts
from workbench.answer.output_schemas import SCHEMAS, AnswerWithSources, PlainJson
from workbench.domain.answer import Answer, AskOptions, Format, Rendered
from workbench.domain.base import Span
from workbench.domain.evidence import FactsPayload
from workbench.domain.graph import Node
from workbench.domain.local_text import Language
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.text import Block, Text, parse
from workbench.text.citation_marks import words_read
from workbench.text.cited_cells import CitedCell, CitedCells, marked_cells
from workbench.text.cut_spans import without_lines
from workbench.text.edits import Edit, Edited
from workbench.text.inline import Inline


def formatted(
    marked: str,
    options: AskOptions,
    facts: FactsPayload,
    rendered: Rendered,
    language: Language,
    nodes: Mapping[str, Node],
) -> str:
    """The marked text in another shape; the facts stay the same.

    ``nodes`` are those of the workspace, by id.

    Raises:
        InputError: the schema cannot be filled without a model.
    """
    if options.output_schema or options.format is Format.JSON:
        schema = options.output_schema or "PlainJson"
        return _as_json(marked, schema, facts, rendered, language, nodes)
    return _in_format(shortened(marked, options.max_response_length), options.format)


def _in_format(marked: str, form: Format) -> str:
    if form is Format.BULLETS:
        return _as_bullets(marked)
    return _as_plain(marked) if form is Format.PLAIN else marked


def reshaped(marked: str, form: Format) -> str:
    """An answer in another format: nothing is asked anew, nothing cut.

    JSON becomes text again where it has its text as ``answer``; other JSON stays as it is.
    """
    data = parse(marked).data
    if data is not None:
        text = data.get("answer") if isinstance(data, dict) else None
        if form is Format.JSON or not isinstance(text, str):
            return marked
        marked = text
    return _dumped(_plain_json(marked)) if form is Format.JSON else _in_format(marked, form)


def in_format(answer: Answer, options: AskOptions, form: Format | None = None) -> Answer:
    """Return the answer in ``form``, or as plain text or bullets if the options request that.

    Models may write Markdown anyway. JSON stays unless ``form`` is given; so do abstentions.
    """
    shape = form
    if form is None and options.format in (Format.PLAIN, Format.BULLETS):
        is_json = options.is_structured or parse(answer.marked).data is not None
        shape = None if is_json else options.format
    if shape is None or answer.outcome != "answered":
        return answer
    return answer.model_copy(update={"marked": reshaped(answer.marked, shape)})


def shortened(marked: str, words: int) -> str:
    """Return as many whole lines or sentences as fit, and at least those up to the first fact."""
    if words_read(marked) <= words:
        return marked
    text = parse(marked)
    first = next((mark.start for mark in text.marks), 1)
    end = count = 0
    for span in text.sentences:
        count += words_read(marked[end : span.end])
        if end >= first and count > words:
            break
        end = span.end
    return marked[:end].rstrip()


def _as_bullets(marked: str) -> str:
    """One fact a line; headings and lists stay as they are."""
    text, edits = parse(marked), list[Edit]()
    for block in text.blocks:
        if block.kind == "item" and block.mark.strip()[:1].isdigit():
            edits.append(Edit(block.start - len(block.mark.lstrip()), block.start, "- "))
        elif block.kind == "paragraph":
            edits += _in_bullets(text, block)
    return Edited(marked, edits).text


def _in_bullets(text: Text, block: Block) -> Iterator[Edit]:
    """Each sentence of each line that states a fact becomes an item."""
    start = block.start
    for line in block.text.split("\n"):
        end = start + len(line)
        if text.marks_in(start, end):
            sentences = (line[span.start : span.end] for span in parse(line).sentences)
            yield Edit(start, end, "\n".join(f"- {sentence}" for sentence in sentences))
        start = end + 1


_DASH = "– "
"""Before an item of a list in plain text, which distinguishes it from the lines of a paragraph."""


def _as_plain(marked: str) -> str:
    """No Markdown: bullets and rows of tables have a dash, an address stands behind its words."""
    text = parse(marked)
    cells = marked_cells(text).rows
    edits = list[Edit]()
    for block in text.blocks:
        own = cells.get(block.start, ())
        edits += _labelled(block, own) if own else _plain(block)
    return Edited(marked, edits).text


def _plain(block: Block) -> Iterator[Edit]:
    match block.kind:
        case "code":
            first, last = block.text.find("\n") + 1, block.text.rfind("\n") + 1
            yield Edit(block.start, block.start + first)
            yield Edit(block.start + last, min(block.lines[1] + 1, len(block.source)))
        case "fence":
            yield without_lines(block)
        case "rule" if "|" in block.text:
            yield without_lines(block)
        case "heading" | "paragraph":
            yield Edit(block.line_start + len(block.mark) - len(block.mark.lstrip()), block.start)
            yield from (Edit(start, end) for start, end in block.skipped)
            yield Edit(block.end, block.lines[1])
        case "item" if not block.mark.strip()[:1].isdigit():
            yield Edit(block.start - len(block.mark.lstrip()), block.start, _DASH)
        case "row":
            yield from _without_bars(block)
    yield from (edit for one in block.inlines for edit in _without_marks(block, one))


def _labelled(row: Block, cells: Sequence[CitedCell]) -> Iterator[Edit]:
    """A row that cites cell by cell, as an item: "– Surgery: Basic: $15,000; Plus: as charged"."""
    values = "; ".join(
        f"{cell.labels.column}: {row.source[cell.span.start : cell.span.end]}" for cell in cells
    )
    yield Edit(row.start, row.end, f"{_DASH}{cells[0].labels.row}: {values}")


def _without_bars(row: Block) -> Iterator[Edit]:
    """The cells of a row that say something, with commas between them, as an item of a list.

    The head is its lead-in.
    """
    end = row.start
    opening, closing = ("", ":") if row.is_head else (_DASH, "")
    for cell in row.cells:
        if cell.start < cell.end:
            yield Edit(end, cell.start, ", " if end > row.start else opening)
            end = cell.end
    yield Edit(end, row.end, closing)


def _without_marks(block: Block, one: Inline) -> Iterator[Edit]:
    """Emphasis, code or a link without its marks; other addresses than those of the web stay."""
    after = ""
    if one.kind in ("link", "image") and block.source[one.inner_end] == "]":
        address = block.source[one.inner_end + 2 : one.end - 1]
        if not address.startswith(("http://", "https://")):
            return
        after = f" ({address})"
    if one.kind not in ("html", "escape", "entity"):
        yield Edit(one.start, one.inner_start)
        yield Edit(one.inner_end, one.end, after)


def _as_json(
    marked: str,
    schema: str,
    facts: FactsPayload,
    rendered: Rendered,
    language: Language,
    nodes: Mapping[str, Node],
) -> str:
    match schema:
        case "PlainJson":
            return _dumped(_plain_json(marked))
        case "AnswerWithSources":
            return _dumped(_with_sources(marked, facts))
        case "ComparisonResult":
            return _dumped(compare_facts(facts, rendered, language, nodes))
    raise InputError(**localized("answer.needs_model", schema=schema, known=", ".join(SCHEMAS)))


def _dumped(filled: BaseModel) -> str:
    return json.dumps(filled.model_dump(mode="json"), ensure_ascii=False, indent=2)


def _plain_json(marked: str) -> BaseModel:
    return PlainJson(answer=marked, sources=_numbers(marked))


def _with_sources(marked: str, facts: FactsPayload) -> BaseModel:
    scores = [item.score for item in facts.items if item.score is not None]
    gaps = [gap.message for gap in facts.meta.gaps]
    return AnswerWithSources(
        answer=marked,
        confidence=sum(scores) / len(scores) if scores else 0.0,
        sources_used=_numbers(marked),
        key_facts=_facts(marked),
        limitations=" ".join(gaps) or None,
    )


def _numbers(marked: str) -> list[int]:
    return list(dict.fromkeys(mark.number for mark in parse(marked).marks))


def _facts(marked: str) -> list[str]:
    """The lines and sentences that carry a marker."""
    text = parse(marked)
    cells = marked_cells(text)
    cited = (span for span in text.sentences if text.marks_in(span.start, span.end))
    return [
        fact
        for span in cited
        for fact in (_facts_of_row(marked, cells, span) or [marked[span.start : span.end].strip()])
    ]


def _facts_of_row(marked: str, cells: CitedCells, span: Span) -> list[str]:
    """The cells of a row that cites cell by cell, each with its labels."""
    return [
        f"{cell.labels.about} {marked[cell.span.start : cell.span.end]}"
        for cell in cells.rows.get(span.start, ())
        if cell.is_cited
    ]
