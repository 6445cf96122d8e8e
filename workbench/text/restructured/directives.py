"""Return the visible text of a directive of reStructuredText: ``.. note:: …``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import dedent

DIRECTIVE = re.compile(
    r"(?P<indent>[ \t]*)\.\. (?:\|(?P<substitution>[^|\n]+)\| )?(?P<name>[A-Za-z][\w+.:-]*)::"
    r"(?:[ \t]+(?P<argument>.*?))?[ \t]*"
)
EXPLICIT = re.compile(r"(?P<indent>[ \t]*)\.\.(?:[ \t]+(?P<rest>.*))?")
"""A comment, a target, a footnote: whatever begins with two dots."""
_OPTION = re.compile(r":(?P<name>[\w-]+):(?:[ \t]+(?P<value>.*))?")

CODE = frozenset(
    {
        "code",
        "code-block",
        "console",
        "doctest",
        "ipython",
        "literalinclude",
        "math",
        "parsed-literal",
        "productionlist",
        "prompt",
        "sourcecode",
        "testcode",
        "testoutput",
    }
)
UNSEEN = frozenset(
    {
        "codeauthor",
        "contents",
        "currentmodule",
        "default-domain",
        "default-role",
        "footer",
        "graphviz",
        "header",
        "highlight",
        "highlightlang",
        "image",
        "include",
        "index",
        "meta",
        "module",
        "moduleauthor",
        "program",
        "py:currentmodule",
        "py:module",
        "raw",
        "role",
        "sectionauthor",
        "sectnum",
        "tabularcolumns",
        "target-notes",
        "testsetup",
        "toctree",
    }
)
"""What a reader does not see, or sees as an image."""
VERSIONS = {
    "deprecated": "Deprecated since version",
    "versionadded": "Added in version",
    "versionchanged": "Changed in version",
    "versionremoved": "Removed in version",
}
"""The words that Sphinx shows."""
TITLED = frozenset({"admonition", "figure", "rubric", "sidebar", "topic", "tab", "dropdown"})
_OBJECTS = frozenset(
    {
        "attribute",
        "class",
        "classmethod",
        "cmdoption",
        "confval",
        "data",
        "describe",
        "envvar",
        "exception",
        "function",
        "method",
        "object",
        "opcode",
        "option",
        "setting",
        "staticmethod",
    }
)
_LANGUAGE = re.compile(r"[\w+#-]+")


@dataclass(frozen=True)
class Directive:
    """A directive: its name, its argument, its options by name, and its content, dedented."""

    name: str
    argument: str
    options: Mapping[str, str]
    content: Sequence[str]
    substitution: str = ""
    """The name that it gives a text to: ``.. |name| replace:: text``."""

    @property
    def describes_object(self) -> bool:
        """Whether it describes an option, a function, a setting, of whatever language."""
        domain, colon, kind = self.name.rpartition(":")
        return (kind in _OBJECTS or bool(colon and domain)) and self.name not in UNSEEN

    @property
    def language(self) -> str:
        """The language that a block of code names."""
        found = _LANGUAGE.match(self.argument)
        return found.group() if found and self.name != "parsed-literal" else ""


def indented_below(lines: Sequence[str], at: int, indent: int) -> int:
    """Return the line after those that are empty or indented deeper than by ``indent``."""
    end = at
    for place in range(at, len(lines)):
        line = lines[place]
        if not line.strip():
            continue
        if len(line) - len(line.lstrip()) <= indent:
            break
        end = place + 1
    return end


def read_directive(found: re.Match[str], body: Sequence[str]) -> Directive:
    """Return a directive of its first line and the lines indented below it."""
    lines = dedent("\n".join(body)).split("\n")
    argument = [found["argument"] or ""]
    at = 0
    while at < len(lines) and lines[at].strip() and not _OPTION.match(lines[at]):
        if not _goes_on(found["name"], argument):
            break
        argument.append(lines[at])
        at += 1
    options: dict[str, str] = {}
    while at < len(lines) and (option := _OPTION.match(lines[at])):
        options[option["name"]] = option["value"] or ""
        at += 1
    content = list(_stripped(lines[at:]))
    return Directive(
        found["name"], " ".join(argument).strip(), options, content, found["substitution"] or ""
    )


def _goes_on(name: str, argument: Sequence[str]) -> bool:
    """Whether the lines below belong to the argument: further signatures, the rest of a title."""
    kind = name.rpartition(":")[2]
    return bool(argument[0]) and kind in _OBJECTS


def _stripped(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines without the empty ones around them."""
    full = [at for at, line in enumerate(lines) if line.strip()]
    yield from lines[full[0] : full[-1] + 1] if full else ()
