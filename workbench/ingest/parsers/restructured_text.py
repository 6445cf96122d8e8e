"""Parse reStructuredText: its headings, lists, tables and directives, as Markdown."""

from workbench.ingest.parsers.base import Parsed, Parser
from workbench.ingest.parsers.converted import from_markdown
from workbench.ingest.parsers.encoding import decoded


def parse(content: bytes) -> Parsed:
    """Return the text as Markdown."""
    from workbench.text.restructured import as_markdown

    return from_markdown(as_markdown(decoded(content)))


PARSER = Parser(frozenset({".rst", ".rest"}), parse)
