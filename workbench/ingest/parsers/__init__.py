"""Parsers of document files, one module each; to add one, list its module here."""

from pathlib import PurePath

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.registry import load_registry

__all__ = ["PARSERS", "Parsed", "Parser", "UnreadableError", "parse_content", "parser_of"]

PARSERS = load_registry(
    __name__,
    Parser,
    (
        "markdown",
        "text",
        "web_page",
        "pdf",
        "word",
        "slides",
        "delimited",
        "spreadsheet",
        "json_data",
        "mail",
        "epub",
    ),
)


_LONGEST_REASON = 300
"""Characters of a parser's error message."""


def parse_content(name: str, content: bytes) -> Parsed:
    """Parse the content of a file with the parser for the suffix of its name, in this process.

    Raises:
        UnreadableError: there is no parser, or it fails; the message gives the reason.
    """
    try:
        return parser_of(name).parse(content)
    except UnreadableError:
        raise
    except MemoryError as error:
        raise UnreadableError("parsing it takes more than the memory it may use") from error
    except Exception as error:  # one broken file must not keep the others from being indexed
        detail = f"{type(error).__name__}: {error}"[:_LONGEST_REASON]
        raise UnreadableError(f"its parser failed ({detail})") from error


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
