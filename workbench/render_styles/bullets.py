"""BULLETS: one line a fact."""

from workbench.domain.local_text import Language
from workbench.render_styles.base import Mark, RenderStyle, SectionLayout


def lay_out(block: SectionLayout, mark: Mark, language: Language) -> str:  # noqa: ARG001
    """Return a Markdown list."""
    return "\n".join(f"- {mark(entry.text, entry.number)}" for entry in block.entries)


STYLE = RenderStyle({"ru": "список", "en": "bullets"}, "a list, one line a fact", lay_out)
