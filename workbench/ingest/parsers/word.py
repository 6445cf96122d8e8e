"""Parse Word documents: headings by style, lists and tables as Markdown."""

from io import BytesIO

from workbench.ingest.parsers.archive import read_member
from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import from_markdown
from workbench.ingest.parsers.html_text import read_html
from workbench.ingest.parsers.office import open_office

_STYLES = "p[style-name='Title'] => h1:fresh\np[style-name='Subtitle'] => h2:fresh"
_TITLE = "{http://purl.org/dc/elements/1.1/}title"


def parse(content: bytes) -> Parsed:
    """Return the document as Markdown; its title is that of the file's properties."""
    import mammoth

    with open_office(content) as archive:
        names = archive.namelist()
        if "word/document.xml" not in names:
            raise UnreadableError("not a Word document: it has no word/document.xml")
        properties = "docProps/core.xml"
        title = _title(read_member(archive, properties)) if properties in names else ""
    page = mammoth.convert_to_html(
        BytesIO(content), style_map=_STYLES, convert_image=mammoth.images.img_element(_no_image)
    )
    text = read_html(page.value).markdown if page.value.strip() else ""
    return from_markdown(text, {"title": title} if title else {})


def _no_image(_: object) -> dict[str, str]:
    return {"src": ""}


def _title(properties: bytes) -> str:
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        return (etree.fromstring(properties, parser).findtext(_TITLE) or "").strip()
    except etree.XMLSyntaxError:
        return ""


PARSER = Parser(frozenset({".docx"}), parse, isolated=True)
