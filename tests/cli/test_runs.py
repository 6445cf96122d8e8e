"""``runs``: a record that cannot be read spoils neither the list nor the other runs."""

import json
import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.support.stored_runs import id_of, insert_run, write_database

RELEASE = "170e391"


@pytest.fixture
def shell(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Commands over a store with a good run and one of an unknown status."""
    file = write_database(RELEASE, tmp_path / "runs.sqlite", "graph-ru")
    insert_run(file, RELEASE, "graph-en", status="paused")
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path))
    return command


def test_a_damaged_run_is_listed_as_damaged(
    shell: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shell("runs", "list") == 0
    states = {line.split()[0]: line.split()[3] for line in capsys.readouterr().out.splitlines()}
    assert states == {id_of(RELEASE, "graph-ru"): "done", id_of(RELEASE, "graph-en"): "damaged"}

    assert shell("runs", "list", "--json") == 0
    listed = {one["id"]: one["status"] for one in json.loads(capsys.readouterr().out)}
    assert listed == states


def test_a_damaged_run_is_told_as_damaged(
    shell: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shell("runs", "show", id_of(RELEASE, "graph-en")) == 3
    told = capsys.readouterr().err
    assert "is damaged: status" in told
    assert "Delete the run" in told

    assert shell("runs", "show", id_of(RELEASE, "graph-ru")) == 0
    assert "АЛОР" in capsys.readouterr().out


def test_an_unknown_workspace_is_wrong_input(
    shell: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shell("runs", "list", "-w", "nosuch") == 2
    assert "Workspace “nosuch” does not exist." in capsys.readouterr().err

    assert shell("runs", "list", "--text", "no such words") == 0
    assert capsys.readouterr().err == "No runs match.\n"


def test_runs_of_a_deleted_workspace_are_listed(
    shell: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(tmp_path / "runs.sqlite") as store:
        store.execute("UPDATE runs SET workspace = 'deleted'")
    store.close()

    assert shell("runs", "list", "-w", "deleted") == 0
    assert id_of(RELEASE, "graph-ru") in capsys.readouterr().out
    assert shell("runs", "list", "-w", "deleted", "--text", "no such words") == 0
    assert capsys.readouterr().err == "No runs match.\n"


def test_a_run_is_tagged_rated_and_annotated(
    shell: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    run = id_of(RELEASE, "graph-ru")
    assert shell("runs", "tag", run, "regression", " two  words ", "regression") == 0
    assert capsys.readouterr().out == "regression, two words\n"
    assert shell("runs", "tag", run, "regression", "--remove") == 0
    assert capsys.readouterr().out == "two words\n"
    assert shell("runs", "rate", run, "4") == 0
    assert shell("runs", "note", run, "The excess is missing.") == 0
    assert capsys.readouterr().out == "4\nThe excess is missing.\n"

    assert shell("runs", "list", "--tag", "two words", "--rating", "4", "--json") == 0
    (line,) = json.loads(capsys.readouterr().out)
    noted = (line["id"], line["tags"], line["rating"], line["note"])
    assert noted == (run, ["two words"], 4, "The excess is missing.")
    assert shell("runs", "list", "--rating", "5") == 0
    assert capsys.readouterr().err == "No runs match.\n"


def test_annotations_out_of_their_limits_are_refused(
    shell: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    run = id_of(RELEASE, "graph-ru")
    assert shell("runs", "rate", run, "6") == 2
    assert "0 removes the rating" in capsys.readouterr().err
    assert shell("runs", "tag", run, "x" * 41) == 2
    assert shell("runs", "note", run, "x" * 4001) == 2
    assert shell("runs", "rate", "nosuch", "3") == 2
    assert "“nosuch” does not exist" in capsys.readouterr().err


def test_a_few_characters_delete_no_run(shell: Command, capsys: pytest.CaptureFixture[str]) -> None:
    run = id_of(RELEASE, "graph-ru")
    assert shell("runs", "delete", run[:5]) == 2
    assert "too short" in capsys.readouterr().err
    assert shell("runs", "tag", run, "kept") == 0
