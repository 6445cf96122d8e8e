"""Registry of metrics, one module each; to add one, list its module here."""

from workbench.evaluation.metrics.base import Metric, Miss, Score
from workbench.registry import load_registry

__all__ = ["METRICS", "Metric", "Miss", "Score"]

METRICS = load_registry(
    __name__,
    Metric,
    (
        "completed",
        "entities",
        "intents",
        "first_tool",
        "facts",
        "forbidden",
        "honesty",
    ),
)
