"""Parse Markdown: headings with ``#``, metadata from the front matter."""

from workbench.ingest.parsers.base import Parsed, Parser
from workbench.ingest.parsers.converted import headings_of
from workbench.ingest.parsers.encoding import decoded
from workbench.ingest.parsers.front_matter import front_matter


def parse(content: bytes) -> Parsed:
    """Return the full text with the offsets of its headings."""
    text = decoded(content)
    metadata, start = front_matter(text)
    return Parsed(text, start, headings_of(text, start), metadata)


PARSER = Parser(frozenset({".md", ".markdown"}), parse)
