"""Report what became of each file of a workspace, as text or as JSON."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from workbench.cli.output import counted, echo, echo_json_text, shown_name

if TYPE_CHECKING:
    from workbench.ingest.catalogue import FileRecord
    from workbench.ingest.index_spec import OpenedIndex

_MOST_LINES = 50
"""Files of a build that are listed one by one; `--json` lists them all."""


def print_report(workspace: str, library: "OpenedIndex", seconds: float) -> None:
    """Print the files of this build, the number of documents, and each file that was not read.

    What was not read goes to standard error, with the tables that cannot be queried.
    """
    files = library.files()
    built = [one for one in files.values() if _is_new(one, library) and not one.reason]
    for file in built[:_MOST_LINES]:
        echo(f"{shown_name(file.path)}: {_outcome(file)}")
    if len(built) > _MOST_LINES:
        echo(f"… and {counted(len(built) - _MOST_LINES, 'more file')}: `--json` lists all of them.")
    for file in _failed(files):
        echo(f"{shown_name(file.path)}: {file.reason}{_tries(file)}", err=True, fg="yellow")
    if library.failures:
        print_suffixes()
    for warning in library.warnings:
        echo(f"{shown_name(warning.path)}: {warning.reason}", err=True, fg="yellow")
    indexed = counted(len(library.documents), "document")
    took = f" in {seconds:.1f} s" if library.built else ""
    echo(f"{workspace}: {indexed} indexed{took}{_remarks(files)}")


def print_suffixes() -> None:
    """Print which files are read."""
    from workbench.ingest.parsers import known_suffixes

    suffixes = " ".join(known_suffixes())
    echo(f"These files are read: {suffixes} .gz .zip, and texts without a suffix", err=True)


def print_json(workspace: str, library: "OpenedIndex", seconds: float, **more: Any) -> None:
    """Print the same as one JSON object."""
    files = library.files()
    rows = [_row(file) | {"changed": _is_new(file, library)} for file in files.values()]
    report = {
        "workspace": workspace,
        "documents": len(library.documents),
        "not_read": len(library.failures),
        "duplicates": sum(bool(file.duplicate_of) for file in files.values()),
        "boilerplate": sum(file.boilerplate for file in files.values()),
        "chrome": sum(file.chrome for file in files.values()),
        "built": library.built,
        "seconds": round(seconds, 3),
        **more,
        "warnings": [{"path": one.path, "reason": one.reason} for one in library.warnings],
        "files": rows,
    }
    echo_json_text(json.dumps(report, ensure_ascii=False))


def _is_new(file: "FileRecord", library: "OpenedIndex") -> bool:
    """Return True for a file that this build has read."""
    return library.built and file.build == library.build


def _failed(files: "Mapping[str, FileRecord]") -> "Sequence[FileRecord]":
    return [file for file in files.values() if file.reason]


def _outcome(file: "FileRecord") -> str:
    """Return what a file has become: ``3 chunks, 0.02 s``."""
    if file.duplicate_of:
        return f"the same text as {shown_name(file.duplicate_of)}, which is searched instead"
    left_out = f", {counted(file.boilerplate, 'line')} of boilerplate" if file.boilerplate else ""
    return f"{counted(file.chunks, 'chunk')}{left_out}, {file.seconds:.2f} s"


def _tries(file: "FileRecord") -> str:
    """Return the attempts at a file that was read more than once: `` (3 attempts)``."""
    return f" ({file.attempts} attempts)" if file.attempts > 1 else ""


def _remarks(files: "Mapping[str, FileRecord]") -> str:
    """Return the numbers of files not read, of duplicates and of lines left out, if any."""
    numbers = {
        "{} not read": (len(_failed(files)), "file"),
        "{}": (sum(bool(one.duplicate_of) for one in files.values()), "duplicate"),
        "{} of boilerplate left out": (sum(one.boilerplate for one in files.values()), "line"),
        "{} of page chrome left out": (sum(one.chrome for one in files.values()), "character"),
    }
    return "".join(
        f", {text.format(counted(number, noun))}"
        for text, (number, noun) in numbers.items()
        if number
    )


def _row(file: "FileRecord") -> dict[str, Any]:
    return {
        "path": file.path,
        "stage": file.stage,
        "parser": file.parser,
        "chunks": file.chunks,
        "boilerplate": file.boilerplate,
        "chrome": file.chrome,
        "duplicate_of": file.duplicate_of,
        "reason": file.reason,
        "retryable": file.retryable,
        "seconds": round(file.seconds, 3),
        "attempts": file.attempts,
    }
