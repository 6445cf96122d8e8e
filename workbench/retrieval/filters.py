"""Filter documents by metadata: a field equals a value, or any of several."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from workbench.domain.plan import Filters, FilterValue
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.workspace.nearest_name import nearest

LIST_SEPARATOR = ", "
"""Separates the values of a metadata field that is a list in the front matter."""

Metadata: TypeAlias = Mapping[str, str]


def metadata_values(metadata: Metadata, name: str) -> tuple[str, ...]:
    """Return the values of a field: the full text and, if it is a list, each member."""
    whole = metadata.get(name, "")
    members = whole.split(LIST_SEPARATOR) if LIST_SEPARATOR in whole else []
    return (whole, *members) if whole else ()


def filter_values(value: FilterValue) -> tuple[str, ...]:
    """Return the values that a filter allows, formatted as in metadata."""
    values: Sequence[object] = value if isinstance(value, list) else [value]
    return tuple(_metadata_text(item) for item in values)


def check_filters(filters: Filters, fields: Collection[str]) -> None:
    """Raise InputError for a filter on an unknown field, with the nearest known one as a hint."""
    for name in filters:
        if name not in fields:
            near = nearest(name, fields)
            known = ", ".join(sorted(fields)) or "none"
            hint = {"close": near} if near else {"fields": known}
            raise InputError(**localized("retrieval.no_field", name=name, **hint))


def matching_documents(documents: Mapping[str, Metadata], filters: Filters) -> frozenset[str]:
    """Return the ids of the documents that match every filter."""
    wanted = {name: frozenset(filter_values(value)) for name, value in filters.items()}
    return frozenset(
        document_id
        for document_id, metadata in documents.items()
        if all(
            not values.isdisjoint(metadata_values(metadata, name))
            for name, values in wanted.items()
        )
    )


def _metadata_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
