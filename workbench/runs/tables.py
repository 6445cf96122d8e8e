"""Define the tables of the run store: a row for each run, stage, annotation, correction, prompt
and draft.

To change them, add a script to ``migrations/versions`` and name it in ``migrate.HEAD``.
"""

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
    UniqueConstraint,
)

METADATA = MetaData()

RUNS = Table(
    "runs",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("parent_id", String(40)),
    Column("thread_id", Text),
    Column("workspace", String(60), nullable=False),
    Column("status", String(20), nullable=False),
    Column("question", Text, nullable=False),
    Column("plan_origin", String(20)),
    Column("confidence", Float),
    Column("grounding", Float),
    Column("ms", Float, nullable=False, default=0.0),
    Column("forked_at", String(20)),
    Column("model", Text),
    Column("template", Text),
    Column("verdict", String(20)),
    Column("price_usd", Float),
    Column("created_at", String(40), nullable=False),
    Column("owner", Text, nullable=False),
    Column("header", JSON, nullable=False),
    Column("schema_version", Integer, nullable=False, server_default="1"),
    Index("runs_newest", "workspace", "created_at"),
    Index("runs_thread", "thread_id", "created_at"),
    Index("runs_parent", "parent_id"),
)

STAGES = Table(
    "run_stages",
    METADATA,
    Column("run_id", String(40), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("record", JSON, nullable=False),
    Column("fields", JSON, nullable=False),
)

ANNOTATIONS = Table(
    "run_annotations",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("tags", JSON, nullable=False),
    Column("rating", Integer),
    Column("note", Text, nullable=False),
)
"""What a person noted about a run, by the run's id."""

CORRECTIONS = Table(
    "corrections",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("workspace", String(60), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("node_id", Text, nullable=False),
    Column("texts", JSON, nullable=False),
    Column("other_id", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("run_id", String(40), nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("undone_at", String(40)),
    Column("undone_by", Text, nullable=False),
    Index("corrections_oldest", "workspace", "created_at"),
)

PROMPT_VERSIONS = Table(
    "prompt_versions",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("workspace", String(60), nullable=False),
    Column("name", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("created_at", String(40), nullable=False),
    UniqueConstraint("workspace", "name", "number", name="one_version_of_a_number"),
)

PROMPT_EVENTS = Table(
    "prompt_events",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("workspace", String(60), nullable=False),
    Column("name", Text, nullable=False),
    Column("label", String(20), nullable=False),
    Column("number", Integer, nullable=False),
    Column("author", Text, nullable=False),
    Column("created_at", String(40), nullable=False),
    Index("prompt_events_oldest", "workspace", "created_at"),
)

DRAFTS = Table(
    "drafts",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("workspace", String(60), nullable=False),
    Column("record", JSON, nullable=False),
    Column("created_at", String(40), nullable=False),
    Index("drafts_oldest", "workspace", "created_at"),
)

EXTRACTED = Table(
    "extracted_passages",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("workspace", String(60), nullable=False),
    Column("created_at", String(40), nullable=False),
    Index("extracted_of_workspace", "workspace"),
)
