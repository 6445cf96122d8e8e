"""Parse TSV files as one Markdown table."""

from workbench.ingest.parsers.base import Parsed, Parser
from workbench.ingest.parsers.delimited import as_table
from workbench.ingest.parsers.encoding import decoded


def parse(content: bytes) -> Parsed:
    """Return the rows as a table; the first row names the columns."""
    return as_table(decoded(content), "\t")


PARSER = Parser(frozenset({".tsv"}), parse, isolated=True)
