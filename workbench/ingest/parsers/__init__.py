"""Parsers of document files, one module each; to add one, list its module here.

Every process knows all parsers, and most parse nothing: what takes long to import is imported by
the first file that needs it.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from workbench.errors import WorkbenchError
from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.registry import load_registry

__all__ = [
    "COMPRESSED",
    "PARSERS",
    "PARSING_VERSION",
    "Parsed",
    "Parser",
    "UnreadableError",
    "errors_of_one_file",
    "known_suffixes",
    "parse_content",
    "parser_name",
    "parser_of",
]

PARSING_VERSION = 14
"""Version of all parsers; increment it if what one returns changes, to parse all files again."""
COMPRESSED = ".gz"
"""Suffix of a file that is unpacked before it is parsed: ``changelog.gz``, ``manual.html.gz``."""

PARSERS = load_registry(
    __name__,
    Parser,
    (
        "markdown",
        "text",
        "restructured_text",
        "web_page",
        "pdf",
        "word",
        "slides",
        "delimited",
        "tab_separated",
        "spreadsheet",
        "parquet",
        "json_data",
        "mail",
        "epub",
    ),
)


_TEXT_NAME = re.compile(
    r"(readme|news|changelog|changes|copyright|licen[cs]e|copying|authors|credits|thanks|todo"
    r"|install|history|faq|notice|contributing|release[-_]?notes)\.(?!(?:png|jpe?g|gif|svg|exe)$)"
)
"""Names of documents by custom, whatever stands after the dot: ``changelog.Debian.amd64``."""
_NO_SUFFIX = re.compile(r"\.\d+(-[a-z]+)*")
"""A number, with words: ``v2.30-ReleaseNotes``, ``notes.1``."""
_LONGEST_REASON = 300
"""Characters of a parser's error message."""
_SURROGATE = re.compile(r"[\ud800-\udfff]")
"""Half of a surrogate pair, which JSON can hold (``"caf\\ud83d"``) and UTF-8 cannot."""


def parse_content(name: str, content: bytes) -> Parsed:
    """Parse the content of a file with the parser for the suffix of its name, in this process.

    Raises:
        UnreadableError: there is no parser, or it fails; the message gives the reason.
    """
    with errors_of_one_file():
        return _encodable(parser_of(name).parse(content))


@contextmanager
def errors_of_one_file() -> Iterator[None]:
    """Raise any failure as UnreadableError: one broken file costs none of the others.

    The workbench's own errors, such as a wrong setting, concern every file and pass.
    """
    try:
        yield
    except (UnreadableError, WorkbenchError):
        raise
    except MemoryError as error:
        raise UnreadableError("parsing it takes more than the memory it may use") from error
    except Exception as error:
        detail = f"{type(error).__name__}: {error}"[:_LONGEST_REASON]
        raise UnreadableError(f"its parser failed ({detail})") from error


def _encodable(parsed: Parsed) -> Parsed:
    """Replace each lone surrogate by U+FFFD, one character by one, so that offsets hold."""
    return replace(
        parsed,
        text=_without_surrogates(parsed.text),
        headings=tuple(
            heading.model_copy(update={"text": _without_surrogates(heading.text)})
            for heading in parsed.headings
        ),
        metadata={
            _without_surrogates(name): _without_surrogates(value)
            for name, value in parsed.metadata.items()
        },
    )


def _without_surrogates(text: str) -> str:
    return _SURROGATE.sub("\ufffd", text)


def parser_of(name: str) -> Parser:
    """Return the parser for a file name; raises UnreadableError if there is none."""
    return PARSERS[parser_name(name)]


def parser_name(name: str) -> str:
    """Return the name of the parser for the suffix of a file name, ``.gz`` aside.

    A file without a suffix is text, and so is one whose name says that it is a document, with a
    suffix that no parser reads: ``README.Debian``, ``v2.30-ReleaseNotes``.

    Raises:
        UnreadableError: there is no parser.
    """
    own = name.lower().removesuffix(COMPRESSED).rpartition("/")[2]
    before, _, ending = own.rpartition(".")
    suffix = f".{ending}" if before and ending else ""
    if not suffix:
        return "text"
    for parser, known in PARSERS.items():
        if suffix in known.suffixes:
            return parser
    if _TEXT_NAME.match(own) or _NO_SUFFIX.fullmatch(suffix):
        return "text"
    raise UnreadableError(f"no parser reads {suffix} files")


def known_suffixes() -> list[str]:
    """Return the suffixes of the files that are read, in order."""
    return sorted(suffix for parser in PARSERS.values() for suffix in parser.suffixes)
