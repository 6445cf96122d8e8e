"""Sanitize Markdown before drawing: no images, no active links, no Streamlit directives."""

import re

from workbench.text.edits import Edit, Edited
from workbench.text.rendered_code import fence_infos, outside_code

_WORD_JOINER = "\u2060"

_PLAIN_INFO = re.compile(r"[ \t]*(?!mermaid)[a-z][\w+#.-]*[ \t]*", re.IGNORECASE)
"""A fence's language: ``python``; ``mermaid`` would be drawn, and so might attributes be."""
_DIRECTIVE = re.compile(r":(?=:*[a-z][\w-]*[\[{])", re.IGNORECASE)
"""The colon of a Streamlit directive: ``:red[text]``, ``:material[…]``."""
_WEB_LINK = re.compile(
    r"\[(?P<label>[^\[\]]*)\]\(\s*<?(?P<address>https?://[^\s()<>]+)>?(?:\s[^()]*)?\)",
    re.IGNORECASE,
)
"""``[terms](https://a.example "title")``: the label and the address."""
_LINK = re.compile(r"\]\((?P<target>\s*<?[^\s()<>]*)")
"""What makes brackets a link: ``](/runs``."""
_ALLOWED_TARGET = re.compile(r"\s*<?#(?!cite-|claim-)", re.IGNORECASE)
"""A place on the page, ``#part``, but not the targets of our own links, ``#cite-…``."""
_AUTOLINK = re.compile(r"<(?=[a-z][a-z0-9+.-]*:)(?!https?:)", re.IGNORECASE)
"""The beginning of an address that is not a web page: ``<mailto:…>``."""


def safe_markdown(text: str) -> str:
    """Neutralize images, links, Streamlit directives and fake citation links.

    A link becomes its label and its address as text; see decision 0013.
    """
    text = text.replace(_WORD_JOINER, "").replace("![", f"!{_WORD_JOINER}[")
    text = outside_code(_DIRECTIVE.sub(r"\\:", text), _safe_prose)
    infos = (one for one in fence_infos(text) if not _PLAIN_INFO.fullmatch(text, *one))
    return Edited(text, (Edit(*one) for one in infos)).text


def _safe_prose(text: str) -> str:
    text = text.replace("$", r"\$").replace("]:", r"]\:")
    text = _AUTOLINK.sub("&lt;", text)
    text = _WEB_LINK.sub(r"\g<label> (\g<address>)", text)
    return _LINK.sub(_safe_link, text)


def _safe_link(match: re.Match[str]) -> str:
    whole = match.group()
    return whole if _ALLOWED_TARGET.match(match["target"]) else whole.replace("](", r"]\(", 1)
