"""Two processes on one home see the same library, graph, corrections and runs without a restart."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.museum_workspace import write_museum
from workbench import Workbench
from workbench.bootstrap.new_workspace import create_workspace
from workbench.bootstrap.opened_workspace import reindex, update_index
from workbench.settings import Settings

OTHER = """
import json, sys
from workbench import Workbench
from workbench.settings import Settings

bench = Workbench.open(Settings.model_validate_json(sys.argv[1])).sync
for line in sys.stdin:
    name, *arguments = json.loads(line)
    if name == "search":
        reply = [one.source.id for one in bench.search(*arguments)]
    elif name == "documents":
        reply = sorted(one.path for one in bench.documents(*arguments))
    elif name == "names":
        reply = sorted(one.id for one in bench.workspaces())
    elif name == "runs":
        reply = [one.id for one in bench.runs.list()]
    print(json.dumps(reply), flush=True)
"""
"""Answers requests from standard input with a Workbench of its own."""


class OtherProcess:
    """A process that opened the same home earlier."""

    def __init__(self, settings: Settings) -> None:
        given = settings.model_dump_json(
            include={"workbench_home", "workbench_workspaces", "workbench_default"}
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", OTHER, given],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, *request: str) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def sees(self, wanted: Any, *request: str) -> bool:
        """Ask until the reply is the one that is wanted; changes are looked for every 2 s."""
        end = time.monotonic() + 60
        while (reply := self.ask(*request)) != wanted:
            if time.monotonic() > end:
                raise AssertionError(f"{request}: {reply} instead of {wanted}")
            time.sleep(0.2)
        return True


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    documents = write_museum(tmp_path / "spaces") / "documents"
    documents.mkdir(exist_ok=True)
    (documents / "amber.md").write_text("# Amber\n\nThe amber hall shows carved beads.\n", "utf-8")
    return Settings(
        _env_file=None,  # type: ignore[call-arg]
        workbench_home=tmp_path / "home",
        workbench_workspaces=(tmp_path / "spaces",),
        workbench_default="museum",
    )


@pytest.fixture
def other(settings: Settings) -> Iterator[OtherProcess]:
    started = OtherProcess(settings)
    yield started
    with started.process:  # closes its input, which ends it
        pass


async def test_what_one_process_changes_the_other_sees(
    settings: Settings, other: OtherProcess, tmp_path: Path
) -> None:
    assert other.ask("search", "carved beads", "museum") == ["amber.md"]
    (tmp_path / "spaces/museum/documents/granite.md").write_text(
        "# Granite\n\nThe granite hall shows meteorites.\n", "utf-8"
    )
    await update_index("museum", settings)
    assert other.sees(["granite.md"], "search", "meteorites", "museum")
    assert other.sees(["amber.md", "granite.md"], "documents", "museum")
    (tmp_path / "spaces/museum/documents/amber.md").unlink()
    await reindex("museum", settings)
    assert other.sees(["granite.md"], "documents", "museum")
    assert other.sees([], "search", "carved beads", "museum")

    create_workspace("notes", settings, tmp_path / "spaces/museum/documents")
    assert other.sees(sorted(one.id for one in Workbench.open(settings).workspaces()), "names")
    run = await Workbench.open(settings).ask("What does the granite hall show?", workspace="museum")
    assert run.id in other.ask("runs")
