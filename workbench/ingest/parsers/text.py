"""Parse plain text and reStructuredText: underlined headings, metadata from the front matter."""

import re

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import headings_of
from workbench.ingest.parsers.encoding import decoded
from workbench.ingest.parsers.front_matter import front_matter
from workbench.ingest.parsers.header_fields import header_fields, title_field

_DIGEST = re.compile(
    r"(?<![\w/+-])(?=\S*\d)(?=\S*[a-zA-Z])(?:[0-9a-fA-F]{32,128}|[\w/+-]{43,86})(?![\w/+-])"
)
"""A checksum, in hexadecimal digits or in Base64."""
_FEWEST_DIGESTS = 3
_HYPHENATED = re.compile(r"(?<=\w)[\u2010\u00ad]\n(?P<indent>[ \t]*)(?P<rest>\w\S*)[ \t]*\n?")
"""A word broken at the end of a line with a hyphen that no one types: "op\u2010", "tional"."""


def parse(content: bytes) -> Parsed:
    """Return the full text, that of reStructuredText as Markdown.

    In a plain text a ``#`` opens a remark, not a heading.

    Raises:
        UnreadableError: it lists checksums of files, which answer no question.
    """
    from workbench.text.restructured import as_markdown, is_restructured

    text = _HYPHENATED.sub(_joined, decoded(content))
    if _lists_checksums(text):
        raise UnreadableError("a list of checksums, and no text")
    metadata, start = _front_matter(text)
    fields, end = header_fields(text, start)
    title = title_field(fields)
    metadata = {**({"title": title} if title else {}), **metadata}
    if is_restructured(text):
        text = text[:end] + as_markdown(text[end:])
        return Parsed(text, start, headings_of(text, start), metadata)
    underlined = headings_of(text, start, lambda block: not block.mark)
    return Parsed(text, start, underlined, metadata)


def _joined(found: re.Match[str]) -> str:
    """Return the rest of a broken word, which ends the line that it begins on."""
    indent = "" if found.group().endswith("\n") else found["indent"]
    return f"{found['rest']}\n{indent}"


def _lists_checksums(text: str) -> bool:
    """Whether most lines have a checksum: ``MD5SUMS``, the ``RECORD`` of a Python package."""
    lines = [line for line in text.splitlines() if line.strip()]
    digests = sum(1 for line in lines if _DIGEST.search(line))
    return digests >= _FEWEST_DIGESTS and 2 * digests > len(lines)


def _front_matter(text: str) -> tuple[dict[str, str], int]:
    """Return metadata and the offset of the body; a text between rules that is not YAML is body."""
    try:
        return front_matter(text)
    except UnreadableError:
        return {}, 0


PARSER = Parser(frozenset({".txt", ".text", ".log"}), parse)
