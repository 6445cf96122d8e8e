"""``prompts list | show | diff | save | promote | rollback``."""

import difflib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from workbench.cli.options import (
    FAILED,
    JsonOption,
    WorkspaceOption,
    open_stored_workbench,
    read_text,
)
from workbench.cli.output import echo, echo_json, plain_line
from workbench.cli.usage import App
from workbench.domain.prompts import ORIGINAL
from workbench.errors import InputError

if TYPE_CHECKING:
    from workbench.bootstrap.sync import SyncWorkbench
    from workbench.bootstrap.values import PromptTemplate

AUTHOR = "cli"
"""The author of changes from the command line."""
FileArgument = Annotated[Path, typer.Argument(help="File with the text of the template.")]
NameArgument = Annotated[str, typer.Argument(help="File name of the template; see `prompts list`.")]
VersionArgument = Annotated[
    int, typer.Argument(min=0, help="Number of the version; 0 is the text of the file.")
]


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    prompts = App(help="Show, edit and version the prompt templates.", no_args_is_help=True)
    prompts.command("list")(list_prompts)
    prompts.command("show")(show)
    prompts.command("diff")(diff)
    prompts.command("save")(save)
    prompts.command("promote")(promote)
    prompts.command("rollback")(rollback)
    app.add_typer(prompts, name="prompts")


def list_prompts(workspace: WorkspaceOption, json: JsonOption = False) -> int:
    """List the templates of a workspace, with versions and labels."""
    templates = open_stored_workbench().prompts(workspace)
    if json:
        echo_json(templates)
        return 0
    for one in templates:
        echo(f"{one.kind.role:<10} {one.kind.name:<28} {_versions(one)}".rstrip())
    return 0


def _versions(template: "PromptTemplate") -> str:
    """The versions with their labels: ``1 draft, 2 live``; nothing while the file's text counts."""
    history = template.history
    lines = [f"{one.number} {history.label(one.number)}" for one in history.versions]
    own = "own file" if template.is_own else ""
    return ", ".join(filter(None, (own, *lines)))


def show(
    name: NameArgument,
    workspace: WorkspaceOption,
    version: Annotated[
        int | None,
        typer.Option(min=0, help="Number of the version, 0 for the file; by default the live one."),
    ] = None,
) -> int:
    """Print the text of a template's version."""
    template = _template(open_stored_workbench(), workspace, name)
    echo(_text(template, template.history.live if version is None else version), nl=False)
    return 0


def diff(
    name: NameArgument,
    before: VersionArgument,
    after: VersionArgument,
    workspace: WorkspaceOption,
) -> int:
    """Print a unified diff of two versions of a template."""
    template = _template(open_stored_workbench(), workspace, name)
    first, second = (_text(template, number).splitlines() for number in (before, after))
    names = f"{name}@{before}", f"{name}@{after}"
    for line in difflib.unified_diff(first, second, *names, lineterm=""):
        echo(line)
    return 0


def save(name: NameArgument, file: FileArgument, workspace: WorkspaceOption) -> int:
    """Save a file as a new draft version of a template.

    Exit code 1 if mistakes forbid it to become live.
    """
    workbench, text = open_stored_workbench(), read_text(file, "FILE")
    saved = workbench.save_prompt(workspace, name, text, author=AUTHOR)
    echo(f"{name}: version {saved.number}, draft")
    problems = workbench.lint_prompt(name, text, "en", workspace)
    for one in problems:
        colour = "red" if one.severity == "error" else "yellow"
        echo(f"line {one.line}: {plain_line(one.message)}", err=True, fg=colour)
    return FAILED if any(one.severity == "error" for one in problems) else 0


def promote(
    name: NameArgument,
    version: VersionArgument,
    workspace: WorkspaceOption,
    candidate: Annotated[
        bool, typer.Option("--candidate", help="Only mark it for comparison; no run uses it.")
    ] = False,
) -> int:
    """Make a version of a template live.

    Every run of the workspace uses it from now on.
    """
    label: Literal["candidate", "live"] = "candidate" if candidate else "live"
    open_stored_workbench().label_prompt(workspace, name, version, label, author=AUTHOR)
    echo(f"{name}: version {version}, {label}")
    return 0


def rollback(name: NameArgument, workspace: WorkspaceOption) -> int:
    """Make the previously live version live again."""
    number = open_stored_workbench().roll_back_prompt(workspace, name, author=AUTHOR)
    echo(f"{name}: version {number}, live")
    return 0


def _template(workbench: "SyncWorkbench", workspace: str, name: str) -> "PromptTemplate":
    """Return a template; an unknown one raises InputError."""
    found = {one.kind.name: one for one in workbench.prompts(workspace)}
    if name not in found:
        hint = f"There are: {', '.join(sorted(found))}."
        raise InputError(f"There is no template “{name}”.", hint=hint)
    return found[name]


def _text(template: "PromptTemplate", number: int) -> str:
    """Return the text of a version; an unknown one raises InputError."""
    numbers = (ORIGINAL, *(one.number for one in template.history.versions))
    if number not in numbers:
        message = f"Template “{template.kind.name}” has no version {number}."
        raise InputError(message, hint=f"There are: {', '.join(map(str, numbers))}.")
    return template.history.text(number, template.original)
