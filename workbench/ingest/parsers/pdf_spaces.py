"""Add a space to the fonts of a PDF page, by which pypdf finds the gaps between words."""

from typing import Any

_SPACE = b"\n1 beginbfchar\n<FFFF> <0020>\nendbfchar\n"
"""An entry of a font's map from codes to text; no font has the glyph FFFF."""


def with_space(page: Any) -> Any:
    """Return the page with a space in each font that is composed of others.

    TeX writes a gap between words as a number. pypdf takes one for a space if it is about as wide
    as the font's space, and of a font without a space it measures the glyph 32, whatever that is:
    an "m" is so wide that whole lines become one word. A space that has no width is given one by
    pypdf. One that the font maps itself comes first.
    """
    resources = page.get("/Resources")
    fonts = resources.get_object().get("/Font") if resources is not None else None
    for font in (fonts.get_object() if fonts is not None else {}).values():
        _map_space(font.get_object())
    return page


def _map_space(font: Any) -> None:
    code_map: Any = font.get("/ToUnicode") if font.get("/Subtype") == "/Type0" else None
    if code_map is None:
        return
    stream: Any = code_map.get_object()
    if hasattr(stream, "set_data") and not stream.get_data().endswith(_SPACE):
        stream.set_data(stream.get_data() + _SPACE)
