"""Add the columns that lists of runs show and filter by, and the annotations of runs."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_DIAGNOSE = 8
"""Position of the stage whose fields have the verdict."""


def upgrade() -> None:
    """Create the table and the columns, filled from the records of the stored runs."""
    op.create_table(
        "run_annotations",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("tags", sa.JSON, nullable=False),
        sa.Column("rating", sa.Integer),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.add_column("runs", sa.Column("forked_at", sa.String(20)))
    op.add_column("runs", sa.Column("model", sa.Text))
    op.add_column("runs", sa.Column("verdict", sa.String(20)))
    op.add_column("runs", sa.Column("price_usd", sa.Float))
    _fill()


def _fill() -> None:
    header, fields = sa.column("header", sa.JSON), sa.column("fields", sa.JSON)
    is_sqlite = op.get_context().dialect.name == "sqlite"
    runs = sa.table(
        "runs", sa.column("id"), header,
        *map(sa.column, ("forked_at", "model", "verdict", "price_usd")),
    )  # fmt: skip
    stages = sa.table("run_stages", sa.column("run_id"), sa.column("position"), fields)
    recorded = sa.update(runs).values(
        forked_at=header["forked_at"].as_string(),
        model=header["models"]["answer"].as_string(),
        price_usd=header["usage"]["price_usd"].as_float(),
    )
    label = sa.select(stages.c.fields["diagnostics"]["verdict"]["label"].as_string()).where(
        stages.c.run_id == runs.c.id, stages.c.position == _DIAGNOSE
    )
    if is_sqlite:  # PostgreSQL refuses broken JSON when it is written
        recorded = recorded.where(sa.func.json_valid(header))
        label = label.where(sa.func.json_valid(stages.c.fields))
    op.execute(recorded)
    op.execute(sa.update(runs).values(verdict=label.scalar_subquery()))
