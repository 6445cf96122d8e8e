"""Parsers of document files, one module each; to add one, list its module here."""

from pathlib import PurePath

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.registry import load_registry

__all__ = [
    "COMPRESSED",
    "PARSERS",
    "Parsed",
    "Parser",
    "UnreadableError",
    "known_suffixes",
    "parse_content",
    "parser_of",
]

COMPRESSED = ".gz"
"""Suffix of a file that is unpacked before it is parsed: ``changelog.gz``, ``manual.html.gz``."""

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
    """Return the parser for the suffix of a file name, ``.gz`` aside; text if it has none.

    Raises:
        UnreadableError: there is no parser.
    """
    suffix = PurePath(name.lower().removesuffix(COMPRESSED)).suffix
    if not suffix:
        return PARSERS["text"]
    for parser in PARSERS.values():
        if suffix in parser.suffixes:
            return parser
    raise UnreadableError(f"no parser reads {suffix} files")


def known_suffixes() -> list[str]:
    """Return the suffixes of the files that are read, in order."""
    return sorted(suffix for parser in PARSERS.values() for suffix in parser.suffixes)
