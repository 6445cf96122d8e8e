"""Empty questions, queries and files are wrong input: exit code 2, and one line that says so."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command


@pytest.mark.parametrize("text", ["", " \n"])
@pytest.mark.parametrize(
    ("name", "told"), [("ask", "The question is empty.\n"), ("search", "The query is empty.\n")]
)
def test_a_blank_argument(
    name: str, told: str, text: str, command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(name, text, "-w", "insurance") == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", told)


@pytest.mark.parametrize(
    ("words", "option"), [(("validate-plan",), "FILE"), (("ask", "What?", "--plan"), "--plan")]
)
def test_an_empty_plan_file(
    words: tuple[str, ...],
    option: str,
    command: Command,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    plan = tmp_path / "plan.json"
    plan.write_text("\n", "utf-8")
    assert command(*words, str(plan), "-w", "insurance") == 2
    assert capsys.readouterr().err == f"{option}: {plan}: the file is empty.\n"


def test_generate_needs_a_question_and_a_passage(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    context = tmp_path / "context.jsonl"
    context.write_text("\n", "utf-8")

    assert command("generate", "", "--context", str(context)) == 2
    assert capsys.readouterr().err == "The question is empty.\n"
    assert command("generate", "What?", "--context", str(context)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines()[0] == "--context: the file has no passages."


def test_a_history_file_that_does_not_exist_is_named_once(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    context = tmp_path / "context.jsonl"
    context.write_text('"We tow your car."', "utf-8")
    missing = str(tmp_path / "nofile")

    assert command("generate", "What?", "--context", str(context), "--history", missing) == 2
    assert capsys.readouterr().err.startswith(f"--history: {missing}: the file cannot be read")
