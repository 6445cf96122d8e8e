"""Each file type becomes Markdown text with its headings, tables, pages and title."""

import json
import zipfile
from email.message import EmailMessage
from io import BytesIO

import docx
import pytest
from openpyxl import Workbook
from pptx import Presentation

from tests.support.pdf_file import pdf
from workbench.domain.documents import Document
from workbench.ingest.documents import parse_document
from workbench.ingest.parsers import UnreadableError


def headings(document: Document) -> list[tuple[int, str]]:
    return [(heading.level, heading.text) for heading in document.headings]


def saved(file: object) -> bytes:
    buffer = BytesIO()
    file.save(buffer)  # type: ignore[attr-defined]
    return buffer.getvalue()


MANUAL = b"""\
Archive
=======

.. note:: It needs Python 3.10.

Options
-------

-k, --keep  Keep the files.
"""


@pytest.mark.parametrize("name", ["manual.rst", "manual.rst.txt", "README"])
def test_restructured_text_is_its_structure(name: str) -> None:
    document = parse_document(name, MANUAL)

    assert headings(document) == [(1, "Archive"), (2, "Options")]
    assert "- `-k, --keep`: Keep the files." in document.text
    assert ".." not in document.text


PAGE = """<!doctype html>
<html><head><title>Lending rules</title><style>p {color: red}</style></head>
<body><header>The library</header><nav><a href="/">Home</a></nav>
<main><h1>Lending</h1>
<p>Books are lent for <b>three weeks</b>, see <a href="f.html">the fees</a>.</p>
<h2>Fees</h2>
<table><tr><th>Item</th><th>Fee a day</th></tr><tr><td>Book</td><td>0.20 | 0.30</td></tr></table>
<ul><li>Students pay half.</li></ul>
<dl><dt>Loan</dt><dd><p>A book that is out.</p></dd></dl>
<script>alert(1)</script></main><footer>Imprint</footer></body></html>"""


def test_a_web_page_is_its_main_content() -> None:
    document = parse_document("rules.html", PAGE)
    assert document.title == "Lending rules"
    assert headings(document) == [(1, "Lending"), (2, "Fees")]
    assert "Books are lent for **three weeks**, see the fees." in document.text
    assert "| Book | 0.20 \\| 0.30 |" in document.text
    assert "- Students pay half." in document.text
    assert "- **Loan**: A book that is out." in document.text
    for chrome in ("The library", "Home", "Imprint", "alert", "color"):
        assert chrome not in document.text


def test_a_page_that_declares_its_encoding_is_decoded_by_it() -> None:
    page = '<html><head><meta charset="koi8-r"></head><body><p>Срок хранения.</p></body></html>'
    assert "Срок хранения." in parse_document("a.htm", page.encode("koi8-r")).text  # type: ignore[arg-type]


def test_a_word_document_keeps_headings_lists_and_tables() -> None:
    file = docx.Document()
    file.core_properties.title = "Order on the storage of documents"
    file.add_heading("Хранение", 1)
    file.add_paragraph("Договоры хранятся пять лет.")
    file.add_heading("Сроки", 2)
    file.add_paragraph("Счета", style="List Bullet")
    table = file.add_table(rows=2, cols=2)
    for cell, text in zip(table._cells, ("Вид", "Срок", "Акт", "3 года"), strict=True):
        cell.text = text
    document = parse_document("order.docx", saved(file))
    assert document.title == "Order on the storage of documents"
    assert headings(document) == [(1, "Хранение"), (2, "Сроки")]
    assert "Договоры хранятся пять лет." in document.text
    assert "- Счета" in document.text
    assert "| Акт | 3 года |" in document.text


def test_each_slide_is_a_page_with_its_title_texts_and_notes() -> None:
    deck = Presentation()
    for title, body in (("Plan for autumn", "Two branches open"), ("Budget", "40,000 for shelves")):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = body
    deck.slides[1].notes_slide.notes_text_frame.text = "Agreed in March."
    document = parse_document("plan.pptx", saved(deck))
    assert headings(document) == [(2, "Plan for autumn"), (2, "Budget")]
    assert "- 40,000 for shelves\n\nAgreed in March." in document.text
    assert [document.page(document.text.index(one)) for one in ("Two", "Agreed")] == [1, 2]


def test_sheets_become_tables_under_their_names() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Fees"
    for row in (["Item", None, "Fee"], [], ["Book", None, 0.2], ["Map | plan", None, 3.0]):
        sheet.append(row)
    book.create_sheet("Empty")
    document = parse_document("fees.xlsx", saved(book))
    assert document.text == (
        "## Fees\n\n| Item | Fee |\n| --- | --- |\n| Book | 0.2 |\n| Map \\| plan | 3 |\n"
    )


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_separated_values_become_a_table(delimiter: str) -> None:
    rows = [["Город", "Филиалов"], ["Казань", "4"], ["Пермь", "2"]]
    content = "\r\n".join(delimiter.join(row) for row in rows)
    document = parse_document("branches.csv", content)
    assert "| Казань | 4 |\n| Пермь | 2 |" in document.text
    assert document.title == "branches"


def test_records_become_a_table_and_nested_data_a_list() -> None:
    records = [{"city": "Riga", "branches": 3}, {"city": "Tartu", "open": True}]
    text = "\n".join(map(json.dumps, records))
    assert "| Riga | 3 |  |\n| Tartu |  | true |" in parse_document("a.jsonl", text).text
    nested = {"name": "Riga", "hours": {"mon": "9-18", "sun": None}, "rooms": ["map room"]}
    document = parse_document("a.json", json.dumps(nested))
    assert headings(document) == [(2, "Riga")]
    assert "- hours:\n  - mon: 9-18" in document.text
    assert "- rooms:\n  - map room" in document.text


def test_numbers_of_json_stay_as_written() -> None:
    assert "- n: 1.10" in parse_document("a.json", '{"n": 1.10}').text
    assert "9" * 6000 in parse_document("a.json", '{"n": ' + "9" * 6000 + "}").text


def test_a_message_has_its_subject_its_body_and_names_its_attachments() -> None:
    message = EmailMessage()
    message["Subject"] = "Перенос сроков"
    message["From"] = "Архив <archive@library.example>"
    message["To"] = "reading-room@library.example"
    message["Date"] = "Tue, 03 Mar 2026 10:00:00 +0300"
    message.set_content("Инвентаризация переносится на май.\n# не заголовок\n")
    message.add_attachment(b"x", maintype="application", subtype="pdf", filename="plan.pdf")
    document = parse_document("a.eml", message.as_bytes())  # type: ignore[arg-type]
    assert document.title == "Перенос сроков"
    assert document.metadata == {"author": "archive@library.example", "date": "2026-03-03"}
    assert headings(document) == [(1, "Перенос сроков")]
    assert "Инвентаризация переносится на май." in document.text
    assert "- Attachment: plan.pdf" in document.text


def epub() -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr(
            "META-INF/container.xml",
            '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="book/content.opf"/></rootfiles></container>',
        )
        archive.writestr(
            "book/content.opf",
            '<package xmlns="http://www.idpf.org/2007/opf" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
            "<dc:title>Keeping bees</dc:title><dc:creator>M. Ozols</dc:creator></metadata>"
            "<manifest>"
            '<item id="two" href="2.xhtml"/><item id="one" href="one%20.xhtml"/></manifest>'
            '<spine><itemref idref="one"/><itemref idref="two"/></spine></package>',
        )
        archive.writestr("book/one .xhtml", "<html><body><h1>Spring</h1><p>Feed.</p></body></html>")
        archive.writestr("book/2.xhtml", "<html><body><h1>Autumn</h1><p>Wrap.</p></body></html>")
    return buffer.getvalue()


def test_a_book_is_its_chapters_in_reading_order() -> None:
    document = parse_document("bees.epub", epub())  # type: ignore[arg-type]
    assert document.title == "Keeping bees"
    assert document.metadata == {"author": "M. Ozols"}
    assert headings(document) == [(1, "Spring"), (1, "Autumn")]
    assert document.page(document.text.index("Wrap")) == 2


PAGES = [
    [
        "City library",
        "Lending",
        "Books are lent for three weeks and may be ex-",
        "tended twice unless another reader waits for the book or a",
        "Page 1 of 3",
    ],
    ["City library", "branch asks for it.", "Fees", "A reader who is late pays:", "Page 2 of 3"],
    [
        "City library",
        "* 20 cents a day for a book",
        "* 1 euro a day for a map",
        "* nothing for a loan that was extended",
        "Page 3 of 3",
    ],
]


def test_a_pdf_has_pages_headings_of_its_outline_and_paragraphs_across_pages() -> None:
    document = parse_document("rules.pdf", pdf(PAGES, {"Lending": 0, "Fees": 1}))
    assert headings(document) == [(1, "Lending"), (1, "Fees")]
    assert "may be extended twice" in document.text
    assert "or a\nbranch asks for it." in document.text
    assert "- 20 cents a day for a book\n- 1 euro a day for a map" in document.text
    assert "Page 1" not in document.text
    assert "City library" not in document.text
    places = [document.page(document.text.index(one)) for one in ("Books", "branch", "1 euro")]
    assert places == [1, 2, 3]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.pdf", b"%PDF-1.4 nothing", "damaged PDF"),
        ("a.pdf", pdf([["", ""]]), "scanned"),
        ("a.docx", b"PK not a zip", "damaged archive"),
        ("a.docx", epub(), "not a Word document"),
        ("a.epub", b"", "damaged archive"),
        ("a.json", "[" * 100_000, "deeper than 50"),
        ("a.json", '{"a":' * 60 + "1" + "}" * 60, "deeper than 50"),
        ("a.jsonl", '{"a": 1}\n{"a": \n', "not JSON, line 2"),
        ("a.csv", 'a,b\n"open', "not a table"),
        ("a.eml", b"words", "not an e-mail"),
        ("a.txt", b"\x00\x01\x02", "not a text"),
        ("a.html", "", "has no text|no HTML page"),
    ],
)
def test_a_file_that_is_not_what_its_name_says_is_refused_with_the_reason(
    name: str, content: bytes | str, reason: str
) -> None:
    with pytest.raises(UnreadableError, match=reason):
        parse_document(name, content)
