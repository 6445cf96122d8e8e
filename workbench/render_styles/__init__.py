"""Render styles, one module each; to add one, list its module here.

A plan and a workspace name a style in capitals: ``grouped_bullets`` is ``GROUPED_BULLETS``.
"""

from collections.abc import Mapping

from workbench.registry import load_registry
from workbench.render_styles.base import RenderStyle

__all__ = ["RENDER_STYLES", "RenderStyle"]

_MODULES = load_registry(
    __name__,
    RenderStyle,
    (
        "bullets",
        "grouped_bullets",
        "short",
        "table",
    ),
)

RENDER_STYLES: Mapping[str, RenderStyle] = {name.upper(): style for name, style in _MODULES.items()}
