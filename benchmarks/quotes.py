"""Every statement taken from every document stands in its file, word for word.

    python -m benchmarks.quotes [FOLDER…]

Documents are those of the sample workspaces and of the folders given. Statements are taken from
each document whole and from each of its chunks. The words of a statement, or each cell of a table
row, must stand in the stretch of the file that the statement points at, once markup is taken off;
markdown-it-py, not the workbench, takes it off. Exits with 1 on an exception and lists each.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from workbench.domain.documents import Document
from workbench.ingest.chunks import chunk_document
from workbench.ingest.documents import UnreadableError, find_files, read_document
from workbench.text.statements import Statement, statements

SAMPLES = Path(__file__).parents[1] / "data"
CHUNK_WORDS = 160
"""The default of ``retrieval.chunk_words`` in workspace.yaml."""

_MARKDOWN = MarkdownIt("commonmark").enable("table")
_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True)
class Checked:
    """A statement of a document that stands at ``start`` to ``end`` of its text."""

    document: Document
    statement: Statement
    start: int
    end: int

    @property
    def missing(self) -> str:
        """The first part of the statement that its place in the file does not have, or ''."""
        place = words_of(self.document.text[self.start : self.end])
        one = self.statement
        parts = [value for _, value in one.cells] if one.kind == "row" else [one.text]
        return next((part for part in parts if squeezed(part) not in place), "")


def checked(document: Document) -> Iterator[Checked]:
    """The statements of a document, and those of its chunks, with their place in the file."""
    chunks = (one.chunk for one in chunk_document(document, CHUNK_WORDS))
    places = [(document.body_start, len(document.text)), *((one.start, one.end) for one in chunks)]
    for start, end in places:
        for one in statements(document.text[start:end]):
            yield Checked(document, one, start + one.start, start + one.end)


@lru_cache(maxsize=4096)
def words_of(source: str) -> str:
    """The text of a Markdown source as a reader sees it, on one line."""
    return squeezed(" ".join(_shown(_MARKDOWN.parse(source))))


def _shown(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type in ("inline", "image"):
            yield "".join(_shown(token.children or ()))
        elif token.type in ("softbreak", "hardbreak"):
            yield " "
        elif token.type == "html_block":
            yield _TAG.sub("", token.content)
        elif token.type != "html_inline":
            yield token.content


def squeezed(text: str) -> str:
    """The text with white space of any kind as single spaces."""
    return " ".join(text.split())


def documents(folder: Path) -> Iterator[Document]:
    """The readable documents below a folder; a workspace has them in ``documents``."""
    found, failed = find_files(folder / "documents" if (folder / "documents").is_dir() else folder)
    for one in failed:
        print(f"not read: {one.path}: {one.reason}")
    for file in found:
        try:
            yield read_document(file)
        except UnreadableError as reason:
            print(f"not read: {file.id}: {reason}")


def check_folder(folder: Path) -> int:
    """Print the line of a folder and its exceptions; the number of exceptions."""
    read = list(documents(folder))
    found = [one for document in read for one in checked(document)]
    missing = [one for one in found if one.missing]
    print(
        f"{folder.name:<20}{len(read):>5} documents {len(found):>7} statements"
        f" {len(missing):>5} exceptions"
    )
    for one in missing:
        place = f"{one.document.id}:{one.document.text.count(chr(10), 0, one.start) + 1}"
        print(f"  {place}: {one.missing!r} is not in", file=sys.stderr)
        print(f"    {one.document.text[one.start : one.end]!r}", file=sys.stderr)
    return len(missing)


def main() -> int:
    """Print one line a folder; 1 when a statement does not stand in its file."""
    samples = sorted(path.parent for path in SAMPLES.glob("*/workspace.yaml"))
    return 1 if sum([check_folder(one) for one in (*samples, *map(Path, sys.argv[1:]))]) else 0


if __name__ == "__main__":
    sys.exit(main())
