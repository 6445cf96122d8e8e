"""``compare``: two stored runs, as text and as JSON."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command


def asked(command: Command, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The id of the run that a command made."""
    assert command(*arguments, "--json") == 0
    run_id: str = json.loads(capsys.readouterr().out)["id"]
    return run_id


def test_a_fork_is_compared_with_its_parent(
    command: Command, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    parent = asked(
        command, capsys, "ask", "Which databases were used in the projects?", "-w", "portfolio"
    )
    assert command("runs", "show", parent, "--json") == 0
    plan = json.loads(capsys.readouterr().out)["plan"]
    plan["limits"]["max_items"] = 3
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(plan))
    fork = asked(command, capsys, "fork", parent, "--stage", "plan", "--value", str(file))

    assert command("compare", parent, fork) == 0
    told = capsys.readouterr().out
    assert f"{fork} compared with {parent}" in told
    assert "edited plan $.limits.max_items: 10 -> 3" in told
    assert told.count("  - fact: ") == 7
    assert "+ fact: " not in told

    assert command("compare", parent, fork, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["runs"] == [parent, fork]
    assert [one["facts_shown"] for one in found["scores"]] == [10, 3]
    assert len(found["effects"][0]["lost"]) == 7


def test_what_is_not_the_same_in_unrelated_runs_was_not_edited(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = (
        asked(command, capsys, "ask", question, "-w", "portfolio")
        for question in ("Which databases were used?", "Достижения на проекте АЛОР")
    )
    assert command("compare", first, second) == 0
    told = capsys.readouterr().out
    assert "other question" in told and "edited" not in told


def test_one_run_or_an_unknown_one_is_wrong_input(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("compare", "a") == 2
    assert "two runs or more" in capsys.readouterr().err
    assert command("compare", "a", "b") == 2


def test_a_run_is_not_compared_with_itself(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    run = asked(command, capsys, "ask", "Which databases were used?", "-w", "portfolio")
    assert command("compare", run, run) == 2
    assert "named twice" in capsys.readouterr().err
