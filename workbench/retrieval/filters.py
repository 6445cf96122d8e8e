"""Filter documents by metadata: a field equals a value, or any of several."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from workbench.domain.plan import Filters, FilterValue, filter_value_text
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.retrieval.passages import PassageSource
from workbench.workspace.nearest_name import nearest
from workbench.workspace.plan_names import DOCUMENT_TYPE

LIST_SEPARATOR = ", "
"""Separates the values of a metadata field that is a list in the front matter."""

_CACHED_FILTERS = 64

Metadata: TypeAlias = Mapping[str, str]


def metadata_values(metadata: Metadata, name: str) -> tuple[str, ...]:
    """Return the values of a field: the full text and, if it is a list, each member."""
    whole = metadata.get(name, "")
    members = whole.split(LIST_SEPARATOR) if LIST_SEPARATOR in whole else []
    return (whole, *members) if whole else ()


@dataclass(frozen=True)
class Allowed:
    """The documents that match the filters of a search."""

    documents: frozenset[str]
    share: float
    """Their share of all documents."""
    passages: frozenset[str]
    """The ids of their passages."""


class DocumentFilter:
    """Finds the documents that match filters, and remembers them for the next search."""

    def __init__(self, source: PassageSource) -> None:
        self._source = source
        self._found = lru_cache(maxsize=_CACHED_FILTERS)(self._find)

    def matching(self, filters: Filters, doc_types: Sequence[str]) -> Allowed | None:
        """Return the documents that match; None without filters."""
        wanted = [(name, filter_values(value)) for name, value in sorted(filters.items())]
        wanted += [(DOCUMENT_TYPE, tuple(doc_types))] if doc_types else []
        return self._found(tuple(wanted)) if wanted else None

    def _find(self, wanted: tuple[tuple[str, tuple[str, ...]], ...]) -> Allowed:
        every = self._source.metadata
        # A field may be named twice: by a filter and by the types.
        sets = (matching_documents(every, {name: list(values)}) for name, values in wanted)
        found = frozenset(every).intersection(*sets)
        return Allowed(found, len(found) / max(len(every), 1), self._source.passages_of(found))


def filter_values(value: FilterValue) -> tuple[str, ...]:
    """Return the values that a filter allows, formatted as in metadata."""
    values: Sequence[object] = value if isinstance(value, list) else [value]
    return tuple(map(filter_value_text, values))


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
