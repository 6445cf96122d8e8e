"""Parsers of document files, one module each; to add one, list its module here."""

from pathlib import PurePath

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.registry import load_registry

__all__ = ["PARSERS", "Parsed", "Parser", "UnreadableError", "parser_of"]

PARSERS = load_registry(
    __name__,
    Parser,
    (
        "markdown",
        "text",
    ),
)


def parser_of(name: str) -> Parser:
    """Return the parser for the suffix of a file name.

    Raises:
        UnreadableError: there is no parser; the message lists the known suffixes.
    """
    suffix = PurePath(name).suffix.lower()
    for parser in PARSERS.values():
        if suffix in parser.suffixes:
            return parser
    known = ", ".join(sorted(suffix for one in PARSERS.values() for suffix in one.suffixes))
    kind = f"{suffix} files" if suffix else "files without a suffix"
    raise UnreadableError(f"no parser reads {kind}; these are read: {known}")
