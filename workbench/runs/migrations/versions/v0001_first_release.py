"""The tables of release 170e391, which it created without Alembic."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "runs",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("parent_id", sa.String(40)),
        sa.Column("thread_id", sa.String(80)),
        sa.Column("workspace", sa.String(60), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("plan_origin", sa.String(20)),
        sa.Column("confidence", sa.Float),
        sa.Column("grounding", sa.Float),
        sa.Column("ms", sa.Float, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(120), nullable=False),
        sa.Column("header", sa.JSON, nullable=False),
    )
    op.create_index("runs_newest", "runs", ["workspace", "created_at"])
    op.create_index("runs_thread", "runs", ["thread_id", "created_at"])
    op.create_table(
        "run_stages",
        sa.Column(
            "run_id", sa.String(40), sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("record", sa.JSON, nullable=False),
        sa.Column("fields", sa.JSON, nullable=False),
    )
