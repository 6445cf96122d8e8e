"""A table that cannot be queried, with the reason; its document is searched all the same."""

from pathlib import PurePosixPath

from workbench.domain.base import Value
from workbench.logs import log

DATA_ERRORS = (ValueError, ArithmeticError)
"""Errors for which a table is left out: its cells hold what no column can have."""
_LONGEST_REASON = 200


class LeftOutTable(Value):
    """A table of a document that is not in the database."""

    document_id: str
    table: str
    reason: str

    @property
    def message(self) -> str:
        """The reason in a sentence; a file that is one table is named itself."""
        name = self.table or PurePosixPath(self.document_id).name
        return f"its table “{name}” cannot be queried ({self.reason})"


def left_out(document_id: str, table: str, error: Exception | str) -> LeftOutTable:
    """Log that a table cannot be queried, and return the notice of it."""
    detail = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
    reason = detail.partition("\n")[0][:_LONGEST_REASON]
    log.warning("table_left_out", document=document_id, table=table, reason=reason)
    return LeftOutTable(document_id=document_id, table=table, reason=reason)
