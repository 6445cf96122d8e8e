"""Add the column of the answer's templates, by which lists of runs are filtered."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the column, filled from the records of the stored runs."""
    op.add_column("runs", sa.Column("template", sa.Text))
    header = sa.column("header", sa.JSON)
    runs = sa.table("runs", header, sa.column("template"))
    recorded = sa.update(runs).values(template=header["templates"]["answer"].as_string())
    if op.get_context().dialect.name == "sqlite":  # PostgreSQL refuses broken JSON
        recorded = recorded.where(sa.func.json_valid(header))
    op.execute(recorded)
