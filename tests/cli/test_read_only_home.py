"""A read-only home is searched and asked, and the shell says once that runs are not stored."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from workbench import Workbench

DROPPED = ("setpriv", "--inh-caps=-dac_override", "--bounding-set=-dac_override")
"""Root without the right to write into files that nobody may write into."""
Shell = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def home(workbench: Workbench, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """With an index and nothing else, read-only."""
    workbench.prepare("insurance")
    home = tmp_path_factory.mktemp("read_only") / "home"
    index = Path("indexes") / "insurance"
    shutil.copytree(workbench.settings.workbench_home / index, home / index)
    for path in (home, *home.rglob("*")):
        path.chmod(path.stat().st_mode & ~0o222)
    yield home
    for path in (home, *home.rglob("*")):
        path.chmod(path.stat().st_mode | 0o200)


@pytest.fixture
def shell(home: Path) -> Shell:
    """Run a command in a process that cannot write into the home."""
    as_user = DROPPED if os.geteuid() == 0 else ()
    if as_user and not shutil.which("setpriv"):
        pytest.skip("root writes everywhere, and there is no setpriv to take that away")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*as_user, sys.executable, "-m", "workbench", *arguments],
            env={**os.environ, "WORKBENCH_HOME": str(home)},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.mark.parametrize(
    "command",
    [
        ("search", "windscreen excess", "-w", "insurance"),
        ("ask", "What is the windscreen excess for car insurance?", "-w", "insurance"),
    ],
    ids=["search", "ask"],
)
def test_it_is_searched_and_asked(shell: Shell, command: tuple[str, ...]) -> None:
    done = shell(*command)
    assert done.returncode == 0, done.stderr
    assert "$100" in done.stdout
    assert done.stderr.count("Runs are not stored. The run database is read-only") == 1


def test_runs_that_cannot_be_read_are_not_said_to_be_none(shell: Shell) -> None:
    done = shell("runs", "list")
    assert done.returncode == 3
    assert "read-only" in done.stderr
    assert "No runs yet" not in done.stderr
