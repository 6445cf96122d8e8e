"""Names of tables and columns in SQL, and the columns with the place of a row in its file."""

NUMBER, START, END, TEXT = "#number", "#start", "#end", "#text"
"""Columns added to every table: the number of a row in its file, and its line in the text of the
document with its offsets. A header of such a name is counted: ``#number (2)``."""
OWN_COLUMNS = {NUMBER: "BIGINT", START: "BIGINT", END: "BIGINT", TEXT: "VARCHAR"}
"""With their SQL types."""


def quoted(name: str) -> str:
    """Return a name as an SQL identifier, the quotes inside it doubled."""
    return '"' + name.replace('"', '""') + '"'
