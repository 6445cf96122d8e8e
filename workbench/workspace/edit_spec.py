"""Add an entry to the text of workspace.yaml, or remove one; comments and the rest stay."""

from collections.abc import Mapping
from typing import Any

import yaml

from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.read_spec import SPEC_FILE
from workbench.workspace.yaml_text import BadYamlError, PlainDumper, load_yaml

_INDENT = 2
"""Spaces of an entry in a section that is new."""


def with_entry(text: str, section: str, name: str, entry: Mapping[str, Any]) -> str:
    """Return the text of a specification with an entry at the end of a section.

    Raises:
        WorkspaceError: the file is written in a form that cannot be added to.
    """
    before = load_yaml(text) or {}
    after = {**before, section: {**(before.get(section) or {}), name: entry}}
    value = _section(text, section)
    if value is None:
        separator = "" if text.endswith("\n") or not text else "\n"
        changed = f"{text}{separator}\n{section}:\n{_block(name, entry, _INDENT)}"
    elif isinstance(value, yaml.MappingNode) and value.value and not value.flow_style:
        changed = _appended(text, value, name, entry)
    elif not before.get(section):
        start, end = value.start_mark.index, value.end_mark.index
        head = text[:start].rstrip(" ")
        changed = f"{head}\n{_block(name, entry, _INDENT).rstrip()}{text[end:]}"
    else:
        raise _not_editable(section)
    return _checked(changed, after, section)


def without_entry(text: str, section: str, name: str) -> str:
    """Return the text of a specification without an entry of a section.

    Raises:
        WorkspaceError: the file is written in a form that an entry cannot be removed from.
    """
    before = load_yaml(text)
    rest = {key: one for key, one in before[section].items() if key != name}
    after = {**before, section: rest}
    value = _section(text, section)
    if not isinstance(value, yaml.MappingNode) or value.flow_style:
        raise _not_editable(section)
    places = [(key.value, key.start_mark.line) for key, _ in value.value]
    names = [key for key, _ in places]
    if name not in names:  # merged from another mapping by "<<"
        raise _not_editable(section)
    at = names.index(name)
    lines = text.splitlines(keepends=True)
    first = places[at][1]
    last = places[at + 1][1] if at + 1 < len(places) else _end(lines, value)
    while last > first and _is_comment(lines[last - 1]):
        last -= 1  # the comment belongs to the next entry
    kept = [*lines[:first], *lines[last:]]
    if not rest:
        line = _section_line(text, section)
        kept[line] = f"{section}: {{}}\n"
    return _checked("".join(kept), after, section)


def _section(text: str, section: str) -> yaml.Node | None:
    """Return the value of a section with its place in the text; None if there is none."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    return next((value for key, value in pairs if key.value == section), None)


def _section_line(text: str, section: str) -> int:
    """Return the line on which a section begins, from 0."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    return int(next(key.start_mark.line for key, _ in pairs if key.value == section))


def _appended(text: str, value: yaml.MappingNode, name: str, entry: Mapping[str, Any]) -> str:
    """Return the text with an entry below the last one of a section."""
    lines = text.splitlines(keepends=True)
    at = _end(lines, value)
    if not lines[at - 1].endswith("\n"):
        lines[at - 1] += "\n"
    return "".join((*lines[:at], _block(name, entry, value.start_mark.column), *lines[at:]))


def _is_comment(line: str) -> bool:
    """Return True for a line of YAML that is only a remark."""
    return line.lstrip()[:1] == "#"


def _end(lines: list[str], value: yaml.MappingNode) -> int:
    """Return the line after the last entry of a section, without blank lines and comments."""
    at = min(value.end_mark.line + (value.end_mark.column > 0), len(lines))
    while lines[at - 1].strip() == "" or _is_comment(lines[at - 1]):
        at -= 1
    return at


def _block(name: str, entry: Mapping[str, Any], indent: int) -> str:
    text = yaml.dump({name: dict(entry)}, Dumper=PlainDumper, allow_unicode=True, sort_keys=False)
    return "".join(f"{' ' * indent}{line}\n" for line in text.splitlines())


def _checked(changed: str, expected: Mapping[str, Any], section: str) -> str:
    """Return the changed text if it has the expected content."""
    try:
        same = load_yaml(changed) == expected
    except BadYamlError as error:
        raise _not_editable(section) from error
    if not same:
        raise _not_editable(section)
    return changed


def _not_editable(section: str) -> WorkspaceError:
    return WorkspaceError(**localized("workspace.not_editable", place=SPEC_FILE, section=section))
