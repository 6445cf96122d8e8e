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
    """The name of a style, or None where there is none such: a stored run may name an old one."""
    return name if name in CITATION_STYLES else None
