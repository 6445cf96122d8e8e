"""Split a text into blocks with markdown-it-py, keeping exact offsets.

Models and documents write less strictly than CommonMark, so six rules differ from it: an indented
line is never code; a list may begin in the middle of a paragraph, at any number; ``•`` marks an
item too; a line that begins and ends with ``|`` is a table row, with or without a header row;
a line wholly in bold is a heading, and so is one in capitals above other text or a short one above
indented text. A fence around prose is transparent: see `_fence`.
"""

import re
import sys
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, fence, heading, hr, list_block
from markdown_it.token import Token

from workbench.nlp.word_lists import word_list
from workbench.text.model import BOLD_HEADING, CLOSES, LEFT_OPEN, OPENS, Block, BlockKind

_Rule: TypeAlias = Callable[[StateBlock, int, int, bool], bool]

_BULLET = re.compile(r"^([ \t>]*)•(?=[ \t])", re.MULTILINE)
"""A typographic bullet before an item: ``• Glass``."""
_TITLE = re.compile(r"(?:\*\*[^*]+\*\*|__[^_]+__)[:.]?")
"""A line wholly in bold: ``**Limits:**``."""
_UNDERLINE = re.compile(r"={3,}|-{3,}")
"""The line below an underlined heading: ``======``."""
_HEADING_LINES = re.compile(r"[^\n]*\n(?:(?:={3,}|-{3,})[ \t]*(?:\n|\Z))?")
"""A heading's line, with the line below it if that underlines it."""
_SHORTEST_TITLE = 2
"""Characters; a single letter above ``---`` is a line of its own."""
_UNDERLINED_SHARE = 0.6
"""Least length of that line, as a share of the title's; a short rule below a line is a rule."""
_SENTENCE_ENDS = ".!?;,…"
_SENTENCE_WORDS = 7
"""Words of a line in bold that is a sentence."""
_CLOSING_SIGNS = ".!?:;…"
"""Ends of a line that leave no sentence open."""
_FEWEST_CAPITALS, _LONGEST_CAPITALS = 4, 60
"""Letters and characters of a heading in capitals: "OPENING HOURS"."""
_LONGEST_OUTDENTED, _LEAST_INDENT = 40, 2
"""Characters of a heading above an indented text, and the spaces before that."""
SECTION_LEVEL = 6
"""The level of both, below those of marked headings."""
_TABLE_RULE = re.compile(r"[\s|:-]*-[\s|:-]*")
"""The delimiter row below a table's header: ``|---|:--|``."""
_FENCE_LINE = re.compile(r"^[ \t>]*(?P<mark>`{3,}+|~{3,}+)[ \t]*$", re.MULTILINE)
"""A line that can close a fence: three or more backticks or tildes alone."""
_NEVER = sys.maxsize
"""Stands for the closing line of a fence that is never closed."""
_INTERRUPTS = frozenset("`~>*-+_#|0123456789")
"""First characters of blocks that may interrupt a paragraph."""


def in_one_item(source: str, start: int, end: int) -> bool:
    """Return True if a stretch of a text lies within one list item."""
    items = (block for block in blocks_of(source) if block.kind == "item")
    return any(block.start <= start and end <= block.end for block in items)


def blocks_of(source: str) -> tuple[Block, ...]:
    """Return the blocks of a text in order; every word belongs to one."""
    prepared = _BULLET.sub(r"\1-", source.replace("\r", " "))
    tokens: list[Token] = []
    env = {"closing": [_NEVER], "fences": _closing_lines(prepared)}
    _MARKDOWN.block.parse(prepared, _MARKDOWN, env, tokens)
    return tuple(_with_heads(_complete(source, _leaves(source, tokens))))


class _Place(NamedTuple):
    """The offsets of a recognised block, and those of the ``>`` marks between its lines."""

    start: int
    end: int
    skipped: tuple[tuple[int, int], ...] = ()


def _leaves(source: str, tokens: list[Token]) -> Iterator[Block]:
    """Yield the leaf blocks; lists show in their depth and kind."""
    depth, is_item = 0, False
    for token in tokens:
        if token.type == "list_item_open":
            depth, is_item = depth + 1, True
        elif token.type == "list_item_close":
            depth, is_item = depth - 1, False
        elif "place" in token.meta:
            kind: BlockKind = token.meta["kind"]
            if is_item and kind == "paragraph":
                kind = "item"
            is_item = False
            start, end, skipped = token.meta["place"]
            yield Block(kind, source, start, end, skipped, token.meta.get("level", 0), depth)


def _complete(source: str, blocks: Iterator[Block]) -> Iterator[Block]:
    """Yield the blocks, and any words between them as paragraphs.

    These are blocks nested deeper than markdown-it's limit, and items that are a bare number.
    """
    position = 0
    for block in blocks:
        line = source.rfind("\n", position, block.start) + 1
        yield from _lost(source, position, max(line, position))
        yield block
        position = max(position, block.end)
    yield from _lost(source, position, len(source))


def _lost(source: str, start: int, end: int) -> Iterator[Block]:
    between = source[start:end]
    if any(character.isalnum() for character in between):
        begin = start + len(between) - len(between.lstrip())
        yield Block("paragraph", source, begin, start + len(between.rstrip()))


def _with_heads(blocks: Iterator[Block]) -> Iterator[Block]:
    """Yield the blocks, marking the row before a table's delimiter row as its header."""
    before: Block | None = None
    for block in blocks:
        if before is not None:
            is_head = before.kind == "row" and block.kind == "rule"
            yield before.as_head() if is_head else before
        before = block
    if before is not None:
        yield before


def _push(state: StateBlock, kind: BlockKind, place: _Place, lines: int, level: int = 0) -> bool:
    """Record a block and move past its lines; returns True, the result of a rule that matched."""
    token = state.push(kind, "", 0)
    token.meta = {"kind": kind, "place": place, "level": level}
    state.line += lines
    return True


def _line(state: StateBlock, line: int) -> _Place:
    """Return the offsets of a line's words, after indentation, list and quotation marks."""
    start, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    return _Place(start, start + len(state.src[start:end].rstrip()))


def _heading(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Match ``## Limits`` and record the words without the marks."""
    place, count = _line(state, start), len(state.tokens)
    if silent or not heading(state, start, end, False):
        return silent and heading(state, start, end, True)
    opening, words, _ = state.tokens[count:]
    del state.tokens[count:]
    begin = state.src.find(words.content, place.start + len(opening.markup), place.end)
    state.line = start
    found = _Place(begin, begin + len(words.content))
    return _push(state, "heading", found, 1, len(opening.markup))


def _underlined(state: StateBlock, start: int, _: int, silent: bool) -> bool:
    """Match a title with a line of ``===`` or ``---`` below it, about as long or longer.

    A sentence above such a line stays a sentence, so that its claims are checked.
    """
    if silent or start + 1 >= state.lineMax or state.sCount[start + 1] < state.blkIndent:
        return False
    title, below = _line(state, start), _line(state, start + 1)
    words, line = state.src[title.start : title.end], state.src[below.start : below.end]
    if not _UNDERLINE.fullmatch(line) or len(line) < _UNDERLINED_SHARE * len(words):
        return False
    if len(words) < _SHORTEST_TITLE or words[-1] in _SENTENCE_ENDS:
        return False
    return _push(state, "heading", title, 2, 1 if line[0] == "=" else 2)


def _title(state: StateBlock, start: int, _: int, silent: bool) -> bool:
    """Match a line wholly in bold, preceded by white space only.

    Below a line that goes on it is the end of its sentence: "press\\n**Enter**:".
    """
    if silent and not _ends_sentence(state, start - 1):
        return False
    place = _line(state, start)
    before = state.src[state.src.rfind("\n", 0, place.start) + 1 : place.start]
    if before.strip() or not _TITLE.fullmatch(state.src, place.start, place.end):
        return False
    if _is_sentence(state.src[place.start : place.end]):
        return False
    return silent or _push(state, "heading", place, 1, BOLD_HEADING)


def _is_sentence(line: str) -> bool:
    """Return True for a line in bold that states something: "**As of May, the gate is shut.**"."""
    words = line.strip("*_ ")
    return words.endswith(".") and len(words.split()) >= _SENTENCE_WORDS


def _ends_sentence(state: StateBlock, line: int) -> bool:
    """Return True for an empty line, and one whose last sign does not leave its sentence open."""
    place = _line(state, line)
    last = state.src[place.start : place.end].rstrip('*_)"»”').removesuffix("\\")[-1:]
    return not last or last in _CLOSING_SIGNS


def _capitals(state: StateBlock, start: int, _: int, silent: bool) -> bool:
    """Match a line in capitals above other text, as plain texts have for headings.

    Below it stands an empty line, one that is indented below it, or one that begins a sentence; a
    paragraph in capitals is none. An indented one above lines that are indented more is a term.
    """
    place = _line(state, start)
    words = state.src[place.start : place.end]
    if silent or len(words) > _LONGEST_CAPITALS or words[-1:] in _SENTENCE_ENDS:
        return False
    if sum(map(str.isalpha, words)) < _FEWEST_CAPITALS or not words.isupper():
        return False
    rest = state.src[place.end :].split("\n", 2)
    below = rest[1].strip() if len(rest) > 1 else ""
    is_apart = not below and bool("".join(rest[2:]).strip())
    is_above = bool(below) and state.sCount[start + 1] - state.sCount[start] >= _LEAST_INDENT
    if is_above and state.sCount[start]:
        return False
    if not (is_apart or is_above) and (below.isupper() or not below[:1].isupper()):
        return False
    return _push(state, "heading", place, 1, SECTION_LEVEL)


def _outdented(state: StateBlock, start: int, _: int, silent: bool) -> bool:
    """Match a short line above sentences that are indented below it, as plain texts have."""
    place, below = _line(state, start), start + 1
    words = state.src[place.start : place.end]
    if silent or below >= state.lineMax or state.isEmpty(below) or state.sCount[start]:
        return False
    is_title = len(words) <= _LONGEST_OUTDENTED and words[-1:] not in _SENTENCE_ENDS + ":"
    first = state.src[_line(state, below).start]
    is_indented = state.sCount[below] >= _LEAST_INDENT and first.isupper()
    if not (is_title and words[:1].isupper() and is_indented):
        return False
    return _push(state, "heading", place, 1, SECTION_LEVEL)


def _row(state: StateBlock, start: int, _: int, silent: bool) -> bool:
    """Match a table row; below another row the closing bar is optional."""
    place = _line(state, start)
    row = state.src[place.start : place.end]
    goes_on = not silent and state.tokens and state.tokens[-1].type in ("row", "rule")
    if not row.startswith("|") or len(row) == 1 or not (row.endswith("|") or goes_on):
        return False
    kind: BlockKind = "rule" if _TABLE_RULE.fullmatch(row) else "row"
    return silent or _push(state, kind, place, 1)


def _list(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Match a list at any indentation; markdown-it reads items indented by four as other blocks."""
    outer, state.listIndent = state.listIndent, -1
    found = list_block(state, start, end, silent)
    state.listIndent = outer
    return found


def _break(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Match a thematic break: ``---``."""
    if not hr(state, start, end, True):
        return False
    return silent or _push(state, "rule", _line(state, start), 1)


def _fence(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Match a closed fence around code as one block.

    For a fence around prose or an unclosed one, only its own lines become blocks of kind
    ``fence``; the text between them is parsed as usual, so that its claims are checked.
    """
    if not fence(state, start, end, True):
        return False
    if silent:
        return True
    place, closings = _line(state, start), state.env["closing"]
    while closings[-1] < start:
        closings.pop()
    if closings[-1] == start:
        return _push(state, "fence", place, 1, CLOSES)
    closing = _closing_line(state, start)
    if closing >= closings[-1]:
        return _push(state, "fence", place, 1, LEFT_OPEN)
    if not opens_code(state.src[place.start : place.end]):
        closings.append(closing)
        return _push(state, "fence", place, 1, OPENS)
    count = len(state.tokens)
    fence(state, start, end, False)
    del state.tokens[count:]
    lines, state.line = state.line - start, start
    last = state.eMarks[start + lines - 1]
    return _push(state, "code", _Place(place.start, max(place.end, last)), lines)


def end_of_heading(source: str, start: int) -> int:
    """Return the offset of the line below a heading, and below the line that underlines it."""
    found = _HEADING_LINES.match(source, start)
    return found.end() if found else len(source)


def opens_code(fence_line: str) -> bool:
    """Return whether the word after a fence's mark names a programming or data language."""
    return bool(fence_language(fence_line))


def fence_language(fence_line: str) -> str:
    """Return the programming or data language that a fence names, ``py`` of `` ```py``, else ""."""
    info = fence_line.lstrip("`~").strip(" \t\n{}.").lower()
    language = info.partition(" ")[0]
    return language if language in word_list("code_fences") else ""


def _closing_lines(source: str) -> Mapping[tuple[str, int], list[int]]:
    """Return the line numbers that can close a fence, by the mark's character and length."""
    found: dict[tuple[str, int], list[int]] = defaultdict(list)
    line = position = 0
    for match in _FENCE_LINE.finditer(source):
        line += source.count("\n", position, match.start("mark"))
        position = match.start("mark")
        found[match["mark"][0], len(match["mark"])].append(line)
    return found


def _closing_line(state: StateBlock, opening: int) -> int:
    """Return the number of the line that closes a fence opened on a line, else _NEVER."""
    start = state.bMarks[opening] + state.tShift[opening]
    mark, length = state.src[start], state.skipCharsStr(start, state.src[start]) - start
    following = (
        lines[place]
        for (character, closing), lines in state.env["fences"].items()
        if character == mark
        and closing >= length
        and (place := bisect_right(lines, opening)) < len(lines)
    )
    return min(following, default=_NEVER)


def _paragraph(state: StateBlock, start: int, end: int, _: bool) -> bool:
    """Match a paragraph: the lines up to an empty one or to a block that interrupts it."""
    last = start + 1
    while last < state.lineMax and not state.isEmpty(last) and not _interrupts(state, last, end):
        last += 1
    first = _line(state, start)
    skipped = tuple(
        (begin, content)
        for line in range(start + 1, last)
        if state.src[state.bMarks[line] - 1] != "\n"
        and (content := _line(state, line).start)
        and (begin := state.src.rfind("\n", 0, content) + 1) < content
        and state.src[begin:content].strip()
    )
    place = _Place(first.start, _line(state, last - 1).end, skipped)
    return _push(state, "paragraph", place, last - start)


def _interrupts(state: StateBlock, line: int, end: int) -> bool:
    first = state.src[state.bMarks[line] + state.tShift[line]]
    if state.sCount[line] < 0 or first not in _INTERRUPTS:
        return False  # below 0: a line that goes on with a quotation without its mark
    return any(rule(state, line, end, True) for rule in _MARKDOWN.block.ruler.getRules("paragraph"))


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("zero", {"maxNesting": 40})
    ruler = markdown.block.ruler
    interrupting: RuleOptionsType = {"alt": ["paragraph", "blockquote", "list"]}
    own: dict[str, _Rule] = {"fence": _fence, "hr": _break, "heading": _heading}
    for name, rule in own.items():
        ruler.at(name, rule, interrupting)
    ruler.at("list", _list, {"alt": ["paragraph", "blockquote"]})
    ruler.at("paragraph", _paragraph)
    ruler.before("list", "row", _row, interrupting)
    ruler.before("list", "title", _title, interrupting)
    ruler.before("paragraph", "underlined", _underlined)
    ruler.before("paragraph", "capitals", _capitals)
    ruler.before("paragraph", "outdented", _outdented)
    names = ["fence", "blockquote", "hr", "row", "title", "list", "heading", "underlined"]
    ruler.enableOnly([*names, "capitals", "outdented", "paragraph"])
    return markdown


_MARKDOWN = _markdown()
