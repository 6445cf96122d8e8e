"""Convert HTML to Markdown without the page's chrome: navigation, banners, forms, scripts."""

import re
from dataclasses import dataclass
from typing import Any

from workbench.ingest.parsers.base import UnreadableError

_CHROME = " | ".join(
    f"//{name}"
    for name in (
        *("script", "style", "noscript", "template", "svg", "iframe", "object", "form", "button"),
        *("nav", "aside", "footer", "header[not(ancestor::main or ancestor::article)]"),
        *(f"*[@role='{role}']" for role in ("navigation", "banner", "contentinfo", "search")),
        *("*[@hidden]", "*[@aria-hidden='true']", "a[normalize-space()='¶']"),
    )
)
"""Elements that carry no content of the document. The ``header`` of an article holds its title;
``¶`` links a heading to itself in generated documentation."""
_CHROME_CLASS = re.compile(
    r"nav|navbar|navigation|nav-panel|breadcrumbs?|side-?bar|menu|footer|skip-link"
)
"""A class of the parts of a page that lead elsewhere: ``<div class="nav-panel">Next: …``."""
_DEFINITIONS = {"dl": "div", "dt": "p", "dd": "div"}
"""Definition lists become paragraphs: Markdown has none, and would take the indented text that they
are converted to for code."""
_MAIN = "//main | //*[@role='main']"


@dataclass(frozen=True)
class HtmlText:
    """The text of a page as Markdown, with its title."""

    markdown: str
    title: str


def read_html(content: bytes | str) -> HtmlText:
    """Convert a page; only its main element if it marks one.

    Links are kept as their text, images are left out.

    Raises:
        UnreadableError: there is no element at all.
    """
    from lxml import etree
    from markdownify import markdownify

    root = _parsed(content)
    title = " ".join((root.findtext(".//title") or "").split())
    for element in [*root.xpath(_CHROME), *filter(_is_chrome, root.iterfind(".//*[@class]"))]:
        _drop(element)
    for element in root.iter(*_DEFINITIONS):
        element.tag = _DEFINITIONS[element.tag]
    main = [one for one in root.xpath(_MAIN) if "".join(one.itertext()).strip()]
    body = main[0] if main else root.find("body")
    for cell in (root if body is None else body).iter("td", "th"):
        _escape_pipes(cell)
    source = etree.tostring(root if body is None else body, encoding="unicode", method="html")
    markdown = markdownify(
        source,
        heading_style="ATX",
        bullets="-",
        strip=["a", "img"],
        escape_underscores=False,
        table_infer_header=True,
    )
    lines = (line.rstrip() for line in markdown.strip().split("\n"))
    return HtmlText("\n".join(lines), title)


def _parsed(content: bytes | str) -> Any:
    from lxml import etree, html

    parser = html.HTMLParser(no_network=True, remove_comments=True, remove_pis=True)
    try:
        return html.document_fromstring(content, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        raise UnreadableError(f"no HTML page, or too large a one ({error})") from error


def _is_chrome(element: Any) -> bool:
    """Whether a class of the element says so; a ``header`` with a heading titles its section."""
    names = element.get("class", "").lower().split()
    if "header" in names and not element.xpath(".//h1 | .//h2 | .//h3 | .//h4 | .//h5 | .//h6"):
        return True
    return any(_CHROME_CLASS.fullmatch(name) for name in names)


def _drop(element: Any) -> None:
    """Remove an element but keep the text that follows it."""
    if element.getparent() is not None:
        element.drop_tree()


def _escape_pipes(cell: Any) -> None:
    """Escape the sign that would end a cell of a Markdown table."""
    for element in cell.iter():
        if element.text and "|" in element.text:
            element.text = element.text.replace("|", "\\|")
        if element is not cell and element.tail and "|" in element.tail:
            element.tail = element.tail.replace("|", "\\|")
