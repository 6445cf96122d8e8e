"""``new`` and ``ingest`` make a workspace of files and say what became of each."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from workbench.cli import index_progress

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "lending.md").write_text("# Lending\n\nBooks are lent for three weeks.", "utf-8")
    (folder / "scan.jpg").write_bytes(b"\xff\xd8")
    return folder


def test_a_new_workspace_can_be_asked_at_once(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("new", "rules", "--from", str(folder)) == 0
    printed = capsys.readouterr()
    assert "rules: 1 document indexed" in printed.out
    assert "scan.jpg: no parser reads .jpg files; not copied" in printed.err
    assert ".gz .zip, and texts without a suffix" in printed.err
    assert ".pdf" in printed.err, "what is read instead"
    assert command("ask", "How long are books lent?", "-w", "rules") == 0
    assert "three weeks" in capsys.readouterr().out
    assert command("workspaces") == 0
    assert "1 document" in capsys.readouterr().out


def test_a_table_that_cannot_be_queried_is_named_with_its_reason(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ",".join(f"c{number}" for number in range(501))
    (folder / "wide.csv").write_text(f"{names}\n{names}\n", "utf-8")
    told = (
        "its table “wide.csv” cannot be queried (501 columns; tables of up to 500 can be queried)"
    )
    assert command("new", "rules", "--from", str(folder)) == 0
    assert f"wide.csv: {told}" in capsys.readouterr().err
    assert command("ingest", "-w", "rules", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["warnings"] == [{"path": "wide.csv", "reason": told}]


@pytest.mark.parametrize("name", ["broken.pdf", "scan.jpg", ""])
def test_a_source_without_a_readable_file_leaves_nothing(
    command: Command, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    if name:
        (source / name).write_bytes(b"%PDF-1.7")
    assert command("new", "rules", "--from", str(source)) == 2
    printed = capsys.readouterr().err
    assert f"There is nothing to read in {source}" in printed
    assert name in printed
    assert list((home / "workspaces").iterdir()) == []
    assert not (home / "indexes" / "rules").exists()
    (source / "lending.md").write_text("# Lending\n\nBooks are lent for a week.", "utf-8")
    assert command("new", "rules", "--from", str(source)) == 0, "the name is free"


def test_a_failed_workspace_is_kept_with_keep(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7")
    assert command("new", "rules", "--from", str(tmp_path / "broken.pdf"), "--keep") == 2
    assert "There is nothing to read" in capsys.readouterr().err
    command("workspaces")
    assert "0 documents, 1 file not read" in capsys.readouterr().out


def test_a_failed_index_leaves_nothing(
    command: Command, folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHROMA_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("EMBEDDER", "compatible:text-embedding")
    monkeypatch.setenv("COMPATIBLE_BASE_URL", "http://127.0.0.1:9/v1")
    assert command("new", "rules", "--from", str(folder)) == 3
    assert list((home / "workspaces").iterdir()) == []


def test_a_list_of_workspaces_names_few_unread_files_and_how_to_list_them(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(6):
        (folder / f"plan{number}.pdf").write_bytes(b"%PDF-1.7")
    assert command("new", "rules", "--from", str(folder)) == 0
    capsys.readouterr()
    assert command("workspaces") == 0
    printed = capsys.readouterr().out
    assert "plan2.pdf" in printed
    assert "plan3.pdf" not in printed
    assert "and 3 more files: `workbench ingest -w rules` lists all of them" in printed
    assert command("ingest", "-w", "rules") == 0
    assert "plan5.pdf: " in capsys.readouterr().err


def test_a_question_that_names_a_document_type_is_answered_from_its_documents(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(3):
        text = f"# Vault agreement {number}\n\nThe vault fee is {number + 2} coins a day.\n"
        (folder / f"agreement{number}.md").write_text(text, "utf-8")
        text = f"# Desk report {number}\n\nThe vault fee was {number + 7} coins once.\n"
        (folder / f"desk{number}.md").write_text(text, "utf-8")
    assert command("new", "rules", "--from", str(folder)) == 0
    capsys.readouterr()
    question = "How much is the fee by the vault agreement?"
    assert command("ask", question, "-w", "rules", "--json") == 0
    run = json.loads(capsys.readouterr().out)
    (call,) = run["tool_calls"]
    assert call["args"]["filters"] == {"document_type": "vault agreement"}
    found = {item["source"]["id"] for item in run["facts"]["items"]}
    assert found <= {f"agreement{number}.md" for number in range(3)}
    assert command("ask", "How much is the fee?", "-w", "rules", "--json") == 0
    run = json.loads(capsys.readouterr().out)
    assert not run["tool_calls"][0]["args"]["filters"]


def test_a_filter_with_a_value_that_no_document_has_is_named(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("guides", "rules"):
        (folder / name).mkdir()
        for number in range(3):
            text = f"# {name} {number}\n\nBooks of {name} {number} are lent for {number} weeks."
            (folder / name / f"{number}.md").write_text(text, "utf-8")
    assert command("new", "rules", "--from", str(folder)) == 0
    capsys.readouterr()
    assert command("search", "books", "-w", "rules", "--filter", "folder=guide") == 2
    printed = capsys.readouterr().err
    assert "No document has guide as its folder" in printed
    assert "guides" in printed
    assert command("search", "books", "-w", "rules", "--filter", "folder=guides") == 0


def test_an_empty_workspace_says_how_to_fill_it(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("new", "rules", "--title", "House rules") == 0
    assert "workbench ingest PATH -w rules" in capsys.readouterr().out
    assert command("ask", "How long are books lent?", "-w", "rules") == 2
    printed = capsys.readouterr().err
    assert "has neither documents nor a graph" in printed
    assert "workbench ingest PATH -w rules" in printed
    assert command("workspaces") == 0
    assert "House rules: 0 nodes, 0 edges, 0 documents" in capsys.readouterr().out


def test_files_that_are_ingested_are_indexed_and_a_bad_one_fails_the_command(
    command: Command, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command("new", "rules", "--from", str(folder))
    (tmp_path / "fees.csv").write_text("item,fee\nbook,20 cents\n", "utf-8")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7")
    capsys.readouterr()
    assert command("ingest", str(tmp_path / "fees.csv"), "-w", "rules") == 0
    assert "1 file added, 0 replaced" in capsys.readouterr().err
    assert command("ingest", str(tmp_path / "broken.pdf"), "-w", "rules") == 1
    printed = capsys.readouterr()
    assert "broken.pdf: a damaged PDF" in printed.err
    assert "rules: 2 documents indexed" in printed.out


def test_each_file_is_reported_with_its_chunks_and_its_reason(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "copy.md").write_text((folder / "lending.md").read_text("utf-8"), "utf-8")
    pages = (
        f"On day {n} we wrote {n * n}.\n\nPrinted by the town library, page {n}\n" for n in range(4)
    )
    (folder / "diary.txt").write_text("\n".join(pages), "utf-8")
    assert command("new", "rules", "--from", str(folder)) == 0
    printed = capsys.readouterr()
    assert "copy.md: 1 chunk" in printed.out
    assert "diary.txt: 1 chunk, 4 lines of boilerplate" in printed.out
    assert "lending.md: the same text as copy.md, which is searched instead" in printed.out
    assert "1 duplicate, 4 lines of boilerplate left out" in printed.out

    assert command("ingest", "-w", "rules") == 0
    assert "lending.md" not in capsys.readouterr().out, "only what this build has read"
    (folder / "lending.md").write_text("# Lending\n\nBooks are lent for a week.", "utf-8")
    assert command("ingest", str(folder / "lending.md"), "-w", "rules", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["documents"], report["not_read"], report["duplicates"]) == (3, 0, 0)
    assert report["replaced"] == ["lending.md"]
    files = {file["path"]: file for file in report["files"]}
    assert [path for path, file in files.items() if file["changed"]] == ["lending.md"]
    assert files["lending.md"]["stage"] == "indexed"


def test_a_file_that_no_parser_reads_ends_with_its_reason_and_is_not_copied(
    command: Command, folder: Path, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("new", "rules", "--from", str(folder / "lending.md")) == 0
    photo, hours = tmp_path / "photo.jpg", tmp_path / "hours.md"
    photo.write_bytes(b"\xff\xd8")
    hours.write_text("# Hours\n\nThe desk opens at nine.", "utf-8")
    capsys.readouterr()
    assert command("ingest", str(photo), str(hours), "-w", "rules") == 1
    printed = capsys.readouterr().err
    assert "photo.jpg: no parser reads .jpg files" in printed and "1 file added" in printed
    documents = home / "workspaces/rules/documents"
    assert sorted(one.name for one in documents.iterdir()) == ["hours.md", "lending.md"]


def test_failed_files_are_read_again_with_retry(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7")
    command("new", "rules", "--from", str(folder))
    assert command("ingest", "-w", "rules") == 0
    capsys.readouterr()
    assert command("ingest", "-w", "rules", "--retry") == 1
    assert "broken.pdf: a damaged PDF" in (err := capsys.readouterr().err)
    assert "(2 attempts)" in err
    for name in ("workspaces", "doctor"):
        command(name)
        assert "    broken.pdf: a damaged PDF" in capsys.readouterr().out


def test_reindex_and_verify_report_as_json(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command("new", "rules", "--from", str(folder))
    capsys.readouterr()
    assert command("reindex", "-w", "rules", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert {file["path"]: file["chunks"] for file in report["files"]} == {"lending.md": 1}
    assert command("verify", "-w", "rules", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"workspace": "rules", "problems": []}
    home = Path(os.environ["WORKBENCH_HOME"])
    for stored in (home / "indexes" / "rules" / "documents").iterdir():
        stored.unlink()
    assert command("verify", "-w", "rules", "--json") == 1
    problems = json.loads(capsys.readouterr().out)["problems"]
    assert any("lending.md" in problem for problem in problems)


def test_a_terminal_shows_a_bar_with_the_step_and_the_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(index_progress, "_PAUSE_S", 0)
    bar = index_progress.IndexProgress()
    bar.on_step("documents", 1, 2)
    bar.on_file("leave\x1b[31m.pdf", "parse")
    bar.on_step("documents", 2, 2)
    shown = capsys.readouterr().err
    assert "[##########..........] Reading documents: 1 of 2 parsing leave\\x1b[31m.pdf" in shown
    assert shown.endswith("Reading documents: 2 of 2\n")


def test_wrong_input_says_what_to_do(
    command: Command, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("new", "My Rules") == 2
    assert "lower-case letters" in capsys.readouterr().err
    assert command("new", "rules", "--from", "nowhere") == 2
    assert "nowhere does not exist" in capsys.readouterr().err
    assert command("ingest", "nowhere", "-w", "portfolio") == 2
    assert command("ingest", "nowhere", "-w", "rulez") == 2
    assert not (home / "workspaces" / "rules").exists()


GRAPH = {
    "nodes": [
        {"id": "1", "type": "river", "names": {"en": "Volga", "ru": "Волга"}, "length": 3530},
        {"id": "2", "type": "river", "names": {"en": "Oka", "ru": "Ока"}, "length": 1498},
        {"id": "3", "type": "sea", "names": {"en": "Caspian Sea", "ru": "Каспийское море"}},
    ],
    "edges": [
        {"source": "1", "type": "FLOWS_INTO", "target": "3"},
        {"source": "2", "type": "FLOWS_INTO", "target": "1"},
    ],
}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where does the Volga flow?", "Caspian Sea"),
        ("Куда впадает Ока?", "Волга"),
        ("Which river is the longest?", "Volga"),
        ("Is the Oka longer than the Volga?", "No"),
        ("How many rivers flow into the Volga?", "1"),
        ("What is the depth of the Volga?", "no information about this: depth"),
        ("Кто президент Волги?", "нет сведений об этом: президент"),
        ("Write a haiku about autumn", "only answer questions about this graph (river, sea)"),
    ],
)
def test_a_graph_can_be_asked_at_once(
    command: Command,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    question: str,
    answer: str,
) -> None:
    (tmp_path / "rivers.json").write_text(json.dumps(GRAPH), "utf-8")
    assert command("new", "rivers", "--from", str(tmp_path / "rivers.json")) == 0
    assert "3 nodes and 2 edges of a graph" in capsys.readouterr().out
    command("ask", question, "-w", "rivers")
    assert answer in capsys.readouterr().out


def test_what_a_graph_lacks_in_russian_is_said(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nodes = [{"id": "1", "type": "krellhouse", "name": "One"}, {"id": "2", "type": "krellhouse"}]
    edges = [{"source": "1", "type": "ZORBS", "target": "2"}]
    graph = tmp_path / "zorbs.json"
    graph.write_text(json.dumps({"nodes": nodes, "edges": edges}), "utf-8")
    assert command("new", "zorbs", "--from", str(graph)) == 0
    printed = capsys.readouterr().out
    assert "2 of them have no Russian words yet" in printed
    assert "`workbench doctor -w zorbs`" in printed


def test_a_broken_graph_is_reported_and_is_no_document(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "net.json").write_text('{"nodes": [{"id": 1}], "edges": [{"source": 2}]}', "utf-8")
    assert command("new", "rules", "--from", str(folder)) == 1
    printed = capsys.readouterr().err
    assert f"The graph of {folder} is not imported: net.json: edges[0]: the" in printed
    assert "delete" in printed.splitlines()[-1]
    assert command("ask", "How long are books lent?", "-w", "rules") == 0
    capsys.readouterr()
    command("doctor", "-w", "rules")
    assert "net.json" in capsys.readouterr().out


def test_nothing_is_left_of_a_broken_graph_alone(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "net.json"
    path.write_text('{"nodes": [{"id": 1}], "edges": [{"source": 2}]}', "utf-8")
    assert command("new", "net", "--from", str(path)) != 0
    assert "edges[0]" in capsys.readouterr().err
    path.write_text('{"nodes": [{"id": 1}], "edges": [{"source": 1, "target": 1}]}', "utf-8")
    assert command("new", "net", "--from", str(path)) == 0


def test_a_graph_that_is_not_utf_8_is_reported(
    command: Command, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "net.graphml").write_text("<graphml/>", "utf-16")
    assert command("new", "rules", "--from", str(folder)) == 1
    assert "net.graphml: the text is not valid UTF-8" in capsys.readouterr().err
