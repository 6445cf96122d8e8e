"""Write the output file of a command, never over an existing one unless forced."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.output import echo
from workbench.errors import InputError
from workbench.ingest.stored_documents import write_atomically

OutputOption = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="File to write, or - for standard output."),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]


def write_output(content: bytes, output: str, default: str, *, force: bool) -> bool:
    """Write a file and print its name, or print the content; True if a file was written.

    Args:
        content: of the file.
        output: ``--output``: a path, ``-``, or empty for the default.
        default: the name of the file in the current folder.
        force: whether to replace a file that exists.
    """
    if output in ("-", "/dev/stdout"):
        sys.stdout.buffer.write(content)
        return False
    file = Path(output or default)
    _write(file, content, force=force)
    echo(str(file))
    return True


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
