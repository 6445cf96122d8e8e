"""Render a FactsPayload as text for readers and for prompts, and display cited answers."""

from workbench.rendering.display import display
from workbench.rendering.render import render

__all__ = ["display", "render"]
