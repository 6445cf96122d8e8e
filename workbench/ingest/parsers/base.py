"""What a parser makes of a file: its text, with headings and metadata, or a reason why not."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from workbench.domain.documents import Heading


class UnreadableError(Exception):
    """Why a file cannot become a document."""


@dataclass(frozen=True)
class Parsed:
    """The text of a file as it is stored, and what is known of it. Offsets are into the text."""

    text: str
    body_start: int = 0
    """Where the front matter ends: nothing before it is searched."""
    headings: tuple[Heading, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    """By name; ``title`` is the document's title."""


@dataclass(frozen=True)
class Parser:
    """Reads files of some suffixes."""

    suffixes: frozenset[str]
    """In lower case, with the dot: ``.md``."""
    parse: Callable[[bytes], Parsed]
    """From the content of a file; an UnreadableError says why it cannot be used."""
