"""``prompts``: templates listed, shown, compared, saved, promoted and rolled back; ``changes``."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.support.museum_workspace import write_museum

NAME = "grounded.en.jinja"
HERE = ("-w", "museum")


@pytest.fixture
def shell(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Commands over the museum with a store of their own."""
    write_museum(tmp_path)
    monkeypatch.setenv("WORKBENCH_WORKSPACES", str(tmp_path))
    monkeypatch.setenv("WORKBENCH_DEFAULT", "museum")
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", f"sqlite:///{tmp_path / 'runs.sqlite'}")
    return command


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written = tmp_path / "mode.jinja"
    written.write_text("Mode: one sentence, with its marker.\n")
    return written


def test_a_version_goes_from_a_file_to_live_and_back(
    shell: Command, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    assert shell("prompts", "list", *HERE) == 0
    (line,) = (one for one in capsys.readouterr().out.splitlines() if NAME in one)
    assert line.split() == ["answer", NAME]

    assert shell("prompts", "save", NAME, str(file), *HERE) == 0
    assert capsys.readouterr().out == f"{NAME}: version 1, draft\n"
    assert shell("prompts", "diff", NAME, "0", "1", *HERE) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"--- {NAME}@0\n+++ {NAME}@1\n")
    assert "\n+Mode: one sentence, with its marker." in told

    assert shell("prompts", "promote", NAME, "1", *HERE, "--candidate") == 0
    assert shell("prompts", "promote", NAME, "1", *HERE) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{NAME}: version 1, live"
    assert shell("prompts", "show", NAME, *HERE) == 0
    assert capsys.readouterr().out == file.read_text()

    assert shell("prompts", "rollback", NAME, *HERE) == 0
    assert capsys.readouterr().out == f"{NAME}: version 0, live\n"
    assert shell("prompts", "list", *HERE, "--json") == 0
    listed = {one["kind"]["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert len(listed[NAME]["history"]["versions"]) == 1


def test_mistakes_of_a_saved_text_are_told_and_forbid_it_to_be_live(
    shell: Command, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    file.write_text("Mode: {{ mdoe }}\n")
    assert shell("prompts", "save", NAME, str(file), *HERE) == 1
    assert "line 1: " in capsys.readouterr().err
    assert shell("prompts", "promote", NAME, "1", *HERE) == 2


def test_unknown_templates_and_versions_are_refused(
    shell: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shell("prompts", "show", "no.jinja", *HERE) == 2
    assert shell("prompts", "show", NAME, *HERE, "--version", "7") == 2
    assert "has no version 7" in capsys.readouterr().err


def test_changes_name_their_author(
    shell: Command, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    assert shell("changes", *HERE) == 0
    assert "Nobody has changed" in capsys.readouterr().err
    shell("prompts", "save", NAME, str(file), *HERE)
    capsys.readouterr()
    assert shell("changes", *HERE) == 0
    line = capsys.readouterr().out.split()
    assert line[2:] == ["cli", "prompts", "saved", NAME, "version", "1"]
    assert shell("changes", *HERE, "--json") == 0
    (change,) = json.loads(capsys.readouterr().out)
    assert (change["author"], change["area"]) == ("cli", "prompts")
