"""Drafted edges are reviewed from a shell."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.modelserver.answers import say
from tests.modelserver.server import ModelServer
from tests.support.extracting_museum import MODEL, OBEDIENT, script, write_documents


@pytest.fixture(autouse=True)
def extracted(
    command: Command,
    models: ModelServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The museum alone, with two drafts."""
    write_documents(tmp_path)
    monkeypatch.setenv("WORKBENCH_WORKSPACES", json.dumps([str(tmp_path)]))
    monkeypatch.setenv("WORKBENCH_DEFAULT", "museum")
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path / "home"))
    script(models, OBEDIENT)
    assert command("extract", "-w", "museum", "--model", MODEL, "--yes") == 0
    assert "proposals drafts -w museum" in capsys.readouterr().out


def test_drafts_are_listed_with_their_quotes(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("proposals", "drafts", "-w", "museum", "--relation", "HANGS_IN") == 0
    printed = capsys.readouterr()
    assert "painting:lighthouse (new) HANGS_IN hall:north" in printed.out
    assert "lighthouse.md: The Lighthouse hangs in the North hall." in printed.out
    assert "1 pending draft (HANGS_IN: 1)" in printed.err
    assert command("proposals", "drafts", "-w", "museum", "--json") == 0
    assert {one["state"] for one in json.loads(capsys.readouterr().out)} == {"pending"}


def test_drafts_are_accepted_by_filter_rejected_by_id_and_undone(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("proposals", "accept", "-w", "museum") == 2, "nothing is chosen"
    assert command("proposals", "accept", "-w", "museum", "--supports", "2") == 0
    assert "1 edge added to the graph" in capsys.readouterr().out
    assert command("proposals", "drafts", "-w", "museum", "--json") == 0
    (left,) = json.loads(capsys.readouterr().out)
    draft = left["draft"]["id"]
    assert command("proposals", "reject", draft, "-w", "museum") == 0
    assert command("proposals", "undo", draft, "-w", "museum") == 0
    assert "1 decision undone" in capsys.readouterr().out
    assert command("proposals", "reject", "draft-none", "-w", "museum") == 2
    assert "Did you mean “draft-" in capsys.readouterr().err


def test_types_are_drafted_listed_and_accepted(
    command: Command, models: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drafted = {
        "name": "depot",
        "label_en": "Depot",
        "label_ru": "Хранилище",
        "words": ["store"],
        "quote": "The Lighthouse hangs in the North hall.",
    }
    models.always(say(json.dumps({"node_types": [drafted], "edge_types": [], "intents": []})))
    assert command("draft", "-w", "museum", "--model", MODEL) == 2
    assert "1 call" in capsys.readouterr().err
    assert command("draft", "-w", "museum", "--model", MODEL, "--yes") == 0
    assert "1 new type or intent to review" in capsys.readouterr().out
    assert command("proposals", "drafts", "-w", "museum", "--json") == 0
    (entry,) = [one for one in json.loads(capsys.readouterr().out) if "section" in one["draft"]]
    draft = entry["draft"]["id"]
    assert command("proposals", "drafts", "-w", "museum") == 0
    assert "node_types.depot" in capsys.readouterr().out
    assert command("proposals", "accept", draft, "-w", "museum") == 0
    assert "1 type or intent written to workspace.yaml" in capsys.readouterr().out
    assert "depot:" in (tmp_path / "museum" / "workspace.yaml").read_text("utf-8")
    assert command("proposals", "undo", draft, "-w", "museum") == 0
    assert command("proposals", "reject", draft, "-w", "museum") == 0
    assert "1 type or intent rejected" in capsys.readouterr().out
