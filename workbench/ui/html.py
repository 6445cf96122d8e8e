"""Small pieces of HTML in which every text that is not ours is escaped."""

import html
from collections.abc import Iterable


class Html(str):
    """Text that is HTML already; anything else is escaped when it is put into a tag."""

    __slots__ = ()


def tag(name: str, *children: object, cls: str = "", **attributes: object) -> Html:
    """An element; attributes that are None are left out, underscores read as hyphens."""
    pairs = {"class": cls or None, **attributes}
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{html.escape(str(value))}"'
        for key, value in pairs.items()
        if value is not None
    )
    return Html(f"<{name}{written}>{''.join(map(escaped, children))}</{name}>")


def escaped(child: object) -> Html:
    """The child as HTML: kept if it is, escaped if it is text, nothing if it is None."""
    if child is None:
        return Html("")
    return child if isinstance(child, Html) else Html(html.escape(str(child)))


def joined(children: Iterable[object], separator: str = "") -> Html:
    """Several children in a row."""
    return Html(escaped(separator).join(escaped(child) for child in children))


def icon(name: str) -> Html:
    """A Material symbol of the font that Streamlit ships; hidden from screen readers."""
    return tag("span", name, cls="wb-icon", aria_hidden="true", translate="no")
