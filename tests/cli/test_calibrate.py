"""``workbench calibrate``: labels change the figures of their workspace, and no others."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command

SOURCE = {"text": "Glass is covered up to $500 for each claim. Towing is free within 50 km."}
RIGHT = "Glass is covered up to $500 for every claim."
LOOSE = "Glass is repaired by a partner near the border of the town for each claim."


def labels(
    folder: Path, right: str = LOOSE, wrong: str = "Dentures are a surprise.", times: int = 15
) -> str:
    said = [{"claim": right, "sources": [SOURCE], "supported": True}] * times
    said += [{"claim": wrong, "sources": [SOURCE], "supported": False}] * 15
    path = folder / "labels.jsonl"
    path.write_text("\n".join(map(json.dumps, said)), "utf-8")
    return str(path)


@pytest.fixture
def checked(command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> "Checked":
    return Checked(command, tmp_path, capsys)


class Checked:
    """Checks one claim and reads its probability."""

    def __init__(self, command: Command, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._command, self._capsys = command, capsys
        self._answer, self._sources = folder / "answer.txt", folder / "sources.jsonl"
        self._answer.write_text(LOOSE, "utf-8")
        self._sources.write_text(json.dumps(SOURCE), "utf-8")

    def __call__(self, *workspace: str) -> float:
        self._capsys.readouterr()
        given = ("--answer", str(self._answer), "--sources", str(self._sources), "--json")
        self._command("check", *given, *workspace)
        claims = json.loads(self._capsys.readouterr().out)["claims"]
        return float(claims[0]["probability"])


def test_labels_change_the_figures_of_their_workspace_alone(
    command: Command, tmp_path: Path, checked: Checked, capsys: pytest.CaptureFixture[str]
) -> None:
    before = checked("-w", "insurance")

    assert command("calibrate", "-w", "insurance", "--labels", labels(tmp_path)) == 0
    assert "30 labels" in capsys.readouterr().out
    assert checked("-w", "insurance") > before
    assert checked("-w", "portfolio") == checked() == before

    assert command("calibrate", "-w", "insurance", "--forget") == 0
    assert checked("-w", "insurance") == before


def test_exchanged_labels_change_nothing(
    command: Command, tmp_path: Path, checked: Checked, capsys: pytest.CaptureFixture[str]
) -> None:
    before = checked("-w", "insurance")
    wrong = labels(tmp_path, right=LOOSE, wrong=RIGHT)

    assert command("calibrate", "-w", "insurance", "--labels", wrong) != 0
    assert "the labels are not exchanged" in capsys.readouterr().err
    assert checked("-w", "insurance") == before


def test_the_report_has_the_error_with_and_without_labels(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command("calibrate", "-w", "insurance", "--labels", labels(tmp_path), "--json")

    refit = json.loads(capsys.readouterr().out)
    assert refit["error_after"] < refit["error_before"]
    assert refit["labels"] == 30


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["-w", "insurance"], "either --labels or --forget"),
        (["-w", "nowhere", "--forget"], "nowhere"),
    ],
)
def test_wrong_input_is_named(
    command: Command, given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("calibrate", *given) == 2
    assert said in capsys.readouterr().err


def test_too_few_labels_and_a_wrong_line_are_named(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("calibrate", "-w", "insurance", "--labels", labels(tmp_path, times=12)) == 2
    assert "at least 13" in capsys.readouterr().err

    path = tmp_path / "wrong.jsonl"
    path.write_text('{"claim": "x", "sources": []}', "utf-8")
    assert command("calibrate", "-w", "insurance", "--labels", str(path)) == 2
    assert "label 1: supported" in capsys.readouterr().err
