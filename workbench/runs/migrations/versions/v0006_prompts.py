"""Add the versions of prompt templates and the events that make them candidate or live."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "prompt_versions",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("workspace", sa.String(60), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.UniqueConstraint("workspace", "name", "number", name="one_version_of_a_number"),
    )
    op.create_table(
        "prompt_events",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("workspace", sa.String(60), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("label", sa.String(20), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
    )
    op.create_index("prompt_events_oldest", "prompt_events", ["workspace", "created_at"])
