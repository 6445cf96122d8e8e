"""Check that every statement extracted from a document is a verbatim quote of its file.

    python -m benchmarks.quotes [FOLDER…]

Checks the documents of the sample workspaces and of the given folders. Statements are extracted
from each whole document and from each of its chunks. The words of a statement, or of each cell of a
table row, must be contiguous in the file without markup, and lie at the statement's offsets;
markdown-it-py, not the workbench, strips the markup. Lists every exception and exits with 1 if
there is one.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from workbench.domain.documents import Document
from workbench.ingest.chunks import chunk_document
from workbench.ingest.documents import find_files, read_document
from workbench.ingest.parsers import UnreadableError
from workbench.text.statements import Statement, statements

SAMPLES = Path(__file__).parents[1] / "data"
CHUNK_WORDS = 160
"""The default of ``retrieval.chunk_words`` in workspace.yaml."""

_MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_TAG = re.compile(r"<[^<>]*>")
"""An HTML tag, such as ``<td class="x">``."""
_TEMPLATE_LINK = re.compile(r"(?<!\\)(\[[^\[\]]*\])\(\{[^()\n]*\}\)")
"""``[the guide]({% page "/guide" %})``: a site generator's link, which is not Markdown."""
_WORD = re.compile(r"[^\W_]+")
"""A run of letters and digits."""
_BREAK = re.compile(r"<br\b", re.IGNORECASE)
"""A line break in HTML: ``<br>`` or ``<br/>``."""


@dataclass(frozen=True)
class Checked:
    """A statement with its offsets in the document's text."""

    document: Document
    statement: Statement
    start: int
    end: int

    @property
    def source(self) -> str:
        """The source text at the statement's offsets."""
        return self.document.text[self.start : self.end]

    def fault(self, file_words: str) -> str:
        """The part of the statement that is missing or misplaced; empty where there is none."""
        statement = self.statement
        for part in [value for _, value in statement.cells] or [statement.text]:
            if squeezed(part) not in file_words:
                return f"not in the file: {part!r}"
            if not has_words_in_order(part, self.source):
                return f"not at its place: {part!r}"
        return ""


def checked(document: Document) -> Iterator[Checked]:
    """Yield the statements of a document and of its chunks, with offsets in the file."""
    chunks = (indexed.chunk for indexed in chunk_document(document, CHUNK_WORDS))
    whole = (document.body_start, len(document.text))
    places = [whole, *((chunk.start, chunk.end) for chunk in chunks)]
    for start, end in places:
        for found in statements(document.text[start:end]):
            yield Checked(document, found, start + found.start, start + found.end)


def words_of(source: str) -> str:
    """Return the rendered text of a Markdown source, on one line."""
    return squeezed(" ".join(_shown(_MARKDOWN.parse(_TEMPLATE_LINK.sub(r"\1(x)", source)))))


def has_words_in_order(part: str, source: str) -> bool:
    """Whether a source has all words of a part in order; URLs of links may be between them."""
    there = iter(_WORD.findall(unescape(source)))
    return all(word in there for word in _WORD.findall(unescape(part)))


def _shown(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type in ("inline", "image"):
            yield "".join(_shown(token.children or ()))
        elif token.type in ("softbreak", "hardbreak") or _BREAK.match(token.content):
            yield " "
        elif token.type == "html_block":
            yield _TAG.sub("", token.content)
        elif token.type != "html_inline":
            yield token.content


def squeezed(text: str) -> str:
    """Join the text to one line, with HTML entities such as ``&nbsp;`` decoded."""
    return " ".join(unescape(text).split())


def documents(folder: Path) -> Iterator[Document]:
    """Yield the readable documents below a folder, or below its ``documents`` folder."""
    found, failed = find_files(folder / "documents" if (folder / "documents").is_dir() else folder)
    for failure in failed:
        print(f"not read: {failure.path}: {failure.reason}")
    for file in found:
        try:
            yield read_document(file)
        except UnreadableError as reason:
            print(f"not read: {file.id}: {reason}")


def check_folder(folder: Path) -> tuple[int, int]:
    """Print a folder's exceptions and totals; return the numbers of statements and exceptions."""
    read = list(documents(folder))
    count = exceptions = 0
    for document in read:
        words = words_of(document.text[document.body_start :])
        for found in checked(document):
            count += 1
            if fault := found.fault(words):
                exceptions += 1
                line = document.text.count("\n", 0, found.start) + 1
                print(f"{document.id}:{line}: {fault}\n    {found.source!r}", file=sys.stderr)
    print(
        f"{folder.name:<20}{len(read):>6} documents{count:>8} statements{exceptions:>6} exceptions"
    )
    return count, exceptions


def main() -> int:
    """Print totals by folder; return 1 when a statement is not a verbatim quote of its file."""
    samples = sorted(path.parent for path in SAMPLES.glob("*/workspace.yaml"))
    found = [check_folder(folder) for folder in (*samples, *map(Path, sys.argv[1:]))]
    count, exceptions = (sum(column) for column in zip(*found, strict=True))
    print(f"{count} statements checked, {exceptions} exceptions.")
    return 1 if exceptions else 0


if __name__ == "__main__":
    sys.exit(main())
