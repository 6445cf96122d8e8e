"""Whatever command a hint or a page of documentation names can be typed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from workbench.cli.commands import command_line

ROOT = Path(__file__).parents[2]
SOURCES = [
    *sorted((ROOT / "workbench").rglob("*.py")),
    *sorted((ROOT / "workbench").rglob("*.yaml")),
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "Makefile",
]
INLINE = re.compile(r"`(?:uv run )?(?:\S*[/\\])?workbench ([a-z][a-z-]*(?: [a-z][a-z-]*)?)")
"""`workbench runs list`, `uv run workbench app`"""
IN_A_BLOCK = re.compile(r"^\s*@?(?:\S*[/\\])?workbench ([a-z][a-z-]*(?: [a-z][a-z-]*)?)", re.M)
"""``.venv/bin/workbench app``, at the beginning of a line of a code block or a recipe."""


def named() -> Iterator[tuple[str, str]]:
    """Every command that is named, with the file that names it."""
    for path in SOURCES:
        text = path.read_text("utf-8")
        found = set(INLINE.findall(text))
        if path.suffix in ("", ".md"):
            found |= set(IN_A_BLOCK.findall(text))
        yield from ((command, str(path.relative_to(ROOT))) for command in sorted(found))


def exists(words: str) -> bool:
    """Whether the words are a command; what follows one may be its argument."""
    here: object = typer.main.get_command(command_line())
    for word in words.split():
        if not isinstance(here, TyperGroup):
            return True
        if word not in here.commands:
            return False
        here = here.commands[word]
    return True


NAMED = list(named())


@pytest.mark.parametrize(("command", "file"), NAMED)
def test_a_command_that_is_named_exists(command: str, file: str) -> None:
    assert exists(command), f"{file} names `workbench {command}`"


def test_the_patterns_find_what_they_are_meant_to() -> None:
    commands = {command.split()[0] for command, _ in NAMED}
    assert {"ask", "app", "reindex", "doctor", "runs"} <= commands
    assert not exists("renew")
    assert not exists("runs rename")
