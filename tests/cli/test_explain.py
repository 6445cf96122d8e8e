"""``explain``: facts left out in turn, and the stage to blame."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command

QUESTION = "What did he achieve on Harvest?"


def asked(command: Command, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The id of the run that a command made."""
    assert command(*arguments, "--json") == 0
    run_id: str = json.loads(capsys.readouterr().out)["id"]
    return run_id


def test_facts_are_left_out_in_turn_and_a_stage_is_blamed(
    command: Command, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    right = asked(command, capsys, "ask", QUESTION, "-w", "portfolio")
    assert command("explain", right, "--most", "2") == 0
    told = capsys.readouterr().out
    assert told.count("without: ") == 2
    assert told.count("  not stated any more: ") == 2

    assert command("explain", right, "--most", "1", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)["facts"]) == 1

    nothing = tmp_path / "entities.json"
    nothing.write_text("[]")
    wrong = asked(command, capsys, "fork", right, "--stage", "resolve", "--value", str(nothing))
    assert command("explain", wrong, "--against", right) == 0
    assert "to blame: resolve" in capsys.readouterr().out
