"""Commands run in this process, as from a shell."""

import signal
from collections.abc import Callable, Iterator

import pytest

from workbench.cli import main
from workbench.settings import Settings

Command = Callable[..., int]


@pytest.fixture
def command(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Command]:
    """Run a command as from a shell; gives the exit code."""
    monkeypatch.setenv("WORKBENCH_HOME", str(settings.workbench_home))

    def run(*arguments: str) -> int:
        monkeypatch.setattr("sys.argv", ["workbench", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        return int(ended.value.code or 0)

    interrupts = signal.getsignal(signal.SIGINT)
    yield run
    signal.signal(signal.SIGINT, interrupts)
