"""Where runs are kept."""

from workbench.runs.engine import open_engine
from workbench.runs.protocol import RunStore
from workbench.runs.store import SqlRunStore

__all__ = ["RunStore", "SqlRunStore", "open_engine"]
