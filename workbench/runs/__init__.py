"""Store runs in SQLite or PostgreSQL."""

from workbench.runs.copy import CopyCounts, copy_runs
from workbench.runs.engine import open_engine
from workbench.runs.migrate import Upgrade, upgrade_store
from workbench.runs.open_store import open_store
from workbench.runs.protocol import RunStore
from workbench.runs.store import SqlRunStore

__all__ = [
    "CopyCounts",
    "RunStore",
    "SqlRunStore",
    "Upgrade",
    "copy_runs",
    "open_engine",
    "open_store",
    "upgrade_store",
]
