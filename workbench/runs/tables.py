"""The tables of the run store: a header a run, a row a stage."""

from sqlalchemy import (
    JSON,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()

RUNS = Table(
    "runs",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("parent_id", String(40)),
    Column("thread_id", String(80)),
    Column("workspace", String(60), nullable=False),
    Column("status", String(20), nullable=False),
    Column("question", Text, nullable=False),
    Column("plan_origin", String(20)),
    Column("confidence", Float),
    Column("grounding", Float),
    Column("ms", Float, nullable=False, default=0.0),
    Column("created_at", String(40), nullable=False),
    Column("owner", String(120), nullable=False),
    Column("header", JSON, nullable=False),
    Index("runs_newest", "workspace", "created_at"),
    Index("runs_thread", "thread_id", "created_at"),
)

STAGES = Table(
    "run_stages",
    METADATA,
    Column("run_id", String(40), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("record", JSON, nullable=False),
    Column("fields", JSON, nullable=False),
)
