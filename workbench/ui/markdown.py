"""Sanitize Markdown before drawing: no images, no active links, no Streamlit directives."""

import re
from collections.abc import Callable

_WORD_JOINER = "\u2060"

# The browser's parser is stricter than `workbench.text`, which takes "2. a" after a line of prose
# for an item. What is left unescaped as code must be code for the browser, so it is found here.
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
"""``[terms](https://a.example "title")``: the label and the address."""
_LINK = re.compile(r"\]\((?P<target>\s*<?[^\s()<>]*)")
_ALLOWED_TARGET = re.compile(r"\s*<?#(?!cite-|claim-)", re.IGNORECASE)
_AUTOLINK = re.compile(r"<(?=[a-z][a-z0-9+.-]*:)(?!https?:)", re.IGNORECASE)


def safe_markdown(text: str) -> str:
    """Neutralize images, links, Streamlit directives and fake citation links.

    A link becomes its label and its address as text; see decision 0013.
    """
    text = text.replace(_WORD_JOINER, "").replace("![", f"!{_WORD_JOINER}[")
    text = _FENCE_INFO.sub(_safe_fence, text)
    text = _DIRECTIVE.sub(r"\\:", text)
    return _outside_code(text, _safe_prose)


def plain(text: str) -> str:
    """Escape every Markdown character."""
    return re.sub(r"([\\`*_{}\[\]()<>#+\-.!|~$:])", r"\\\1", text)


def prose(text: str) -> str:
    """Flatten Markdown to one line: no bold marks, table cells joined by dots."""
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
