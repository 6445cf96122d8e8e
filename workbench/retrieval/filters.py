"""Metadata filters: which documents may answer, by a value or any of several."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from workbench.domain.plan import Filters, FilterValue
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.workspace.nearest_name import nearest

LIST_SEPARATOR = ", "
"""Joins several values of one metadata field in a document's front matter."""

Metadata: TypeAlias = Mapping[str, str]


def metadata_values(metadata: Metadata, name: str) -> tuple[str, ...]:
    """Every value of a field: the text as a whole and, where it is a list, its members."""
    whole = metadata.get(name, "")
    members = whole.split(LIST_SEPARATOR) if LIST_SEPARATOR in whole else []
    return (whole, *members) if whole else ()


def filter_values(value: FilterValue) -> tuple[str, ...]:
    """The values a filter allows, as metadata spells them."""
    values: Sequence[object] = value if isinstance(value, list) else [value]
    return tuple(_spelled(item) for item in values)


def check_filters(filters: Filters, fields: Collection[str]) -> None:
    """Refuse a filter on a field that no document has, naming the nearest one that exists."""
    for name in filters:
        if name not in fields:
            near = nearest(name, fields)
            known = ", ".join(sorted(fields)) or "none"
            hint = {"close": near} if near else {"fields": known}
            raise InputError(**localized("retrieval.no_field", name=name, **hint))


def matching(documents: Mapping[str, Metadata], filters: Filters) -> frozenset[str]:
    """The ids of the documents whose metadata has, for every filter, one of its values."""
    wanted = {name: frozenset(filter_values(value)) for name, value in filters.items()}
    return frozenset(
        document_id
        for document_id, metadata in documents.items()
        if all(
            not values.isdisjoint(metadata_values(metadata, name))
            for name, values in wanted.items()
        )
    )


def _spelled(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
