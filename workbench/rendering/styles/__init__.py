"""Render styles: one file each, registered here."""

from collections.abc import Mapping

from workbench.domain.plan import RenderStyle
from workbench.rendering.styles.base import Layout
from workbench.rendering.styles.bullets import bullets
from workbench.rendering.styles.grouped_bullets import grouped_bullets
from workbench.rendering.styles.short import short
from workbench.rendering.styles.table import table

RENDER_STYLES: Mapping[RenderStyle, Layout] = {
    RenderStyle.BULLETS: bullets,
    RenderStyle.GROUPED_BULLETS: grouped_bullets,
    RenderStyle.SHORT: short,
    RenderStyle.TABLE: table,
}
