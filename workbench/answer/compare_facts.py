"""A comparison of the facts shown: what their entities share, where they differ, a conclusion."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from workbench.answer.output_schemas import ComparisonResult
from workbench.domain.answer import Rendered, marker
from workbench.domain.evidence import Cell, Evidence, FactsPayload
from workbench.domain.graph import Node
from workbench.domain.local_text import Language
from workbench.i18n.messages import messages
from workbench.i18n.numbers import UNKNOWN


class _Value(NamedTuple):
    """A value with its citation marker."""

    text: str
    mark: str


class _Shown(NamedTuple):
    """A fact with the entity that it is about and its citation marker."""

    entity: str
    item: Evidence
    mark: str


_Values: TypeAlias = dict[str, _Value]
"""Values by the name of their entity."""


def compare_facts(
    facts: FactsPayload,
    rendered: Rendered,
    language: Language,
    nodes: Mapping[str, Node] | None = None,
) -> ComparisonResult:
    """Set the facts shown side by side, each statement with its citation markers.

    Facts with columns, one for each entity, are compared column by column, several of an entity
    row by row; others as a whole.

    Args:
        facts: what was found.
        rendered: which of it is shown, under which numbers.
        language: of the conclusion.
        nodes: the workspace's nodes by id, which name the entities that graph facts are about.
    """
    evidence = facts.evidence_by_id()
    known = nodes or {}
    shown = [
        _Shown(_entity(evidence[one], known, language), evidence[one], marker(number))
        for number, one in enumerate(rendered.sources, 1)
        if one in evidence
    ]
    names = Counter(one.entity for one in shown)
    has_columns = all(one.item.cells for one in shown) and max(names.values(), default=0) == 1
    rows = _columns(shown) if has_columns else _table_rows(shown) or _statements(shown)
    shared = [label for label, values in rows.items() if _is_shared(values, names)]
    unlike = [label for label in rows if label not in shared]
    texts = messages("workbench.answer")[language]["comparison"]
    how = "one" if len(names) == 1 else "columns" if has_columns else "statements"
    return ComparisonResult(
        similarities=[_shared(label, rows[label]) for label in shared],
        differences=[_different(label, rows[label], alone=len(names) == 1) for label in unlike],
        contradictions=[],
        conclusion=texts[how].format(
            names=", ".join(names),
            shared=", ".join(shared) or texts["nothing"],
            unlike=", ".join(unlike) or texts["nothing"],
            shared_count=len(shared),
            unlike_count=len(unlike),
        )
        if names
        else texts["empty"],
    )


def _entity(item: Evidence, nodes: Mapping[str, Node], language: Language) -> str:
    """What a fact is about: where its path through the graph starts, not where it leads."""
    start = nodes.get(item.path.nodes[0]) if item.path and item.path.nodes else None
    if start is not None:
        return start.label(language)
    title = item.source.title if item.source else ""
    return title or item.group or item.content


def _columns(shown: Sequence[_Shown]) -> dict[str, _Values]:
    rows = dict[str, _Values]()
    for name, item, mark in shown:
        for cell in item.cells:
            if cell.value != name:
                rows.setdefault(cell.label, {})[name] = _Value(cell.value.removesuffix("."), mark)
    return rows


def _table_rows(shown: Sequence[_Shown]) -> dict[str, _Values]:
    """Rows of a table by their first cell after the entity.

    None where a fact is no such row, or where two facts of an entity have the same first cell.
    """
    rows = dict[str, _Values]()
    for name, item, mark in shown:
        cells = [cell for cell in item.cells if cell.value != name]
        if len(cells) < 2 or name in rows.get(cells[0].value, {}):
            return {}
        opening = f"{name} — {cells[0].value}: "
        value = item.content.removeprefix(opening)
        if value == item.content:
            value = _joined(cells[1:])
        rows.setdefault(cells[0].value, {})[name] = _Value(value, mark)
    return rows


def _joined(cells: Sequence[Cell]) -> str:
    """The cells in a line, those left out that are empty."""
    filled = (cell for cell in cells if cell.value != UNKNOWN)
    return ", ".join(f"{cell.label} {cell.value.removesuffix('.')}" for cell in filled)


def _statements(shown: Sequence[_Shown]) -> dict[str, _Values]:
    rows = dict[str, _Values]()
    for name, item, mark in shown:
        rows.setdefault(item.content, {})[name] = _Value("", mark)
    return rows


def _is_shared(values: _Values, names: Mapping[str, int]) -> bool:
    same = len({value.text.casefold() for value in values.values()}) == 1
    return same and len(names) > 1 and values.keys() == names.keys()


def _shared(label: str, values: _Values) -> str:
    text = next(iter(values.values())).text
    return " ".join([f"{label}: {text}" if text else label, *(one.mark for one in values.values())])


def _different(label: str, values: _Values, *, alone: bool) -> str:
    if not any(one.text for one in values.values()):
        values_text = (
            f"{label if alone else f'{name}: {label}'} {one.mark}" for name, one in values.items()
        )
        return "; ".join(values_text)
    values_text = (f"{name} — {one.text} {one.mark}" for name, one in values.items())
    return f"{label}: {'; '.join(values_text)}"
