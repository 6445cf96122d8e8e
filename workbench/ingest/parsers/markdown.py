"""Parse Markdown: headings with ``#``, metadata from the front matter."""

from workbench.ingest.parsers.base import Parsed, Parser
from workbench.ingest.parsers.converted import headings_of
from workbench.ingest.parsers.encoding import decoded
from workbench.ingest.parsers.front_matter import front_matter


def parse(content: bytes) -> Parsed:
    """Return the text without the markup of site generators, and the offsets of its headings."""
    from workbench.text.site_markup import without_site_markup

    source = decoded(content)
    metadata, start = front_matter(source)
    text = source[:start] + without_site_markup(source[start:])
    return Parsed(text, start, headings_of(text, start), metadata)


PARSER = Parser(frozenset({".md", ".markdown"}), parse)
