"""Parse plain text: no headings, metadata from the front matter."""

from workbench.ingest.parsers.base import Parsed, Parser
from workbench.ingest.parsers.encoding import decoded
from workbench.ingest.parsers.front_matter import front_matter


def parse(content: bytes) -> Parsed:
    """Return the full text."""
    text = decoded(content)
    metadata, start = front_matter(text)
    return Parsed(text, start, metadata=metadata)


PARSER = Parser(frozenset({".txt", ".text", ".log", ".rst"}), parse)
