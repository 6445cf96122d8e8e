"""The schema version of a run's JSON stands in a column, where a list sees it.

A thread's id and a host's name are given from outside and may be longer than the first columns.
SQLite never enforced their length; PostgreSQL refuses longer ones.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; every run so far is of version 1."""
    version = sa.Column("schema_version", sa.Integer, nullable=False, server_default="1")
    op.add_column("runs", version)
    if op.get_context().dialect.name != "sqlite":
        op.alter_column("runs", "thread_id", type_=sa.Text)
        op.alter_column("runs", "owner", type_=sa.Text)
