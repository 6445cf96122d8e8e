"""Add the drafts of edges and the passages that they were extracted from."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "drafts",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("workspace", sa.String(60), nullable=False),
        sa.Column("record", sa.JSON, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
    )
    op.create_index("drafts_oldest", "drafts", ["workspace", "created_at"])
    op.create_table(
        "extracted_passages",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("workspace", sa.String(60), nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
    )
    op.create_index("extracted_of_workspace", "extracted_passages", ["workspace"])
