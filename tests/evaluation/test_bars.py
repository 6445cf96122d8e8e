"""A command that measures fails below its bar, and says which of its sets are not there."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.bars import Bar, exit_code, found


def test_a_missed_bar_is_told_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    met = Bar("right", 0.9, least=0.88), Bar("error", 0.05, most=0.08)

    assert exit_code(met) == 0
    assert capsys.readouterr().out == ""
    assert exit_code((*met, Bar("right", 0.7, least=0.88), Bar("error", 0.1, most=0.08))) == 1
    assert capsys.readouterr().out.splitlines() == [
        "below the bar: right: 0.700, at least 0.88",
        "below the bar: error: 0.100, at most 0.08",
    ]


def test_a_set_that_is_not_there_is_not_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "canard.jsonl").touch()

    assert found(tmp_path, "canard.jsonl") == tmp_path / "canard.jsonl"
    assert found(tmp_path, "none.jsonl") is None
    assert found(None, "canard.jsonl") is None
    assert capsys.readouterr().out.splitlines() == [
        f"none.jsonl: not measured (no {tmp_path / 'none.jsonl'})",
        "canard.jsonl: not measured (DATA is not given)",
    ]


@pytest.mark.parametrize("data", ["", "/no/such/folder"])
def test_the_worlds_are_not_measured_without_data(data: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.worlds", data],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("worlds: not measured")
