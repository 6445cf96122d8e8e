"""Write small PDF files: lines of text on pages, with an outline."""

from collections.abc import Mapping, Sequence


def pdf(pages: Sequence[Sequence[str]], outline: Mapping[str, int] | None = None) -> bytes:
    """Return a PDF with one line of Helvetica for each text.

    Args:
        pages: the lines of each page, top to bottom; an empty text leaves a line blank.
        outline: the page of each entry of the outline, from 0.
    """
    entries = list((outline or {}).items())
    page_at, entry_at = 5, 5 + 2 * len(pages)
    kids = " ".join(f"{page_at + 2 * number} 0 R" for number in range(len(pages)))
    ends = f"/First {entry_at} 0 R /Last {entry_at + len(entries) - 1} 0 R" if entries else ""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        f"<< /Type /Outlines {ends} >>",
    ]
    for number, lines in enumerate(pages):
        content = "BT /F1 10 Tf 14 TL 50 780 Td\n" + "".join(map(_line, lines)) + "ET"
        objects += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources "
            f"<< /Font << /F1 3 0 R >> >> /Contents {page_at + 2 * number + 1} 0 R >>",
            f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        ]
    for number, (title, page) in enumerate(entries):
        following = f"/Next {entry_at + number + 1} 0 R" if number + 1 < len(entries) else ""
        place = f"[{page_at + 2 * page} 0 R /Fit]"
        objects.append(f"<< /Title ({title}) /Parent 4 0 R {following} /Dest {place} >>")
    return _file(objects)


def _line(text: str) -> str:
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"({escaped}) Tj T*\n" if text else "T*\n"


def _file(objects: Sequence[str]) -> bytes:
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    trailer = (
        f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R >>\n"
    )
    return out + f"{trailer}startxref\n{len(out)}\n%%EOF\n".encode()
