"""Ctrl+C ends a command with 130, whenever it comes, and a run that was going on is kept."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.modelserver.answers import hang
from tests.modelserver.embeddings import embed
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.domain.run import RunStatus, Stage
from workbench.settings import Settings

ASK = ("ask", "Где сейчас работает Дмитрий?", "-w", "portfolio")
ON_IMPORT = """
import os, signal, sys

class Interrupt:
    def find_spec(self, name, *_):
        if name == awaited:
            os.kill(os.getpid(), signal.SIGINT)

awaited = sys.argv.pop(1)
sys.meta_path.insert(0, Interrupt())
from workbench.cli import main
main()
"""
"""The command line, interrupted when it imports the module that the first argument names."""


@pytest.mark.parametrize(
    "module", ["workbench.cli.commands", "workbench.settings", "workbench.bootstrap.workbench"]
)
def test_an_interrupt_while_modules_are_imported_leaves_no_traceback(
    module: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ON_IMPORT, module, *ASK],
        env={**os.environ, "WORKBENCH_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 130
    assert done.stdout == done.stderr == ""


def test_an_interrupted_run_hangs_up_on_its_model_and_is_kept_as_stopped(tmp_path: Path) -> None:
    with ModelServer() as server:
        server.always(hang)
        asking = subprocess.Popen(
            [sys.executable, "-m", "workbench", *ASK, "--model", "answer=compatible:any"],
            env={
                **os.environ,
                "WORKBENCH_HOME": str(tmp_path),
                "COMPATIBLE_BASE_URL": server.openai_url,
            },
            stderr=subprocess.PIPE,
            text=True,
        )
        while not server.requests:
            assert asking.poll() is None
            time.sleep(0.02)
        asking.send_signal(signal.SIGINT)
        interrupted = time.monotonic()
        _, said = asking.communicate(timeout=10)
        hung_up_at = server.requests[0].hung_up_at

    assert asking.returncode == 130
    assert "Traceback" not in said
    assert hung_up_at is not None
    assert hung_up_at - interrupted < 3, "long before the answer's time is over"
    runs = Workbench.open(Settings(workbench_home=tmp_path)).sync.runs
    run = runs.get(runs.list()[0].id)
    assert run is not None
    assert run.status is RunStatus.CANCELLED
    assert run.stages[-1].name is Stage.RENDER


def test_an_interrupted_search_hangs_up_on_its_embedder_and_leaves(tmp_path: Path) -> None:
    with ModelServer() as server:
        server.always(embed())
        settings = {
            "WORKBENCH_HOME": str(tmp_path),
            "EMBEDDER": "compatible:bge-m3",
            "EMBEDDER_DEADLINE_S": "30",
            "COMPATIBLE_BASE_URL": server.openai_url,
        }
        search = [sys.executable, "-m", "workbench", "search", "glass", "-w", "insurance"]
        subprocess.run(search, env=os.environ | settings, stdout=subprocess.DEVNULL, check=True)
        server.requests.clear()
        server.always(hang)
        searching = subprocess.Popen(
            search, env=os.environ | settings, stderr=subprocess.PIPE, text=True
        )
        while not server.requests:
            assert searching.poll() is None
            time.sleep(0.02)
        searching.send_signal(signal.SIGINT)
        interrupted = time.monotonic()
        _, said = searching.communicate(timeout=10)
        left = time.monotonic()
        hung_up_at = server.requests[0].hung_up_at

    assert searching.returncode == 130
    assert "Traceback" not in said
    assert hung_up_at is not None
    assert hung_up_at - interrupted < 5, "long before the embedder's time is over"
    assert left - interrupted < 8


def test_a_command_ends_without_a_last_search_for_garbage(tmp_path: Path) -> None:
    script = (
        "import atexit, gc, sys\n"
        "atexit.register(lambda: print('frozen', gc.get_freeze_count() > 0))\n"
        "from workbench.cli import main\n"
        "sys.argv = ['workbench', 'runs', 'list']\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "WORKBENCH_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "frozen True" in done.stdout


def test_a_command_over_a_table_ends_without_reports_of_leaks(tmp_path: Path) -> None:
    folder = tmp_path / "pier"
    folder.mkdir()
    (folder / "berths.csv").write_text("berth,price\nA1,40\nA2,55\nB1,30\n")
    home = {**os.environ, "WORKBENCH_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "workbench", "new", "pier", "--from", str(folder)]

    made = subprocess.run(command, env=home, capture_output=True, text=True, check=True)

    assert "leak" not in made.stderr
