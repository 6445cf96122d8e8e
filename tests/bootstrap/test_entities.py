"""Corrections of entities: they count at once, in every process, and can be undone."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.museum_workspace import write_museum
from workbench import Workbench
from workbench.bootstrap import workspace_pool
from workbench.errors import InputError, RunStoreError
from workbench.settings import Settings

AMBER = """# Amber

The amber hall shows **carved** beads. They were lent by Gustav Ollmann of Riga, says the label.

A letter of Gustav Ollmann hangs beside the Harvest.
"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    documents = write_museum(tmp_path) / "documents"
    documents.mkdir(exist_ok=True)
    (documents / "amber.md").write_text(AMBER, "utf-8")
    return Settings(
        _env_file=None,  # type: ignore[call-arg]
        workbench_home=tmp_path / "home",
        workbench_workspaces=(tmp_path,),
        workbench_default="museum",
    )


@pytest.fixture
def bench(settings: Settings) -> Workbench:
    return Workbench.open(settings)


async def named(bench: Workbench, question: str) -> list[str]:
    run = await bench.ask(question, workspace="museum", until="resolve")
    return [entity.canonical_id for entity in run.entities]


async def some(bench: Workbench, type_: str) -> list[str]:
    return [node.id for node in (await bench.entities("museum", type_=type_)).nodes]


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_entities_come_in_the_order_of_their_names(bench: Workbench, language: str) -> None:
    page = await bench.entities("insurance", limit=500, language=language)
    names = [node.label(language).casefold() for node in page.nodes]
    assert len(names) == page.total
    assert names == sorted(names)


async def test_an_alias_counts_at_once_until_it_is_undone(bench: Workbench) -> None:
    painter, *_ = await some(bench, "painter")
    question = "What did Grumbold paint?"
    assert await named(bench, question) == []

    alias = await bench.correct("museum", "alias", painter, "Grumbold", author="Ann")
    assert await named(bench, question) == [painter]
    assert (await bench.entities("museum", "grumb")).nodes[0].id == painter

    await bench.undo_correction("museum", alias.id, author="Ben")
    assert await named(bench, question) == []
    (kept,) = await bench.corrections("museum")
    assert (kept.author, kept.undone_by, kept.counts) == ("Ann", "Ben", False)
    with pytest.raises(InputError, match="already undone"):
        await bench.undo_correction("museum", alias.id)


async def test_a_correction_is_undone_in_its_workspace_only(
    bench: Workbench, settings: Settings
) -> None:
    painter, *_ = await some(bench, "painter")
    alias = await bench.correct("museum", "alias", painter, "Grumbold", author="Ann")
    with pytest.raises(InputError, match="already undone"):
        await bench.undo_correction("portfolio", alias.id)
    assert await named(bench, "What did Grumbold paint?") == [painter]


async def test_a_correction_of_a_newer_release_is_left_out_with_a_warning(
    bench: Workbench, settings: Settings
) -> None:
    painter, *_ = await some(bench, "painter")
    await bench.correct("museum", "alias", painter, "Grumbold")
    with closing(sqlite3.connect(settings.workbench_home / "runs.sqlite")) as database, database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(corrections)")]
        copied = ", ".join({"id": "'new'", "kind": "'rename'"}.get(one, one) for one in columns)
        database.execute(f"INSERT INTO corrections SELECT {copied} FROM corrections")
    fresh = Workbench.open(settings)
    assert await named(fresh, "What did Grumbold paint?") == [painter]
    warning = fresh.warning("museum")
    assert warning is not None
    assert warning.message == "Corrections of museum made by a newer release are not read: 1."
    checked = fresh.workspace_pool.opened["museum"]
    await fresh.workspace_pool.refresh("museum")
    assert fresh.workspace_pool.opened["museum"] is checked, "nothing has changed"


async def test_searches_go_on_without_the_store_of_corrections(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    painter, *_ = await some(bench, "painter")
    await bench.correct("museum", "alias", painter, "Grumbold")
    monkeypatch.setattr(workspace_pool, "CORRECTIONS_S", -1.0)
    store = bench.runs.corrections

    async def down(_workspace: str) -> Any:
        raise RunStoreError("the database is down")

    with monkeypatch.context() as broken:
        broken.setattr(store, "counts", down)
        broken.setattr(store, "list", down)
        assert await bench.search("carved beads", "museum")
        warning = bench.warning("museum")
        assert warning is not None
        assert "the database is down" in warning.message
        assert "Grumbold" in bench.workspace("museum").nodes[painter].aliases
        await bench.workspace_pool.reopen("museum")
        assert "Grumbold" in bench.workspace("museum").nodes[painter].aliases
    await bench.search("carved beads", "museum")
    assert bench.warning("museum") is None


async def test_another_process_sees_a_correction_without_a_restart(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace_pool, "CORRECTIONS_S", -1.0)
    ours, theirs = Workbench.open(settings), Workbench.open(settings)
    painter, *_ = await some(theirs, "painter")
    await ours.correct("museum", "alias", painter, "Grumbold")
    assert await named(theirs, "What did Grumbold paint?") == [painter]


async def test_words_that_were_denied_mean_the_entity_no_longer(bench: Workbench) -> None:
    painting, *_ = await some(bench, "painting")
    name = (await bench.entities("museum", painting)).nodes[0].label("en")
    question = f"Where does {name} hang?"
    assert painting in await named(bench, question)
    await bench.correct("museum", "unalias", painting, name)
    assert painting not in await named(bench, question)
    await bench.correct("museum", "alias", painting, name)
    assert painting in await named(bench, question)


async def test_merged_entities_answer_as_one(bench: Workbench) -> None:
    one, other, *_ = await some(bench, "painter")
    workspace = bench.workspace("museum")
    name = workspace.nodes[other].label("en")
    edges = [e.target for e in workspace.edges if e.source in (one, other)]

    merge = await bench.correct("museum", "merge", one, other_id=other)
    merged = bench.workspace("museum")
    assert other not in merged.nodes
    assert {e.target for e in merged.edges if e.source == one} == set(edges)
    assert await named(bench, f"What did {name} paint?") == [one]

    await bench.undo_correction("museum", merge.id)
    assert bench.workspace("museum").nodes == workspace.nodes
    assert bench.workspace("museum").edges == workspace.edges


async def test_a_split_takes_an_alias_out(bench: Workbench) -> None:
    painter, *_ = await some(bench, "painter")
    await bench.correct("museum", "alias", painter, "Grumbold the Younger")
    split = await bench.correct("museum", "split", painter, "Grumbold the Younger")
    assert split.other_id == "painter:grumbold-the-younger"
    assert await named(bench, "What did Grumbold the Younger paint?") == [split.other_id]
    with pytest.raises(InputError, match="no alias"):
        await bench.correct("museum", "split", painter, "Somebody")


async def test_proposed_entities_are_accepted_or_rejected(
    settings: Settings, tmp_path: Path
) -> None:
    proposed = tmp_path / "museum" / "proposed"
    proposed.mkdir()
    rows = ('{"id": "hall:amber", "type": "hall", "name": "Amber Hall"}',
            '{"id": "hall:beads", "type": "hall", "name": "Beads"}')  # fmt: skip
    (proposed / "nodes.jsonl").write_text("\n".join(rows), "utf-8")
    bench = Workbench.open(settings)
    page = await bench.entities("museum", only_proposed=True)
    assert (page.total, page.proposed) == (2, 2)
    await bench.correct("museum", "accept", "hall:amber")
    await bench.correct("museum", "reject", "hall:beads")
    nodes = bench.workspace("museum").nodes
    assert not nodes["hall:amber"].proposed
    assert "hall:beads" not in nodes


async def test_runs_that_a_correction_changes_are_named(bench: Workbench) -> None:
    painter, *_ = await some(bench, "painter")
    run = await bench.ask("What did Grumbold paint?", workspace="museum")
    await bench.ask("Which halls are there?", workspace="museum")
    (affected,) = await bench.affected_runs("museum", "alias", painter, "Grumbold")
    assert (affected.run_id, affected.question) == (run.id, run.question)


async def test_passages_and_unlinked_mentions(bench: Workbench) -> None:
    painter, *_ = await some(bench, "painter")
    (mention,) = await bench.unlinked_mentions("museum")
    assert (mention.text, mention.times) == ("Gustav Ollmann", 2)
    assert "lent by Gustav Ollmann of Riga" in mention.example
    assert mention.example.startswith("The amber hall shows carved"), "without the marks"
    await bench.correct("museum", "alias", painter, "Gustav Ollmann")
    assert await bench.unlinked_mentions("museum") == []
    (passage,) = await bench.entity_passages("museum", painter)
    assert "Gustav Ollmann" in (passage.text or "")


async def test_duplicates_come_with_the_names_that_agree(bench: Workbench) -> None:
    one, other, *_ = await some(bench, "painter")
    assert await bench.duplicates("museum") == []
    name = bench.workspace("museum").nodes[one].label("en")
    await bench.correct("museum", "alias", other, name)
    (pair,) = await bench.duplicates("museum")
    assert {pair.first.id, pair.second.id} == {one, other}
    assert (name, name) in pair.evidence


async def test_corrections_are_exported_as_yaml(bench: Workbench) -> None:
    painter, *_ = await some(bench, "painter")
    undone = await bench.correct("museum", "alias", painter, "Nobody")
    await bench.undo_correction("museum", undone.id)
    await bench.correct("museum", "alias", painter, "Грумбольд", author="Ann")
    exported = yaml.safe_load(await bench.export_corrections("museum"))
    (row,) = exported["corrections"]
    assert (row["kind"], row["texts"], row["author"]) == ("alias", ["Грумбольд"], "Ann")


@pytest.mark.parametrize(
    ("kind", "texts", "other", "message"),
    [
        ("alias", (" ",), "", "name is empty"),
        ("alias", ("x" * 300,), "", "300 characters"),
        ("merge", (), "hall:nowhere", "no entity"),
    ],
)
async def test_a_correction_without_sense_is_refused(
    bench: Workbench, kind: str, texts: tuple[str, ...], other: str, message: str
) -> None:
    painter, *_ = await some(bench, "painter")
    hall, *_ = await some(bench, "hall")
    with pytest.raises(InputError, match=message):
        await bench.correct("museum", kind, painter, *texts, other_id=other)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="cannot be merged"):
        await bench.correct("museum", "merge", painter, other_id=hall)
    with pytest.raises(InputError, match="no entity"):
        await bench.correct("museum", "alias", "painter:nobody", "Name")
