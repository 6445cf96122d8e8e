"""Foreign Markdown made safe to draw: no images, no odd links, no Streamlit directives."""

import re
from collections.abc import Callable

from workbench.text.delimiters import Opened, opened

_WORD_JOINER = "\u2060"

_CODE = re.compile(
    r"^(?P<fence>[ \t]*(?:`{3,}|~{3,}))[^\n]*\n.*?(?:^(?P=fence)[^\n]*$|\Z)"
    r"|(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)",
    re.DOTALL | re.MULTILINE,
)
_FENCE_INFO = re.compile(
    r"^(?P<fence>[ \t>*+\-\d.)]*(?:`{3,}|~{3,}))(?P<info>[^\n`]*)$", re.MULTILINE
)
_PLAIN_INFO = re.compile(r"[ \t]*(?!mermaid)[a-z][\w+#.-]*[ \t]*", re.IGNORECASE)
_DIRECTIVE = re.compile(r":(?=:*[a-z][\w-]*[\[{])", re.IGNORECASE)
_WEB_LINK = re.compile(
    r"\[(?P<label>[^\[\]]*)\]\(\s*<?(?P<address>https?://[^\s()<>]+)>?(?:\s[^()]*)?\)",
    re.IGNORECASE,
)
"""``[terms](https://a.example "title")``: what it says and where it leads."""
_LINK = re.compile(r"\]\((?P<target>\s*<?[^\s()<>]*)")
_ALLOWED_TARGET = re.compile(r"\s*<?#(?!cite-|claim-)", re.IGNORECASE)
_AUTOLINK = re.compile(r"<(?=[a-z][a-z0-9+.-]*:)(?!https?:)", re.IGNORECASE)

_FENCE = re.compile(r"[ \t]*(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")
_INLINE_CODE = re.compile(r"(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)")
_MARK_ALONE = re.compile(r"(?:^|\n)[ \t>]*(?:[-=*_+#>~`]+|\d+[.)]|!)\Z")
_HALF_LINK = re.compile(r"!?\[(?!(?i:source)?\s*\d+\])([^\[\]\n]*)\](?:\([^()\s]*)?\Z")
_OPENING = re.compile(r"(?:(?<=[\s(\[«“\"|])|^)[*_~]+\Z")
_RULED = re.compile(r"[ \t|:-]+")
_CELL = re.compile(r"(?<!\\)\|")


def safe_markdown(text: str) -> str:
    """The text without anything that could fetch, mislead, or pass for our own marks.

    A link shows the address that it leads to; decision 0013 says why.
    """
    text = text.replace(_WORD_JOINER, "").replace("![", f"!{_WORD_JOINER}[")
    text = _FENCE_INFO.sub(_safe_fence, text)
    text = _DIRECTIVE.sub(r"\\:", text)
    return _outside_code(text, _safe_prose)


def closed(text: str) -> str:
    """Markdown that breaks off, with everything closed that is open at its end.

    A mark that nothing follows yet is not shown, nor is a link without the end of its address; the
    head of a table gets the row that makes it one.

    >>> closed("It is **$100 for [each claim")
    'It is **$100 for each claim**'
    """
    text = text.rstrip()
    fence = _open_fence(text)
    if fence is not None:
        return f"{text}\n{fence}" if "\n" in text[text.rfind(fence) :] else _without_last_line(text)
    if _MARK_ALONE.search(text):
        return closed(_without_last_line(text))
    text = _OPENING.sub("", _closed_code(_HALF_LINK.sub(r"\1", text))).rstrip()
    for one in reversed(opened(text, following=" ")):
        text = _closed_mark(text, one)
    return _closed_table(text)


def _open_fence(text: str) -> str | None:
    """The characters of the fence that is open at the end; None where none is."""
    fence: str | None = None
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if mark and fence is None:
            fence = mark["fence"]
        elif mark and fence and mark["fence"].startswith(fence) and not mark["info"].strip():
            fence = None
    return fence


def _without_last_line(text: str) -> str:
    return text.rpartition("\n")[0].rstrip()


def _closed_code(text: str) -> str:
    line = text.rfind("\n") + 1
    ticks = list(re.finditer(r"`+", _INLINE_CODE.sub(_blanked, text[line:])))
    if not ticks:
        return text.removesuffix("\\")
    first = line + ticks[0].start()
    inside = text[line + ticks[0].end() :].rstrip("`")
    mark = ticks[0].group()
    return f"{text[:first]}{mark}{inside}{mark}" if inside else text[:first].rstrip()


def _blanked(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _closed_mark(text: str, one: Opened) -> str:
    before, inside = text[: one.start], text[one.end :].removesuffix("~")
    if one.mark == "[":
        return before + inside
    return f"{before}{one.mark}{inside}{one.mark}" if inside.strip() else before.rstrip()


def _closed_table(text: str) -> str:
    """A row of a table that is alone becomes its head; the second row, which rules it, is whole."""
    lines = text.split("\n")
    rows = next((n for n, line in enumerate(reversed(lines)) if not _is_row(line)), len(lines))
    if rows not in (1, 2) or (rows == 2 and not _RULED.fullmatch(lines[-1])):
        return text
    head = lines[-rows].strip().removesuffix("|")
    cells = len(_CELL.findall(head))
    if not head.strip("| "):
        return "\n".join(lines[:-rows]).rstrip()
    return "\n".join([*lines[:-rows], f"{head.rstrip()} |", "|" + "---|" * cells])


def _is_row(line: str) -> bool:
    return line.lstrip().startswith("|")


def plain(text: str) -> str:
    """Text to be shown to the letter inside Markdown: every mark-up character is escaped."""
    return re.sub(r"([\\`*_{}\[\]()<>#+\-.!|~$:])", r"\\\1", text)


def prose(text: str) -> str:
    """A stretch of Markdown as a sentence in a list: a table row becomes its cells."""
    if not text.lstrip().startswith("|"):
        return text.replace("**", "")
    cells = (cell.strip() for cell in text.replace("**", "").split("|"))
    return " · ".join(cell for cell in cells if cell.strip("-:"))


def _safe_prose(text: str) -> str:
    text = text.replace("$", r"\$").replace("]:", r"]\:")
    text = _AUTOLINK.sub(r"\\<", text)
    text = _WEB_LINK.sub(r"\g<label> (\g<address>)", text)
    return _LINK.sub(_safe_link, text)


def _safe_link(match: re.Match[str]) -> str:
    whole = match.group()
    return whole if _ALLOWED_TARGET.match(match["target"]) else whole.replace("](", r"]\(", 1)


def _safe_fence(match: re.Match[str]) -> str:
    info = match["info"]
    return match.group() if _PLAIN_INFO.fullmatch(info) else match["fence"]


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    pieces: list[str] = []
    position = 0
    for code in _CODE.finditer(text):
        pieces += [change(text[position : code.start()]), code.group()]
        position = code.end()
    pieces.append(change(text[position:]))
    return "".join(pieces)
