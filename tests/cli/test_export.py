"""``export``: a stored run as a file."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from workbench.bootstrap import Workbench
from workbench.domain.run import Run


@pytest.fixture
def run(workbench: Workbench) -> Run:
    return workbench.sync.ask("Где используется Redis?", workspace="portfolio")


def test_a_report_is_written_beside_one(
    command: Command, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert command("export", run.id) == 0
    assert capsys.readouterr().out == f"run-{run.id}.html\n"
    assert "Redis" in (tmp_path / f"run-{run.id}.html").read_text("utf-8")


def test_a_format_goes_to_standard_output(
    command: Command, run: Run, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert command("export", run.id, "--format", "md", "--lang", "en", "-o", "-") == 0
    assert b"## Answer" in capfdbinary.readouterr().out


def test_wrong_names_and_places_are_wrong_input(
    command: Command, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("export", "nosuch") == 2
    assert "Run “nosuch” does not exist." in capsys.readouterr().err
    assert command("export", run.id, "--format", "docx") == 2
    assert "'docx' is not one of" in capsys.readouterr().err
    assert command("export", run.id, "-o", str(tmp_path / "no" / "file.html")) == 2
    assert "--output" in capsys.readouterr().err
