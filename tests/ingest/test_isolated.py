"""Untrusted files are parsed in a process of its own, within limits of time and memory."""

import re
import signal
import sys
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from threading import Timer

import pytest

from workbench.errors import ConfigurationError
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


SLOW = b"* an item\n" * 1_000_000
"""Markdown that takes tens of seconds to parse."""


def assert_replies_belong_to_their_files(process: ParsingProcess) -> None:
    for text in ("Open on Sunday.", "Closed."):
        assert process.parse("a.html", PAGE.replace(b"Open on Sunday.", text.encode())).text == text


def test_a_file_that_takes_too_long_is_given_up(
    process: ParsingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    process.parse("a.html", PAGE)
    monkeypatch.setattr(isolated, "LONGEST_S", 0.2)
    with pytest.raises(UnreadableError, match=r"^parsing it takes more than 0\.2 s$"):
        process.parse("slow.md", SLOW)
    monkeypatch.undo()
    assert_replies_belong_to_their_files(process)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of processor time")
def test_the_processor_time_of_a_file_is_limited_without_a_clock(
    process: ParsingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolated, "LONGEST_S", 1)
    process.parse("a.html", PAGE)
    monkeypatch.setattr(isolated, "LONGEST_S", 600)  # of the parent, which then does not kill it
    with pytest.raises(UnreadableError, match="takes more than 600 s"):
        process.parse("slow.md", SLOW)
    monkeypatch.undo()
    assert_replies_belong_to_their_files(process)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of memory")
@pytest.mark.parametrize("size", [90_000_000, 500_000_000])
def test_a_file_that_needs_too_much_memory_is_given_up(
    process: ParsingProcess, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(isolated, "MOST_MEMORY", 400_000_000)
    with pytest.raises(UnreadableError, match="takes more than the memory it may use"):
        process.parse("a.txt", b"a" * size + "🕮".encode())  # 4 bytes a character
    assert_replies_belong_to_their_files(process)


def test_a_crash_says_so_and_costs_one_file(process: ParsingProcess) -> None:
    process.parse("a.html", PAGE)
    assert process._process is not None
    stopper = Timer(0.2, process._process.send_signal, [signal.SIGTERM])
    stopper.start()
    with pytest.raises(UnreadableError, match=r"^its parser crashed \(SIGTERM\)$"):
        process.parse("slow.md", SLOW)
    assert_replies_belong_to_their_files(process)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no timer signals")
@pytest.mark.parametrize("interruption", [KeyboardInterrupt, GeneratorExit])
def test_after_an_interruption_no_file_gets_the_reply_of_another(
    process: ParsingProcess, interruption: type[BaseException]
) -> None:
    def interrupt(*_: object) -> None:
        raise interruption

    process.parse("a.html", PAGE)
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(interruption):
            process.parse("slow.md", SLOW)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert_replies_belong_to_their_files(process)


def test_a_reply_to_another_request_is_refused(process: ParsingProcess) -> None:
    process.parse("a.html", PAGE)
    assert process._process is not None
    isolated._send(process._process, b'{"number": 0, "name": "a.md", "size": 5}\n', b"words")
    with pytest.raises(UnreadableError, match="another request"):
        process.parse("a.html", PAGE)
    assert_replies_belong_to_their_files(process)


def test_a_process_that_does_not_start_fails_the_build(
    process: ParsingProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(ConfigurationError, match="cannot be started"):
        process.parse("a.html", PAGE)
    monkeypatch.undo()
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "workbench.py").write_text("raise SystemExit(3)")
    with pytest.raises(ConfigurationError, match=r"cannot be started: exit code"):
        process.parse("a.html", PAGE)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="reads the environment from /proc")
def test_the_process_knows_no_keys(
    process: ParsingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    process.parse("a.html", PAGE)
    assert process._process is not None
    environment = Path(f"/proc/{process._process.pid}/environ").read_bytes()
    names = {entry.split(b"=")[0].decode() for entry in environment.split(b"\0") if entry}
    assert "PYTHONPATH" in names
    assert names <= {"PATH", "PYTHONPATH", "LANG", "LC_ALL", "TMPDIR", "HOME"}
    limits = Path(f"/proc/{process._process.pid}/limits").read_text()
    assert re.search(r"Max open files +64 +64 ", limits)
    assert not re.search(r"Max cpu time +unlimited", limits)


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
