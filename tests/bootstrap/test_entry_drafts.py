"""Types and intents are drafted by a model and written to workspace.yaml once accepted."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.modelserver.answers import say
from tests.modelserver.dialect import ScriptedReply
from tests.modelserver.server import ModelServer
from tests.support.extracting_museum import DOCUMENTS, open_museum
from workbench import Workbench
from workbench.errors import InputError, ProviderError

QUOTE = "The Lighthouse hangs in the North hall."
SPEC = "id: gallery  # ours\ntitle: Gallery\n# More follows\n"


def named(name: str, quote: str = QUOTE, **fields: Any) -> dict[str, Any]:
    return {
        "name": name,
        "label_en": name,
        "label_ru": "тип",
        "words": [],
        "quote": quote,
        **fields,
    }


REPLY: dict[str, Any] = {
    "node_types": [named("painting"), named("hall"), named("ghost", "It haunts the hall.")],
    "edge_types": [
        named("HANGS_IN", **{"from": ["painting"], "to": ["hall"]}),
        named("OWNS", **{"from": ["collector"], "to": ["painting"]}),
    ],
    "intents": [
        {
            "name": "PLACE",
            "description": "Where a picture hangs.",
            "examples": ["Where does it hang?", "In which hall is it?", "Where is the picture?"],
            "quote": QUOTE,
        },
        {"name": "Mood", "description": "-", "examples": ["Why?"] * 3, "quote": QUOTE},
    ],
}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        server.always(say(json.dumps(REPLY, ensure_ascii=False)))
        yield server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "gallery"
    (folder / "documents").mkdir(parents=True)
    (folder / "workspace.yaml").write_text(SPEC, "utf-8")
    for name, text in DOCUMENTS.items():
        (folder / "documents" / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def bench(folder: Path, server: ModelServer) -> Workbench:
    return open_museum(folder.parent, server, workbench_default="gallery")


async def ids(bench: Workbench) -> dict[str, str]:
    return {one.draft.name: one.draft.id for one in await bench.entries("gallery")}


async def states(bench: Workbench) -> dict[str, str]:
    return {one.draft.name: one.state for one in await bench.entries("gallery")}


async def test_entries_are_drafted_with_their_quotes(
    bench: Workbench, server: ModelServer, folder: Path
) -> None:
    estimate = await bench.estimate_drafting("gallery")
    assert estimate.passages == 3 and estimate.price_usd and not server.requests
    report = await bench.draft_entries("gallery")
    assert (report.new, len(server.requests)) == (4, 1)
    assert report.dropped == {"no_quote": 1, "no_ends": 1, "bad_name": 1}
    assert await states(bench) == dict.fromkeys(
        ("painting", "hall", "HANGS_IN", "PLACE"), "pending"
    )
    for one in await bench.entries("gallery"):
        (place,) = one.draft.supports
        text = bench.sync.document("gallery", place.document).text
        assert text[place.span.start : place.span.end] == place.quote == QUOTE
    assert (folder / "workspace.yaml").read_text("utf-8") == SPEC
    assert (await bench.draft_entries("gallery")).repeated == 4


async def test_accepted_entries_are_written_with_comments_kept(
    bench: Workbench, folder: Path
) -> None:
    await bench.draft_entries("gallery")
    before = bench.sync.workspace("gallery").spec
    made = await bench.accept_entries("gallery", list((await ids(bench)).values()))
    assert len(made.decided) == 4 and not made.refused
    spec = bench.sync.workspace("gallery").spec
    assert set(spec.node_types) == {"painting", "hall"}
    assert spec.edge_types["HANGS_IN"].from_ == ("painting",)
    assert spec.intents["PLACE"].examples[0] == "Where does it hang?"
    assert set(before.intents) < set(spec.intents), "the default intents stay"
    text = (folder / "workspace.yaml").read_text("utf-8")
    assert text.startswith("id: gallery  # ours\n") and "# More follows" in text
    assert set((await states(bench)).values()) == {"accepted"}
    assert (await bench.estimate_extraction("gallery")).passages == 3


async def test_entries_accepted_at_once_are_all_written(bench: Workbench) -> None:
    await bench.draft_entries("gallery")
    drafts = await ids(bench)
    several = (bench.accept_entries("gallery", [drafts[one]]) for one in ("painting", "hall"))
    made = await asyncio.gather(*several)
    assert all(one.decided for one in made)
    assert set(bench.sync.workspace("gallery").spec.node_types) == {"painting", "hall"}


async def test_an_entry_that_others_need_is_refused(bench: Workbench, folder: Path) -> None:
    await bench.draft_entries("gallery")
    drafts = await ids(bench)
    alone = await bench.accept_entries("gallery", [drafts["HANGS_IN"]])
    assert not alone.decided and drafts["HANGS_IN"] in alone.refused
    assert (folder / "workspace.yaml").read_text("utf-8") == SPEC
    await bench.accept_entries("gallery", [drafts[one] for one in ("HANGS_IN", "painting", "hall")])
    needed = await bench.undo_entries("gallery", [drafts["hall"]])
    assert drafts["hall"] in needed.refused
    undone = await bench.undo_entries("gallery", list(drafts.values()))
    assert len(undone.decided) == 3
    assert set((await states(bench)).values()) == {"pending"}


async def test_an_entry_that_a_person_has_changed_since_is_not_undone(
    bench: Workbench, folder: Path
) -> None:
    await bench.draft_entries("gallery")
    drafts = await ids(bench)
    await bench.accept_entries("gallery", list(drafts.values()))
    file = folder / "workspace.yaml"
    edited = file.read_text("utf-8").replace("Where does it hang?", "Where can it be seen?")
    file.write_text(edited, "utf-8")

    undone = await bench.undo_entries("gallery", [drafts["PLACE"]])

    assert drafts["PLACE"] in undone.refused
    assert file.read_text("utf-8") == edited


async def test_a_rejected_entry_does_not_come_back_unless_undone(bench: Workbench) -> None:
    await bench.draft_entries("gallery")
    drafts = await ids(bench)
    await bench.reject_entries("gallery", [drafts["PLACE"]])
    assert (await bench.draft_entries("gallery")).new == 0
    assert (await states(bench))["PLACE"] == "rejected"
    await bench.undo_entries("gallery", [drafts["PLACE"]])
    assert (await states(bench))["PLACE"] == "pending"
    with pytest.raises(InputError, match="entry-nobody"):
        await bench.accept_entries("gallery", ["entry-nobody"])


async def test_a_reply_that_is_cut_off_is_called_so(bench: Workbench, server: ModelServer) -> None:
    server.always(say(ScriptedReply('{"node_types": [', finish="length")))
    with pytest.raises(ProviderError, match="cut off"):
        await bench.draft_entries("gallery")


async def test_a_reply_of_another_form_is_an_error(bench: Workbench, server: ModelServer) -> None:
    server.always(say("I would rather not."))
    with pytest.raises(ProviderError, match="does not follow the schema"):
        await bench.draft_entries("gallery")
    assert await bench.entries("gallery") == ()
