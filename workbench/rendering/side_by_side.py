"""Set the facts about two or three entities side by side: a row for each attribute they share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from workbench.domain.evidence import Cell
from workbench.render_styles.base import LayoutItem, Mark, SectionLayout
from workbench.render_styles.table import NO_VALUE, table_line, table_rule, table_value

_FEWEST_SIDES, _MOST_SIDES = 2, 3
_PAIR = 2
"""Cells of a fact that gives one attribute with its value."""
_SHARED = 0.5
"""Least share of the attributes of the side with the fewest that another side has too."""


@dataclass(frozen=True)
class _Value:
    """The value of an attribute on one side, with the number of its source."""

    text: str
    number: int

    @property
    def compared(self) -> str:
        """The value without case."""
        return self.text.casefold()


@dataclass(frozen=True)
class SideBySide:
    """One table instead of a section for each side."""

    heading: str
    head: tuple[str, ...]
    """The label of the attributes, and the names of the sides."""
    rows: tuple[tuple[str, tuple[_Value | None, ...]], ...]
    """Each attribute with the value of each side; the attributes that differ come first."""
    omitted: int
    """Rows beyond the limits; one of two sides is two facts."""

    def lay_out(self, mark: Mark) -> str:
        """Return a Markdown table in which each cell has the marker of its own source."""
        head = table_line([table_value(one) for one in self.head])
        rows = (self._row(attribute, values, mark) for attribute, values in self.rows)
        return "\n".join([head, table_rule(len(self.head)), *rows])

    def _row(self, attribute: str, values: Sequence[_Value | None], mark: Mark) -> str:
        cells = (_marked(value, mark) for value in values)
        return table_line([table_value(attribute), *cells])


def _marked(value: _Value | None, mark: Mark) -> str:
    text = table_value(value.text) if value is not None else NO_VALUE
    return text if value is None or text == NO_VALUE else mark(text, value.number)


def can_be_compared(sides: Sequence[Sequence[LayoutItem]]) -> bool:
    """Return True for two or three sides whose facts share attributes.

    Each fact gives one attribute with its value, or the only fact of each side gives them all.
    """
    if not _FEWEST_SIDES <= len(sides) <= _MOST_SIDES:
        return False
    labels = {tuple(cell.label for cell in item.cells) for item in chain(*sides)}
    if len(labels) != 1 or len(next(iter(labels))) < _PAIR:
        return False
    if all(len(side) == 1 and len(side[0].cells) > _PAIR for side in sides):
        return True
    named = [_attributes(side) for side in sides]
    if any(len(set(names)) < len(side) for names, side in zip(named, sides, strict=True)):
        return False
    fewest = min(named, key=len)
    others = [set(one) for one in named if one is not fewest]
    shared = sum(any(name in other for other in others) for name in fewest)
    return bool(fewest) and shared >= max(_SHARED * len(fewest), 1)


def _attributes(side: Sequence[LayoutItem]) -> list[str]:
    """Return the attributes of facts that give one each; of other facts, none."""
    return [item.cells[0].value for item in side if len(item.cells) == _PAIR]


def whole_rows(sides: Sequence[Sequence[LayoutItem]], shown: Sequence[int]) -> list[int]:
    """Return how many facts of each side fit if no row lacks a value that its side has.

    Args:
        sides: all facts of each side, in order.
        shown: the most of each side that the limits allow.
    """
    counts = list(shown)
    places = [{name: at for at, name in enumerate(_attributes(side))} for side in sides]
    is_whole = not all(places)
    while not is_whole:
        is_whole = True
        for at, own in enumerate(places):
            cut = min(
                (
                    place
                    for name, place in own.items()
                    if place < counts[at]
                    and any(
                        other.get(name, -1) >= count
                        for other, count in zip(places, counts, strict=True)
                    )
                ),
                default=counts[at],
            )
            is_whole = is_whole and cut == counts[at]
            counts[at] = cut
    return counts


def side_by_side(
    blocks: Sequence[SectionLayout],
    names: Sequence[str],
    later: Sequence[Sequence[LayoutItem]] = (),
) -> SideBySide | None:
    """Return the table of the facts shown of each side; None if no row has two values.

    Args:
        blocks: a section for each side.
        names: of the sides.
        later: the facts of each side beyond those shown.
    """
    values = [_values(block.entries) for block in blocks]
    attributes = dict.fromkeys(chain(*values))
    rows = [(one, tuple(side.get(one) for side in values)) for one in attributes]
    if not any(sum(value is not None for value in row) > 1 for _, row in rows):
        return None
    return SideBySide(
        heading=_heading([block.heading for block in blocks], names),
        head=(blocks[0].entries[0].cells[0].label, *names),
        rows=tuple(sorted(rows, key=lambda row: _is_same(row[1]))),
        omitted=len(set(chain.from_iterable(map(_values, later))) - set(attributes)),
    )


def _values(entries: Sequence[LayoutItem]) -> Mapping[str, _Value]:
    """Return the value of each attribute that the facts of a side give."""
    found: dict[str, _Value] = {}
    for entry in entries:
        first, *rest = entry.cells
        pairs = [Cell(label=first.value, value=rest[0].value)] if len(rest) == 1 else rest
        found |= {one.label: _Value(one.value.removesuffix("."), entry.number) for one in pairs}
    return found


def _is_same(values: Sequence[_Value | None]) -> bool:
    return len({value.compared if value is not None else None for value in values}) == 1


def _heading(headings: Sequence[str], names: Sequence[str]) -> str:
    """Return one heading for all: "What Basic pays:" becomes "What Basic / Premier pays:"."""
    if len(set(headings)) == 1:
        return headings[0]
    rest = {one.replace(name, "\0") for one, name in zip(headings, names, strict=True)}
    form = next(iter(rest))
    if len(rest) > 1 or form.count("\0") != 1:
        return f"{' / '.join(names)}:"
    place = "«\0»" if "«\0»" in form else "\0"
    return form.replace(place, " / ".join(place.replace("\0", name) for name in names))
