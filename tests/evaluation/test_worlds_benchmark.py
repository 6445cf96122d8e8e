"""`make worlds` names the stage that lost a question, and asks a follow-up in its thread."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks.worlds.asking import ask_all, scored_form
from benchmarks.worlds.losses import lost_at

SEARCH = {"tool": "search_tool", "args": {}}
FILTERED = {"tool": "search_tool", "args": {"entity_ids": ["term:tide"]}}
GRAPH = {"tool": "graph_query_tool", "args": {}}
FOUND = {"source5": True, "quotes5": True, "declined": False, "said": False}


def lost(
    call: dict[str, Any] = SEARCH, kind: str = "lookup", follows: str | None = None, **scored: bool
) -> str:
    row = {"type": kind, "quote": ["High tide is at noon."], "follows": follows}
    run = {"outcome": "answered", "plan": {"tool_calls": [call]}}
    return lost_at(row, run, {**FOUND, **scored})


@pytest.mark.parametrize(
    ("stage", "case"),
    [
        ("abstention", {"kind": "unanswerable"}),
        ("abstention", {"declined": True}),
        ("plan", {"call": GRAPH}),
        ("retrieval", {"quotes5": False}),
        ("retrieval", {"source5": False, "quotes5": False}),
        ("memory", {"source5": False, "quotes5": False, "follows": "q1"}),
        ("entities", {"source5": False, "quotes5": False, "call": FILTERED}),
        ("sentence", {}),
        ("rendering", {"said": True}),
    ],
)
def test_the_stage_that_lost_a_question(stage: str, case: dict[str, Any]) -> None:
    assert lost(**case) == stage


async def test_a_world_is_asked_as_its_files_make_it(tmp_path: Path) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "harbour.md").write_text(
        "# Harbour\n\n## Ferry\n\nThe ferry to the island costs 4 crowns.\n\n"
        "## Tides\n\nHigh tide is at noon on most days of June.\n",
        "utf-8",
    )
    rows = [
        {"id": "q1", "question": "How much is the ferry to the island?", "follows": None},
        {"id": "q2", "question": "And to the mainland?", "follows": "q1"},
    ]

    asked = await ask_all(documents, rows, tmp_path / "home")

    first, second = (asked[name][0] for name in ("q1", "q2"))
    assert first.thread_id == second.thread_id
    scored = scored_form(*asked["q1"])
    assert "4 crowns" in scored["answer"]
    assert [one["document"] for one in scored["citations"]] == ["harbour.md"]
