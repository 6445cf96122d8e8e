"""Untrusted files are parsed in a process of its own, within limits of time and memory."""

import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from workbench.ingest import isolated
from workbench.ingest.documents import find_files, parse_document, read_document
from workbench.ingest.isolated import ParsingProcess
from workbench.ingest.parsers import UnreadableError

PAGE = b"<html><body><p>Open on Sunday.</p></body></html>"


@pytest.fixture
def process() -> Iterator[ParsingProcess]:
    process = ParsingProcess()
    yield process
    process.close()


def packed(**members: bytes) -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def test_one_process_parses_file_after_file(process: ParsingProcess) -> None:
    assert process.parse("a.html", PAGE).text == "Open on Sunday."
    first = process._process
    with pytest.raises(UnreadableError, match="damaged PDF"):
        process.parse("b.pdf", b"%PDF-")
    assert process.parse("c.html", PAGE).text == "Open on Sunday."
    assert process._process is first


def test_a_file_that_takes_too_long_is_given_up(
    process: ParsingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolated, "LONGEST_S", 0.01)
    with pytest.raises(UnreadableError, match="takes more than"):
        process.parse("a.html", PAGE)
    monkeypatch.undo()
    assert process.parse("a.html", PAGE).text == "Open on Sunday."


def test_a_file_that_needs_too_much_memory_is_given_up(process: ParsingProcess) -> None:
    cells = b"<p>" * 30_000_000
    with pytest.raises(UnreadableError, match=r"memory|too large"):
        process.parse("a.html", b"<html><body>" + cells)
    assert process.parse("a.html", PAGE).text == "Open on Sunday."


def test_an_archive_that_unpacks_to_too_much_is_not_unpacked() -> None:
    bomb = packed(**{"word/document.xml": b"\0" * 250_000_000})
    assert len(bomb) < 1_000_000
    with pytest.raises(UnreadableError, match="unpacks to more than 200 MB"):
        parse_document("bomb.docx", bomb)  # type: ignore[arg-type]


def test_the_files_of_an_archive_are_documents(tmp_path: Path) -> None:
    content = packed(
        **{
            "guide/hours.md": b"# Hours\n\nOpen on Sunday.",
            "guide/page.html": PAGE,
            "../outside.md": b"words",
            "inner.zip": packed(**{"a.md": b"words"}),
            "tool.exe": b"MZ",
            "__MACOSX/guide/hours.md": b"x",
            ".hidden.md": b"x",
        }
    )
    (tmp_path / "docs.zip").write_bytes(content)
    found, failed = find_files(tmp_path)
    documents = [read_document(file) for file in found]
    assert [document.id for document in documents] == [
        "docs.zip/guide/hours.md",
        "docs.zip/guide/page.html",
    ]
    assert all("Open on Sunday." in document.text for document in documents)
    reasons = {file.path: file.reason for file in failed}
    assert reasons["docs.zip/../outside.md"] == "its name leads out of the archive"
    assert "unpack it" in reasons["docs.zip/inner.zip"]
    assert "no parser reads .exe" in reasons["docs.zip/tool.exe"]
    assert len(reasons) == 3


def test_a_damaged_archive_says_so(tmp_path: Path) -> None:
    (tmp_path / "docs.zip").write_bytes(b"PK\x03\x04 and no more")
    (file,) = find_files(tmp_path)[1]
    assert (file.path, "damaged archive" in file.reason) == ("docs.zip", True)
