"""``db``: the store is upgraded and copied from the shell, and passwords are printed nowhere."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.support.stored_runs import NAMES, write_database
from workbench.runs.migrate import HEAD

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
    assert capsys.readouterr().out == f"{store}: 0001 -> {HEAD}\n"

    assert command("db", "upgrade") == 0
    assert capsys.readouterr().out == f"{store}: {HEAD}\n"


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


def test_what_cannot_be_opened_is_told_without_its_password(
    command: Command, store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("db", "copy", store, "mysql://me:secret@host/name") == 3
    told = capsys.readouterr().err
    assert "run database" in told
    assert "secret" not in told


@pytest.mark.parametrize(
    "text",
    ["foo", "runs.sqlite", "foo://host/name", "postgresql//me:secret@host/name",
     "postgresql://me:secret@host:port/name"],
)  # fmt: skip
def test_what_is_no_url_is_named_with_its_argument(
    text: str, command: Command, store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for urls, argument in (((text, store), "FROM_URL"), ((store, text), "TO_URL")):
        assert command("db", "copy", *urls) == 2
        told = capsys.readouterr().err
        assert told.startswith(f"{argument}: “")
        assert "” is not a database URL.\n" in told
        assert text in told or "…@host" in told
        assert "secret" not in told
        assert "WORKBENCH_DATABASE_URL" not in told


@pytest.mark.parametrize("file", ["nofile.sqlite", "nofolder/nofile.sqlite"])
def test_a_source_that_does_not_exist_is_refused_and_nothing_is_created(
    file: str, command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / file, tmp_path / "other.sqlite"

    assert command("db", "copy", f"sqlite:///{source}", f"sqlite:///{target}") == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"There is no run database at {source}." in printed.err
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_is_not_reached_is_named_with_the_cause_and_without_its_password(
    command: Command, store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("psycopg")
    url = "postgresql://me:secret@127.0.0.1:1/name"

    assert command("db", "copy", url, store) == 3

    told = capsys.readouterr().err
    assert "127.0.0.1:1: " in told
    assert "onnection refused" in told
    assert "OperationalError" not in told
    assert "secret" not in told
