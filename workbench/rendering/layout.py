"""Which facts are shown, where and how many: sections, duplicates, limits, numbers of sources."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from workbench.domain.evidence import Cell, Evidence, FactsPayload, Section
from workbench.domain.listing import ListedPart
from workbench.domain.local_text import Language
from workbench.domain.plan import Limits, QueryPlan, RenderStyle, SearchArgs, ToolCall
from workbench.extractive.sentence_selection import (
    MAX_PASSAGES,
    MAX_STATEMENTS,
    Source,
    best_statements,
)
from workbench.rendering.safe_labels import one_line
from workbench.text.statements import statements
from workbench.workspace.load import Workspace

_PUNCTUATION = re.compile(r"[\W_]+")
_PARAGRAPH = 350
_OPENINGS = 2


@dataclass(frozen=True)
class LayoutItem:
    """One line of the rendered text and the number of the source it stands on."""

    number: int
    text: str
    group: str = ""
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Block:
    """One section as it is shown; ``parts`` says how far its calls' facts are."""

    heading: str
    style: RenderStyle
    entries: tuple[LayoutItem, ...]
    sources: tuple[Evidence, ...] = ()
    parts: tuple[ListedPart, ...] = ()

    @property
    def omitted(self) -> int:
        """How many facts did not fit its limits."""
        return sum(part.remaining for part in self.parts)


class Layout(NamedTuple):
    """The sections to show, and how far every call's facts are shown, by earlier pages too."""

    blocks: tuple[Block, ...]
    listed: tuple[ListedPart, ...]


@dataclass(frozen=True)
class _Request:
    plan: QueryPlan
    workspace: Workspace
    language: Language
    question: str
    caps: Mapping[str, int]


def lay_out(
    plan: QueryPlan,
    facts: FactsPayload,
    workspace: Workspace,
    language: Language,
    question: str,
    caps: Mapping[str, int],
) -> Layout:
    """The sections that have something to show, sources numbered through all of them."""
    request = _Request(plan, workspace, language, question, caps)
    blocks: list[Block] = []
    numbered = 0
    sections = _with_items(facts)
    for section, items in sections:
        style = plan.render_style if len(sections) == 1 else section.render_style
        block = _block(request, section, items, style, first=numbered + 1)
        numbered += len(block.sources)
        blocks.append(block)
    return Layout(
        blocks=tuple(_joined(block for block in blocks if block.entries)),
        listed=tuple(part for block in blocks for part in block.parts),
    )


def _joined(blocks: Iterable[Block]) -> list[Block]:
    """Neighbours under one heading and in one style become one: a comparison is one table."""
    joined: list[Block] = []
    for block in blocks:
        last = joined[-1] if joined else None
        if last and block.heading and (last.heading, last.style) == (block.heading, block.style):
            joined[-1] = Block(
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
    """Each section with its facts, every fact once; facts of no section make one of their own."""
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
    """The payload's items, then those that stand in its groups alone."""
    seen = {item.id for item in facts.items}
    yield from facts.items
    for group in facts.groups:
        for item in group.items:
            if item.id not in seen:
                yield item if item.group else item.model_copy(update={"group": group.title})


def _unique(items: Iterable[Evidence]) -> list[Evidence]:
    """No fact twice: neither the same evidence, nor the same words in one section."""
    ids: set[str] = set()
    told: set[tuple[int, str, str]] = set()
    kept: list[Evidence] = []
    for item in items:
        words = (
            item.call,
            item.group or "",
            _PUNCTUATION.sub(" ", item.content).casefold().strip(),
        )
        if item.id in ids or words in told or not words[2]:
            continue
        ids.add(item.id)
        told.add(words)
        kept.append(item)
    return kept


def _block(
    request: _Request, section: Section, items: list[Evidence], style: RenderStyle, first: int
) -> Block:
    passages = [item for item in items if item.span is not None]
    if len(passages) == len(items):
        return _passages(request, section, passages, style, first)
    if style is RenderStyle.TABLE and not any(item.cells for item in items):
        style = RenderStyle.BULLETS
    if style is RenderStyle.GROUPED_BULLETS:
        items = _grouped(items)
        style = style if any(item.group for item in items) else RenderStyle.BULLETS
    shown = _limited(request, section, items, style)
    entries = tuple(
        LayoutItem(
            number=number,
            text=one_line(item.content, request.workspace, request.language),
            group=item.group or "",
            cells=item.cells,
        )
        for number, item in enumerate(shown, start=first)
    )
    part = ListedPart(
        call=section.call,
        heading=section.heading,
        style=style,
        shown=_offset(request, section) + len(shown),
        total=len(items),
    )
    return Block(section.heading, style, entries, tuple(shown), (part,))


def _passages(
    request: _Request, section: Section, items: list[Evidence], style: RenderStyle, first: int
) -> Block:
    """Passages are told by their best sentences; all of them are sources."""
    sources = items[: request.plan.limits.max_items]
    chosen = best_statements(
        _query(request, section),
        [Source(item.content, _titles(item), item.score or 0.0) for item in sources],
        limit=min(MAX_STATEMENTS, request.plan.limits.max_items),
        passages=min(MAX_PASSAGES, request.plan.limits.max_paragraphs),
    )
    told = [(one.source, one.text) for one in chosen] or _openings(sources)
    entries = tuple(
        LayoutItem(first + number, one_line(text, request.workspace, request.language))
        for number, text in told
    )
    if style is not RenderStyle.SHORT:
        style = RenderStyle.BULLETS
    return Block(section.heading, style, entries, tuple(sources))


def _openings(passages: Sequence[Evidence]) -> list[tuple[int, str]]:
    """The first statements of the first passages, for a question that shares no word with any."""
    first = [next(iter(statements(item.content)), None) for item in passages[:_OPENINGS]]
    told = [(number, one.text) for number, one in enumerate(first) if one is not None]
    return told or [(0, passages[0].content)]


def _titles(item: Evidence) -> tuple[str, ...]:
    return (item.span.title, *item.span.heading_path) if item.span else ()


def _query(request: _Request, section: Section) -> str:
    """What the section was searched for: the plan's query, else the question itself."""
    calls = request.plan.tool_calls
    if section.call < len(calls) and isinstance(calls[section.call].args, SearchArgs):
        searched = [calls[section.call].args]
    else:
        searched = [call.args for call in calls]
    queries = [args.query for args in searched if isinstance(args, SearchArgs)]
    return " ".join(dict.fromkeys(text for text in (request.question, *queries[:1]) if text))


def _limited(
    request: _Request, section: Section, items: list[Evidence], style: RenderStyle
) -> list[Evidence]:
    limits = request.plan.limits
    if _is_page(request, section):
        return _page(items, style, limits, _offset(request, section))
    most = min(limits.max_items, request.caps.get(section.limit_kind, limits.max_items))
    if style is RenderStyle.GROUPED_BULLETS:
        first = _by_group(items)[: limits.max_groups]
        return _kept(first, _in_turn(first, limits.max_groups)[:most])
    if style is RenderStyle.SHORT:
        texts = [one_line(item.content, request.workspace, request.language) for item in items]
        kept = sum(len(part) for part in paragraphs(texts[:most])[: limits.max_paragraphs])
        return items[:kept]
    return items[:most]


def _grouped(items: list[Evidence]) -> list[Evidence]:
    """Facts that name no group are grouped by the entity they are filed under, if there are two."""
    owners = {item.source.title for item in items if item.source}
    if len(owners) < 2 or any(item.group for item in items):
        return items
    return [
        item.model_copy(update={"group": item.source.title}) if item.source else item
        for item in items
    ]


def _page(items: list[Evidence], style: RenderStyle, limits: Limits, offset: int) -> list[Evidence]:
    """The facts after the first ``offset``, in the order in which earlier pages took them."""
    if style is not RenderStyle.GROUPED_BULLETS:
        return items[offset : offset + limits.max_items]
    groups = _by_group(items)
    in_order = _in_turn(groups, limits.max_groups)
    return _kept(groups, in_order[offset : offset + limits.max_items])


def _call(request: _Request, section: Section) -> ToolCall | None:
    calls = request.plan.tool_calls
    return calls[section.call] if section.call < len(calls) else None


def _is_page(request: _Request, section: Section) -> bool:
    call = _call(request, section)
    return call is not None and call.offset is not None


def _offset(request: _Request, section: Section) -> int:
    call = _call(request, section)
    return (call.offset or 0) if call else 0


def _by_group(items: Iterable[Evidence]) -> list[list[Evidence]]:
    """The facts of each group, in order of appearance; those without a group come last."""
    groups: dict[str, list[Evidence]] = {}
    for item in items:
        groups.setdefault(item.group or "", []).append(item)
    ungrouped = groups.pop("", [])
    return [*groups.values(), *([ungrouped] if ungrouped else [])]


def _in_turn(groups: Sequence[Sequence[Evidence]], at_once: int) -> list[Evidence]:
    """One fact of each of ``at_once`` groups in turn, so that a long group leaves none empty."""
    return [
        item
        for first in range(0, len(groups), at_once)
        for turn in zip_longest(*groups[first : first + at_once])
        for item in turn
        if item is not None
    ]


def _kept(groups: Sequence[Sequence[Evidence]], chosen: Iterable[Evidence]) -> list[Evidence]:
    """The chosen facts, group by group."""
    ids = {item.id for item in chosen}
    return [item for group in groups for item in group if item.id in ids]


def paragraphs(texts: Sequence[str]) -> list[list[str]]:
    """Short texts put together into paragraphs, long ones on their own."""
    packed: list[list[str]] = []
    length = _PARAGRAPH
    for text in texts:
        if length + len(text) > _PARAGRAPH:
            packed.append([])
            length = 0
        packed[-1].append(text)
        length += len(text)
    return packed
