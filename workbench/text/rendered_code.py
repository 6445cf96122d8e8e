"""Locate code as CommonMark renderers do, to escape the text outside it.

`workbench.text.blocks` is laxer: it never takes an indented line for code, and a list may interrupt
a paragraph anywhere. Whatever is exempt from escaping must be code for the browser.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from workbench.text.inline import Inline, recorded

_Span = tuple[int, int]


def rendered_code(text: str) -> tuple[_Span, ...]:
    """Return the offsets of code spans, and of the lines of fenced and indented code.

    A block of HTML has no code. Tags inside a line count as text, as they do once escaped.
    """
    env = {"spans": list[Inline]()}
    return tuple(_spans(*_blocks(text, env), env))


def fence_infos(text: str) -> tuple[_Span, ...]:
    """Return the offsets of the text after the marks that open fences: ``python`` in "```python".

    Empty ones are left out.
    """
    source, tokens = _blocks(text, {})
    starts = _line_starts(source)
    ends = ((one.info, starts[one.map[0] + 1] - 1) for one in tokens if one.map and one.info)
    return tuple((end - len(info), end) for info, end in ends)


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Apply ``change`` to the stretches outside code; to everything if that moves the code.

    The change of ``<ab:`>`` into ``&lt;ab:`>`` adds a backtick that can pair up with a later one.
    """
    pieces, kept = list[str](), list[_Span]()
    position = length = 0
    for start, end in rendered_code(text):
        pieces += [change(text[position:start]), text[start:end]]
        length += len(pieces[-2])
        kept.append((length, length + end - start))
        position, length = end, kept[-1][1]
    changed = "".join([*pieces, change(text[position:])])
    return changed if rendered_code(changed) == tuple(kept) else change(text)


def _blocks(text: str, env: dict[str, list[Inline]]) -> tuple[str, list[Token]]:
    """Return the text as markdown-it reads it, of the same length, and its block tokens."""
    source = text.replace("\r\n", " \n").replace("\r", "\n").replace("\0", "\ufffd")
    tokens: list[Token] = []
    _MARKDOWN.block.parse(source, _MARKDOWN, env, tokens)
    return source, tokens


def _line_starts(source: str) -> list[int]:
    return [0, *accumulate(len(line) + 1 for line in source.split("\n"))]


def _spans(source: str, tokens: list[Token], env: dict[str, list[Inline]]) -> Iterator[_Span]:
    starts = _line_starts(source)
    ticks = [at for at, character in enumerate(source) if character == "`"]
    used = 0
    for token in tokens:
        if not token.map:
            continue
        first, last = (starts[line] for line in token.map)
        if token.type in ("fence", "code_block"):
            yield first, min(last, len(source))
        elif token.type == "inline":
            # The content lacks indentation and quotation marks, but no backtick of its lines.
            used = max(used, bisect_left(ticks, first))
            for one in _code_spans(token.content, env):
                opening = used + token.content.count("`", 0, one.start)
                closing = used + token.content.count("`", 0, one.end) - 1
                yield ticks[opening], ticks[closing] + 1
            used += token.content.count("`")


def _code_spans(content: str, env: dict[str, list[Inline]]) -> list[Inline]:
    env["spans"] = []
    _MARKDOWN.inline.tokenize(StateInline(content, _MARKDOWN, env, []))
    return [one for one in env["spans"] if one.kind == "code"]


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    markdown.disable("html_inline")
    ruler = markdown.inline.ruler
    rules = {rule.name: rule.fn for rule in ruler.__rules__}
    ruler.at("backticks", recorded(rules["backticks"], "code"))
    ruler.at("image", recorded(rules["image"], "image"))
    return markdown


_MARKDOWN = _markdown()
