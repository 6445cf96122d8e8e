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

    Of two documents whose paths differ only in their suffix, both keep it: ``orders.csv``.
    """
    tables = [*schemas]
    counts = Counter(one.id for one in tables)
    own = [one.id if counts[one.id] == 1 else _full(one) for one in tables]
    for schema, name in zip(tables, own, strict=True):
        short = stem_of(schema.document_id)
        others = (schema.id, _full(schema), f"{short}/{schema.sheet}" if schema.sheet else short)
        aliases = dict.fromkeys((*schema.aliases, *others))
        yield schema.model_copy(
            update={"id": name, "aliases": tuple(one for one in aliases if one not in own)}
        )


def _full(schema: TableSchema) -> str:
    """Return the id with the suffix of the document, which no other table has."""
    name = schema.id.removeprefix(table_id(schema.document_id))
    return f"{schema.document_id}{name}"
