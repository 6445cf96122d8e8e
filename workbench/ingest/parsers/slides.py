"""Parse PowerPoint presentations: a heading a slide, its texts, tables and notes."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from workbench.ingest.parsers.base import Parsed, Parser
from workbench.ingest.parsers.converted import from_markdown, joined
from workbench.ingest.parsers.office import open_office
from workbench.text.write_markdown import table


def parse(content: bytes) -> Parsed:
    """Return the slides as sections of Markdown; each slide is a page."""
    from pptx import Presentation

    open_office(content).close()
    deck = Presentation(BytesIO(content))
    text, pages = joined(_slide(slide, number) for number, slide in enumerate(deck.slides, 1))
    title = (deck.core_properties.title or "").strip()
    return from_markdown(text, {"title": title} if title else {}, pages)


def _slide(slide: Any, number: int) -> str:
    heading = slide.shapes.title
    title = " ".join(heading.text_frame.text.split()) if heading is not None else ""
    parts = [f"## {title or number}"]
    for shape in _shapes(slide.shapes):
        if shape.has_text_frame and (heading is None or shape.shape_id != heading.shape_id):
            parts.append("\n".join(_paragraphs(shape.text_frame)))
        elif getattr(shape, "has_table", False):
            parts.append(table([[cell.text for cell in row.cells] for row in shape.table.rows]))
    if slide.has_notes_slide:
        notes = slide.notes_slide.notes_text_frame
        parts.append(notes.text.strip() if notes is not None else "")
    return "\n\n".join(filter(None, parts))


def _shapes(shapes: Any) -> Iterator[Any]:
    """Yield the shapes, those of a group in its place."""
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _paragraphs(frame: Any) -> Iterator[str]:
    """Yield the paragraphs of a text frame as list items, indented by their level."""
    for paragraph in frame.paragraphs:
        words = " ".join(paragraph.text.split())
        if words:
            yield f"{'  ' * paragraph.level}- {words}"


PARSER = Parser(frozenset({".pptx"}), parse, isolated=True)
