"""Parse HTML pages: the main content as Markdown, the title of the page."""

from dataclasses import replace

from workbench.ingest.parsers.base import Parsed, Parser
from workbench.ingest.parsers.converted import from_markdown
from workbench.ingest.parsers.encoding import decoded_markup
from workbench.ingest.parsers.html_text import read_html


def parse(content: bytes) -> Parsed:
    """Return the page as Markdown."""
    page = read_html(decoded_markup(content))
    parsed = from_markdown(page.markdown, {"title": page.title} if page.title else {})
    return replace(parsed, chrome=page.chrome)


PARSER = Parser(frozenset({".html", ".htm", ".xhtml"}), parse, isolated=True)
