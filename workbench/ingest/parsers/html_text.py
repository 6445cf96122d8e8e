"""Convert HTML to Markdown without the page's chrome: navigation, banners, fields, scripts."""

import re
from dataclasses import dataclass
from typing import Any

from workbench.ingest.parsers.base import UnreadableError
from workbench.ingest.parsers.html_definitions import convert_definitions
from workbench.ingest.parsers.html_tables import flatten_tables
from workbench.nlp.word_lists import word_list

_XML_DECLARATION = re.compile(r"\A\s*<\?xml\b[^>]*\?>")
"""lxml refuses a text that declares an encoding: ``<?xml version="1.0" encoding="utf-8"?>``."""
_UNSEEN = ("script", "style", "noscript", "template", "svg", "iframe", "object")
"""Elements whose text is never part of the page."""
_PERMALINKS = "¶§#🔗"
"""Marks that link a heading to itself in generated pages, of Sphinx, rustdoc and Node.js."""
_IN_CONTENT = "[not(ancestor::main or ancestor::article)]"
_PANEL = "self::div or self::section or self::dd or self::li or self::p or .//p"
_CHROME = " | ".join(
    f"//{name}"
    for name in (
        *("input", "select", "textarea", "nav", "footer"),
        f"header{_IN_CONTENT}[not(.//h1) or count(//h1)>1]",
        f"aside{_IN_CONTENT}",
        *(f"*[@role='{role}']" for role in ("navigation", "banner", "contentinfo", "search")),
        "*[@hidden][not(@hidden='until-found' or @role='region')]",
        f"*[@aria-hidden='true'][not({_PANEL})]",
        *(f"a[normalize-space()='{mark}']" for mark in _PERMALINKS),
    )
)
"""Elements that carry no content of the document. The ``header`` of an article holds its title, as
does one with the only title of the page; its ``aside`` holds a warning or a note. Collapsed panels
are hidden until a reader opens them, and stay;
an icon (``<i aria-hidden="true">``) goes."""
_CODE = ("pre", "code", "kbd", "samp")
_HEADINGS_INSIDE, _HEADING_AROUND = (
    " | ".join(f"{axis}::h{level}" for level in range(1, 7)) for axis in ("descendant", "ancestor")
)
_LISTS = ("ul", "ol", "dl")
_FEWEST_PARTS = 3
"""Links of a table of contents."""
_RETAGGED = {"form": "div", "button": "span"}
"""A form may enclose a whole page, a button the heading of a panel."""
_TAG = re.compile(r"<(?=[a-z/!?])", re.IGNORECASE)
_BREAK = re.compile(r"(?<=\S)[ \t]*\n\s*(?=\S)|(?<=\S)\s*\n\s*\Z|\A\s*\n\s*(?=\S)")
"""A line break between words, or at an end of a text beside an inline element."""
_BACKSLASH = re.compile(r"\\(?=[!-/:-@\[-`{-~]|$)")
"""A backslash that Markdown would take for an escape: the key ``\\`` in bold."""
_MAIN = "//main | //*[@role='main']"


@dataclass(frozen=True)
class HtmlText:
    """The text of a page as Markdown, with its title."""

    markdown: str
    title: str
    chrome: int
    """Characters of navigation, banners and other chrome that are left out."""


def read_html(content: str) -> HtmlText:
    """Convert a page; only its main elements if it marks any.

    Links are kept as their text, images are left out.

    Raises:
        UnreadableError: there is no element at all.
    """
    root = _parsed(content)
    title = " ".join((root.findtext(".//title") or "").split())
    for element in list(root.iter(*_UNSEEN)):
        _drop(element)
    before = _text_length(_body(root))
    _drop_chrome(root)
    chrome = before - sum(map(_text_length, _bodies(root)))
    for element in root.iter(*_RETAGGED):
        element.tag = _RETAGGED[element.tag]
    convert_definitions(root)
    _escape_text(root)
    flatten_tables(root)
    parts = map(_markdown, _bodies(root))
    return HtmlText("\n\n".join(filter(None, parts)), title, chrome)


def _parsed(content: str) -> Any:
    from lxml import etree, html

    parser = html.HTMLParser(no_network=True, remove_comments=True, remove_pis=True)
    try:
        return html.document_fromstring(_XML_DECLARATION.sub("", content), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        raise UnreadableError(f"no HTML page, or too large a one ({error})") from error


def _drop_chrome(root: Any) -> None:
    """Remove the chrome, but nothing that holds most of the page's text outside links."""
    opened = {one for value in root.xpath("//@aria-controls") for one in value.split()}
    sizes = _sizes(_body(root))
    most = sizes[_body(root)] / 2
    contents = map(_with_heading, filter(_is_contents, list(root.iter(*_LISTS))))
    classes = filter(_is_chrome, root.iterfind(".//*[@class]"))
    for element in [*root.xpath(_CHROME), *contents, *classes]:
        is_panel = element.get("hidden") is not None and element.get("id") in opened
        if element.tag != "body" and not is_panel and sizes.get(element, 0) <= most:
            _drop(element)


def _is_contents(element: Any) -> bool:
    """Whether a list has links to parts of pages and nothing else but their numbers."""
    links = element.xpath(".//a[contains(@href, '#')]")
    others = element.xpath(".//text()[not(ancestor::a[contains(@href, '#')])]")
    return len(links) >= _FEWEST_PARTS and not any(map(str.isalpha, "".join(others)))


def _with_heading(element: Any) -> Any:
    """Return the part of a page that holds a list and nothing else but its heading; else the list.

    Left alone, the heading would be taken for that of the sections below.
    """
    own = _text_length(element)
    for around in element.iterancestors("div", "section", "details"):
        headings = around.xpath(_HEADINGS_INSIDE)
        if _text_length(around) > own + sum(map(_text_length, headings)):
            break
        if headings:
            return around
    return element


def _sizes(body: Any) -> dict[Any, int]:
    """Return the number of characters outside links in each element."""
    sizes: dict[Any, int] = {}
    for element in reversed(list(body.iter())):
        inside = sum(sizes[child] + _length(child.tail) for child in element)
        sizes[element] = 0 if element.tag == "a" else inside + _length(element.text)
    return sizes


def _text_length(element: Any) -> int:
    """Return the number of characters in an element, links included."""
    return sum(map(_length, element.itertext()))


def _length(text: str | None) -> int:
    return len((text or "").strip())


def _is_chrome(element: Any) -> bool:
    """Return True if a class says so; a ``header`` with a heading, or in one, titles its section.

    Pages of mdBook have the latter: ``<h2><a class="header" href="#edition">Edition</a></h2>``.
    """
    names = element.get("class", "").lower().split()
    if "header" in names and not element.xpath(f"{_HEADINGS_INSIDE} | {_HEADING_AROUND}"):
        return True
    return not set(word_list("chrome_classes")).isdisjoint(names)


def _drop(element: Any) -> None:
    """Remove an element but keep the text that follows it."""
    if element.getparent() is not None:
        element.drop_tree()


def _bodies(root: Any) -> list[Any]:
    """Return the main elements that have text, without those inside others; else the body."""
    main = [one for one in root.xpath(_MAIN) if "".join(one.itertext()).strip()]
    known = set(main)
    return [one for one in main if known.isdisjoint(one.iterancestors())] or [_body(root)]


def _escape_text(root: Any) -> None:
    """Escape what reads as Markdown but is text of the page, and join its lines.

    ``&lt;b&gt;`` stays ``<b>`` in code. Line breaks between words are spaces: Markdown reads a
    number or a dash after one as an item.
    """
    for element in root.iter():
        if element.text and not _is_code(element):
            element.text = _escaped(element.text)
        if element.tail and not _is_code(element.getparent()):
            element.tail = _escaped(element.tail)


def _escaped(text: str) -> str:
    text = _BREAK.sub(" ", text)
    return _TAG.sub(r"\\<", _BACKSLASH.sub(r"\\\\", text))


def _is_code(element: Any) -> bool:
    return element is not None and any(
        one.tag in _CODE for one in (element, *element.iterancestors())
    )


def _body(root: Any) -> Any:
    body = root.find("body")
    return root if body is None else body


def _markdown(element: Any) -> str:
    from lxml import etree
    from markdownify import markdownify

    source = etree.tostring(element, encoding="unicode", method="html", with_tail=False)
    markdown = markdownify(
        source,
        heading_style="ATX",
        bullets="-",
        strip=["a", "img"],
        escape_underscores=False,
        table_infer_header=True,
    )
    return "\n".join(line.rstrip() for line in markdown.strip().split("\n"))
