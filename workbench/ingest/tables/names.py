"""Ids of tables, by the path of their document and their sheet or caption."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from workbench.domain.tables import TableSchema
from workbench.ingest.parsers import COMPRESSED
from workbench.ingest.tables.extracted import stem_of


def table_id(document_id: str, sheet: str = "") -> str:
    """Return the id of a table: ``2024/orders``, ``pricing/Plans``."""
    path = PurePosixPath(document_id.removesuffix(COMPRESSED))
    name = str(path.with_suffix("")) if path.suffix and path.stem else str(path)
    return f"{name}/{sheet}" if sheet else name


def with_ids(schemas: Iterable[TableSchema]) -> Iterator[TableSchema]:
    """Yield tables with ids that no other has, and with the other names that plans may have.

    Of two documents whose paths differ only in their suffix, both keep it: ``orders.csv``. If that
    is the name of a third one, ``orders.csv.csv``, they are counted: ``orders.csv (2)``.
    """
    tables = [*schemas]
    counts = Counter(one.id for one in tables)
    taken = {name.casefold() for name, count in counts.items() if count == 1}
    own = [one.id if counts[one.id] == 1 else unique_name(_full(one), taken) for one in tables]
    for schema, name in zip(tables, own, strict=True):
        short = stem_of(schema.document_id)
        others = (schema.id, _full(schema), f"{short}/{schema.sheet}" if schema.sheet else short)
        aliases = dict.fromkeys((*schema.aliases, *others))
        yield schema.model_copy(
            update={"id": name, "aliases": tuple(one for one in aliases if one not in own)}
        )


def _full(schema: TableSchema) -> str:
    """Return the id with the suffix of the document."""
    name = schema.id.removeprefix(table_id(schema.document_id))
    return f"{schema.document_id}{name}"


def unique_name(name: str, taken: set[str]) -> str:
    """Return a name, counted if it is among those taken whatever their case, and add it to them."""
    unique, count = name, 1
    while unique.casefold() in taken:
        count += 1
        unique = f"{name} ({count})"
    taken.add(unique.casefold())
    return unique
