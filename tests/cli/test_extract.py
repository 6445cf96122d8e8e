"""`workbench extract` from a shell: consent, progress, report and exit codes."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.modelserver.answers import status
from tests.modelserver.server import ModelServer
from tests.support.extracting_museum import MODEL, OBEDIENT, script, write_documents


@pytest.fixture(autouse=True)
def museum(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands see the museum alone, with a home of its own."""
    write_documents(tmp_path)
    monkeypatch.setenv("WORKBENCH_WORKSPACES", json.dumps([str(tmp_path)]))
    monkeypatch.setenv("WORKBENCH_DEFAULT", "museum")
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path / "home"))


def test_without_consent_no_call_is_made(
    command: Command, models: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    script(models, OBEDIENT)
    assert command("extract", "-w", "museum", "--model", MODEL) == 2
    printed = capsys.readouterr().err
    assert "3 calls" in printed and "at most $" in printed and "--yes" in printed
    assert models.requests == []


def test_the_report_tells_what_was_found_and_dropped(
    command: Command, models: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    script(models, {**OBEDIENT, "letters.md": "I would rather not."})
    assert command("extract", "-w", "museum", "--model", MODEL, "--yes") == 1
    printed = capsys.readouterr()
    assert "2 new edges to review" in printed.out and "1 already in the graph" in printed.out
    assert "letters.md, character" in printed.err and "does not follow the schema" in printed.err
    script(models, OBEDIENT)
    assert command("extract", "-w", "museum", "--model", MODEL, "--yes", "--json") == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["supported"] == 1
    assert "2 passages were read before" in printed.err
    assert command("extract", "-w", "museum", "--model", MODEL) == 0, "nothing is left to confirm"


def test_a_provider_that_is_down_ends_with_exit_code_3(
    command: Command, models: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    models.always(status(401))
    assert command("extract", "-w", "museum", "--model", MODEL, "--yes") == 3
    assert "Stopped" in capsys.readouterr().err
    assert command("extract", "-w", "museum") == 2
    assert "--model" in capsys.readouterr().err
