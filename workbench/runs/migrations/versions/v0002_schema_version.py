"""Add the schema version of a run's JSON as a column, for lists.

Thread ids and host names come from outside and may be longer than the first columns. SQLite never
enforced their length; PostgreSQL refuses longer ones.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; existing runs have version 1."""
    version = sa.Column("schema_version", sa.Integer, nullable=False, server_default="1")
    op.add_column("runs", version)
    if op.get_context().dialect.name != "sqlite":
        op.alter_column("runs", "thread_id", type_=sa.Text)
        op.alter_column("runs", "owner", type_=sa.Text)
