"""Kill ingest at every step, let two writers ingest at once, kill Dask workers; check what is left.

    python -m benchmarks.chaos [--kills N] [--pairs N] [--workers N]

A workspace gets new, changed, removed, damaged and duplicate files. A process ingests them and is
killed with SIGKILL at a file operation, an SQL transaction or a progress report; the kills are
spread over all of these. Then the published state must be consistent, the next ingest must go on
from the files that were parsed, and `verify` must find nothing. A Dask cluster that loses a worker
while it parses must index every file once. Prints a table, and exits with 1 when an index was
inconsistent, a file was parsed twice or a file of a writer is missing.
"""

import argparse
import asyncio
import multiprocessing
import os
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.support.cluster import kill_a_worker
from tests.support.embedders import SemanticHashing
from workbench.bootstrap.new_workspace import DOCUMENTS, add_files, create_workspace
from workbench.errors import WorkbenchError
from workbench.ingest import read_files
from workbench.ingest.catalogue import Catalogue
from workbench.ingest.cluster import LOCAL, open_cluster
from workbench.ingest.open_index import OUT_OF_DATE, open_index, verify_index
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace, open_workspace

NAME = "chaos"
_FORK = multiprocessing.get_context("fork")
"""Each process begins with the imports done. This one opens no index, which a fork would share."""
_OPERATIONS = {"open", "os.mkdir", "os.rename", "os.remove", "shutil.rmtree", "shutil.copytree"}
"""Audit events whose first argument is a path."""
_CONNECT = sqlite3.connect
_TRANSACTIONS = ("BEGIN IMMEDIATE", "COMMIT")


def page(name: str) -> str:
    """Return a document whose text no other one has."""
    rooms = "\n\n".join(f"## Room {n}\n\nThe {name} hall shows {name} {n}." for n in range(4))
    return f"# {name.title()}\n\n{rooms}\n"


BEFORE = {f"{name}.md": page(name) for name in ("amber", "birch", "copper", "dune", "elm")}
CHANGES = {
    "amber.md": page("agate"),
    "fir.md": page("fir"),
    "granite.html": "<html><body><h1>Granite</h1><p>The granite hall is open.</p></body></html>",
    "hours.csv": "hall,opens\nfir,9\ngranite,10\n",
    "twin.md": page("birch"),
    "broken.pdf": "%PDF-1.7",
    "notes/ivory.md": page("ivory"),
    "notes/jade.txt": "The jade hall is closed in winter.\n",
}
REMOVED = "elm.md"
READ = (BEFORE.keys() | CHANGES.keys()) - {REMOVED, "broken.pdf"}
"""The documents of the workspace after the changes."""


@dataclass
class Home:
    """A home with one workspace, which is put back to its beginning before each trial."""

    folder: Path
    base: Path = field(init=False)

    def __post_init__(self) -> None:
        self.base = self.folder.with_name("base")
        create_workspace(NAME, self.settings, self._sources("before", BEFORE))
        in_child(ingest, self)
        self.folder.rename(self.base)

    @property
    def settings(self) -> Settings:
        """Offline settings of this home."""
        return Settings(workbench_home=self.folder)

    @property
    def workspace(self) -> Workspace:
        """The workspace, read from its folder."""
        return open_workspace(self.folder / "workspaces" / NAME, TOOL_SPECS)

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue of its index."""
        return Catalogue(self.folder / "indexes" / NAME)

    def restore(self, *, indexed: bool = True) -> None:
        """Put the home back, with an index of the files before the changes or without one."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.base, self.folder)
        if not indexed:
            shutil.rmtree(self.folder / "indexes")

    def change(self) -> None:
        """Change the documents."""
        add_files(NAME, self.settings, [self._sources("changes", CHANGES)])
        (self.folder / "workspaces" / NAME / DOCUMENTS / REMOVED).unlink()

    def _sources(self, name: str, files: dict[str, str]) -> Path:
        folder = self.folder.with_name(name)
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, "utf-8")
        return folder


def in_child(work: Callable[..., Any], *arguments: Any) -> Any:
    """Run a function in a process of its own; None if the process is killed."""
    return started(work, *arguments)()


def started(work: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
    """Start a function in a process of its own; the returned function waits for its result."""
    receiving, sending = _FORK.Pipe(duplex=False)
    process = _FORK.Process(target=_run, args=(sending, work, arguments))
    process.start()
    sending.close()

    def result() -> Any:
        try:
            return receiving.recv()
        except EOFError:
            return None
        finally:
            process.join()

    return result


def _run(sending: Connection, work: Callable[..., Any], arguments: Sequence[Any]) -> None:
    sending.send(work(*arguments))
    sending.close()


def ingest(home: Home, kill_at: int = 0, watch: bool = False) -> list[str]:
    """Ingest what has changed and return the steps; die at the step ``kill_at``, from 1."""
    read_files.SAVE_AFTER_S = 0.0
    steps = Steps(home.folder, kill_at)
    if watch or kill_at:
        sys.addaudithook(steps.on_audit)
        sqlite3.connect = steps.connect
    asyncio.run(
        open_index(
            home.workspace,
            home.settings,
            steps.on_progress,
            embedder=SemanticHashing(),
            on_file=lambda _path, doing: steps.at(f"{doing} a file"),
        )
    )
    return steps.seen


@dataclass
class Steps:
    """The steps of an ingest: file operations, transactions and progress reports."""

    folder: Path
    kill_at: int
    stage: str = "begin"
    seen: list[str] = field(default_factory=list)

    def at(self, what: str) -> None:
        """Note a step, or die at it."""
        self.seen.append(f"{self.stage}: {what}")
        if len(self.seen) == self.kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    def on_progress(self, stage: str, done: int, total: int) -> None:
        """Note a report of progress."""
        self.at("progress")
        self.stage = f"after {stage}" if done == total else stage

    def on_audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note what Python does to the files of the home."""
        if event in _OPERATIONS and str(arguments[0]).startswith(str(self.folder)):
            self.at(event)

    def connect(self, *arguments: Any, **options: Any) -> sqlite3.Connection:
        """Connect to SQLite, and note where transactions begin and end."""
        connection = _CONNECT(*arguments, **options)
        connection.set_trace_callback(self._on_statement)
        return connection

    def _on_statement(self, statement: str) -> None:
        if statement.startswith(_TRANSACTIONS):
            self.at(statement.lower())


def check(home: Home) -> tuple[str, ...]:
    """Return what `verify` finds."""
    return verify_index(home.workspace, home.settings, embedder=SemanticHashing())


def checked(home: Home) -> tuple[str, ...]:
    """Return what `verify` finds in a process of its own, or that it crashed."""
    found: tuple[str, ...] | None = in_child(check, home)
    return ("verify crashed",) if found is None else found


@dataclass(frozen=True)
class Trial:
    """What was left after one kill."""

    stage: str
    damage: tuple[str, ...]
    """What `verify` found in the published state, right after the kill."""
    parsed_twice: int
    """Files that were in the catalogue and were parsed again."""
    after: tuple[str, ...]
    """What `verify` found after the next ingest."""
    complete: bool
    """True if every file ended as expected."""

    @property
    def passed(self) -> bool:
        """True if nothing was inconsistent, lost or done twice."""
        return not self.damage and not self.parsed_twice and not self.after and self.complete


def trial(home: Home, step: int, stage: str, *, indexed: bool) -> Trial:
    """Kill an ingest at a step, check the index, ingest again and check again."""
    home.restore(indexed=indexed)
    home.change()
    in_child(ingest, home, step)
    damage = tuple(one for one in checked(home) if one != OUT_OF_DATE)
    before = home.catalogue.files()
    in_child(ingest, home)
    after = home.catalogue.files()
    again = [
        path
        for path, file in before.items()
        if path in after
        and after[path].source == file.source
        and after[path].parsing == file.parsing
        and after[path].build != file.build
    ]
    return Trial(stage, damage, len(again), checked(home), _is_complete(home))


def _is_complete(home: Home) -> bool:
    files = home.catalogue.files()
    read = {path for path, file in files.items() if file.stage == "indexed"}
    failed = {path for path, file in files.items() if file.reason}
    return read == READ and failed == {"broken.pdf"}


def steps_of(home: Home, *, indexed: bool) -> list[str]:
    """Return the steps of an ingest that is not killed."""
    home.restore(indexed=indexed)
    home.change()
    steps = in_child(ingest, home, 0, True)
    assert isinstance(steps, list), "the ingest failed"
    return steps


def run_kills(home: Home, kills: int) -> list[Trial]:
    """Kill ingests at steps that are spread evenly, half of them building the first index."""
    trials = []
    for indexed, number in ((True, kills - kills // 2), (False, kills // 2)):
        steps = steps_of(home, indexed=indexed)
        for place in range(number):
            step = 1 + place * len(steps) // number
            trials.append(trial(home, step, steps[step - 1].partition(":")[0], indexed=indexed))
            show_progress("kills", len(trials), kills)
    return trials


def write(home: Home, writer: str) -> str:
    """Add two files as one of two writers; return the error if that fails."""
    source = home.folder.with_name(writer)
    source.mkdir(exist_ok=True)
    for number in range(2):
        (source / f"{writer}{number}.md").write_text(page(f"{writer}{number}"), "utf-8")
    try:
        add_files(NAME, home.settings, [source])
        ingest(home)
    except WorkbenchError as error:
        return str(error)
    return ""


def pair(home: Home) -> tuple[str, ...]:
    """Let two writers ingest at once; return what is wrong afterwards."""
    home.restore()
    writers = ("left", "right")
    waiting = [started(write, home, writer) for writer in writers]
    errors = [error for wait in waiting if (error := wait())]
    wanted = {f"{writer}{number}.md" for writer in writers for number in range(2)}
    state = home.catalogue.state()
    lost = wanted - set(state.documents if state else ())
    return (*errors, *(f"{name} is missing" for name in lost), *checked(home))


def ingest_on_cluster(home: Home, kill_at: int) -> tuple[str, ...]:
    """Ingest on a cluster that loses a worker with the given file; return what is wrong."""
    sent: Counter[str] = Counter()
    with open_cluster(LOCAL) as cluster:

        def on_file(path: str, doing: str) -> None:
            sent[path] += doing == "parse"
            if doing == "parse" and sent.total() == kill_at:
                kill_a_worker(cluster)

        options = {"on_file": on_file, "cluster": cluster, "embedder": SemanticHashing()}
        asyncio.run(open_index(home.workspace, home.settings, **options))
    if sent.total() < kill_at:
        return ("no worker was killed",)
    twice = [path for path, number in sent.items() if number > 1]
    return tuple(f"{path} was parsed twice" for path in twice)


def cluster_trial(home: Home, kill_at: int) -> tuple[str, ...]:
    """Kill a worker while the first index is built on a cluster; return what is wrong."""
    home.restore(indexed=False)
    home.change()
    wrong: tuple[str, ...] | None = in_child(ingest_on_cluster, home, kill_at)
    lost = () if _is_complete(home) else ("files are missing",)
    return (*(("the ingest failed",) if wrong is None else wrong), *lost, *checked(home))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return 1 when a trial failed."""
    options = argparse.ArgumentParser()
    options.add_argument("--kills", type=int, default=50)
    options.add_argument("--pairs", type=int, default=20)
    options.add_argument("--workers", type=int, default=5)
    given = options.parse_args(arguments)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder).resolve() / "home")
        trials = run_kills(home, given.kills)
        pairs = []
        for number in range(given.pairs):
            pairs.append(pair(home))
            show_progress("pairs of writers", number + 1, given.pairs)
        clusters = []
        for number in range(given.workers):
            clusters.append(cluster_trial(home, 1 + number * len(READ) // given.workers))
            show_progress("killed workers", number + 1, given.workers)
    print(table(trials, {"two writers": pairs, "a Dask worker": clusters}))
    failed = [one for one in trials if not one.passed]
    for one in failed:
        print(f"{one.stage}: {one}")
    for problems in filter(None, [*pairs, *clusters]):
        print(f"after two writers or a killed worker: {'; '.join(problems)}")
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if failed or any([*pairs, *clusters]) else 0


def show_progress(what: str, done: int, total: int) -> None:
    """Count up on a terminal."""
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\r{done} of {total} {what}", end=end, file=sys.stderr, flush=True)


def table(trials: Sequence[Trial], others: Mapping[str, Sequence[tuple[str, ...]]]) -> str:
    """Return a line for each stage, and one for each of the other kinds of trial."""
    lines = [f"{'killed at':<18}{'kills':>6}{'damaged':>9}{'parsed twice':>14}{'clean after':>13}"]
    for stage, kills in Counter(one.stage for one in trials).items():
        own = [one for one in trials if one.stage == stage]
        damaged, twice = sum(bool(one.damage) for one in own), sum(one.parsed_twice for one in own)
        clean = sum(one.passed for one in own)
        lines.append(f"{stage:<18}{kills:>6}{damaged:>9}{twice:>14}{clean:>13}")
    for name, problems in others.items():
        good = sum(not one for one in problems)
        lines.append(f"{name:<18}{len(problems):>6}{'':>9}{'':>14}{good:>13}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
