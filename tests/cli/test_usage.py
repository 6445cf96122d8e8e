"""Help, usage and the errors of the parser name values in the conventional form."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

from tests.cli.conftest import Command
from workbench.cli.commands import COMMANDS, command_line


def names(command: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command."""
    if not isinstance(command, TyperGroup):
        yield path
        return
    for name, inner in command.commands.items():
        yield from names(inner, (*path, name))


def command_named(root: Any, words: tuple[str, ...]) -> Any:
    """Return the command that the words name."""
    for word in words:
        root = root.commands[word]
    return root


@pytest.mark.parametrize("words", list(names(typer.main.get_command(command_line()))), ids=" ".join)
def test_help_names_no_type_and_no_parameter(
    words: tuple[str, ...], command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(*words, "--help") == 0
    usage, _, options = capsys.readouterr().out.partition("Options:")
    assert not re.search(r"<\w+|\{\w+\}", usage.splitlines()[0] + options)


def test_every_option_and_argument_says_what_it_is() -> None:
    root = typer.main.get_command(command_line())
    without = [
        (*words, one.name)
        for words in names(root)
        for one in command_named(root, words).params
        if not getattr(one, "help", None)
    ]
    assert without == []


@pytest.mark.parametrize("group", ["", "db", "eval", "prompts", "proposals", "runs"])
def test_no_summary_in_a_list_of_commands_is_cut_off(
    group: str, command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(*group.split(), "--help") == 0
    _, _, listed = capsys.readouterr().out.partition("Commands:")
    assert listed.strip()
    assert [line for line in listed.splitlines() if line.endswith("...")] == []


def test_the_version_is_printed(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("--version") == 0
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*\n", capsys.readouterr().out)


def test_help_names_arguments_and_values_in_capitals(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("ask", "--help") == 0
    shown = capsys.readouterr().out
    assert "workbench ask [OPTIONS] QUESTION\n" in shown
    for line in (
        "\n  QUESTION  The question",
        "\n  -w, --workspace ID ",
        "\n  --thread TEXT ",
        "\n  --plan PATH ",
        "\n  --max-tokens INTEGER ",
        "\n  --temperature NUMBER ",
    ):
        assert line in shown

    assert command("ask") == 2
    assert "Missing argument 'QUESTION'." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "known"),
    [("--until", "'diagnose'"), ("--format", "'json'"), ("--mode", "'conversational'")],
)
def test_an_unknown_choice_is_answered_with_the_known_ones(
    option: str, known: str, command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("ask", "What?", "-w", "insurance", option, "nope") == 2
    told = capsys.readouterr().err
    assert f"Invalid value for '{option}': 'nope' is not one of '" in told
    assert known in told


def test_an_unknown_stage_to_fork_at(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("fork", "a-run", "--stage", "nope") == 2
    assert "Invalid value for '--stage': 'nope' is not one of" in capsys.readouterr().err


@pytest.mark.parametrize("module", COMMANDS)
def test_a_module_registers_the_commands_that_are_listed_for_it(module: str) -> None:
    listed = COMMANDS[module]
    found = typer.main.get_command(command_line(listed[0]))
    assert isinstance(found, TyperGroup)
    assert tuple(found.commands) == listed


def test_help_lists_every_command(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("--help") == 0
    shown = capsys.readouterr().out
    assert all(f"\n  {name} " in shown for listed in COMMANDS.values() for name in listed)


def test_a_misspelt_command_is_answered_with_the_nearest_one(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("exprot") == 2
    assert "Did you mean 'export'" in capsys.readouterr().err
