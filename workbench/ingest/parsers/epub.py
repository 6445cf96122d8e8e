"""Parse EPUB books: the chapters in reading order, title and author as metadata."""

from posixpath import dirname, join, normpath
from typing import Any
from urllib.parse import unquote

from workbench.ingest.parsers.archive import open_archive, read_member
from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import from_markdown, joined
from workbench.ingest.parsers.encoding import decoded_markup
from workbench.ingest.parsers.html_text import read_html

_CONTAINER = "META-INF/container.xml"
_NAMES = {
    "c": "urn:oasis:names:tc:opendocument:xmlns:container",
    "o": "http://www.idpf.org/2007/opf",
    "dc": "http://purl.org/dc/elements/1.1/",
}


def parse(content: bytes) -> Parsed:
    """Return the chapters as Markdown; each is a page.

    Raises:
        UnreadableError: the archive is not an EPUB, or a chapter that it lists is missing.
    """
    with open_archive(content) as archive:
        rootfile = _xml(read_member(archive, _CONTAINER)).find(".//c:rootfile", _NAMES)
        if rootfile is None:
            raise UnreadableError("its container names no package")
        place = rootfile.get("full-path", "")
        package = _xml(read_member(archive, place))
        hrefs = {
            one.get("id"): one.get("href", "") for one in package.iterfind(".//o:item", _NAMES)
        }
        order = [one.get("idref") for one in package.iterfind(".//o:itemref", _NAMES)]
        names = [
            normpath(join(dirname(place), unquote(hrefs[one]))) for one in order if one in hrefs
        ]
        pages = [decoded_markup(read_member(archive, name)) for name in names]
        chapters = [read_html(page).markdown for page in pages if page.strip()]
    text, starts = joined(filter(None, chapters))
    return from_markdown(text, _metadata(package), starts)


def _metadata(package: Any) -> dict[str, str]:
    found = {
        name: (package.findtext(f".//dc:{element}", "", _NAMES) or "").strip()
        for name, element in {"title": "title", "author": "creator", "date": "date"}.items()
    }
    return {name: value for name, value in found.items() if value}


def _xml(content: bytes) -> Any:
    from lxml import etree

    try:
        return etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError as error:
        raise UnreadableError(f"its package is not XML ({error})") from error


PARSER = Parser(frozenset({".epub"}), parse, isolated=True)
