"""``db``: the store is upgraded and copied from the shell, and passwords are printed nowhere."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.support.stored_runs import NAMES, write_database

RELEASE = "170e391"
ALL = len(NAMES[RELEASE])


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of a store of the first release, which the settings name."""
    url = f"sqlite:///{write_database(RELEASE, tmp_path / 'runs.sqlite')}"
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", url)
    return url


def test_an_upgrade_prints_from_where_to_where(
    command: Command, store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("db", "upgrade") == 0
    assert capsys.readouterr().out == f"{store}: 0001 -> 0002\n"

    assert command("db", "upgrade") == 0
    assert capsys.readouterr().out == f"{store}: 0002\n"


def test_a_copy_prints_its_progress_and_its_counts(
    command: Command, store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = f"sqlite:///{tmp_path / 'copy.sqlite'}"
    assert command("db", "copy", store, target) == 0
    printed = capsys.readouterr()
    assert printed.out == f"{ALL} copied, 0 already in the target\n"
    assert printed.err == f"Copying runs: {ALL} of {ALL}\n"

    assert command("db", "copy", store, target) == 0
    assert capsys.readouterr().out == f"0 copied, {ALL} already in the target\n"


@pytest.mark.parametrize("name", ["nonsense", "mysql://me:secret@host/name"])
def test_what_cannot_be_opened_is_told_without_its_password(
    name: str, command: Command, store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("db", "copy", store, name) == 3
    told = capsys.readouterr().err
    assert "run database" in told
    assert "secret" not in told
