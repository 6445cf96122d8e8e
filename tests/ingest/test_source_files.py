"""The list of a workspace's files: what was read, what repeats another, what was not read."""

import os
from pathlib import Path

import pytest

from tests.ingest.test_catalogue import Library
from tests.support.pdf_file import pdf
from workbench.domain.documents import SourceFile
from workbench.ingest.catalogue import FILE
from workbench.ingest.source_files import source_files


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


def listed(library: Library) -> dict[str, SourceFile]:
    return {file.path: file for file in source_files(library.index)}


def test_there_is_nothing_to_list_before_the_index_is_built(library: Library) -> None:
    assert source_files(library.index) == ()


def test_files_have_title_passages_pages_and_language(library: Library) -> None:
    library.write(
        "north.md", "---\ntitle: North wing\nlanguage: en\n---\nThe north wing is cold.\n"
    )
    (library.root / "documents" / "map.pdf").write_bytes(pdf([["Halls and stairs."], ["Exits."]]))
    library.open()
    files = listed(library)
    assert (files["north.md"].title, files["north.md"].language) == ("North wing", "en")
    assert files["north.md"].state == "indexed"
    assert files["north.md"].passages == 1
    assert files["north.md"].pages is None
    assert (files["map.pdf"].kind, files["map.pdf"].pages) == ("pdf", 2)


def test_a_repetition_and_an_unread_file_are_named(library: Library) -> None:
    library.write("copy.md", (library.root / "documents" / "elm.md").read_text("utf-8"))
    library.write("broken.pdf", "not a PDF")
    library.open()
    files = listed(library)
    assert (files["elm.md"].state, files["elm.md"].duplicate_of) == ("duplicate", "copy.md")
    assert files["broken.pdf"].state == "unread"
    assert files["broken.pdf"].reason


def test_a_table_that_cannot_be_queried_is_named_with_its_file(library: Library) -> None:
    names = ",".join(f"c{number}" for number in range(501))
    library.write("wide.csv", f"{names}\n{names}\n")
    library.open()
    file = listed(library)["wide.csv"]
    assert file.state == "indexed"
    (left_out,) = file.left_out
    assert left_out.startswith("its table “wide.csv” cannot be queried (501 columns")


def test_the_list_follows_the_index(library: Library) -> None:
    library.open()
    assert "gate.md" not in listed(library)
    library.write("gate.md", "# Gate\n\nThe gate opens at nine.\n")
    library.open()
    assert listed(library)["gate.md"].title == "Gate"


def test_the_list_follows_the_index_also_if_the_clock_does_not(library: Library) -> None:
    library.open()
    listed(library)
    before = (library.index / FILE).stat()
    library.write("elm.md", "# Ash\n\nThe elm hall shows elm things.\n")
    library.open()
    os.utime(library.index / FILE, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (library.index / FILE).stat().st_size == before.st_size
    assert listed(library)["elm.md"].title == "Ash"
