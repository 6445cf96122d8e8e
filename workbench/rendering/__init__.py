"""FactsPayload to text: render styles, the model's context, and citation styles for display."""

from workbench.rendering.display import display
from workbench.rendering.render import render

__all__ = ["display", "render"]
