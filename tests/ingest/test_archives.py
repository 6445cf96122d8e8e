"""The files of a zip archive: their names, and how often the archive is read."""

import os
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from workbench.ingest import documents
from workbench.ingest.documents import DocumentReader, find_files, read_document
from workbench.ingest.parsers import UnreadableError, archive


def pack(path: Path, *members: tuple[str, str]) -> None:
    with zipfile.ZipFile(path, "w") as file:
        for name, text in members:
            file.writestr(name, text)


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Отчёт за май.md".encode("cp866"), "Отчёт за май.md"),
        ("Отчёт.md".encode(), "Отчёт.md"),
        ("café.md".encode("cp437"), "café.md"),
        (b"guide\\hours.md", "guide/hours.md"),
    ],
)
def test_names_are_decoded_as_they_were_packed(raw: bytes, name: str) -> None:
    member = SimpleNamespace(filename=raw.decode("cp437"), flag_bits=0)
    assert archive.member_name(member) == name  # type: ignore[arg-type]
    member = SimpleNamespace(filename=name, flag_bits=0x800)
    assert archive.member_name(member) == name  # type: ignore[arg-type]


def test_a_file_with_a_russian_name_of_windows_is_read(tmp_path: Path) -> None:
    path = tmp_path / "docs.zip"
    pack(path, ("12345.md", "words"))
    path.write_bytes(path.read_bytes().replace(b"12345.md", "Отчёт.md".encode("cp866")))
    ((file,), failed) = find_files(tmp_path)
    assert (file.id, failed) == ("docs.zip/Отчёт.md", [])
    assert read_document(file).text == "words"


def test_a_name_with_backslashes_that_leads_out_is_refused(tmp_path: Path) -> None:
    pack(tmp_path / "docs.zip", (r"..\..\up.md", "words"), (r"guide\hours.md", "words"))
    found, failed = find_files(tmp_path)
    assert [file.id for file in found] == ["docs.zip/guide/hours.md"]
    assert [(file.path, file.reason) for file in failed] == [
        ("docs.zip/../../up.md", "its name leads out of the archive")
    ]


def test_a_name_that_is_unicode_without_the_flag_is_kept() -> None:
    member = SimpleNamespace(filename="Отчёт.md", flag_bits=0)
    assert archive.member_name(member) == "Отчёт.md"  # type: ignore[arg-type]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_files_with_one_name_one_is_read_and_the_others_are_listed(tmp_path: Path) -> None:
    members = [("b/c.md", "first"), ("b//c.md", "second"), ("a.md", "third"), ("a.md", "fourth")]
    pack(tmp_path / "docs.zip", *members)
    found, failed = find_files(tmp_path)
    assert [file.id for file in found] == ["docs.zip/a.md", "docs.zip/b/c.md"]
    assert [read_document(file).text for file in found] == ["fourth", "second"]
    reason = "another file of the archive has this name"
    assert [(file.path, file.reason) for file in failed] == [
        ("docs.zip/a.md", reason),
        ("docs.zip/b/c.md", reason),
    ]


def test_an_archive_is_opened_once_for_all_its_files_and_once_for_its_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []

    def counted(source: bytes | Path) -> zipfile.ZipFile:
        opened.append(source)
        return archive.open_archive(source)

    monkeypatch.setattr(documents, "open_archive", counted)
    path = tmp_path / "docs.zip"
    pack(path, *((f"{number}.md", f"words {number}") for number in range(20)))
    found, _ = find_files(tmp_path)
    assert find_files(tmp_path)[0] == found
    assert opened == [path]
    with DocumentReader() as reader:
        texts = {reader.content(file) for file in found}
    assert len(texts) == 20
    assert opened == [path, path]
    pack(path, ("new.md", "words"))
    os.utime(path, (1, 1))
    assert [file.id for file in find_files(tmp_path)[0]] == ["docs.zip/new.md"]


def test_an_archive_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "docs.zip")
    assert [file.reason for file in find_files(tmp_path)[1]] == ["not a regular file"]


def test_an_archive_replaced_since_it_was_listed_says_so(tmp_path: Path) -> None:
    pack(tmp_path / "docs.zip", ("a.md", "words"))
    ((file,), _) = find_files(tmp_path)
    pack(tmp_path / "docs.zip", ("b.md", "words"))
    with pytest.raises(UnreadableError, match=r"a\.md inside it cannot be read"):
        read_document(file)


def test_a_folder_that_cannot_be_read_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "closed").mkdir()
    (tmp_path / "open.md").write_text("words")
    scandir = os.scandir

    def guarded(place: str) -> object:  # permissions do not keep out an administrator
        if Path(place).name == "closed":
            raise PermissionError(13, "Permission denied", place)
        return scandir(place)

    monkeypatch.setattr(os, "scandir", guarded)
    found, failed = find_files(tmp_path)
    assert [file.id for file in found] == ["open.md"]
    assert [(file.path, file.reason) for file in failed] == [
        ("closed", "cannot be read: Permission denied")
    ]
