"""A folder of files becomes a workspace that can be asked."""

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from workbench import Workbench
from workbench.bootstrap import bundled_files, new_workspace
from workbench.bootstrap.calibrations import Refit, calibration_of, keep_refit
from workbench.bootstrap.new_workspace import add_files, create_workspace
from workbench.bootstrap.opened_workspace import update_index
from workbench.domain.documents import Document
from workbench.errors import InputError, StoreError
from workbench.ingest.documents import FoundFile, read_document
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


def ask(settings: Settings, question: str, workspace: str = "library") -> str:
    run = asyncio.run(Workbench.open(settings).ask(question, workspace=workspace))
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


def test_the_languages_of_the_documents_come_first(settings: Settings, library: Path) -> None:
    create_workspace("rules", settings, library / "rules")
    workspace = Workbench.open(settings).workspace("rules")
    assert workspace.spec.languages == ("ru", "en")


def test_a_question_is_answered_in_its_language_over_documents_in_another(
    settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "fees.csv").write_text("Item,City,Fee\nbook,Oslo,2\nmap,Rome,3\n", "utf-8")
    create_workspace("fees", settings, tmp_path / "fees.csv")
    assert "Число строк, где City = Oslo" in ask(settings, "Сколько строк в Осло?", "fees")
    assert "Number of rows where City = Oslo" in ask(settings, "How many rows in Oslo?", "fees")


@pytest.mark.parametrize(
    ("text", "language"),
    [("The excess is $100.", "en"), ("item,fee\nbook,2\n", "en"), ("Франшиза: 100 ₽.", "ru")],
)
def test_a_few_words_are_enough_to_tell_the_language(
    settings: Settings, tmp_path: Path, text: str, language: str
) -> None:
    (tmp_path / "note.txt").write_text(text, "utf-8")
    create_workspace("notes", settings, tmp_path / "note.txt")
    assert Workbench.open(settings).workspace("notes").spec.languages[0] == language


def test_without_documents_the_languages_are_left_to_the_default(settings: Settings) -> None:
    folder = create_workspace("empty", settings)
    assert "languages" not in (folder / "workspace.yaml").read_text("utf-8")
    assert set(Workbench.open(settings).workspace("empty").spec.languages) == {"en", "ru"}


def test_hidden_and_unread_files_and_links_are_not_copied(
    settings: Settings, library: Path
) -> None:
    folder = create_workspace("library", settings, library)
    copied = {path.name for path in (folder / "documents").rglob("*") if path.is_file()}
    assert copied == {"hours.md", "map room.html"}


def test_files_are_added_and_replaced(settings: Settings, library: Path, tmp_path: Path) -> None:
    create_workspace("library", settings, library)
    (tmp_path / "fees.csv").write_text("item,fee a day\nbook,20 cents\nmap,1 euro\n", "utf-8")
    (library / "map room.html").write_text(PAGE.replace("east", "north"), "utf-8")
    copied = add_files("library", settings, [tmp_path / "fees.csv", library / "map room.html"])
    assert (copied.added, copied.replaced) == (("fees.csv",), ("map room.html",))
    index = asyncio.run(update_index("library", settings))
    assert set(index.documents) == {"fees.csv", "map room.html", "rules/hours.md"}
    assert index.failures == ()
    assert "north wing" in ask(settings, "Where is the map room?")


@pytest.mark.parametrize("name", ["Library", "1st", "a", "my library", "../up", "a" * 60])
def test_a_name_that_is_no_id_is_refused(settings: Settings, name: str) -> None:
    with pytest.raises(InputError, match="cannot be the name"):
        create_workspace(name, settings)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("Crew_Handbook", "crew-handbook"),
        ("Моя библиотека", "moya-biblioteka"),
        ("1", "team-handbook"),
    ],
)
def test_a_refused_name_gets_the_nearest_that_may_be_used(
    settings: Settings, name: str, nearest: str
) -> None:
    with pytest.raises(InputError) as raised:
        create_workspace(name, settings)
    assert nearest in str(raised.value.hint)


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


@pytest.fixture
def two_folders(tmp_path: Path) -> tuple[Path, Path]:
    folders = (tmp_path / "a", tmp_path / "b")
    for folder in folders:
        folder.mkdir()
        (folder / "readme.md").write_text(f"# {folder.name}\n\n{HOURS}", "utf-8")
    return folders


def documents(settings: Settings) -> Path:
    return settings.workbench_home / "workspaces" / "library" / "documents"


def test_files_of_one_name_from_two_folders_are_refused_with_both_paths(
    settings: Settings, two_folders: tuple[Path, Path]
) -> None:
    create_workspace("library", settings)
    with pytest.raises(InputError, match=r"readme\.md") as raised:
        add_files("library", settings, two_folders)
    for folder in two_folders:
        assert str(folder / "readme.md") in raised.value.message
    assert not list(documents(settings).iterdir())


def test_a_file_given_twice_is_copied_once(
    settings: Settings, two_folders: tuple[Path, Path]
) -> None:
    create_workspace("library", settings)
    first = two_folders[0]
    copied = add_files("library", settings, [first, first / "readme.md"])
    assert (copied.added, copied.replaced) == (("readme.md",), ())


@pytest.mark.parametrize(
    ("folder", "title"),
    [
        ("pottery/docs", "pottery"),
        ("Хор/Документы", "Хор"),
        ("data/files", "manual"),
        ("docs/kilns", "kilns"),
    ],
)
def test_a_folder_whose_name_says_nothing_is_titled_by_the_one_around_it(
    tmp_path: Path, settings: Settings, folder: str, title: str
) -> None:
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "kilns.md").write_text("# Kilns\n\nThe large kiln is gas.", "utf-8")
    create_workspace("manual", settings, tmp_path / folder)
    (made,) = [one for one in Workbench.open(settings).workspaces() if one.id == "manual"]
    assert made.title == title


def test_the_title_is_the_whole_name_of_a_folder_and_the_stem_of_a_file(
    settings: Settings, tmp_path: Path
) -> None:
    manual = tmp_path / "Manual v1.2"
    manual.mkdir()
    (manual / "Fees 2.0.md").write_text(HOURS, "utf-8")
    create_workspace("manual", settings, manual)
    create_workspace("fees", settings, manual / "Fees 2.0.md")
    titles = {one.id: one.title for one in Workbench.open(settings).workspaces()}
    assert (titles["manual"], titles["fees"]) == ("Manual v1.2", "Fees 2.0")


def test_no_files_are_added_to_a_sample_of_the_installation(
    settings: Settings, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundled = tmp_path / "installed"
    sample = bundled / "sample"
    sample.mkdir(parents=True)
    (sample / "workspace.yaml").write_text("{id: sample, title: Sample}", "utf-8")
    monkeypatch.setattr(bundled_files, "bundled_workspaces", lambda: bundled)
    with pytest.raises(InputError, match="sample") as raised:
        add_files("sample", settings, [library])
    assert "workbench new NAME --from FOLDER" in raised.value.hint
    assert not (sample / "documents").exists()


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_a_name_that_something_else_has_taken_is_refused(
    settings: Settings, library: Path, kind: str
) -> None:
    taken = settings.workbench_home / "workspaces" / "library"
    taken.parent.mkdir(parents=True)
    if kind == "folder":
        taken.mkdir()
        (taken / "notes.txt").touch()
    else:
        taken.touch()
    with pytest.raises(InputError, match="is not a workspace"):
        create_workspace("library", settings, library)
    assert [one.name for one in taken.parent.iterdir()] == ["library"]


def test_a_file_where_a_folder_is_needed_is_a_store_error(
    settings: Settings, library: Path
) -> None:
    settings.workbench_home.mkdir()
    (settings.workbench_home / "workspaces").touch()
    with pytest.raises(StoreError, match="workspaces"):
        create_workspace("library", settings, library)


def test_a_folder_where_a_document_belongs_is_a_store_error(
    settings: Settings, two_folders: tuple[Path, Path]
) -> None:
    create_workspace("library", settings)
    (documents(settings) / "readme.md").mkdir()
    with pytest.raises(StoreError, match=r"readme\.md"):
        add_files("library", settings, two_folders[:1])
    assert [one.name for one in documents(settings).iterdir()] == ["readme.md"], "no partial file"


def test_a_name_of_the_greatest_length_is_copied(settings: Settings, tmp_path: Path) -> None:
    name = "n" * 252 + ".md"
    (tmp_path / name).write_text(HOURS, "utf-8")
    create_workspace("library", settings, tmp_path / name)
    assert "три недели" in ask(settings, "На сколько выдаются книги?")


def test_nothing_is_written_through_a_linked_folder(
    settings: Settings, library: Path, tmp_path: Path
) -> None:
    create_workspace("library", settings)
    outside = tmp_path / "outside"
    outside.mkdir()
    (documents(settings) / "rules").symlink_to(outside)
    with pytest.raises(InputError, match="is a link to another folder"):
        add_files("library", settings, [library])
    assert not list(outside.iterdir())
    assert [one.name for one in documents(settings).iterdir()] == ["rules"]


def test_a_hidden_or_irregular_source_is_refused(settings: Settings, tmp_path: Path) -> None:
    create_workspace("library", settings)
    (tmp_path / ".env").write_text("KEY=1", "utf-8")
    with pytest.raises(InputError, match="hidden file"):
        add_files("library", settings, [tmp_path / ".env"])
    os.mkfifo(tmp_path / "pipe.md")
    with pytest.raises(InputError, match="neither a regular file nor a folder"):
        add_files("library", settings, [tmp_path / "pipe.md"])


def test_only_as_many_documents_are_read_as_the_languages_need(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = tmp_path / "pages"
    for language, text in (
        ("en", "The room is open and it is in the east wing.\n\n"),
        ("ru", HOURS),
    ):
        (pages / language).mkdir(parents=True)
        for number in range(30):
            (pages / language / f"{number:02}.md").write_text(text * 20, "utf-8")
    read: list[str] = []

    def recorded(file: FoundFile) -> Document:
        read.append(file.id)
        return read_document(file)

    monkeypatch.setattr(new_workspace, "read_document", recorded)
    assert set(new_workspace.document_languages(pages)) == {"ru", "en"}
    assert len(read) == 15


def test_a_new_workspace_does_not_inherit_the_calibration_of_a_deleted_one(
    settings: Settings, library: Path
) -> None:
    refit = Refit(scale=2.0, offset=0.5, labels=60, error_before=0.2, error_after=0.1)
    folder = create_workspace("library", settings, library)
    keep_refit(refit, settings.workbench_home, "library")
    assert calibration_of(settings.workbench_home, "library").scale == 2.0

    shutil.rmtree(folder)
    create_workspace("library", settings, library)

    assert calibration_of(settings.workbench_home, "library").scale == 1.0
