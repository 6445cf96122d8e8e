"""Read the blocks of reStructuredText as Markdown: headings, lists, literal blocks, directives."""

import re
from collections.abc import Iterator, Mapping, Sequence
from textwrap import dedent

from workbench.text.restructured.directives import (
    CODE,
    DIRECTIVE,
    EXPLICIT,
    TITLED,
    UNSEEN,
    VERSIONS,
    Directive,
    indented_below,
    read_directive,
)
from workbench.text.restructured.inline import inline_markdown
from workbench.text.restructured.tables import csv_table, grid_table, list_table, simple_table
from workbench.text.write_markdown import heading, table

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}[ \t]*")
"""The line over or below a title."""
_SHORTEST_ADORNMENT = 4
"""Characters of a line below a longer title."""
_FIELD = re.compile(r"(?P<indent>\s*):(?P<name>[^:\s`](?:[^:\n`]|:(?=\S))*):(?:\s+(?P<value>.*))?")
_NAME = r"(?:--?|/)[A-Za-z0-9][^\s,]*(?:[ =][A-Z\u0410-\u042f<][^\s,]*)?"
_OPTIONS = re.compile(
    rf"(?P<indent>\s*)(?P<names>{_NAME}(?:, ?{_NAME})*)(?:[ \t]{{2,}}(?P<value>\S.*)|[ \t]*)"
)
"""``-k, --keep  Keep the files``; the text may stand on the next line."""
_ITEM = re.compile(r"\s*(?:[*+\-•]|\(?(?:\d{1,3}|#|[A-Za-z])[.)])(?:\s|$)")
_AUTO_NUMBER = re.compile(r"(\s*)#\.(?=\s)")
_LINE_BLOCK = re.compile(r"(\s*)\| (?!.*\|\s*$)")
_LABEL = re.compile(r"[\w-]+(?: [\w-]+)*:(?:\s|$)")
_TARGET = re.compile(r"_(?:`(?P<quoted>[^`]+)`|(?P<plain>[^:]+)):(?:\s|$)")
_FOOTNOTE = re.compile(r"(\[[^\]\s]+\])\s")
_MARK = re.compile(r"(\s*)(#{1,6}\s)")
"""A ``#`` that would open a heading in Markdown, and opens nothing here."""
_PROMPT = ">>> "
_EMPTY_LINES = re.compile(r"\n{3,}")
_NESTED = 8
"""Levels of directives inside of each other that are read; deeper ones stay as they are."""


def as_markdown(text: str) -> str:
    """Return a text of reStructuredText as Markdown.

    Headings, lists, tables, code and the text of directives stay; comments, targets, images and
    what only a program reads are left out. Unknown markup stays as it is.
    """
    lines = text.expandtabs(8).split("\n")
    shown = "\n".join(_Reader(_substitutions(lines), _targets(lines)).read(lines))
    return _EMPTY_LINES.sub("\n\n", shown).lstrip("\n")


def _substitutions(lines: Sequence[str]) -> dict[str, str]:
    """Return what is shown for ``|name|``; of images and other directives nothing is."""
    found = (DIRECTIVE.fullmatch(line) for line in lines)
    return {
        one["substitution"]: (one["argument"] or "") if one["name"] == "replace" else ""
        for one in found
        if one and one["substitution"]
    }


def _targets(lines: Sequence[str]) -> frozenset[str]:
    explicit = (EXPLICIT.fullmatch(line) for line in lines)
    found = (_TARGET.match(one["rest"] or "") for one in explicit if one)
    return frozenset((one["quoted"] or one["plain"]).lower() for one in found if one)


class _Reader:
    """Reads the lines of a document; the levels of its headings are in order of appearance."""

    def __init__(self, substitutions: Mapping[str, str], targets: frozenset[str]) -> None:
        self._substitutions = substitutions
        self._targets = targets
        self._levels: list[tuple[str, bool]] = []

    def read(self, lines: Sequence[str], depth: int = 0) -> Iterator[str]:
        """Yield the lines of Markdown."""
        at = 0
        while at < len(lines):
            shown, at = self._block(lines, at, depth)
            yield from shown

    def _block(self, lines: Sequence[str], at: int, depth: int) -> tuple[Sequence[str], int]:
        """Return the lines shown of the block that begins on a line, and the line after it."""
        line = lines[at]
        if not line.strip():
            return [""], at + 1
        if depth < _NESTED and (found := EXPLICIT.fullmatch(line)):
            return self._explicit(found, lines, at, depth)
        for read in (simple_table, grid_table):
            rows, end = read(lines, at)
            if rows:
                return ["", *self._table(rows), ""], end
        is_first = at == 0 or not lines[at - 1].strip()
        if is_first and (titled := self._title(lines, at)):
            return titled
        if line.lstrip().startswith(_PROMPT) and is_first:
            end = next((n for n in range(at, len(lines)) if not lines[n].strip()), len(lines))
            return _fenced("python", lines[at:end], ""), end
        return self._described(lines, at) or self._text(lines, at)

    def _title(self, lines: Sequence[str], at: int) -> tuple[Sequence[str], int] | None:
        """Return a heading with a line below it, or one below and one above; else None."""
        rest = lines[at : at + 3]
        if len(rest) == 3 and _is_over(rest):
            return self._heading(rest[1], rest[2][0], is_over=True), at + 3
        if _ADORNMENT.fullmatch(rest[0]):
            is_alone = len(rest) == 1 or not rest[1].strip()
            return ([""], at + 1) if is_alone else None
        if len(rest) > 1 and _is_under(rest[0], rest[1]):
            return self._heading(rest[0], rest[1][0], is_over=False), at + 2
        return None

    def _heading(self, title: str, mark: str, *, is_over: bool) -> list[str]:
        style = (mark, is_over)
        if style not in self._levels:
            self._levels.append(style)
        words = self._inline(title.strip())
        return ["", heading(self._levels.index(style) + 1, words), ""]

    def _described(self, lines: Sequence[str], at: int) -> tuple[Sequence[str], int] | None:
        """Return an option, a field or a defined term with what stands about it, as an item."""
        line = lines[at]
        indent = len(line) - len(line.lstrip())
        end = indented_below(lines, at + 1, indent)
        body = lines[at + 1 : end]
        if option := _OPTIONS.fullmatch(line):
            if option["value"] or (body and lines[at + 1].strip()):
                return self._item(option["names"], option["value"] or "", body, indent), end
        elif field := _FIELD.fullmatch(line):
            name, value = self._inline(field["name"]), field["value"] or ""
            shown = [f"{' ' * indent}- {name}: {self._inline(value)}".rstrip()]
            return [*shown, *self._nested(body, indent)], end
        elif body and lines[at + 1].strip() and self._is_term(lines, at):
            term, _, kind = line.strip().partition(" : ")
            name = f"{term} ({kind})" if kind else term
            return self._item(self._inline(name), "", body, indent, is_code=False), end
        return None

    def _is_term(self, lines: Sequence[str], at: int) -> bool:
        """Whether a line is a term of a definition list: alone above what is indented below it."""
        is_first = at == 0 or not lines[at - 1].strip()
        line = lines[at]
        return (
            is_first
            and not _ITEM.match(line)
            and not _LABEL.match(line)
            and not line.rstrip().endswith((".", "::", ",", ";"))
        )

    def _item(
        self, name: str, value: str, body: Sequence[str], indent: int, *, is_code: bool = True
    ) -> list[str]:
        """Return an item, "name: what it is", with the other paragraphs indented below it."""
        words = [value] if value else []
        below = dedent("\n".join(body)).split("\n") if body else []
        while below and below[0].strip() and not _opens_block(below[0]):
            words.append(below.pop(0).strip())
        first = " ".join(words)
        is_literal = first.endswith("::")
        first = first.removesuffix("::") + ":" if is_literal else first
        label = f"`{name}`" if is_code and "`" not in name else name
        shown = [f"{' ' * indent}- {label}: {self._inline(first)}".rstrip()]
        if is_literal:
            return [*shown, *_fenced("", below, " " * (indent + 2))]
        return [*shown, *self._nested(below, indent)]

    def _nested(self, body: Sequence[str], indent: int) -> list[str]:
        inside = self.read(dedent("\n".join(body)).split("\n") if body else [], 1)
        return [f"{' ' * (indent + 2)}{line}" if line else "" for line in inside]

    def _explicit(
        self, found: re.Match[str], lines: Sequence[str], at: int, depth: int
    ) -> tuple[Sequence[str], int]:
        """Return what is shown of a directive or a footnote; of comments and targets nothing is."""
        indent = len(found["indent"])
        end = indented_below(lines, at + 1, indent)
        rest = found["rest"] or ""
        if not rest and (at + 1 >= len(lines) or not lines[at + 1].strip()):
            return [""], at + 1
        if named := DIRECTIVE.fullmatch(lines[at]):
            directive = read_directive(named, lines[at + 1 : end])
            shown = [] if directive.substitution else self._directive(directive, depth)
            pad = " " * indent
            return ["", *(f"{pad}{one}" if one else "" for one in shown), ""], end
        if _FOOTNOTE.match(rest):
            text = " ".join([rest, *(line.strip() for line in lines[at + 1 : end])])
            return ["", self._inline(text), ""], end
        return [""], end

    def _directive(self, one: Directive, depth: int) -> Sequence[str]:
        content = list(one.content)
        if one.name in CODE and content:
            return _fenced(one.language, content, "")
        if one.name in UNSEEN or one.name in CODE:
            return []
        if one.name in ("list-table", "csv-table"):
            is_list = one.name == "list-table"
            rows = (
                list_table(content)
                if is_list
                else csv_table(content, one.options.get("header", ""))
            )
            return self._table(rows)
        if one.describes_object:
            return self._item(one.argument, "", content, 0)
        if one.name in VERSIONS:
            line = " ".join((VERSIONS[one.name], one.argument))
            return list(self.read([f"{line}:" if content else f"{line}.", *content], depth + 1))
        title = (
            [f"**{self._inline(one.argument)}**", ""] if one.argument and one.name in TITLED else []
        )
        opening = [] if title or not one.argument or one.name == "only" else [one.argument]
        return [*title, *self.read([*opening, *content], depth + 1)]

    def _table(self, rows: Sequence[Sequence[str]]) -> list[str]:
        return table([[self._inline(cell) for cell in row] for row in rows]).split("\n")

    def _text(self, lines: Sequence[str], at: int) -> tuple[Sequence[str], int]:
        """Return a paragraph or an item, and the literal block that it announces."""
        indent = len(lines[at]) - len(lines[at].lstrip())
        end = at + 1
        while end < len(lines) and lines[end].strip() and not self._begins(lines, end):
            end += 1
        own = "\n".join(map(_plain_line, lines[at:end]))
        if not own.rstrip().endswith("::"):
            return self._inline(own).split("\n"), end
        after = indented_below(lines, end, indent)
        code = lines[end:after]
        shown = self._inline(own.rstrip().removesuffix("::").rstrip())
        shown = f"{shown}:" if shown.strip() else ""
        if not any(line.strip() for line in code):
            return shown.split("\n"), end
        return [*shown.split("\n"), *_fenced("", code, " " * indent)], after

    def _begins(self, lines: Sequence[str], at: int) -> bool:
        """Whether another block begins on a line of a paragraph."""
        return bool(EXPLICIT.fullmatch(lines[at]) or _ITEM.match(lines[at])) or (
            _OPTIONS.fullmatch(lines[at]) is not None or _FIELD.fullmatch(lines[at]) is not None
        )

    def _inline(self, text: str) -> str:
        return inline_markdown(text, self._substitutions, self._targets)


def _is_over(rest: Sequence[str]) -> bool:
    above, title, below = rest
    return (
        bool(_ADORNMENT.fullmatch(above))
        and bool(title.strip())
        and above.rstrip() == below.rstrip()
        and len(title.rstrip()) <= len(above.rstrip()) + 1
    )


def _is_under(title: str, below: str) -> bool:
    line = below.rstrip()
    is_long = len(line) >= min(len(title.rstrip()), _SHORTEST_ADORNMENT)
    return bool(_ADORNMENT.fullmatch(below)) and is_long and not title[:1].isspace()


def _opens_block(line: str) -> bool:
    return bool(EXPLICIT.fullmatch(line) or _ITEM.match(line) or _FIELD.fullmatch(line))


def _plain_line(line: str) -> str:
    line = _AUTO_NUMBER.sub(r"\g<1>1.", line)
    line = _LINE_BLOCK.sub(r"\1", line)
    return _MARK.sub(r"\1\\\2", line)


def _fenced(language: str, lines: Sequence[str], pad: str) -> list[str]:
    """Return lines as a block of code below an empty line."""
    code = dedent("\n".join(lines)).strip("\n").split("\n")
    fence = "~~~" if any("```" in line for line in code) else "```"
    inside = [f"{pad}{line}" if line else "" for line in code]
    return ["", f"{pad}{fence}{language or 'code'}", *inside, f"{pad}{fence}", ""]
