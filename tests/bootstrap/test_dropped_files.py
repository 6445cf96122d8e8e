"""Dropped files land in the documents folder and nowhere else; each refused one has its reason."""

from pathlib import Path

import pytest

from workbench import Workbench
from workbench.bootstrap import dropped_files
from workbench.bootstrap.adding import free_name
from workbench.bootstrap.dropped_files import place_of, write_accepted
from workbench.bootstrap.sync import SyncWorkbench
from workbench.bootstrap.values import FilesAdded, IngestStep
from workbench.errors import InputError
from workbench.settings import Settings

HOURS = b"# Hours\n\nThe reading room opens at nine and closes at six.\n"
LOANS = "# Выдача\n\nКниги выдаются на три недели.\n".encode()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("../outside.md", "drop_outside"),
        ("a/../../outside.md", "drop_outside"),
        ("..\\outside.md", "drop_outside"),
        ("/etc/passwd.md", "drop_outside"),
        ("C:\\boot.md", "drop_outside"),
        ("", "drop_outside"),
        (".hidden.md", "drop_hidden"),
        (".git/config.md", "drop_hidden"),
        ("CON.md", "drop_reserved"),
        ("a/nul", "drop_reserved"),
        ("trailing.md ", "drop_reserved"),
        ("new\nline.md", "drop_characters"),
        ("what?.md", "drop_characters"),
        (f"{'я' * 150}.md", "drop_long_name"),
        ("photo.heic", "drop_no_parser"),
    ],
)
def test_a_name_that_is_not_accepted_has_a_reason(name: str, code: str) -> None:
    with pytest.raises(InputError) as refused:
        place_of(name, 10)
    assert refused.value.code == f"bootstrap.{code}"


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(InputError, match="larger than 20 MB"):
        place_of("a.md", 20_000_001)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("hours.md", "hours.md"),
        ("rules/Часы работы.md", "rules/Часы работы.md"),
        ("rules\\hours.md", "rules/hours.md"),
        ("pack.ZIP", "pack.ZIP"),
        ("data.csv.gz", "data.csv.gz"),
        ("console.md", "console.md"),
    ],
)
def test_other_names_keep_their_place(name: str, place: str) -> None:
    assert place_of(name, 10) == place


def test_nothing_is_written_outside_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    files = {"../evil.md": b"x", "a": b"a file", "a/b.md": b"below a file", "ok/fine.md": HOURS}
    placed, refused = write_accepted(files, folder)
    assert placed == ["a", "ok/fine.md"]
    assert set(refused) == {"../evil.md", "a/b.md"}
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_too_many_files_are_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dropped_files, "MOST_FILES", 1)
    with pytest.raises(InputError, match="At most 1"):
        write_accepted({"a.md": b"", "b.md": b""}, tmp_path)
    assert not list(tmp_path.iterdir())


def test_an_id_is_made_of_the_title() -> None:
    assert free_name("City library, 2024", frozenset()) == "city-library-2024"
    assert free_name("2024", frozenset()) == "documents"
    taken = frozenset({"hours", "hours-2"})
    assert free_name("Hours!", taken) == "hours-3"
    assert free_name("Регламент", frozenset()).isascii()


@pytest.fixture
def bench(tmp_path: Path) -> SyncWorkbench:
    settings = Settings(_env_file=None, workbench_home=tmp_path / "home", database_url="sqlite://")
    return Workbench.open(settings).sync


def test_files_become_a_workspace_to_which_more_are_added(
    bench: SyncWorkbench, tmp_path: Path
) -> None:
    *steps, made = bench.new_workspace("Reading room", {"rules/hours.md": HOURS, "../x.md": b"x"})
    assert isinstance(made, FilesAdded)
    assert (made.workspace, made.added) == ("reading-room", ("rules/hours.md",))
    assert list(made.refused) == ["../x.md"]
    assert {one.stage for one in steps if isinstance(one, IngestStep)} >= {"copying", "documents"}
    assert "reading-room" in [one.id for one in bench.workspaces()]

    *_, more = bench.add_documents("reading-room", {"loans.md": LOANS, "rules/hours.md": HOURS})
    assert isinstance(more, FilesAdded)
    assert (more.added, more.replaced) == (("loans.md",), ("rules/hours.md",))
    assert [one.path for one in bench.documents("reading-room")] == ["loans.md", "rules/hours.md"]
    assert bench.try_search("на сколько выдаются книги", "reading-room").passages
    assert not list((tmp_path / "home" / "dropped").iterdir()), "the copies are deleted"


def test_a_sample_takes_no_files(bench: SyncWorkbench) -> None:
    assert not bench.takes_files("portfolio")
    with pytest.raises(InputError, match="sample"):
        list(bench.add_documents("portfolio", {"hours.md": HOURS}))


def test_without_an_accepted_file_there_is_no_workspace(bench: SyncWorkbench) -> None:
    *_, made = bench.new_workspace("Photos", {"photo.heic": b"x"})
    assert isinstance(made, FilesAdded)
    assert (made.workspace, list(made.refused)) == ("", ["photo.heic"])
    assert "photos" not in [one.id for one in bench.workspaces()]
