"""A library is quiet and leaves logs to the program; the app and the shell send them to stderr."""

import subprocess
import sys

import pytest

from workbench.logs import configure_logs, log

PROGRAM = """
from workbench.logs import log

def work(key="canary-in-a-local"):
    log.info("begun")
    try:
        raise RuntimeError("it broke")
    except RuntimeError:
        log.exception("crashed", run="r1")

work()
"""


def crash(key: str) -> None:
    try:
        raise RuntimeError("it broke")
    except RuntimeError:
        log.exception("crashed", run="r1")


@pytest.fixture
def configured() -> None:
    """Logs as the app and the shell have them."""
    configure_logs("info")


def test_a_program_that_says_nothing_gets_one_short_traceback_on_standard_error() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], check=False, capture_output=True, text=True
    )
    assert done.stdout == ""
    first, *_, last = done.stderr.splitlines()
    assert (first, last) == ("crashed run='r1'", "RuntimeError: it broke")
    assert len(done.stderr.splitlines()) < 10, "nothing beneath warning, and no frame's variables"


def test_a_program_takes_the_records_by_standard_logging(caplog: pytest.LogCaptureFixture) -> None:
    crash("canary-in-a-local")
    [record] = caplog.records
    assert (record.name, record.levelname) == ("workbench", "ERROR")
    assert record.getMessage() == "crashed run='r1'"
    assert "it broke" in caplog.text
    assert "canary" not in caplog.text


def test_values_are_told_without_control_characters(caplog: pytest.LogCaptureFixture) -> None:
    log.warning("refused", reason="\x1b]0;title\x07")
    assert "\x1b" not in caplog.text


@pytest.mark.usefixtures("configured")
def test_the_app_and_the_shell_have_them_on_standard_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log.info("begun")
    log.debug("unseen")
    crash("canary-in-a-local")
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "[INFO] begun\n" in printed.err
    assert "RuntimeError: it broke" in printed.err
    assert "unseen" not in printed.err
    assert "canary" not in printed.err
