"""What a person at a terminal sees while a question is on its way, and what a pipe is spared."""

import os
import pty
import subprocess
import sys
from pathlib import Path

from tests.modelserver.answers import say
from tests.modelserver.server import ModelServer
from workbench.settings import Settings

TEXT = "The excess for a windscreen is \x1b[31m$100 [Source 1]."
ASK = ("ask", "What is the windscreen excess?", "-w", "insurance", "--model", "answer=compatible:m")


def environment(server: ModelServer, settings: Settings, runs: Path) -> dict[str, str]:
    """The indexes are shared with other tests; the runs of another process are not."""
    variables = {
        "WORKBENCH_HOME": str(settings.workbench_home),
        "WORKBENCH_DATABASE_URL": f"sqlite:///{runs / 'runs.sqlite'}",
        "COMPATIBLE_BASE_URL": server.openai_url,
    }
    return os.environ | variables | {"COLUMNS": "60", "TERM": "xterm"}


def test_a_terminal_shows_the_stage_and_the_words_as_they_come_and_is_left_clean(
    settings: Settings, tmp_path: Path
) -> None:
    with ModelServer() as server:
        server.always(say(TEXT))
        ours, theirs = pty.openpty()
        with subprocess.Popen(
            [sys.executable, "-m", "workbench", *ASK],
            env=environment(server, settings, tmp_path),
            stdout=subprocess.PIPE,
            stderr=theirs,
            text=True,
        ) as asking:
            os.close(theirs)
            seen = read_all(ours)
            printed = asking.stdout.read() if asking.stdout else ""
    assert asking.returncode == 0
    assert "Planning…" in seen
    assert "Writing… The excess" in seen
    assert "Checking each claim against its sources…" in seen
    assert "\x1b[31m" not in seen, "what a model writes gives the terminal no orders"
    assert seen.index("\r\x1b[2K\x1b") < seen.index("run "), "the line is empty before the rest"
    assert "The excess for a windscreen" in printed
    assert "…" not in printed


def read_all(terminal: int) -> str:
    seen = b""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # the other end is closed
            piece = b""
        if not piece:
            os.close(terminal)
            return seen.decode("utf-8", "replace")
        seen += piece


def test_a_pipe_gets_no_status_line(settings: Settings, tmp_path: Path) -> None:
    with ModelServer() as server:
        server.always(say("The excess for a windscreen is $100 [Source 1]."))
        done = subprocess.run(
            [sys.executable, "-m", "workbench", *ASK],
            env=environment(server, settings, tmp_path),
            capture_output=True,
            text=True,
            check=True,
        )
    assert "\x1b" not in done.stderr + done.stdout
    assert "Planning" not in done.stderr
