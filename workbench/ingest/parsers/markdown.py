"""Parse Markdown: headings with ``#``, metadata from the front matter."""

from workbench.domain.documents import Heading
from workbench.ingest.body import parse_body
from workbench.ingest.parsers.base import Parsed, Parser
from workbench.ingest.parsers.front_matter import decoded, front_matter


def parse(content: bytes) -> Parsed:
    """Return the full text with the offsets of its headings."""
    text = decoded(content)
    metadata, start = front_matter(text)
    headings = tuple(
        Heading(level=block.level, text=title, start=block.line_start)
        for block in parse_body(text, start).headings
        if (title := block.text.strip())
    )
    return Parsed(text, start, headings, metadata)


PARSER = Parser(frozenset({".md"}), parse)
