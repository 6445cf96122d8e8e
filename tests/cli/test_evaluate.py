"""``eval golden``: the share of passed questions beside the required one, and the exit code."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.support.museum_workspace import write_museum

CASE = {"id": "one", "kind": "fact", "language": "en", "question": "What is the museum?"}


@pytest.fixture
def museum(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The museum's folder, without golden questions."""
    monkeypatch.setenv("WORKBENCH_WORKSPACES", json.dumps([str(tmp_path)]))
    return write_museum(tmp_path)


def test_a_named_workspace_without_golden_questions_is_wrong_input(
    museum: Path, command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("eval", "golden", "-w", "museum") == 2
    told = capsys.readouterr().err
    assert f"--workspace: {museum / 'golden.jsonl'} does not exist." in told


def test_the_required_share_is_printed(
    museum: Path, command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = [CASE, {**CASE, "id": "two", "facts": ["no answer states this"]}]
    (museum / "golden.jsonl").write_text("\n".join(json.dumps(one) for one in cases), "utf-8")

    assert command("eval", "golden", "-w", "museum", "--metric", "facts") == 1
    assert "museum: 1/2 = 50.0% (required: 85%)" in capsys.readouterr().out
