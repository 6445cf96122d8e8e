"""A Dask cluster gives the same index as this process, also when a worker is killed midway."""

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.cluster import (
    DEADLY,
    kill_a_worker,
    limit_seconds,
    parse_or_die,
    run_on_workers,
)
from tests.support.embedders import SemanticHashing
from tests.support.museum_workspace import write_museum
from workbench.errors import ConfigurationError, StoreError
from workbench.ingest import cluster as cluster_module
from workbench.ingest import isolated
from workbench.ingest.catalogue import Catalogue, FileRecord, IndexState
from workbench.ingest.cluster import LOCAL, Cluster, open_cluster
from workbench.ingest.index_spec import OpenedIndex
from workbench.ingest.open_index import open_index, verify_index
from workbench.ingest.parsed_files import ParsingJob
from workbench.ingest.stored_documents import ENTRIES
from workbench.retrieval.embedders import embed_documents
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import open_workspace

pytestmark = [
    pytest.mark.slow,
    # Dask leaves sockets of the workers that a test kills, and warns of busy ports.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.xdist_group("cluster"),
]

FILES = {
    **{
        f"{name}.md": f"# {name.title()}\n\nThe {name} hall shows {name} things.\n"
        for name in ("amber", "birch", "copper", "dune", "elm", "flint", "garnet", "hazel")
    },
    "twin.md": "# Birch\n\nThe birch hall shows birch things.\n",
    "hours.csv": "hall,opens\namber,9\nbirch,10\n",
    "granite.html": "<html><body><h1>Granite</h1><p>The granite hall is open.</p></body></html>",
    "broken.pdf": "%PDF-1.7",
    "empty.txt": "",
}


class Library:
    """A workspace that is indexed once here and once on a cluster."""

    def __init__(self, parent: Path) -> None:
        self.root = write_museum(parent)
        (self.root / "documents").mkdir(exist_ok=True)
        for name, text in FILES.items():
            (self.root / "documents" / name).write_text(text, "utf-8")
        self.parent = parent

    def folder(self, home: str) -> Path:
        return self.parent / home / "indexes" / "museum"

    def open(self, home: str, **options: Any) -> OpenedIndex:
        work = open_index(
            open_workspace(self.root, TOOL_SPECS),
            Settings(workbench_home=self.parent / home),
            embedder=SemanticHashing(),
            **options,
        )
        return asyncio.run(work)

    def state(self, home: str) -> IndexState:
        state = Catalogue(self.folder(home)).state()
        assert state is not None
        return replace(state, build=0)

    def files(self, home: str) -> dict[str, FileRecord]:
        files = Catalogue(self.folder(home)).files()
        return {path: replace(one, seconds=0.0, build=0) for path, one in files.items()}

    def stored(self, home: str) -> dict[str, bytes]:
        return {one.name: one.read_bytes() for one in (self.folder(home) / ENTRIES).iterdir()}

    def verify(self, home: str) -> tuple[str, ...]:
        workspace = open_workspace(self.root, TOOL_SPECS)
        settings = Settings(workbench_home=self.parent / home)
        return verify_index(workspace, settings, embedder=SemanticHashing())


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with open_cluster(LOCAL) as opened:
        yield opened


def assert_same(library: Library, home: str) -> None:
    """The index of a home is that of this process."""
    library.open("here")
    assert library.state(home) == library.state("here")
    assert library.files(home) == library.files("here")
    assert library.stored(home) == library.stored("here")
    assert library.verify(home) == ()


def test_a_cluster_gives_the_index_of_this_process(library: Library, cluster: Cluster) -> None:
    steps: list[tuple[str, int, int]] = []
    seen: list[tuple[str, str]] = []
    opened = library.open(
        "cluster",
        cluster=cluster,
        progress=lambda *step: steps.append(step),
        on_file=lambda *one: seen.append(one),
    )
    assert_same(library, "cluster")
    assert {one.path for one in opened.failures} == {"broken.pdf", "empty.txt"}
    done = [step for step in steps if step[0] == "documents"]
    assert done == [("documents", number, len(FILES)) for number in range(1, len(FILES) + 1)]
    assert Counter(what for _, what in seen) == {"read": len(FILES), "parse": len(FILES)}
    assert not library.open("cluster", cluster=cluster).built, "an index that is up to date"


def test_the_limits_of_a_file_hold_on_the_workers(library: Library, cluster: Cluster) -> None:
    usual = isolated.LONGEST_S
    long = library.root / "documents" / "long.html"
    long.write_text("<p>The kiln is fired on Mondays.</p>" * 50_000, "utf-8")
    run_on_workers(cluster, limit_seconds, 0.01)
    try:
        opened = library.open("cluster", cluster=cluster)
    finally:
        run_on_workers(cluster, limit_seconds, usual)
    reasons = {one.path: one.reason for one in opened.failures}
    assert reasons["long.html"] == "parsing it takes more than 0.01 s"
    assert "amber.md" in opened.documents


def test_vectors_are_computed_on_the_workers(cluster: Cluster) -> None:
    own = SemanticHashing()
    there = cluster.embedder(own)
    assert there is not own
    texts = [f"The {number} hall" for number in range(3 * own.batch_size)]
    vectors = asyncio.run(embed_documents(there, texts))
    assert (vectors == asyncio.run(embed_documents(own, texts))).all()


def test_the_embedder_of_a_provider_stays_in_the_process_with_its_key(cluster: Cluster) -> None:
    class Provider:
        name, semantic, batch_size = "openai:text", True, 10

    provider: Any = Provider()
    assert cluster.embedder(provider) is provider


def test_another_version_on_the_workers_is_refused(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, library: Library
) -> None:
    monkeypatch.setattr(cluster_module, "package_version", lambda: "9.9")
    with pytest.raises(ConfigurationError, match=r"is .*index .*, here it is 9\.9"):
        cluster_module._compare("0.1.0, index 1", "tcp://worker")
    with pytest.raises(ConfigurationError, match=r"version on the Dask cluster"):
        library.open("cluster", cluster=cluster)
    assert Catalogue(library.folder("cluster")).state() is None


# From here on workers are killed, and Dask may not replace one at once.
def test_a_killed_worker_costs_nothing(library: Library, cluster: Cluster) -> None:
    sent = 0

    def kill_at_the_third(_path: str, doing: str) -> None:
        nonlocal sent
        sent += doing == "parse"
        if doing == "parse" and sent == 3:
            kill_a_worker(cluster)

    library.open("cluster", cluster=cluster, on_file=kill_at_the_third)
    assert sent == len(FILES)
    assert {file.attempts for file in library.files("cluster").values()} == {1}
    assert_same(library, "cluster")


def test_a_file_that_kills_its_workers_is_named_and_the_others_are_read(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "_parse", parse_or_die)
    jobs = [ParsingJob(name, b"# A hall", 100) for name in ("a.md", DEADLY, "b.md")]
    parsed = {job.path: one for job, one in cluster.parse(iter(jobs), lambda *_: None)}
    assert parsed[DEADLY].reason == "the processes that parsed it were killed"
    assert parsed[DEADLY].retryable
    assert not parsed["a.md"].reason
    assert not parsed["b.md"].reason


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Callable[[], tuple[subprocess.Popen[bytes], str]]]:
    """Start a scheduler in a process of its own, without workers."""
    started = []

    def start() -> tuple[subprocess.Popen[bytes], str]:
        file = tmp_path / "scheduler.json"
        options = ("--port", "0", "--no-dashboard", "--scheduler-file", str(file))
        command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1"]
        process = subprocess.Popen([*command, *options], stderr=subprocess.DEVNULL)
        started.append(process)
        end = time.monotonic() + 60
        while not (file.is_file() and '"address"' in file.read_text()):
            assert time.monotonic() < end
            time.sleep(0.05)
        return process, json.loads(file.read_text())["address"]

    yield start
    for process in started:
        process.kill()
        process.wait()


def test_a_scheduler_without_workers_is_an_error(
    scheduler: Callable[[], tuple[subprocess.Popen[bytes], str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, address = scheduler()
    monkeypatch.setattr(cluster_module, "CONNECT_S", 3.0)
    with pytest.raises(StoreError, match="has no workers"), open_cluster(address):
        pass


def test_a_scheduler_that_does_not_answer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "CONNECT_S", 0.5)
    with (
        pytest.raises(StoreError, match=r"127\.0\.0\.1:9 does not answer"),
        open_cluster("tcp://127.0.0.1:9"),
    ):
        pass


@pytest.mark.parametrize("address", ["scheduler", "http://127.0.0.1:8786"])
def test_a_malformed_address_is_an_error_of_the_setting(address: str) -> None:
    with pytest.raises(ConfigurationError, match="not the address"), open_cluster(address):
        pass


def test_without_the_extra_the_command_to_install_it_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ConfigurationError) as caught, open_cluster(LOCAL):
        pass
    assert "analyst-workbench[scale]" in str(caught.value)
