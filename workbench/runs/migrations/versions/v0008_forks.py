"""Add the index by which the forks of a run are found."""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the index."""
    op.create_index("runs_parent", "runs", ["parent_id"])
