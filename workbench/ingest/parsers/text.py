"""Parse plain text and reStructuredText: underlined headings, metadata from the front matter."""

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import headings_of
from workbench.ingest.parsers.encoding import decoded
from workbench.ingest.parsers.front_matter import front_matter


def parse(content: bytes) -> Parsed:
    """Return the full text, that of reStructuredText as Markdown.

    In a plain text a ``#`` opens a remark, not a heading.
    """
    from workbench.text.restructured import as_markdown, is_restructured

    text = decoded(content)
    metadata, start = _front_matter(text)
    if is_restructured(text):
        text = text[:start] + as_markdown(text[start:])
        return Parsed(text, start, headings_of(text, start), metadata)
    underlined = headings_of(text, start, lambda block: not block.mark)
    return Parsed(text, start, underlined, metadata)


def _front_matter(text: str) -> tuple[dict[str, str], int]:
    """Return metadata and the offset of the body; a text between rules that is no YAML is body."""
    try:
        return front_matter(text)
    except UnreadableError:
        return {}, 0


PARSER = Parser(frozenset({".txt", ".text", ".log"}), parse)
