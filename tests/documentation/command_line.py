"""The reference of the command line as Markdown, made from the commands' own help."""

from collections.abc import Iterator
from typing import Any

import typer
from typer.core import TyperGroup

from workbench.cli.commands import command_line

_HEAD = """\
# Command line

<!-- Written by `make docs` from the help of the commands: change it there. -->

`workbench --help` lists the commands, `workbench COMMAND --help` prints what stands here. A
workspace is given by its id, a run by its id or a prefix of it. Results go to standard output,
notes and logs to standard error; `--json` prints JSON alone.

Exit codes: 0 success, 1 a run or a check failed, 2 invalid input, 3 a store or provider is down,
130 interrupted.
"""


def command_line_page() -> str:
    """Return the page with every command, in the order of the help."""
    group = typer.main.get_command(command_line())
    sections = ("\n".join(_section(words, one)) for words, one in _commands(group, ("workbench",)))
    return "\n".join((_HEAD, *sections)).rstrip("\n") + "\n"


def _commands(here: Any, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command with the words that call it."""
    if not isinstance(here, TyperGroup):
        yield words, here
        return
    for name, inner in here.commands.items():
        yield from _commands(inner, (*words, name))


def _section(words: tuple[str, ...], command: Any) -> Iterator[str]:
    context = typer.Context(command, info_name=" ".join(words))
    yield f"## {' '.join(words[1:])}\n"
    yield f"```\n{' '.join((*words, *command.collect_usage_pieces(context)))}\n```\n"
    yield f"{command.help}\n"
    if rows := [row for kind in ("argument", "option") for row in _rows(command, context, kind)]:
        yield "| | |\n|---|---|"
        yield from rows
        yield ""


def _rows(command: Any, context: Any, kind: str) -> Iterator[str]:
    for name, text in command.help_rows(context, kind):
        if not name.startswith("--help"):
            yield f"| `{_in_cell(name)}` | {_in_cell(' '.join(text.split()))} |"


def _in_cell(text: str) -> str:
    """Escape what would end a cell of a table; in code font too."""
    return text.replace("|", "\\|")
