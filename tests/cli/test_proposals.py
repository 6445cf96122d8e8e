"""``new`` and ``ingest`` propose entities, which ``proposals`` lists, accepts and rejects."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from workbench import Workbench
from workbench.bootstrap import proposing
from workbench.domain.local_text import localize
from workbench.settings import load_settings

RULES = """# Lending

An interlibrary loan (ILL) takes a week. The Reading Room Desk (RRD) is closed.
"""


pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "lending.md").write_text(RULES, "utf-8")
    return folder


def listed(command: Command, capsys: pytest.CaptureFixture[str]) -> list[str]:
    capsys.readouterr()
    assert command("proposals", "list", "-w", "rules", "--json") == 0
    return [node["id"] for node in json.loads(capsys.readouterr().out)]


def test_a_new_workspace_has_proposals_with_their_evidence(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("new", "rules", "--from", str(folder)) == 0
    assert "2 entities proposed" in capsys.readouterr().out
    assert command("proposals", "list", "-w", "rules") == 0
    printed = capsys.readouterr()
    assert "term:interlibrary-loan  interlibrary loan (ILL)" in printed.out
    assert "lending.md: An interlibrary loan (ILL) takes a week." in printed.out
    assert "2 entities proposed (term: 2)" in printed.err
    assert command("workspaces") == 0
    assert "2 proposed entities" in capsys.readouterr().out


def test_the_scope_names_what_the_documents_are_about(command: Command, folder: Path) -> None:
    command("new", "rules", "--from", str(folder))
    workspace = Workbench.open(load_settings()).workspace("rules")
    assert (
        localize(workspace.spec.scope.description, "en")
        == "rules: interlibrary loan, Reading Room Desk"
    )


def test_all_defaults_can_be_written_out(command: Command, folder: Path, home: Path) -> None:
    assert command("new", "rules", "--from", str(folder), "--full") == 0
    assert command("new", "plain", "--from", str(folder)) == 0
    workbench = Workbench.open(load_settings())
    full, plain = (workbench.workspace(name).spec for name in ("rules", "plain"))
    assert full.intents == plain.intents and full.scope.no_answer == plain.scope.no_answer
    text = (home / "workspaces" / "rules" / "workspace.yaml").read_text("utf-8")
    assert "DOCUMENT_PROCEDURE:" in text and text.count("languages:") == 1
    assert command("doctor", "-w", "rules") == 0


def test_a_question_names_a_proposed_entity_by_its_alias(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command("new", "rules", "--from", str(folder))
    capsys.readouterr()
    assert command("ask", "How long does an ILL take?", "-w", "rules", "--json") == 0
    run = json.loads(capsys.readouterr().out)
    assert [entity["canonical_id"] for entity in run["entities"]] == ["term:interlibrary-loan"]
    assert "a week" in run["answer"]["text"]


def test_accepted_and_rejected_entities_are_not_proposed_again(
    command: Command, folder: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command("new", "rules", "--from", str(folder))
    assert command("proposals", "accept", "term:interlibrary-loan", "-w", "rules") == 0
    assert command("proposals", "reject", "term:reading-room-desk", "-w", "rules") == 0
    accepted = home / "workspaces" / "rules" / "graph" / "nodes-accepted.jsonl"
    assert json.loads(accepted.read_text("utf-8"))["id"] == "term:interlibrary-loan"
    (folder / "more.md").write_text("Get a Library Card Number (LCN) first.", "utf-8")
    assert command("ingest", str(folder), "-w", "rules") == 0
    assert command("proposals", "update", "-w", "rules") == 0
    assert listed(command, capsys) == ["term:library-card-number"]


def test_an_accepted_entity_is_appended_once_after_an_unfinished_line(
    command: Command, folder: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command("new", "rules", "--from", str(folder))
    accepted = home / "workspaces" / "rules" / "graph" / "nodes-accepted.jsonl"
    accepted.parent.mkdir()
    accepted.write_text('{"id": "term:mine", "type": "term", "name": "Mine"}', "utf-8")
    loan = "term:interlibrary-loan"
    assert command("proposals", "accept", loan, loan, "-w", "rules") == 0
    rows = map(json.loads, accepted.read_text("utf-8").splitlines())
    assert [row["id"] for row in rows] == ["term:mine", loan]
    assert listed(command, capsys) == ["term:reading-room-desk"]


def test_an_entity_stays_proposed_if_the_graph_cannot_be_written(
    command: Command,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    command("new", "rules", "--from", str(folder))
    monkeypatch.setattr(proposing, "write_atomically", fail)
    assert command("proposals", "accept", "term:interlibrary-loan", "-w", "rules") == 3
    assert "term:interlibrary-loan" in listed(command, capsys)


def test_proposals_follow_the_documents(
    command: Command, folder: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command("new", "rules", "--from", str(folder))
    copied = home / "workspaces" / "rules" / "documents" / "lending.md"
    copied.write_text("Get a Library Card Number (LCN) first.", "utf-8")
    assert command("ask", "Get an LCN?", "-w", "rules") == 0, "outdated quotes are harmless"
    assert command("proposals", "update", "-w", "rules") == 0
    assert listed(command, capsys) == ["term:library-card-number"]


def test_an_entity_that_is_not_proposed_is_refused_with_the_nearest_one(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command("new", "rules", "--from", str(folder))
    capsys.readouterr()
    assert command("proposals", "accept", "term:interlibrary-lone", "-w", "rules") == 2
    assert "term:interlibrary-loan" in capsys.readouterr().err
    assert command("proposals", "reject", "x", "-w", "portfolio") == 2


def test_the_doctor_lints_a_workspace_and_fails_on_errors(
    command: Command, folder: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command("new", "rules", "--from", str(folder))
    capsys.readouterr()
    assert command("doctor", "-w", "rules") == 0
    assert "rules: no problems" in capsys.readouterr().out
    spec = home / "workspaces" / "rules" / "workspace.yaml"
    spec.write_text(f"{spec.read_text('utf-8')}\ncitations: numbred\n", "utf-8")
    assert command("doctor", "-w", "rules") == 1
    printed = capsys.readouterr()
    assert "workspace.yaml:" in printed.out and "Did you mean “numbered”?" in printed.out
    assert "1 error, 0 warnings" in printed.err
    assert command("doctor", "-w", "rules", "--json") == 1
    (problem,) = json.loads(capsys.readouterr().out)
    assert (problem["severity"], problem["path"]) == ("error", "citations")
    assert command("doctor", "--json") == 2


def test_a_search_filters_by_a_proposed_field(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("desk-rules", "map-room"):
        (folder / name).mkdir()
        text = f"# {name}\n\nThe hours of the {name} are on its door."
        (folder / name / "hours.md").write_text(text, "utf-8")
    (folder / "lending.md").unlink()
    command("new", "rules", "--from", str(folder))
    capsys.readouterr()
    assert command("search", "hours", "-w", "rules", "--filter", "folder=map-room", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert {one["span"]["document_id"] for one in found} == {"map-room/hours.md"}


def test_callers_that_reject_at_once_undo_nothing_of_each_other(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(8):
        name = ["Amber", "Birch", "Copper", "Dune", "Elm", "Flint", "Garnet", "Hazel"][number]
        text = f"# Hall\n\nThe {name} Hall Desk ({name[0]}HD) is closed.\n"
        (folder / f"{number}.md").write_text(text, "utf-8")
    command("new", "rules", "--from", str(folder))
    ids = listed(command, capsys)
    assert len(ids) > 8
    settings = load_settings()
    with ThreadPoolExecutor(8) as threads:
        done = threads.map(lambda one: proposing.reject_entities("rules", [one], settings), ids)
        assert sum(done) == len(ids)
    assert listed(command, capsys) == []
