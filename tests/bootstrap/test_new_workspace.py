"""A folder of files becomes a workspace that can be asked."""

import asyncio
from pathlib import Path

import pytest

from workbench import Workbench
from workbench.bootstrap.new_workspace import add_files, create_workspace
from workbench.bootstrap.opened_workspace import update_index
from workbench.errors import InputError
from workbench.settings import Settings

HOURS = """# Часы работы

Читальный зал открыт с девяти до восемнадцати часов, кроме воскресенья.

## Выдача на дом

Книги выдаются на три недели. Продлить срок можно два раза.
"""
PAGE = "<html><head><title>Map room</title></head><body><p>The map room is in the east wing, and \
it is open on Fridays only.</p></body></html>"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(_env_file=None, workbench_home=tmp_path / "home")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "City library"
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "hours.md").write_text(HOURS, "utf-8")
    (folder / "map room.html").write_text(PAGE, "utf-8")
    (folder / "photo.jpg").write_bytes(b"\xff\xd8")
    (folder / ".cache").mkdir()
    (folder / ".cache" / "x.md").write_text("hidden", "utf-8")
    (folder / "outside.md").symlink_to("/etc/hostname")
    return folder


def ask(settings: Settings, question: str) -> str:
    run = asyncio.run(Workbench.open(settings).ask(question, workspace="library"))
    assert run.answer is not None
    return run.answer.text


def test_questions_are_answered_from_the_files_without_editing_anything(
    settings: Settings, library: Path
) -> None:
    folder = create_workspace("library", settings, library)
    assert folder == settings.workbench_home / "workspaces" / "library"
    assert "три недели" in ask(settings, "На сколько выдаются книги?")
    assert "east wing" in ask(settings, "Where is the map room?")
    (summary,) = [one for one in Workbench.open(settings).workspaces() if one.id == "library"]
    assert (summary.title, summary.error) == ("City library", None)
    assert set(summary.languages) == {"ru", "en"}


def test_the_languages_are_those_of_the_documents(settings: Settings, library: Path) -> None:
    create_workspace("rules", settings, library / "rules")
    workspace = Workbench.open(settings).workspace("rules")
    assert workspace.spec.languages == ("ru",)


def test_hidden_files_and_links_are_not_copied(settings: Settings, library: Path) -> None:
    folder = create_workspace("library", settings, library)
    copied = {path.name for path in (folder / "documents").rglob("*") if path.is_file()}
    assert copied == {"hours.md", "map room.html", "photo.jpg"}


def test_files_are_added_and_replaced(settings: Settings, library: Path, tmp_path: Path) -> None:
    create_workspace("library", settings, library)
    (tmp_path / "fees.csv").write_text("item,fee a day\nbook,20 cents\nmap,1 euro\n", "utf-8")
    (library / "map room.html").write_text(PAGE.replace("east", "north"), "utf-8")
    copied = add_files("library", settings, [tmp_path / "fees.csv", library / "map room.html"])
    assert (copied.added, copied.replaced) == (("fees.csv",), ("map room.html",))
    index = asyncio.run(update_index("library", settings))
    assert set(index.documents) == {"fees.csv", "map room.html", "rules/hours.md"}
    assert {file.path for file in index.failures} == {"photo.jpg"}
    assert "north wing" in ask(settings, "Where is the map room?")


@pytest.mark.parametrize("name", ["Library", "1st", "a", "my library", "../up", "a" * 60])
def test_a_name_that_is_no_id_is_refused(settings: Settings, name: str) -> None:
    with pytest.raises(InputError, match="cannot be the name"):
        create_workspace(name, settings)


def test_a_name_that_is_taken_is_refused_and_nothing_is_changed(
    settings: Settings, library: Path
) -> None:
    create_workspace("library", settings, library)
    with pytest.raises(InputError, match="already exists") as raised:
        create_workspace("library", settings)
    assert "workbench ingest" in str(raised.value.hint)
    assert "три недели" in ask(settings, "На сколько выдаются книги?")


def test_a_source_that_does_not_exist_leaves_nothing_behind(
    settings: Settings, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="does not exist"):
        create_workspace("library", settings, tmp_path / "nowhere")
    folder = settings.workbench_home / "workspaces"
    assert not folder.exists() or not list(folder.iterdir())
    with pytest.raises(InputError, match="does not exist"):
        add_files("library", settings, [tmp_path])
