"""Read the inline markup of reStructuredText as Markdown: roles, references, substitutions."""

import re
from collections.abc import Mapping

_LITERAL = re.compile(r"``(?P<literal>(?:[^`\n]|`(?!`)|\n(?!\s*\n))+?)``(?!`)")
_ROLE = re.compile(
    r"(?<![\w:`]):(?P<role>[A-Za-z][\w+.:-]*):`(?P<content>[^`]+)`"
    r"|`(?P<reference>[^`<>]+?)\s*<(?P<address>[^<>`]+)>`__?"
    r"|`(?P<named>[^`]+)`__?(?!\w)"
)
_WORD_REFERENCE = re.compile(r"(?<![\w`./:-])([A-Za-z0-9](?:[\w.+-]*[A-Za-z0-9])?)__?(?![\w`(])")
"""``Python_``, the reference of one word to a target."""
_NOTE_REFERENCE = re.compile(r"(\[(?:#?[\w-]*|\*)\])_(?!\w)")
"""``[1]_``, the reference to a footnote."""
_SUBSTITUTION = re.compile(r"\|([^|\s](?:[^|\n]*[^|\s])?)\|(?:__?)?")
_ESCAPED_SPACE = re.compile(r"\\[ \n]")
_TITLED = re.compile(r"(?P<title>.+?)\s*<(?P<target>[^<>]+)>", re.S)
_CODE_ROLES = frozenset(
    {
        "attr",
        "class",
        "code",
        "command",
        "const",
        "data",
        "envvar",
        "exc",
        "file",
        "func",
        "kbd",
        "literal",
        "meth",
        "mod",
        "obj",
        "option",
        "program",
        "samp",
        "type",
        "var",
    }
)
"""Roles of names that are written as code."""


def inline_markdown(
    text: str, substitutions: Mapping[str, str], targets: frozenset[str] = frozenset()
) -> str:
    """Return a stretch of text outside of code with its inline markup as Markdown.

    Args:
        text: whole lines.
        substitutions: what is shown for ``|name|``, by name; images show nothing.
        targets: the names that ``name_`` may refer to, in lower case.
    """
    parts: list[str] = []
    at = 0
    for literal in _LITERAL.finditer(text):
        parts.append(_outside_literals(text[at : literal.start()], substitutions, targets))
        parts.append(f"`{' '.join(literal['literal'].split())}`")
        at = literal.end()
    parts.append(_outside_literals(text[at:], substitutions, targets))
    return "".join(parts)


def _outside_literals(text: str, substitutions: Mapping[str, str], targets: frozenset[str]) -> str:
    text = _SUBSTITUTION.sub(lambda one: substitutions.get(one[1], one.group()), text)
    text = _ROLE.sub(_shown, text)
    text = _NOTE_REFERENCE.sub(r"\1", text)
    text = _WORD_REFERENCE.sub(
        lambda one: one[1] if one[1].lower() in targets else one.group(), text
    )
    return _ESCAPED_SPACE.sub("", text)


def _shown(found: re.Match[str]) -> str:
    if found["role"]:
        return _of_role(found["role"], found["content"])
    if found["named"]:
        is_reference = found.group().endswith("_")
        return found["named"] if is_reference else found.group()
    words = " ".join(found["reference"].split())
    address = found["address"].strip()
    return words if address.endswith("_") else f"[{words}]({''.join(address.split())})"


def _of_role(role: str, content: str) -> str:
    """Return the title of a reference, or what it names: ``~json.loads`` shows ``loads``."""
    content = " ".join(content.split())
    if titled := _TITLED.fullmatch(content):
        return titled["title"]
    name = content.lstrip("!")
    if name.startswith("~"):
        name = name.rpartition(".")[2].lstrip("~")
    is_code = ":" in role or role in _CODE_ROLES
    return f"`{name}`" if is_code and "`" not in name else name
