"""Locate inline Markdown: emphasis, code, links, images, tags and escapes."""

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from workbench.text.placeholders import is_placeholder

InlineKind: TypeAlias = Literal[
    "strong", "em", "strike", "code", "link", "image", "html", "escape", "entity"
]
_Rule: TypeAlias = Callable[[StateInline, bool], bool]

_WHOLE: dict[str, InlineKind] = {
    "backticks": "code",
    "link": "link",
    "image": "image",
    "autolink": "link",
    "html_inline": "html",
    "escape": "escape",
    "entity": "entity",
}
"""The markdown-it rules that match a whole construct, by rule name."""
_PAIRED: dict[str, InlineKind] = {"strong": "strong", "em": "em", "s": "strike"}
"""Constructs whose delimiters markdown-it pairs later, by token type without the suffix."""


class Inline(NamedTuple):
    """An inline construct: its span, and the inner span of its visible text.

    The span of ``**paid**`` is all eight characters, the inner span is ``paid``; the inner span of
    a link is its label, that of an HTML tag or an entity is empty.
    """

    kind: InlineKind
    start: int
    end: int
    inner_start: int
    inner_end: int


def inline_spans(text: str) -> tuple[Inline, ...]:
    """Return the inline constructs of a text, ordered by start, outer before inner.

    Two constructs either nest or do not overlap.
    """
    spans: list[Inline] = []
    state = StateInline(text, _MARKDOWN, {"spans": spans}, [])
    _MARKDOWN.inline.tokenize(state)
    for pair_up in _MARKDOWN.inline.ruler2.getRules(""):
        pair_up(state)
    spans += _pairs(text, state.tokens)
    return tuple(sorted(spans, key=lambda one: (one.start, -one.end)))


def _pairs(text: str, tokens: list[Token]) -> Iterator[Inline]:
    """Yield emphasis from markdown-it's opening and closing tokens.

    For ``**`` the token's position is that of the inner star on either side.
    """
    opened: list[int] = []
    for token in tokens:
        kind = _PAIRED.get(token.type.rpartition("_")[0])
        if kind is None:
            continue
        start, length = token.meta["start"], len(token.markup)
        if token.nesting > 0:
            opened.append(start - 1 if kind == "strong" else start)
        else:
            begin, end = opened.pop(), start + length
            if kind != "em" or not _is_product(text, begin, end):
                yield Inline(kind, begin, end, begin + length, start)


def _is_product(text: str, start: int, end: int) -> bool:
    """Return whether the stars are multiplication signs, as in ``2*3*4``."""
    return text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()


def recorded(rule: _Rule, kind: InlineKind) -> _Rule:
    """Wrap a rule to record the span of each match."""

    def run(state: StateInline, silent: bool) -> bool:
        begin, spans = state.pos, state.env["spans"]
        before, tokens = len(spans), len(state.tokens)
        if not rule(state, silent):
            return False
        if not silent and any(token.type != "text" for token in state.tokens[tokens:]):
            if kind == "image":
                del spans[before:]  # its label was parsed as a text of its own, from 0
            inner = _inner(state, kind, begin)
            spans.append(Inline(kind, begin, state.pos, *inner))
        return True

    return run


def _inner(state: StateInline, kind: InlineKind, begin: int) -> tuple[int, int]:
    """Return the inner span of a construct that ends at the state's position."""
    end = state.pos
    if kind == "code":
        ticks = len(state.tokens[-1].markup)
        return begin + ticks, end - ticks
    if kind in ("link", "image") and state.src[begin] != "<":
        label = begin + (kind == "image")
        return label + 1, state.md.helpers.parseLinkLabel(state, label)
    if kind in ("html", "entity"):
        return end, end
    return begin + 1, end - (kind == "link")


def _placed(rule: _Rule) -> _Rule:
    """Wrap a delimiter rule to record each delimiter's offset in its token."""

    def run(state: StateInline, silent: bool) -> bool:
        begin = state.pos
        if not rule(state, silent):
            return False
        end, tokens = state.pos, reversed(state.tokens)
        while end > begin:
            token = next(tokens)
            end -= len(token.content)
            token.meta["start"] = end
        return True

    return run


def _tag(rule: _Rule) -> _Rule:
    """Wrap the rule of tags to leave placeholders as text."""

    def run(state: StateInline, silent: bool) -> bool:
        return not is_placeholder(state.src, state.pos) and rule(state, silent)

    return run


class _AnyAddress(MarkdownIt):
    """Accepts links with any address and keeps the address unchanged."""

    def validateLink(self, _: str) -> bool:  # noqa: N802 - markdown-it's name
        return True

    def normalizeLink(self, url: str) -> str:  # noqa: N802
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802
        return link


def _markdown() -> MarkdownIt:
    markdown = _AnyAddress("zero", {"html": True, "maxNesting": 20})
    ruler = markdown.inline.ruler
    rules = {rule.name: rule.fn for rule in ruler.__rules__}
    rules["html_inline"] = _tag(rules["html_inline"])
    for name, kind in _WHOLE.items():
        ruler.at(name, recorded(rules[name], kind))
    for name in ("emphasis", "strikethrough"):
        ruler.at(name, _placed(rules[name]))
    ruler.enableOnly(["text", "newline", "emphasis", "strikethrough", *_WHOLE])
    markdown.inline.ruler2.enableOnly(["balance_pairs", "strikethrough", "emphasis"])
    return markdown


_MARKDOWN = _markdown()
