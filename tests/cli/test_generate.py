"""``workbench generate``: an answer from a file of passages."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command

PASSAGE = {"id": "t1", "text": "The windscreen excess is $100 for each claim.", "title": "Terms"}


def lines(folder: Path, name: str, *values: object) -> str:
    path = folder / name
    path.write_text("\n".join(json.dumps(one) for one in values), "utf-8")
    return str(path)


def test_an_answer_from_a_file_of_passages(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    context = lines(tmp_path, "context.jsonl", PASSAGE, "We tow your car.")
    history = lines(tmp_path, "history.jsonl", ["What is insured?", "Cars."])

    code = command(
        "generate", "What is the windscreen excess?", "--context", context, "--history", history,
        "--json",
    )  # fmt: skip

    run = json.loads(capsys.readouterr().out)
    assert code == 0
    assert "$100" in run["answer"]["text"]
    assert run["answer"]["citations"][0]["chunk_id"] == "t1"
    assert run["options"]["history"] == [{"question": "What is insured?", "answer": "Cars."}]


def test_a_wrong_line_is_named(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    context = lines(tmp_path, "context.jsonl", PASSAGE)
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{", "utf-8")
    history = lines(tmp_path, "history.jsonl", {"question": "What?"})

    assert command("generate", "What?", "--context", str(broken)) == 2
    assert "--context: line 1 is not JSON" in capsys.readouterr().err
    assert command("generate", "What?", "--context", context, "--history", history) == 2
    assert "--history: Turn 1" in capsys.readouterr().err
