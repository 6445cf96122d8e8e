"""Citation styles, one module each; to add one, list its module here."""

from workbench.citation_styles.base import CitationStyle
from workbench.registry import load_registry

__all__ = ["CITATION_STYLES", "CitationStyle", "if_known"]

CITATION_STYLES = load_registry(
    __name__,
    CitationStyle,
    (
        "none",
        "source",
        "numbered",
        "inline",
        "footnote",
        "endnote",
    ),
)


def if_known(name: str | None) -> str | None:
    """Return the name if the style exists, else None: a stored run may name a removed style."""
    return name if name in CITATION_STYLES else None
