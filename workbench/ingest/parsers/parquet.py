"""Parse Parquet files as one Markdown table."""

from io import BytesIO

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import LONGEST_TEXT, cell_text, from_table


def parse(content: bytes) -> Parsed:
    """Return the rows as a table under the names of the columns; rows are numbered from 1.

    Raises:
        UnreadableError: the file is not a Parquet file, or has more than 20 million cells.
    """
    import pyarrow as pa
    from pyarrow import parquet

    pa.set_memory_pool(pa.system_memory_pool())  # others reserve more than a parser may use
    try:
        file = parquet.ParquetFile(BytesIO(content))
        if file.metadata.num_rows * file.metadata.num_columns > LONGEST_TEXT:
            raise UnreadableError(f"a table of more than {LONGEST_TEXT:,} cells")
        table = file.read(use_threads=False)
    except pa.ArrowException as error:
        raise UnreadableError(f"not a Parquet file ({error})") from error
    columns = [[_text(value) for value in column.to_pylist()] for column in table.columns]
    rows = [table.column_names, *zip(*columns, strict=True)]
    return from_table(dict(enumerate(rows)))


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else cell_text(value)


PARSER = Parser(frozenset({".parquet"}), parse, isolated=True)
