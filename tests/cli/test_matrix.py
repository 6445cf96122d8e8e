"""``matrix``: the number of runs and the price first, then a line for each cell."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.modelserver.server import ModelServer
from tests.support.portfolio_model import QUESTION, portfolio_model


def test_questions_run_in_every_way(
    command: Command, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table, questions = tmp_path / "cells.csv", tmp_path / "questions.txt"
    questions.write_text(f"{QUESTION}\n\n{QUESTION}\n", "utf-8")
    given = ("Which databases were used?", "--questions", str(questions), "--csv", str(table))
    assert command("matrix", *given, "-w", "portfolio", "--set", "format=json,bullets") == 0
    told = capsys.readouterr()
    assert told.err.splitlines()[:2] == ["4 runs", "No model is called."]
    assert told.out.count("  json     ") == 2 and told.out.count("  bullets  ") == 2
    assert told.out.count("answered") == 4
    assert len(table.read_text("utf-8-sig").splitlines()) == 5


def test_calls_of_a_model_are_priced_and_need_consent(
    command: Command, capsys: pytest.CaptureFixture[str], models: ModelServer
) -> None:
    models.choose(portfolio_model)
    asked = ("matrix", QUESTION, "-w", "portfolio", "--model", "offline")
    with_model = (*asked, "--model", "openai:gpt-4o")
    assert command(*with_model) == 2
    told = capsys.readouterr().err
    assert "2 runs" in told and "openai:gpt-4o: 2 calls, about " in told
    assert "at most $0.0" in told and "not confirmed" in told
    assert not models.requests

    assert command(*with_model, "--yes", "--json") == 0
    made = json.loads(capsys.readouterr().out)
    assert [cell["scores"]["label"] for cell in made["cells"]] != []
    assert models.requests


def test_a_setting_that_does_not_exist_is_wrong_input(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("matrix", QUESTION, "-w", "portfolio", "--set", "colour=red") == 2
    assert "mode, template, format" in capsys.readouterr().err
