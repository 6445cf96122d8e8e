"""Names of tables and columns in SQL, and the columns that tell where a row stands."""

NUMBER, START, END = "#number", "#start", "#end"
"""Columns added to every table: the number of a row in its file, and its offsets in the text of
the document. A header of such a name is counted: ``#number (2)``."""
OWN_COLUMNS = (NUMBER, START, END)


def quoted(name: str) -> str:
    """Return a name as an SQL identifier, the quotes inside it doubled."""
    return '"' + name.replace('"', '""') + '"'
