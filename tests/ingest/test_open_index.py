"""An index is built once, reopened at once, updated by what changed, and never half there."""

import asyncio
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.embedders import SemanticHashing
from tests.support.memory_library import TopicEmbedder
from tests.support.museum_workspace import EDGES, spec, write_museum
from workbench.domain.documents import Document
from workbench.errors import ConfigurationError, StoreError, WorkspaceError
from workbench.ingest import index_spec as index_module
from workbench.ingest import isolated, parsed_files
from workbench.ingest.catalogue import FILE, Catalogue, IndexState
from workbench.ingest.chunks import chunk_document
from workbench.ingest.documents import parse_document
from workbench.ingest.index_spec import OpenedIndex
from workbench.ingest.isolated import PROCESS
from workbench.ingest.lock import write_lock
from workbench.ingest.open_index import open_index, verify_index
from workbench.ingest.parsers import PARSING_VERSION
from workbench.ingest.stored_documents import ENTRIES
from workbench.ingest.verify import index_problems
from workbench.retrieval.dense import ChromaIndex, collection_name
from workbench.retrieval.embedders import HashingEmbedder
from workbench.retrieval.passages import IndexedChunk
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import open_workspace

TEXTS = {
    f"halls/{name}.md": f"# {name.title()}\n\nThe {name} hall shows {thing} and nothing else.\n"
    for name, thing in (
        ("amber", "carved beads"), ("birch", "bark letters"), ("copper", "coins"),
        ("dune", "sand pictures"), ("elm", "carved chairs"), ("flint", "stone axes"),
    )
}  # fmt: skip


class Museum:
    """A workspace folder whose documents can be changed, and its index folder."""

    def __init__(self, parent: Path, **changes: Any) -> None:
        self.root = write_museum(parent, **changes)
        self.home = parent / "home"
        for name, text in TEXTS.items():
            self.write(name, text)

    @property
    def folder(self) -> Path:
        return self.home / "indexes" / "museum"

    def write(self, name: str, text: str) -> None:
        path = self.root / "documents" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")

    def open(self, *arguments: Any, embedder: Any = None, **options: Any) -> OpenedIndex:
        names = ("rebuild", "wait_s")
        how = {name: options.pop(name) for name in names if name in options}
        settings = Settings(workbench_home=self.home, **options)
        embedder = embedder or SemanticHashing()
        opening = open_index(
            open_workspace(self.root, TOOL_SPECS), settings, *arguments, embedder=embedder, **how
        )
        return asyncio.run(opening)

    def catalogue(self) -> IndexState:
        catalogue = Catalogue(self.folder).state()
        assert catalogue is not None
        return catalogue

    def assert_consistent(self, embedder: str = SemanticHashing.name) -> None:
        """Catalogue, stored documents, lexical index and vectors hold the same passages."""
        catalogue = self.catalogue()
        assert list(index_problems(self.folder, catalogue, self.vectors(embedder))) == []
        assert not catalogue.is_building

    def vectors(self, embedder: str = SemanticHashing.name) -> ChromaIndex:
        return ChromaIndex(collection_name("museum", embedder), folder=self.folder / "vectors")

    def verify(self, **options: Any) -> tuple[str, ...]:
        settings = Settings(workbench_home=self.home, **options)
        return verify_index(
            open_workspace(self.root, TOOL_SPECS), settings, embedder=SemanticHashing()
        )


@pytest.fixture
def museum(tmp_path: Path) -> Museum:
    return Museum(tmp_path)


def top(library: OpenedIndex, query: str) -> str:
    passages = asyncio.run(library.retriever.search_with_report(query, top_k=1)).passages
    return passages[0].text or "" if passages else ""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the write lock of a folder."""
    with asyncio.Runner() as runner:
        lock = write_lock(folder, wait_s=0, on_wait=lambda: None)
        runner.run(lock.__aenter__())
        try:
            yield
        finally:
            runner.run(lock.__aexit__(None, None, None))


def test_the_first_opening_builds_with_progress_and_the_next_reopens(museum: Museum) -> None:
    steps: list[tuple[str, int, int]] = []
    first = museum.open(lambda *step: steps.append(step))
    second = museum.open(lambda *step: steps.append(step))

    assert (first.built, second.built) == (True, False)
    assert [step for step in steps if step[1] == step[2]] == [
        ("documents", 6, 6),
        ("words", 6, 6),
        ("vectors", 6, 6),
    ]
    assert top(first, "carved beads") == top(second, "carved beads") != ""
    assert first.fingerprint == second.fingerprint
    museum.assert_consistent()


def test_documents_are_those_of_the_files(museum: Museum) -> None:
    documents = museum.open().documents
    assert set(documents) == set(TEXTS)
    assert {name: documents[name].text for name in documents} == TEXTS
    with pytest.raises(KeyError):
        documents["absent.md"]


def test_reopening_needs_neither_chroma_nor_numpy_nor_the_parsing_process(museum: Museum) -> None:
    museum.open(embedder=HashingEmbedder())
    script = (
        "import asyncio, sys, pathlib\n"
        "from workbench.ingest.open_index import open_index\n"
        "from workbench.settings import Settings\n"
        "from workbench.tools.registry import TOOL_SPECS\n"
        "from workbench.workspace import open_workspace\n"
        "root, home = map(pathlib.Path, sys.argv[1:])\n"
        "settings = Settings(workbench_home=home)\n"
        "library = asyncio.run(open_index(open_workspace(root, TOOL_SPECS), settings))\n"
        "assert not library.built\n"
        "assert asyncio.run(library.retriever.search_with_report('carved beads')).passages\n"
        "heavy = {'chromadb', 'duckdb', 'numpy', 'pandas', 'pyarrow', 'semchunk'}\n"
        "heavy.add('workbench.ingest.isolated')\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    command = [sys.executable, "-c", script, str(museum.root), str(museum.home)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_only_a_changed_document_is_stored_anew(museum: Museum) -> None:
    before = museum.open()
    stored = {name: record.stored for name, record in museum.catalogue().documents.items()}
    museum.write("halls/amber.md", "# Amber\n\nThe new hall shows amber clocks.\n")

    after = museum.open()

    changed = {n for n, r in museum.catalogue().documents.items() if r.stored != stored[n]}
    assert changed == {"halls/amber.md"}
    assert "clocks" in top(after, "amber clocks")
    assert top(after, "carved beads") != top(before, "carved beads")
    assert after.fingerprint != before.fingerprint
    museum.assert_consistent()


def test_whoever_opened_the_earlier_state_goes_on_reading_it(museum: Museum) -> None:
    before = museum.open()
    museum.write("halls/amber.md", "# Amber\n\nThe new hall shows amber clocks.\n")
    museum.open()
    assert "carved beads" in top(before, "carved beads")
    assert before.documents["halls/amber.md"].text == TEXTS["halls/amber.md"]


def test_documents_come_and_go(museum: Museum) -> None:
    museum.open()
    (museum.root / "documents" / "halls" / "elm.md").unlink()
    museum.write("new.txt", "A new note on opening hours.")
    library = museum.open()
    assert set(library.documents) == {*TEXTS, "new.txt"} - {"halls/elm.md"}
    assert "opening hours" in top(library, "opening hours")
    assert "chairs" not in top(library, "carved chairs")
    museum.assert_consistent()


def test_a_file_only_touched_costs_no_work(museum: Museum) -> None:
    museum.open()
    museum.write("halls/amber.md", TEXTS["halls/amber.md"])
    steps: list[str] = []
    museum.open(lambda stage, done, total: steps.append(stage))
    assert set(steps) <= {"documents"}
    assert not museum.open().built


def test_a_file_that_fails_has_a_reason_until_it_is_mended(museum: Museum) -> None:
    museum.write("broken.md", "---\ntitle: [\n---\ntext")
    for built in (True, False):
        library = museum.open()
        assert library.built == built
        assert [(f.path, "YAML" in f.reason) for f in library.failures] == [("broken.md", True)]
        assert set(library.documents) == set(TEXTS)

    museum.write("broken.md", "A note that was mended.")
    library = museum.open()
    assert library.failures == ()
    assert "broken.md" in library.documents


def opened_files(museum: Museum, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list to which each document that is parsed from now on is added."""
    opened: list[str] = []

    def parse(name: str, content: bytes) -> Document:
        opened.append(name)
        return parse_document(name, content)

    monkeypatch.setattr(parsed_files, "parse_document", parse)
    return opened


def test_a_file_that_failed_is_not_parsed_again_until_it_changes(
    museum: Museum, monkeypatch: pytest.MonkeyPatch
) -> None:
    museum.write("broken.md", "---\ntitle: [\n---\ntext")
    failures = museum.open().failures
    opened = opened_files(museum, monkeypatch)
    museum.write("new.md", "A new hall.")
    assert museum.open().failures == failures
    assert opened == ["new.md"]
    museum.write("broken.md", "A note that was mended.")
    assert museum.open().failures == ()
    assert opened == ["new.md", "broken.md"]


def test_a_file_that_hit_a_limit_of_time_is_read_again_by_the_next_build(
    museum: Museum, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A file that begins to parse and cannot end within this time, on any machine.
    museum.write("slow.html", "<html><body>" + "<p>words" * 20_000)
    monkeypatch.setattr(isolated, "LONGEST_S", 0.01)
    (failure,) = museum.open().failures
    assert failure.reason == "parsing it takes more than 0.01 s"
    assert not museum.open().built
    monkeypatch.undo()
    opened = opened_files(museum, monkeypatch)
    museum.write("new.md", "A new hall.")
    museum.open()
    assert opened == ["new.md", "slow.html"]


def test_another_version_of_the_parsers_parses_every_file_again(
    museum: Museum, monkeypatch: pytest.MonkeyPatch
) -> None:
    museum.write("broken.md", "---\ntitle: [\n---\ntext")
    museum.open()
    opened = opened_files(museum, monkeypatch)
    monkeypatch.setattr(index_module, "PARSING_VERSION", PARSING_VERSION + 1)
    assert museum.open().built
    assert opened == sorted(["broken.md", *TEXTS])
    museum.assert_consistent()


def test_one_broken_file_costs_none_of_the_others(
    museum: Museum, monkeypatch: pytest.MonkeyPatch
) -> None:
    museum.write("half.json", r'[{"t":"caf\ud83d"}]')
    museum.write(os.fsdecode(b"\xcf\xf0.md"), "words")
    museum.write("deep.md", "words")

    def chunked(document: Document, words: int) -> list[IndexedChunk]:
        if document.id == "deep.md":
            raise RecursionError("too deep")
        return chunk_document(document, words)

    monkeypatch.setattr(parsed_files, "chunk_document", chunked)
    library = museum.open()
    assert set(library.documents) == {*TEXTS, "half.json"}
    assert {file.path: file.reason for file in library.failures} == {
        r"\xcf\xf0.md": "its name is not UTF-8",
        "deep.md": "its parser failed (RecursionError: too deep)",
    }
    museum.assert_consistent()
    assert not museum.open().built


def test_no_parsing_process_is_left_after_a_build(museum: Museum) -> None:
    museum.write("page.html", "<html><body><p>Open on Sunday.</p></body></html>")
    assert museum.open().documents["page.html"].text == "Open on Sunday."
    assert PROCESS._process is None


def test_metadata_that_the_workspace_does_not_know_is_a_warning(tmp_path: Path) -> None:
    fields = {"metadata": {"place": {"label": "Hall", "node_type": "hall"}}}
    museum = Museum(tmp_path, spec=spec() | {"documents": fields})
    museum.write("odd.md", "---\nplace: hall:nroth\n---\nA note.\n")
    (warning,) = museum.open().warnings
    assert warning.path == "odd.md"
    assert "hall:north" in warning.reason


def test_a_workspace_without_documents_opens(tmp_path: Path) -> None:
    museum = Museum(tmp_path)
    shutil.rmtree(museum.root / "documents")
    library = museum.open()
    assert len(library.documents) == 0
    assert asyncio.run(library.retriever.search_with_report("beads")).passages == ()


def test_new_chunk_settings_chunk_everything_anew(tmp_path: Path) -> None:
    museum = Museum(tmp_path)
    museum.write("long.txt", "A note of many words. " * 60)
    museum.open()
    before = len(museum.catalogue().passages())
    changed = (museum.root / "workspace.yaml").read_text("utf-8") + "retrieval: {chunk_words: 20}\n"
    (museum.root / "workspace.yaml").write_text(changed, "utf-8")
    assert museum.open().built
    assert len(museum.catalogue().passages()) > before
    museum.assert_consistent()


def test_another_embedder_leaves_words_alone_and_keeps_both_sets_of_vectors(museum: Museum) -> None:
    museum.open()
    words = museum.catalogue().lexical
    topics = TopicEmbedder({"beads": 1, "necklace": 1})
    library = museum.open(embedder=topics)

    assert museum.catalogue().lexical == words
    assert "carved beads" in top(library, "necklace")
    museum.assert_consistent("topics")
    museum.open()
    museum.assert_consistent()


def test_no_vectors_are_written_until_a_semantic_embedder_is_chosen(museum: Museum) -> None:
    steps: set[str] = set()
    lexical = museum.open(lambda stage, *_: steps.add(stage), embedder=HashingEmbedder())

    assert steps == {"documents", "words"}
    assert not (museum.folder / "vectors").exists()
    assert "carved beads" in top(lexical, "carved beads")
    assert (
        verify_index(open_workspace(museum.root, TOOL_SPECS), Settings(workbench_home=museum.home))
        == ()
    )

    semantic = museum.open(embedder=TopicEmbedder({"beads": 1, "necklace": 1}))
    assert semantic.built
    assert "carved beads" in top(semantic, "necklace")
    museum.assert_consistent("topics")

    again = museum.open(embedder=HashingEmbedder())
    assert "carved beads" in top(again, "carved beads")
    museum.write("halls/amber.md", "# Amber\n\nThe new hall shows amber clocks.\n")
    assert "clocks" in top(museum.open(embedder=HashingEmbedder()), "amber clocks")
    assert (
        verify_index(open_workspace(museum.root, TOOL_SPECS), Settings(workbench_home=museum.home))
        == ()
    )


def test_the_dense_channel_says_that_there_are_no_vectors(museum: Museum) -> None:
    retriever = museum.open(embedder=HashingEmbedder()).retriever
    with pytest.raises(ConfigurationError, match="EMBEDDER"):
        asyncio.run(retriever.search_with_report("carved beads", channels=["dense"]))


def test_another_lexical_engine_is_built_beside_the_first(museum: Museum) -> None:
    first = top(museum.open(), "carved beads")
    assert top(museum.open(lexical_index="rank_bm25"), "carved beads") == first
    museum.assert_consistent()


def test_an_embedder_that_nobody_knows_is_a_setting_to_correct(museum: Museum) -> None:
    settings = Settings(workbench_home=museum.home, embedder="acme:vectors")
    with pytest.raises(ConfigurationError, match="EMBEDDER"):
        asyncio.run(open_index(open_workspace(museum.root, TOOL_SPECS), settings))


def test_much_deleted_is_built_whole_since_deletions_weigh_on_statistics(museum: Museum) -> None:
    museum.open()
    shares = []
    for name in list(TEXTS)[:2]:
        museum.write(name, TEXTS[name] + "One more new line.\n")
        museum.open()
        shares.append(museum.catalogue().removed_share)
        museum.assert_consistent()
    assert shares == [pytest.approx(1 / 6), 0.0]


def interrupted_at(number: int) -> Callable[[str, int, int], None]:
    seen = iter(range(1000))

    def report(stage: str, done: int, total: int) -> None:
        if next(seen) == number:
            raise KeyboardInterrupt(stage)

    return report


@pytest.mark.parametrize("number", range(8))
def test_an_interrupted_update_leaves_the_earlier_state_and_is_finished_later(
    museum: Museum, number: int
) -> None:
    before = museum.open()
    museum.write("halls/amber.md", "# Amber\n\nThe new hall shows amber clocks.\n")
    (museum.root / "documents" / "halls" / "elm.md").unlink()
    with pytest.raises(KeyboardInterrupt):
        museum.open(interrupted_at(number))

    assert "carved beads" in top(before, "carved beads")
    museum.write("halls/amber.md", TEXTS["halls/amber.md"])
    museum.write("halls/elm.md", TEXTS["halls/elm.md"])
    assert "carved beads" in top(museum.open(), "carved beads")
    museum.assert_consistent()


@pytest.mark.parametrize("stage", ["documents", "words", "vectors"])
def test_a_build_killed_outright_is_built_again(museum: Museum, stage: str) -> None:
    script = (
        "import asyncio, os, sys, pathlib, signal\n"
        "from workbench.ingest.open_index import open_index\n"
        "from workbench.settings import Settings\n"
        "from workbench.tools.registry import TOOL_SPECS\n"
        "from workbench.workspace import open_workspace\n"
        "from tests.support.embedders import SemanticHashing\n"
        "root, home, stage = sys.argv[1:]\n"
        "kill = lambda at, *_: at == stage and os.kill(os.getpid(), signal.SIGKILL)\n"
        "settings = Settings(workbench_home=pathlib.Path(home))\n"
        "workspace = open_workspace(root, TOOL_SPECS)\n"
        "asyncio.run(open_index(workspace, settings, kill, embedder=SemanticHashing()))\n"
    )
    command = [sys.executable, "-c", script, str(museum.root), str(museum.home), stage]
    assert subprocess.run(command, capture_output=True, check=False).returncode == -9

    assert "carved beads" in top(museum.open(wait_s=0), "carved beads")
    museum.assert_consistent()


def test_an_embedder_that_fails_leaves_the_earlier_state(museum: Museum) -> None:
    museum.open()

    class Failing(TopicEmbedder):
        async def embed(self, texts: Any, purpose: Any) -> Any:
            return (await super().embed(texts, purpose))[:-1]

    with pytest.raises(StoreError, match="vectors for"):
        museum.open(embedder=Failing({}))
    assert "carved beads" in top(museum.open(), "carved beads")
    museum.assert_consistent()


def test_a_second_writer_is_told_that_another_writes(museum: Museum) -> None:
    with (
        locked(museum.folder),
        pytest.raises(StoreError, match="Another process") as failure,
    ):
        museum.open(wait_s=0)
    assert failure.value.retryable


def test_a_reader_does_not_wait_for_a_writer(museum: Museum) -> None:
    museum.open()
    with locked(museum.folder):
        assert not museum.open(wait_s=0).built


def test_whoever_waited_finds_the_work_done(museum: Museum) -> None:
    opened: list[OpenedIndex] = []
    stages: list[set[str]] = [set(), set()]

    def run(seen: set[str]) -> None:
        opened.append(museum.open(lambda stage, done, total: seen.add(stage)))

    threads = [threading.Thread(target=run, args=(seen,)) for seen in stages]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len({library.fingerprint for library in opened}) == 1
    assert sum("vectors" in seen for seen in stages) == 1
    museum.assert_consistent()


def test_a_cancelled_build_ends_with_the_current_file_and_frees_the_lock(museum: Museum) -> None:
    steps: list[tuple[str, int]] = []

    async def cancel_at_the_first_file() -> None:
        loop, begun, may_go_on = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

        def report(stage: str, done: int, _total: int) -> None:
            steps.append((stage, done))
            loop.call_soon_threadsafe(begun.set)
            may_go_on.wait(10)

        workspace = open_workspace(museum.root, TOOL_SPECS)
        settings = Settings(workbench_home=museum.home)
        building = asyncio.create_task(
            open_index(workspace, settings, report, embedder=SemanticHashing())
        )
        await begun.wait()
        building.cancel()
        for _ in range(10):
            await asyncio.sleep(0)
        assert not building.done(), "its thread still holds the lock"
        may_go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await building

    asyncio.run(cancel_at_the_first_file())
    assert steps == [("documents", 1)]
    with locked(museum.folder):
        pass
    assert museum.open(wait_s=0).built
    museum.assert_consistent()


@pytest.mark.parametrize("damage", ["lexical", ENTRIES, FILE])
def test_whatever_is_damaged_a_rebuild_mends(museum: Museum, damage: str) -> None:
    museum.open()
    for place in [museum.folder / damage, *(museum.folder / damage).rglob("*")]:
        if place.is_file():
            place.unlink()  # a file that an open index maps into memory must not shrink
            place.write_bytes(b"not what it was")
    library = museum.open(rebuild=True)
    assert library.built
    assert "carved beads" in top(library, "carved beads")
    museum.assert_consistent()


def test_questions_are_answered_from_the_old_index_while_it_is_rebuilt(museum: Museum) -> None:
    museum.open()
    before = museum.vectors().ids()
    seen: dict[str, str] = {}

    def answered() -> str:
        library = museum.open(wait_s=0)
        assert not library.built
        assert museum.vectors().ids() == before
        return top(library, "carved beads")

    def ask(stage: str, done: int, total: int) -> None:
        if done == total and stage not in seen:
            with ThreadPoolExecutor(1) as thread:  # the step may be in an event loop
                seen[stage] = thread.submit(answered).result()

    assert museum.open(ask, rebuild=True).built
    assert set(seen) == {"documents", "words", "vectors"}
    assert all("carved beads" in text for text in seen.values())
    museum.assert_consistent()


@pytest.mark.parametrize("stage", ["documents", "words", "vectors"])
def test_a_rebuild_that_fails_loses_nothing(museum: Museum, stage: str) -> None:
    museum.open()
    before = replace(museum.catalogue(), build=0, is_building=False)

    def fail(at: str, _done: int, _total: int) -> None:
        if at == stage:
            raise RuntimeError("the power is off")

    with pytest.raises(RuntimeError, match="power"):
        museum.open(fail, rebuild=True)
    state = museum.catalogue()
    assert replace(state, build=0, is_building=False) == before
    assert list(index_problems(museum.folder, state, museum.vectors())) == []
    museum.open()
    museum.assert_consistent()


class WideEmbedder(HashingEmbedder):
    """The model behind a name was exchanged for one with other dimensions."""

    name = SemanticHashing.name
    semantic = True


def test_a_rebuild_replaces_vectors_of_another_dimension(museum: Museum) -> None:
    museum.open()
    museum.open(rebuild=True, embedder=WideEmbedder(dimension=96))
    museum.assert_consistent()


def test_a_damaged_index_says_what_to_do(museum: Museum) -> None:
    museum.open()
    for place in (museum.folder / ENTRIES).iterdir():
        place.write_bytes(b"not what it was")
    with pytest.raises(StoreError, match="workbench reindex"):
        asyncio.run(museum.open().retriever.search_with_report("carved beads"))


def test_a_sound_index_verifies_without_remarks(museum: Museum) -> None:
    museum.open()
    assert museum.verify() == ()


def test_what_is_not_as_the_catalogue_says_is_named(museum: Museum) -> None:
    museum.open()
    catalogue = museum.catalogue()
    amber, birch, *_ = catalogue.documents.values()
    museum.vectors().remove(amber.chunks)
    (museum.folder / ENTRIES / birch.stored).unlink()
    (museum.folder / ENTRIES / amber.stored).replace(museum.folder / ENTRIES / birch.stored)

    problems = "\n".join(museum.verify())

    assert "the vector store lacks 1 of 6" in problems
    assert "“halls/amber.md” cannot be read" in problems
    assert "halls/birch.md is stored in another version" in problems
    assert "halls/birch.md is stored with other passages" in problems


def test_an_index_that_is_not_there_or_old_is_said_to_be(museum: Museum) -> None:
    assert "missing or out of date" in museum.verify()[0]
    museum.open()
    museum.write("new.md", "A new note.")
    assert "missing or out of date" in museum.verify()[0]


def test_a_catalogue_of_another_version_is_built_anew(museum: Museum) -> None:
    museum.open()
    (museum.folder / FILE).write_text('{"format": 7}', "utf-8")
    assert museum.open().built
    museum.assert_consistent()


def test_a_lost_lexical_index_is_built_anew(museum: Museum) -> None:
    museum.open()
    shutil.rmtree(museum.folder / "lexical")
    assert "carved beads" in top(museum.open(), "carved beads")
    museum.assert_consistent()


def test_a_home_that_cannot_be_written_is_a_store_error(museum: Museum) -> None:
    museum.home.write_text("a file where a folder should be", "utf-8")
    with pytest.raises(StoreError, match="museum"):
        museum.open()


def test_nothing_is_left_behind_by_updates(museum: Museum) -> None:
    museum.open()
    for number in range(3):
        museum.write("halls/amber.md", f"# Amber\n\nThe new hall shows {number} amber clocks.\n")
        museum.open()
    assert len(list((museum.folder / ENTRIES).iterdir())) == len(TEXTS) + 1
    assert len(list((museum.folder / "lexical").iterdir())) == 2


QUOTED = EDGES[0] | {
    "evidence": {"document": "halls/amber.md", "quote": "The  amber hall shows carved beads"}
}


def test_quotes_of_the_graph_are_placed(tmp_path: Path) -> None:
    museum = Museum(tmp_path, edges=[QUOTED, *EDGES[1:]])
    for _ in range(2):
        library = museum.open()
        evidence = library.workspace.edges[0].evidence
        assert evidence is not None
        assert evidence.span is not None
        text = library.documents["halls/amber.md"].text
        assert text[evidence.span.start : evidence.span.end] == "The amber hall shows carved beads"


def test_a_quote_that_moved_is_placed_anew_and_one_that_went_is_refused(tmp_path: Path) -> None:
    museum = Museum(tmp_path, edges=[QUOTED, *EDGES[1:]])
    museum.open()
    museum.write("halls/amber.md", "Something before.\n\n" + TEXTS["halls/amber.md"])
    evidence = museum.open().workspace.edges[0].evidence
    assert evidence is not None
    assert evidence.span is not None
    assert evidence.span.start == len("Something before.\n\n# Amber\n\n")

    museum.write("halls/amber.md", "# Amber\n\nThe amber hall shows carved pearls.\n")
    with pytest.raises(WorkspaceError, match="carved pearls"):
        museum.open()
    museum.write("halls/amber.md", TEXTS["halls/amber.md"])
    assert museum.open().workspace.edges[0].evidence is not None
