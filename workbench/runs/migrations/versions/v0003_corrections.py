"""Add the corrections of entities."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "corrections",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("workspace", sa.String(60), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("node_id", sa.Text, nullable=False),
        sa.Column("texts", sa.JSON, nullable=False),
        sa.Column("other_id", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("run_id", sa.String(40), nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("undone_at", sa.String(40)),
        sa.Column("undone_by", sa.Text, nullable=False),
    )
    op.create_index("corrections_oldest", "corrections", ["workspace", "created_at"])
