"""Store runs in SQLite or PostgreSQL."""

from workbench.runs.copy import CopyCounts, copy_runs
from workbench.runs.engine import is_database_url, open_engine, open_existing
from workbench.runs.migrate import Upgrade, upgrade_store
from workbench.runs.open_store import open_store
from workbench.runs.protocol import CorrectionStore, DraftStore, RunStore
from workbench.runs.store import SqlRunStore

__all__ = [
    "CopyCounts",
    "CorrectionStore",
    "DraftStore",
    "RunStore",
    "SqlRunStore",
    "Upgrade",
    "copy_runs",
    "is_database_url",
    "open_engine",
    "open_existing",
    "open_store",
    "upgrade_store",
]
