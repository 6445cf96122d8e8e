"""Parse HTML pages: the main content as Markdown, the title of the page."""

import re

from workbench.ingest.parsers.base import Parsed, Parser
from workbench.ingest.parsers.converted import from_markdown
from workbench.ingest.parsers.encoding import decoded
from workbench.ingest.parsers.html_text import read_html

_DECLARED = re.compile(rb"<meta[^>]+charset|<\?xml[^>]+encoding", re.IGNORECASE)
"""``<meta charset="koi8-r">``: a page that declares its encoding is decoded by the HTML parser."""
_HEAD = 2_000
"""Bytes in which an encoding is declared."""


def parse(content: bytes) -> Parsed:
    """Return the page as Markdown."""
    page = read_html(content if _DECLARED.search(content[:_HEAD]) else decoded(content))
    return from_markdown(page.markdown, {"title": page.title} if page.title else {})


PARSER = Parser(frozenset({".html", ".htm", ".xhtml"}), parse, isolated=True)
