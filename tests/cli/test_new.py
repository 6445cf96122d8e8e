"""``new`` and ``ingest`` make a workspace of files and say what became of each."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command


@pytest.fixture(autouse=True)
def home(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for each test, so that the same names are free."""
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "lending.md").write_text("# Lending\n\nBooks are lent for three weeks.", "utf-8")
    (folder / "scan.jpg").write_bytes(b"\xff\xd8")
    return folder


def test_a_new_workspace_can_be_asked_at_once(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("new", "rules", "--from", str(folder)) == 0
    printed = capsys.readouterr()
    assert "rules: 1 document indexed" in printed.out
    assert "1 file not read" in printed.out
    assert "scan.jpg: no parser reads .jpg files" in printed.err
    assert ".pdf" in printed.err, "what is read instead"
    assert command("ask", "How long are books lent?", "-w", "rules") == 0
    assert "three weeks" in capsys.readouterr().out
    assert command("workspaces") == 0
    assert "1 document, 1 file not read" in capsys.readouterr().out


def test_a_folder_without_a_readable_file_is_a_failure(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7")
    assert command("new", "rules", "--from", str(tmp_path / "broken.pdf")) == 1
    assert "rules has no readable documents" in capsys.readouterr().err
    command("workspaces")
    assert "0 documents, 1 file not read" in capsys.readouterr().out


def test_an_empty_workspace_says_how_to_fill_it(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("new", "rules", "--title", "House rules") == 0
    assert "workbench ingest PATH -w rules" in capsys.readouterr().out
    assert command("ask", "How long are books lent?", "-w", "rules") == 2
    printed = capsys.readouterr().err
    assert "has neither documents nor a graph" in printed
    assert "workbench ingest PATH -w rules" in printed
    assert command("workspaces") == 0
    assert "House rules: 0 nodes, 0 edges, 0 documents" in capsys.readouterr().out


def test_files_that_are_ingested_are_indexed_and_a_bad_one_fails_the_command(
    command: Command, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command("new", "rules", "--from", str(folder))
    (tmp_path / "fees.csv").write_text("item,fee\nbook,20 cents\n", "utf-8")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7")
    capsys.readouterr()
    assert command("ingest", str(tmp_path / "fees.csv"), "-w", "rules") == 0
    assert "1 files added, 0 replaced" in capsys.readouterr().err
    assert command("ingest", str(tmp_path / "broken.pdf"), "-w", "rules") == 1
    printed = capsys.readouterr()
    assert "broken.pdf: a damaged PDF" in printed.err
    assert "rules: 2 documents indexed" in printed.out


def test_wrong_input_says_what_to_do(
    command: Command, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("new", "My Rules") == 2
    assert "lower-case letters" in capsys.readouterr().err
    assert command("new", "rules", "--from", "nowhere") == 2
    assert "nowhere does not exist" in capsys.readouterr().err
    assert command("ingest", "nowhere", "-w", "portfolio") == 2
    assert command("ingest", "nowhere", "-w", "rulez") == 2
    assert not (home / "workspaces" / "rules").exists()
