"""Render an answer to HTML that holds no active content, with its citations as links."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from itertools import chain
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from workbench.text.cut_spans import stretches
from workbench.text.edits import Edit, Edited
from workbench.text.model import Text

_CITE, _OPEN, _CLOSE = "\U00010b3a", "\U00010b3b", "\U00010b3c"
"""Stand for a citation, and for both ends of a flag, while Markdown is rendered; the first two
enclose the character of an index. They are punctuation (of Avestan, which no answer is in), since
``**Bold:**`` ends its emphasis before punctuation and before a letter does not."""
_FIRST = 0xE010
"""The code point of index 0."""
_RESERVED = re.compile(f"[\ue000-\uf8ff{_CITE}{_OPEN}{_CLOSE}]")
_CITED = re.compile(f"{_CITE}(.){_CITE}")
_ENDS = re.compile(f"({_OPEN}.{_OPEN}|{_CLOSE})")
_TAGS = re.compile(r"(<[^>]*>)")
"""Tags of rendered Markdown, whose attributes hold no unescaped ``>``."""
_INLINE = re.compile(r"</?(?:strong|em|s|code|br)\b")
"""Tags that a flag runs across, as in ``**95** million``; every other tag ends it."""


class Flag(NamedTuple):
    """A stretch of the answer to mark, and why."""

    start: int
    end: int
    reason: str


def answer_html(
    text: Text,
    cited: Mapping[int, Sequence[int]],
    link: Callable[[int], str],
    flags: Sequence[Flag] = (),
) -> str:
    """Return the HTML of a marker-free answer.

    HTML in it is escaped, an image becomes its description, and a link its label with the address
    as text, so that the report requests nothing.

    Args:
        text: the answer without its marks.
        cited: displayed numbers of the sources cited at each position of the answer.
        link: returns the HTML of a citation's link.
        flags: stretches to mark, each in its cells, list items and paragraphs.
    """
    if text.data is not None:
        shown = json.dumps(json.loads(text.source), ensure_ascii=False, indent=2)
        links = "".join(link(number) for number in dict.fromkeys(chain(*cited.values())))
        return f"<pre>{escape(shown)}</pre><p>{links}</p>"
    plain = _RESERVED.sub("\ufffd", text.source)
    places = enumerate(sorted(cited))
    inserts = [(at, 1, f"{_CITE}{chr(_FIRST + nth)}{_CITE}") for nth, at in places]
    for nth, flag in enumerate(flags):
        for start, end in stretches(text, flag.start, flag.end):
            inserts += [(start, 2, f"{_OPEN}{chr(_FIRST + nth)}{_OPEN}"), (end, 0, _CLOSE)]
    edits = [Edit(at, at, put) for at, _, put in sorted(inserts)]
    groups = [cited[at] for at in sorted(cited)]
    html = _markdown().render(Edited(plain, edits).text)
    html = "".join(_flagged(html, flags))
    return _CITED.sub(lambda one: "".join(map(link, groups[ord(one[1]) - _FIRST])), html)


def _flagged(html: str, flags: Sequence[Flag]) -> Iterator[str]:
    """Yield the pieces of the HTML without the ends of flags, the text between them marked."""
    reason: str | None = None
    for piece in _TAGS.split(html):
        if _TAGS.fullmatch(piece):
            reason = reason if _INLINE.match(piece) else None
            yield _ENDS.sub("", piece)
            continue
        for part in _ENDS.split(piece):
            if _ENDS.fullmatch(part):
                reason = flags[ord(part[1]) - _FIRST].reason if part[0] == _OPEN else None
            else:
                yield part if reason is None or not part.strip() else _marked(part, reason)


def _marked(text: str, reason: str) -> str:
    return f'<mark class="doubtful" title="{escape(reason)}">{text}</mark>'


def _markdown() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(
        ["table", "strikethrough"]
    )
    parser.add_render_rule("image", _image)
    parser.add_render_rule("link_open", _nothing)
    parser.add_render_rule("link_close", _address)
    return parser


def _image(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    return escape(tokens[at].content)


def _nothing(*_: Any) -> str:
    return ""


def _address(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    """Return the address of the link that ends here, unless its label is the address."""
    opened = next(one for one in reversed(tokens[:at]) if one.type == "link_open")
    address = str(opened.attrGet("href") or "")
    label = "".join(one.content for one in tokens[tokens.index(opened) : at])
    return "" if address == label else f" ({escape(address)})"
