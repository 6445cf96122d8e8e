"""Every statement taken from every document stands in its file, word for word.

    python -m benchmarks.quotes [FOLDER…]

Documents are those of the sample workspaces and of the folders given. Statements are taken from
each document whole and from each of its chunks. The words of a statement, or of each cell of a
table row, must stand together in the file once markup is taken off, and in the stretch that the
statement points at; markdown-it-py, not the workbench, takes it off. Exits with 1 on an exception
and lists each.
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
_TEMPLATE_LINK = re.compile(r"(?<!\\)(\[[^\[\]]*\])\(\{[^()\n]*\}\)")
"""``[the guide]({% page "/guide" %})``: a link of a site generator, which Markdown has not."""
_WORD = re.compile(r"[^\W_]+")
_BREAK = re.compile(r"<br\b", re.IGNORECASE)


@dataclass(frozen=True)
class Checked:
    """A statement of a document that stands at ``start`` to ``end`` of its text."""

    document: Document
    statement: Statement
    start: int
    end: int

    @property
    def source(self) -> str:
        """The stretch of the file that the statement points at."""
        return self.document.text[self.start : self.end]

    def fault(self, file_words: str) -> str:
        """What of the statement the file does not have, or has elsewhere; empty for none."""
        one = self.statement
        for part in [value for _, value in one.cells] or [one.text]:
            if squeezed(part) not in file_words:
                return f"not in the file: {part!r}"
            if not stands_in_order(part, self.source):
                return f"not at its place: {part!r}"
        return ""


def checked(document: Document) -> Iterator[Checked]:
    """The statements of a document, and those of its chunks, with their place in the file."""
    chunks = (one.chunk for one in chunk_document(document, CHUNK_WORDS))
    places = [(document.body_start, len(document.text)), *((one.start, one.end) for one in chunks)]
    for start, end in places:
        for one in statements(document.text[start:end]):
            yield Checked(document, one, start + one.start, start + one.end)


def words_of(source: str) -> str:
    """The text of a Markdown source as a reader sees it, on one line."""
    return squeezed(" ".join(_shown(_MARKDOWN.parse(_TEMPLATE_LINK.sub(r"\1(x)", source)))))


def stands_in_order(part: str, source: str) -> bool:
    """Whether a stretch has all words of a part in order; addresses of links stand between them."""
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
    """The text on one line, with characters in place of their names (``&nbsp;``)."""
    return " ".join(unescape(text).split())


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


def check_folder(folder: Path) -> tuple[int, int]:
    """Print the line of a folder and its exceptions; the number of statements and exceptions."""
    read = list(documents(folder))
    count = exceptions = 0
    for document in read:
        words = words_of(document.text[document.body_start :])
        for one in checked(document):
            count += 1
            if fault := one.fault(words):
                exceptions += 1
                line = document.text.count("\n", 0, one.start) + 1
                print(f"{document.id}:{line}: {fault}\n    {one.source!r}", file=sys.stderr)
    print(
        f"{folder.name:<20}{len(read):>6} documents{count:>8} statements{exceptions:>6} exceptions"
    )
    return count, exceptions


def main() -> int:
    """Print one line a folder and the sum; 1 when a statement does not stand in its file."""
    samples = sorted(path.parent for path in SAMPLES.glob("*/workspace.yaml"))
    found = [check_folder(one) for one in (*samples, *map(Path, sys.argv[1:]))]
    count, exceptions = (sum(column) for column in zip(*found, strict=True))
    print(f"{count} statements checked, {exceptions} exceptions.")
    return 1 if exceptions else 0


if __name__ == "__main__":
    sys.exit(main())
