"""Lay facts out in sections: remove duplicates, apply limits, number the sources."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple, TypeAlias

from workbench.domain.evidence import Evidence, FactsPayload, Section
from workbench.domain.listing import ListedPart
from workbench.domain.local_text import Language
from workbench.domain.plan import BULLETS_STYLE, TABLE_STYLE, QueryPlan, ToolCall
from workbench.extractive.sentence_selection import (
    MAX_PASSAGES,
    Source,
    best_statements,
)
from workbench.nlp.compared_sides import compared_sides
from workbench.render_styles import RENDER_STYLES
from workbench.render_styles.base import LayoutItem, SectionLayout, Window, first_items
from workbench.rendering.safe_labels import one_line
from workbench.rendering.side_by_side import (
    SideBySide,
    can_be_compared,
    side_by_side,
    whole_rows,
)
from workbench.text.statements import statements
from workbench.workspace.load import Workspace

_PUNCTUATION = re.compile(r"[\W_]+")
_BRIEF = 2
"""Items of a plan up to which a section of passages is brief."""
_OPENINGS = 2
"""Passages quoted by their first statement if no sentence matches the question."""


_Sections: TypeAlias = Sequence[tuple[Section, Sequence[Evidence]]]
"""Each section with its facts."""


class Layout(NamedTuple):
    """The sections to show, and how many facts of each call are shown, earlier pages included."""

    blocks: tuple[SectionLayout, ...]
    listed: tuple[ListedPart, ...]
    compared: SideBySide | None = None
    """The table that shows the facts of all sections, if they are compared."""


@dataclass(frozen=True)
class _Request:
    plan: QueryPlan
    workspace: Workspace
    language: Language
    question: str
    caps: Mapping[str, int]
    most: int


def lay_out(
    plan: QueryPlan,
    facts: FactsPayload,
    workspace: Workspace,
    language: Language,
    question: str,
    caps: Mapping[str, int],
    most: int,
) -> Layout:
    """Return the non-empty sections, with sources numbered across all of them.

    ``most`` is the maximum number of listed facts in all sections together.
    """
    request = _Request(plan, workspace, language, question, caps, most)
    sections = _with_items(facts)
    blocks = _blocks(request, sections)
    compared = _rows_side_by_side(request, blocks)
    if names := _names_of_sides(request, sections):
        blocks, compared = _compared(request, sections, blocks, names)
    return Layout(
        blocks=tuple(_joined(block for block in blocks if block.entries)),
        listed=tuple(part for block in blocks for part in block.parts),
        compared=compared,
    )


def _blocks(
    request: _Request, sections: _Sections, counts: Sequence[int] | None = None
) -> list[SectionLayout]:
    """Return a block for each section, of at most so many facts."""
    blocks: list[SectionLayout] = []
    numbered = 0
    for at, (section, items) in enumerate(sections):
        style = request.plan.render_style if len(sections) == 1 else section.render_style
        limited = request if counts is None else replace(request, most=counts[at])
        block = _block(limited, section, items, style, first=numbered + 1)
        numbered += len(block.sources)
        if block.parts:
            request = replace(request, most=request.most - len(block.entries))
        blocks.append(block)
    return blocks


def _rows_side_by_side(request: _Request, blocks: Sequence[SectionLayout]) -> SideBySide | None:
    """Return one table of two or three rows that the question compares, a column for each row."""
    block = blocks[0] if len(blocks) == 1 else None
    if block is None or not all(item.rows for item in block.sources) or block.omitted:
        return None
    if compared_sides(request.question) is None:
        return None
    sides = [replace(block, entries=(entry,), parts=()) for entry in block.entries]
    if not can_be_compared([side.entries for side in sides]):
        return None
    return side_by_side(sides, [side.entries[0].cells[0].value for side in sides])


def _names_of_sides(request: _Request, sections: _Sections) -> list[str]:
    """Return the names of the entities that the sections compare; none for other sections.

    The sections are of one intent, each of another entity. Lists are compared only if the question
    asks to compare.
    """
    styles = {section.render_style for section, _ in sections}
    is_one_intent = len({section.intent for section, _ in sections}) == 1
    if not is_one_intent or styles - {TABLE_STYLE, BULLETS_STYLE}:
        return []
    if styles != {TABLE_STYLE} and compared_sides(request.question) is None:
        return []
    calls = [_call(request, section) for section, _ in sections]
    subjects = [call.args.subject_id if call is not None else None for call in calls]
    known = [one for one in subjects if one in request.workspace.nodes]
    if len(set(known)) < len(sections):
        return []
    return [request.workspace.entity_name(one, request.language) for one in known if one]


def _compared(
    request: _Request,
    sections: _Sections,
    blocks: list[SectionLayout],
    names: Sequence[str],
) -> tuple[list[SectionLayout], SideBySide | None]:
    """Return the blocks with the rows that fit whole, and their table; as they are if none fits."""
    sides = [[_layout_item(request, 0, item) for item in items] for _, items in sections]
    if not can_be_compared(sides) or any(not block.entries for block in blocks):
        return blocks, None
    shown = [block.parts[0].shown for block in blocks]
    counts = whole_rows(sides, shown)
    offsets = [one - len(block.entries) for one, block in zip(shown, blocks, strict=True)]
    fitting = [max(count - start, 0) for count, start in zip(counts, offsets, strict=True)]
    whole = _blocks(request, sections, fitting)
    if any(not block.entries for block in whole):
        return blocks, None
    later = [
        side[max(count, start) :] for side, count, start in zip(sides, counts, offsets, strict=True)
    ]
    table = side_by_side(whole, names, later)
    return (whole, table) if table is not None else (blocks, None)


def _joined(blocks: Iterable[SectionLayout]) -> list[SectionLayout]:
    """Merge adjacent blocks with equal heading and style, so that a comparison is one table."""
    joined: list[SectionLayout] = []
    for block in blocks:
        last = joined[-1] if joined else None
        if last and block.heading and (last.heading, last.style) == (block.heading, block.style):
            joined[-1] = SectionLayout(
                heading=last.heading,
                style=last.style,
                entries=last.entries + block.entries,
                sources=last.sources + block.sources,
                parts=last.parts + block.parts,
            )
        else:
            joined.append(block)
    return joined


def _with_items(facts: FactsPayload) -> list[tuple[Section, list[Evidence]]]:
    """Return each section with its distinct facts; facts without a section form another one."""
    unique = _unique(_all_items(facts))
    known = {section.call for section in facts.meta.sections}
    filed = [
        (section, [item for item in unique if item.call == section.call])
        for section in facts.meta.sections
    ]
    strays = [item for item in unique if item.call not in known]
    if strays:
        filed.append((Section(call=strays[0].call, limit_kind=""), strays))
    return [(section, items) for section, items in filed if items]


def _all_items(facts: FactsPayload) -> Iterable[Evidence]:
    """Yield the payload's items, then those that only its groups have."""
    seen = {item.id for item in facts.items}
    yield from facts.items
    for group in facts.groups:
        for item in group.items:
            if item.id not in seen:
                yield item if item.group else item.model_copy(update={"group": group.title})


def _unique(items: Iterable[Evidence]) -> list[Evidence]:
    """Return the items without repeated evidence, or repeated text in one section."""
    ids: set[str] = set()
    seen: set[tuple[int, str, str]] = set()
    kept: list[Evidence] = []
    for item in items:
        words = (
            item.call,
            item.group or "",
            _PUNCTUATION.sub(" ", item.content).casefold().strip(),
        )
        if item.id in ids or words in seen or not words[2]:
            continue
        ids.add(item.id)
        seen.add(words)
        kept.append(item)
    return kept


def _block(
    request: _Request, section: Section, items: Sequence[Evidence], style: str, first: int
) -> SectionLayout:
    passages = [item for item in items if item.span is not None]
    if len(passages) == len(items):
        return _passages(request, section, passages, style, first)
    candidates = [_layout_item(request, at, item) for at, item in enumerate(items)]
    window = _window(request, section)
    shown = RENDER_STYLES[style].select(candidates, window)
    if shown is None:
        style, shown = BULLETS_STYLE, first_items(candidates, window)
    part = ListedPart(
        call=section.call,
        heading=section.heading,
        style=style,
        shown=window.offset + len(shown),
        total=len(items),
    )
    return SectionLayout(
        section.heading,
        style,
        entries=tuple(replace(one, number=at) for at, one in enumerate(shown, start=first)),
        sources=tuple(_in_group(items[one.number], one.group) for one in shown),
        parts=(part,),
    )


def _layout_item(request: _Request, place: int, item: Evidence) -> LayoutItem:
    return LayoutItem(
        number=place,
        text=one_line(item.content, request.workspace, request.language),
        group=item.group or "",
        owner=item.source.title if item.source else "",
        cells=item.cells,
    )


def _in_group(item: Evidence, group: str) -> Evidence:
    """Return the item with the group that the style assigned."""
    return item if (item.group or "") == group else item.model_copy(update={"group": group})


def _passages(
    request: _Request, section: Section, items: list[Evidence], style: str, first: int
) -> SectionLayout:
    """Return a block with the passages' best sentences; every passage is a source."""
    sources = items[: request.plan.limits.max_items]
    chosen = best_statements(
        _query(request, section),
        list(map(Source.of, sources)),
        brief=request.plan.limits.max_items <= _BRIEF,
        passages=min(MAX_PASSAGES, request.plan.limits.max_paragraphs),
    )
    texts = [(one.source, one.text) for one in chosen] or _openings(sources)
    texts = texts[: request.plan.limits.max_items]
    entries = tuple(
        LayoutItem(first + number, one_line(text, request.workspace, request.language))
        for number, text in texts
    )
    return SectionLayout(
        section.heading,
        style if RENDER_STYLES[style].is_prose else BULLETS_STYLE,
        entries,
        tuple(sources),
    )


def _openings(passages: Sequence[Evidence]) -> list[tuple[int, str]]:
    """Return first statements of the first passages, for a question that matches no sentence."""
    first = [next(iter(statements(item.content)), None) for item in passages[:_OPENINGS]]
    texts = [(number, one.text) for number, one in enumerate(first) if one is not None]
    return texts or [(0, passages[0].content)]


def _query(request: _Request, section: Section) -> str:
    """Return the question, joined with the section's search query if it has one."""
    call = _call(request, section)
    own = [call.args.search_text] if call else []
    queries = filter(None, [*own, *(one.args.search_text for one in request.plan.tool_calls)])
    return " ".join(dict.fromkeys(filter(None, (request.question, *islice(queries, 1)))))


def _call(request: _Request, section: Section) -> ToolCall | None:
    calls = request.plan.tool_calls
    return calls[section.call] if section.call < len(calls) else None


def _window(request: _Request, section: Section) -> Window:
    """Return the window of a section under the plan's limits; caps do not apply to later pages."""
    call, limits = _call(request, section), request.plan.limits
    if call is not None and call.offset is not None:
        at_most = min(limits.max_items, request.most)
        return Window(limits, at_most, call.offset, is_later_page=True)
    cap = request.caps.get(section.limit_kind, limits.max_items)
    return Window(limits, min(limits.max_items, cap, request.most))
