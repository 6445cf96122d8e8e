"""Convert reStructuredText to Markdown: its visible text and its structure."""

from workbench.text.restructured.blocks import as_markdown
from workbench.text.restructured.signs import is_restructured

__all__ = ["as_markdown", "is_restructured"]
