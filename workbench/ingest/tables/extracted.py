"""Tables as they are read from a document: names of columns, and rows of texts with their place."""

from dataclasses import dataclass
from pathlib import PurePosixPath

from workbench.domain.base import Value


@dataclass(frozen=True)
class TableRow:
    """A row: its cells, its number, and its line of the text with the offsets."""

    cells: tuple[str, ...]
    number: int
    """In the file, or among the rows of all tables in a text."""
    start: int
    end: int
    line: str


class ExtractedTable(Value):
    """A table with what names it; its columns have no types yet."""

    caption: str
    """The line above it that names it, or else the nearest heading; "" without either."""
    path: tuple[str, ...]
    """The headings or titles above it, outermost first."""
    header: tuple[str, ...]
    rows: tuple[TableRow, ...]
    is_long: bool = False
    """Whether its columns were periods, and are rows now: the last column has their values."""


class TableExtraction(Value):
    """The tables in the text of a document, as its file in the index holds them."""

    title: str
    tables: tuple[ExtractedTable, ...]
    repeated: tuple[str, ...] = ()
    """Words that its text repeats outside them."""


def stem_of(document_id: str) -> str:
    """Return the name of a document without folder and suffixes: ``manual``."""
    name = PurePosixPath(document_id)
    return name.name.partition(".")[0] or name.name
