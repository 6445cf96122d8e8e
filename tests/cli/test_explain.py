"""``explain``: facts left out in turn, and the stage to blame."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.modelserver.server import ModelServer
from tests.support.portfolio_model import QUESTION as PORTFOLIO_QUESTION
from tests.support.portfolio_model import portfolio_model

GOLDEN_QUESTION = "Достижения на проекте АЛОР"
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
    assert told.count("  not stated any more: the same words") == 2

    assert command("explain", right, "--most", "1", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)["facts"]) == 1

    nothing = tmp_path / "entities.json"
    nothing.write_text("[]")
    wrong = asked(command, capsys, "fork", right, "--stage", "resolve", "--value", str(nothing))
    assert command("explain", wrong, "--against", right) == 0
    assert "to blame: resolve" in capsys.readouterr().out


def test_a_golden_case_finds_the_stage_to_blame(
    command: Command, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    right = asked(command, capsys, "ask", GOLDEN_QUESTION, "-w", "portfolio")
    assert command("explain", right, "--case", "accept-alor-achievements") == 0
    assert "nothing to blame: the answer is right already" in capsys.readouterr().out
    answer = tmp_path / "answer.txt"
    answer.write_text("Дмитрий получил премию.")
    wrong = asked(command, capsys, "fork", right, "--stage", "write", "--value", str(answer))
    assert command("explain", wrong, "--case", "accept-alor-achievements") == 0
    assert "to blame: write" in capsys.readouterr().out


def test_plans_made_again_are_counted(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    run = asked(command, capsys, "ask", QUESTION, "-w", "portfolio")
    assert command("explain", run, "--stability", "3") == 0
    told = capsys.readouterr()
    assert told.out == "offline: 3 of 3 plans are the same\n"
    assert told.err == "No model is called.\n"


def test_calls_of_a_model_are_priced_and_need_consent(
    command: Command,
    capsys: pytest.CaptureFixture[str],
    models: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    models.choose(portfolio_model)
    monkeypatch.setenv("PLANNER_MODEL", "openai:gpt-4o")
    run = asked(command, capsys, "ask", PORTFOLIO_QUESTION, "-w", "portfolio")
    before = len(models.requests)
    assert command("explain", run, "--stability", "4") == 2
    assert "openai:gpt-4o: 4 calls, about " in capsys.readouterr().err
    assert len(models.requests) == before
    assert command("explain", run, "--stability", "2", "--yes") == 0
    assert "openai:gpt-4o: 2 of 2 plans are the same" in capsys.readouterr().out
    assert len(models.requests) > before
