"""Build HTML with every text escaped."""

import html
from collections.abc import Iterable


class Html(str):
    """A string that is already HTML; ``tag`` escapes any other."""

    __slots__ = ()


def tag(name: str, *children: object, cls: str = "", **attributes: object) -> Html:
    """An element; None attributes are omitted, underscores in names become hyphens."""
    pairs = {"class": cls or None, **attributes}
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{html.escape(str(value))}"'
        for key, value in pairs.items()
        if value is not None
    )
    return Html(f"<{name}{written}>{''.join(map(escaped, children))}</{name}>")


def escaped(child: object) -> Html:
    """The child as HTML: unchanged if it is Html, escaped if it is text, empty if it is None."""
    if child is None:
        return Html("")
    return child if isinstance(child, Html) else Html(html.escape(str(child)))


def join(children: Iterable[object], separator: str = "") -> Html:
    """Escape and join several children."""
    return Html(escaped(separator).join(escaped(child) for child in children))


def icon(name: str) -> Html:
    """A Material symbol of the font that Streamlit ships; hidden from screen readers."""
    return tag("span", name, cls="wb-icon", aria_hidden="true", translate="no")
