"""A comparison of the facts shown: what their entities share, where they differ, a conclusion."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from workbench.answer.output_schemas import ComparisonResult
from workbench.domain.answer import Rendered, marker
from workbench.domain.evidence import Evidence, FactsPayload
from workbench.domain.local_text import Language
from workbench.i18n.messages import messages


class _Value(NamedTuple):
    """A value with its citation marker."""

    text: str
    mark: str


_Values: TypeAlias = dict[str, _Value]
"""Values by the name of their entity."""


def compare_facts(facts: FactsPayload, rendered: Rendered, language: Language) -> ComparisonResult:
    """Set the facts shown side by side, each statement with its citation markers.

    Facts with columns, one for each entity, are compared column by column; others as a whole.

    Args:
        facts: what was found.
        rendered: which of it is shown, under which numbers.
        language: of the conclusion.
    """
    evidence = facts.evidence_by_id()
    shown = {n: evidence[one] for n, one in enumerate(rendered.sources, 1) if one in evidence}
    names = Counter(map(_entity, shown.values()))
    has_columns = all(item.cells for item in shown.values()) and max(names.values(), default=0) == 1
    rows = _columns(shown) if has_columns else _statements(shown)
    shared = [label for label, values in rows.items() if _is_shared(values, names)]
    unlike = [label for label in rows if label not in shared]
    texts = messages("workbench.answer")[language]["comparison"]
    how = "one" if len(names) == 1 else "columns" if has_columns else "statements"
    return ComparisonResult(
        similarities=[_shared(label, rows[label]) for label in shared],
        differences=[_different(label, rows[label]) for label in unlike],
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


def _entity(item: Evidence) -> str:
    title = item.source.title if item.source else ""
    return title or item.group or item.content


def _columns(shown: Mapping[int, Evidence]) -> dict[str, _Values]:
    rows = dict[str, _Values]()
    for number, item in shown.items():
        name = _entity(item)
        for cell in item.cells:
            if cell.value != name:
                rows.setdefault(cell.label, {})[name] = _Value(
                    cell.value.removesuffix("."), marker(number)
                )
    return rows


def _statements(shown: Mapping[int, Evidence]) -> dict[str, _Values]:
    rows = dict[str, _Values]()
    for number, item in shown.items():
        rows.setdefault(item.content, {})[_entity(item)] = _Value("", marker(number))
    return rows


def _is_shared(values: _Values, names: Mapping[str, int]) -> bool:
    same = len({value.text.casefold() for value in values.values()}) == 1
    return same and len(names) > 1 and values.keys() == names.keys()


def _shared(label: str, values: _Values) -> str:
    text = next(iter(values.values())).text
    return " ".join([f"{label}: {text}" if text else label, *(one.mark for one in values.values())])


def _different(label: str, values: _Values) -> str:
    if not any(one.text for one in values.values()):
        told = (f"{name}: {label} {one.mark}" for name, one in values.items())
        return "; ".join(told)
    told = (f"{name} — {one.text} {one.mark}" for name, one in values.items())
    return f"{label}: {'; '.join(told)}"
