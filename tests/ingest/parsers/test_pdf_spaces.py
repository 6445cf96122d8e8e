"""Spaces of a PDF whose fonts have none: its gaps between words are numbers."""

from io import BytesIO

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    NumberObject,
)

from workbench.ingest.parsers import pdf
from workbench.ingest.parsers.pdf_spaces import with_space

WIDE = b"2 beginbfchar\n<0001> <0061>\n<0020> <006D>\nendbfchar\n"
"""Code 1 is "a", and code 32 is "m", which is wider than a space."""
OWN_SPACE = WIDE + b"1 beginbfchar\n<0003> <0020>\nendbfchar\n"


def named(**values: object) -> DictionaryObject:
    """Return a PDF dictionary with these names."""
    return DictionaryObject({NameObject(f"/{name}"): value for name, value in values.items()})


def typeset(code_map: bytes, shown: bytes) -> bytes:
    """Return a PDF of one page that shows text in a composite font."""
    writer = PdfWriter()
    page = writer.add_blank_page(300, 100)
    to_unicode, content = DecodedStreamObject(), DecodedStreamObject()
    to_unicode.set_data(code_map)
    content.set_data(b"BT /F1 10 Tf 20 50 Td " + shown + b" TJ ET")
    widths = ArrayObject([NumberObject(32), ArrayObject([NumberObject(900)])])
    inner = named(
        Type=NameObject("/Font"),
        Subtype=NameObject("/CIDFontType2"),
        BaseFont=NameObject("/Typeset"),
        DW=NumberObject(500),
        W=widths,
        FontDescriptor=named(FontName=NameObject("/Typeset"), Flags=NumberObject(4)),
    )
    font = named(
        Type=NameObject("/Font"),
        Subtype=NameObject("/Type0"),
        BaseFont=NameObject("/Typeset"),
        Encoding=NameObject("/Identity-H"),
        DescendantFonts=ArrayObject([inner]),
        ToUnicode=writer._add_object(to_unicode),
    )
    page[NameObject("/Resources")] = named(Font=named(F1=font))
    page[NameObject("/Contents")] = writer._add_object(content)
    written = BytesIO()
    writer.write(written)
    return written.getvalue()


@pytest.mark.parametrize(
    ("code_map", "shown", "expected"),
    [
        (WIDE, b"[<00010001> -300 <00200001>]", "aa ma\n"),
        (WIDE, b"[<00010001> -40 <00200001>]", "aama\n"),
        (OWN_SPACE, b"[<0001> <0003> <0020>]", "a m\n"),
    ],
    ids=["a gap between words", "letters set closer", "a space of its own"],
)
def test_a_gap_is_a_space_however_wide_the_glyph_32_is(
    code_map: bytes, shown: bytes, expected: str
) -> None:
    assert pdf.parse(typeset(code_map, shown)).text == expected


def test_a_page_without_fonts_is_returned_as_it_is() -> None:
    writer = PdfWriter()
    writer.add_blank_page(300, 100)
    written = BytesIO()
    writer.write(written)
    assert with_space(PdfReader(written).pages[0]).extract_text() == ""
