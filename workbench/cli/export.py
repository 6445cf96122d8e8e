"""``export``."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import choice, open_stored_workbench
from workbench.cli.output import echo
from workbench.domain.local_text import LANGUAGES, Language
from workbench.errors import InputError
from workbench.export.formats import EXPORT_FORMATS
from workbench.ingest.stored_documents import write_atomically


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(export)


def export(
    run: Annotated[str, typer.Argument(help="The run's id or a prefix of it.")],
    format: Annotated[str, choice(EXPORT_FORMATS, "The kind of file.")] = "html",
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="File to write, or - for standard output."
        ),
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
    lang: Annotated[
        Language | None,
        choice(LANGUAGES, "Language of the report's words; the question's by default."),
    ] = None,
) -> int:
    """Write a stored run to a file.

    The file is a report, tables, a notebook, JSON, or a bundle for `workbench verify-bundle`.
    """
    workbench = open_stored_workbench()
    found = workbench.runs.get(run)
    if found is None:
        raise InputError(f"Run “{run}” does not exist.", hint="See `workbench runs list`.")
    content = workbench.export(found, format, language=lang)
    if output in ("-", "/dev/stdout"):
        sys.stdout.buffer.write(content)
        return 0
    file = Path(output or EXPORT_FORMATS[format].file_name(found.id))
    _write(file, content, force=force)
    echo(str(file))
    if format == "bundle":
        from workbench.export.bundle import read_bundle

        echo(f"digest {read_bundle(content).digest}")
    return 0


def _write(file: Path, content: bytes, *, force: bool) -> None:
    """Write a file, whole or not at all; raises InputError if it exists and is not to be replaced.

    A pipe or a device is written to.
    """
    if file.is_file() and not force:
        raise InputError(
            f"{file} exists.", hint="Choose another file with --output, or replace it with --force."
        )
    try:
        if file.exists() and not file.is_file():
            file.write_bytes(content)
        else:
            write_atomically(file.resolve(), content)
    except OSError as error:
        raise InputError(
            f"{file} cannot be written: {error.strerror or error}.",
            hint="Choose another file with --output; its folder has to exist.",
        ) from error
