"""Commands run in this process, as from a shell, and a model server the environment points to."""

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.modelserver.server import ModelServer
from workbench.cli import main
from workbench.settings import Settings

Command: TypeAlias = Callable[..., int]

KEY = "canary-shell-2342"


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


@pytest.fixture
def home(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for each test, so that the same names are free."""
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A server that every provider's variables point to."""
    with ModelServer() as server:
        for provider in ("OPENAI", "ANTHROPIC", "GEMINI", "COMPATIBLE"):
            speaks_openai = provider in ("OPENAI", "COMPATIBLE")
            monkeypatch.setenv(f"{provider}_API_KEY", KEY)
            monkeypatch.setenv(
                f"{provider}_BASE_URL", server.openai_url if speaks_openai else server.url
            )
        yield server
