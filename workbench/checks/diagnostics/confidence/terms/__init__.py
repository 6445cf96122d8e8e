"""Terms of the confidence formula, one module each; to add one, list its module here."""

from workbench.checks.diagnostics.confidence.terms.base import Term
from workbench.registry import load_registry

__all__ = ["TERMS", "Term"]

TERMS = load_registry(
    __name__,
    Term,
    (
        "relevance",
        "wording",
        "length",
    ),
)
"""The factors of the confidence, in the order in which they are multiplied."""
