"""``export``: a stored run as a file."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from workbench.bootstrap import Workbench
from workbench.domain.run import Run
from workbench.export.bundle import read_bundle, write_bundle


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


def test_a_file_that_exists_is_replaced_only_if_so_asked(
    command: Command, capsys: pytest.CaptureFixture[str], tmp_path: Path, run: Run
) -> None:
    file = tmp_path / "notes.html"
    file.write_text("mine")
    assert command("export", run.id, "-o", str(file)) == 2
    assert "--force" in capsys.readouterr().err
    assert file.read_text() == "mine"
    assert command("export", run.id, "-o", str(file), "--force") == 0
    assert file.read_text().startswith("<!doctype html>")


def test_a_device_is_written_to_and_not_replaced(
    command: Command, run: Run, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert command("export", run.id, "-o", "/dev/null") == 0
    assert capfdbinary.readouterr().out == b"/dev/null\n"
    assert not Path("/dev/null").is_file()
    assert command("export", run.id, "-o", "/dev/stdout") == 0
    assert capfdbinary.readouterr().out.startswith(b"<!doctype html>")


def test_an_export_leaves_no_other_file(command: Command, run: Run, tmp_path: Path) -> None:
    assert command("export", run.id, "-o", str(tmp_path / "run.html")) == 0
    assert [one.name for one in tmp_path.glob("*run*")] == ["run.html"]


def test_a_bundle_is_verified_and_a_changed_one_fails(
    command: Command, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.zip"
    assert command("export", run.id, "--format", "bundle", "-o", str(file)) == 0
    digest = capsys.readouterr().out.split()[-1]
    assert command("verify-bundle", str(file), "--digest", digest) == 0
    printed = capsys.readouterr().out
    assert "same     execute" in printed and digest in printed
    assert "All that can be repeated without models and indexes is as recorded." in printed
    assert command("verify-bundle", str(file), "--digest", "0") == 1
    capsys.readouterr()
    content = read_bundle(file.read_bytes()).content
    other = content.run.model_copy(update={"question": "Иначе?"})
    file.write_bytes(write_bundle(content.model_copy(update={"run": other}), "0"))
    assert command("verify-bundle", str(file), "--json") == 1
    assert json.loads(capsys.readouterr().out)["run_id"] == run.id
    assert command("verify-bundle", str(file)) == 1
    printed = capsys.readouterr().out
    assert "differs  normalize  the question is read the same (first at normalized)" in printed
    assert "not as recorded." in printed
    file.write_bytes(b"no bundle")
    assert command("verify-bundle", str(file)) == 2
    assert "not the bundle of a run" in capsys.readouterr().err


def test_a_notebook_is_written_for_a_stored_run(
    command: Command, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "again.ipynb"

    assert command("notebook", run.id, "-o", str(file)) == 0
    assert capsys.readouterr().out == f"{file}\n"
    assert run.id in file.read_text("utf-8")
    assert command("notebook", run.id, "-o", str(file)) == 2
    assert command("notebook", "none") == 2
    assert "Run “none” does not exist." in capsys.readouterr().err
