"""The interface of a file parser: bytes in, text with headings and metadata out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from workbench.domain.documents import Heading, TableRegion


class UnreadableError(Exception):
    """A file cannot be read as a document; the message gives the reason.

    Half a surrogate pair in the reason, which UTF-8 cannot hold, is shown escaped: ``\\ud83d``.
    """

    def __init__(self, reason: str, *, retryable: bool = False) -> None:
        super().__init__(reason.encode("utf-8", "backslashreplace").decode())
        self.retryable = retryable
        """True if the unchanged file may be read another time: a limit of time was hit, or the
        system refused to open it."""


@dataclass(frozen=True)
class Parsed:
    """The text of a file with its headings and metadata; offsets are into the text."""

    text: str
    body_start: int = 0
    """Offset of the end of the front matter, which is not searched."""
    headings: tuple[Heading, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    """Values by name; ``title`` becomes the document's title."""
    pages: tuple[int, ...] = ()
    """Offsets at which the pages or slides begin, for formats that have them."""
    tables: tuple[TableRegion, ...] = ()
    """Tables of the text that can be queried as data."""
    chrome: int = 0
    """Characters of navigation, banners and other page chrome that are left out of the text."""


@dataclass(frozen=True)
class Parser:
    """A parser for files with given suffixes."""

    suffixes: frozenset[str]
    """In lower case, with the dot: ``.md``."""
    parse: Callable[[bytes], Parsed]
    """Parses the content of a file; raises UnreadableError with the reason if that fails."""
    isolated: bool = False
    """True to parse in a process of its own with limits of time and memory, for formats whose
    libraries can be made to use much of either: archives, PDF, tables."""
