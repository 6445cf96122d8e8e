"""The catalogue says what became of each file, and a build goes on where a killed one stopped."""

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.museum_workspace import EDGES, write_museum
from workbench.bootstrap.opened_workspace import summarize
from workbench.domain.evidence import Evidence
from workbench.errors import StoreError
from workbench.ingest import parsed_files
from workbench.ingest.catalogue import FILE, Catalogue, FileRecord
from workbench.ingest.documents import parse_document
from workbench.ingest.index_spec import OpenedIndex
from workbench.ingest.lock import write_lock
from workbench.ingest.open_index import count_files, open_index, verify_index
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace, open_workspace

HALLS = ("amber", "birch", "copper", "dune", "elm", "flint")
FOOTER = "Museum guide, printed for visitors, page {}\n"


class Library:
    """A workspace whose documents change, with its home."""

    def __init__(self, parent: Path, **changes: Any) -> None:
        self.root = write_museum(parent, **changes)
        self.settings = Settings(workbench_home=parent / "home")
        self.index = parent / "home" / "indexes" / "museum"
        for name in HALLS:
            self.write(f"{name}.md", f"# {name.title()}\n\nThe {name} hall shows {name} things.\n")

    @property
    def workspace(self) -> Workspace:
        return open_workspace(self.root, TOOL_SPECS)

    def write(self, name: str, text: str) -> None:
        (self.root / "documents").mkdir(exist_ok=True)
        (self.root / "documents" / name).write_text(text, "utf-8")

    def open(self, *, retry: bool = False) -> OpenedIndex:
        return asyncio.run(open_index(self.workspace, self.settings, retry=retry))

    def files(self) -> dict[str, FileRecord]:
        return Catalogue(self.index).files()

    def verify(self) -> tuple[str, ...]:
        return verify_index(self.workspace, self.settings)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the files that are parsed from now on."""
    paths: list[str] = []

    def parse(path: str, content: bytes) -> object:
        paths.append(path)
        return parse_document(path, content)

    monkeypatch.setattr(parsed_files, "parse_document", parse)
    return paths


def source_of(evidence: Evidence) -> str:
    assert evidence.span is not None
    return evidence.span.document_id


def test_each_file_has_a_record(library: Library) -> None:
    library.write("broken.md", "---\ntitle: [\n---\ntext")
    library.write("photo.jpg", "no photo")
    pages = (f"The {name} hall is new.\n\n{FOOTER.format(n)}\n" for n, name in enumerate(HALLS))
    library.write("guide.txt", "\n".join(pages))
    chrome = "<nav>Home, tickets, contact</nav><footer>All rights reserved</footer>"
    text = "<p>The garden hall is open from nine to five on every day but Monday.</p>"
    library.write("page.html", f"<html><body>{chrome}{text}</body></html>")
    library.open()
    files = library.files()

    assert files["page.html"].chrome == len("Home, tickets, contact") + len("All rights reserved")
    amber, broken, photo, guide = (
        files[name] for name in ("amber.md", "broken.md", "photo.jpg", "guide.txt")
    )
    assert (amber.stage, amber.parser, amber.chunks, amber.attempts) == (
        "indexed",
        "markdown",
        1,
        1,
    )
    assert amber.reason == ""
    assert amber.seconds > 0
    assert (broken.stage, broken.parser, broken.stored) == ("read", "markdown", "")
    assert "YAML" in broken.reason
    assert (photo.stage, photo.parser, photo.fingerprint) == ("found", "", None)
    assert "no parser reads .jpg files" in photo.reason
    assert guide.boilerplate == len(HALLS)


def test_a_file_with_the_same_content_is_not_parsed_again(
    library: Library, parsed: list[str]
) -> None:
    library.write("broken.md", "---\ntitle: [\n---\ntext")
    library.open()
    before = library.files()
    parsed.clear()
    for path in (library.root / "documents").iterdir():
        path.write_bytes(path.read_bytes())
        path.touch()
    library.write("new.md", "A new hall.")
    library.open()
    assert parsed == ["new.md"]
    after = library.files()
    assert {**before, "new.md": after["new.md"]}.keys() == after.keys()
    assert all(
        replace(after[name], fingerprint=one.fingerprint) == one for name, one in before.items()
    )


def test_a_killed_build_is_continued(library: Library, parsed: list[str]) -> None:
    script = (
        "import asyncio, os, sys, pathlib, signal\n"
        "from workbench.ingest import read_files\n"
        "from workbench.ingest.open_index import open_index\n"
        "from workbench.settings import Settings\n"
        "from workbench.tools.registry import TOOL_SPECS\n"
        "from workbench.workspace import open_workspace\n"
        "root, home = sys.argv[1:]\n"
        "read_files.SAVE_AFTER_S = 0\n"
        "kill = lambda stage, done, total: done == 4 and os.kill(os.getpid(), signal.SIGKILL)\n"
        "settings = Settings(workbench_home=pathlib.Path(home))\n"
        "asyncio.run(open_index(open_workspace(root, TOOL_SPECS), settings, kill))\n"
    )
    command = [
        sys.executable,
        "-c",
        script,
        str(library.root),
        str(library.settings.workbench_home),
    ]
    assert subprocess.run(command, capture_output=True, check=False).returncode == -9
    assert [file.stage for file in library.files().values()] == ["parsed"] * 4
    assert count_files(library.workspace, library.settings).is_indexed is False

    assert set(library.open().documents) == {f"{name}.md" for name in HALLS}
    assert parsed == ["elm.md", "flint.md"]
    assert {file.stage for file in library.files().values()} == {"indexed"}
    assert library.verify() == ()


def test_a_state_that_is_up_to_date_is_opened_while_another_build_runs(library: Library) -> None:
    async def open_beside_a_build() -> OpenedIndex:
        async with write_lock(library.index, wait_s=0, on_wait=lambda: None):
            Catalogue(library.index).begin()
            return await open_index(library.workspace, library.settings, wait_s=0)

    library.open()
    assert not asyncio.run(open_beside_a_build()).built
    library.write("garnet.md", "# Garnet\n\nThe garnet hall shows garnet things.\n")
    with pytest.raises(StoreError, match="Another process"):
        asyncio.run(open_beside_a_build())
    assert library.open().built


def test_failed_files_are_read_again_on_request(library: Library, parsed: list[str]) -> None:
    library.write("broken.md", "---\ntitle: [\n---\ntext")
    library.open()
    parsed.clear()
    assert not library.open().built
    assert library.open(retry=True).built
    assert parsed == ["broken.md"]
    assert library.files()["broken.md"].attempts == 2
    assert library.verify() == ()


def test_of_files_with_the_same_text_one_is_searched(library: Library) -> None:
    library.write("copy.md", (library.root / "documents" / "amber.md").read_text("utf-8"))
    opened = library.open()
    assert "copy.md" in opened.documents
    assert library.files()["copy.md"].duplicate_of == "amber.md"
    found = asyncio.run(opened.retriever.search_with_report("amber things")).passages
    assert [source_of(one) for one in found if "amber" in (one.text or "")] == ["amber.md"]
    assert library.verify() == ()

    (library.root / "documents" / "amber.md").unlink()
    opened = library.open()
    assert library.files()["copy.md"].duplicate_of == ""
    found = asyncio.run(opened.retriever.search_with_report("amber things")).passages
    assert source_of(found[0]) == "copy.md"
    assert library.verify() == ()


def test_a_file_that_is_gone_has_no_record(library: Library) -> None:
    library.open()
    (library.root / "documents" / "elm.md").unlink()
    library.open()
    assert "elm.md" not in library.files()
    assert Catalogue(library.index).parsed().keys() == {
        (name, file.stored) for name, file in library.files().items()
    }


def test_a_home_of_an_earlier_release_is_indexed_again(library: Library) -> None:
    library.open()
    (library.index / FILE).unlink()
    (library.index / "catalogue.json").write_text("{}", "utf-8")
    opened = library.open()
    assert opened.built
    assert not (library.index / "catalogue.json").exists()
    assert library.verify() == ()


def test_a_damaged_catalogue_is_an_error_that_reindexing_mends(library: Library) -> None:
    library.open()
    file = library.index / FILE
    content = bytearray(file.read_bytes())
    content[100:] = b"\xff" * (len(content) - 100)
    file.write_bytes(content)
    with pytest.raises(StoreError, match="museum") as error:
        library.open()
    assert "workbench reindex -w museum" in error.value.hint
    assert not error.value.retryable
    summary = summarize("museum", library.root, library.settings, None)
    assert "museum" in (summary.error or ""), "the other workspaces are still listed"
    asyncio.run(open_index(library.workspace, library.settings, rebuild=True))
    assert library.verify() == ()


def test_a_quote_of_the_graph_that_is_not_at_its_offset_is_a_problem(tmp_path: Path) -> None:
    quoted = EDGES[0] | {"evidence": {"document": "amber.md", "quote": "The amber hall"}}
    library = Library(tmp_path, edges=[quoted, *EDGES[1:]])
    library.open()
    assert library.verify() == ()
    with closing(sqlite3.connect(library.index / FILE)) as connection, connection:
        (quotes,) = connection.execute("SELECT quotes FROM state").fetchone()
        (quote,) = json.loads(quotes)
        quote["span"] = {"start": 0, "end": 3}
        connection.execute("UPDATE state SET quotes = ?", (json.dumps([quote]),))
    (problem,) = library.verify()
    assert "amber.md: a quote of the graph is not at its offset" in problem
