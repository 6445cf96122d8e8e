"""pdf: the report on A4 pages with its own fonts; needs the extra ``pdf`` (reportlab)."""

import io
import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from importlib.resources import as_file, files
from importlib.util import find_spec
from typing import Any

from workbench.errors import ConfigurationError
from workbench.export.formats.base import ExportFormat
from workbench.export.passage_lines import PassageLine
from workbench.export.report import Report, Table
from workbench.export.report_source import Source
from workbench.i18n.errors import localized
from workbench.text import parse
from workbench.text.edits import Edit, Edited
from workbench.text.model import Block
from workbench.text.plain_text import plain_text

_CITE = "\ue000"
"""Surrounds the number of a source while the answer is parsed."""
_CITED = re.compile(f"{_CITE}(\\d+){_CITE}")
_MARGIN = 51
"""Points: 18 mm."""
_TONES = {"green": "#2b7a4b", "orange": "#a65d06", "red": "#b4382f", "gray": "#5a6579"}
_SANS, _BOLD = "WorkbenchSans", "WorkbenchSans-Bold"


def _problem() -> ConfigurationError | None:
    if find_spec("reportlab") is None:
        return ConfigurationError(**localized("export.no_pdf"))
    return None


def _write(report: Report) -> bytes:
    if problem := _problem():
        raise problem
    from reportlab.platypus import SimpleDocTemplate

    _register_fonts()
    file = io.BytesIO()
    document = SimpleDocTemplate(
        file,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=_MARGIN,
        bottomMargin=_MARGIN,
        title=report.run.question,
        author=report.footer,
        invariant=True,
    )
    document.build(list(_story(report)), onFirstPage=_numbered, onLaterPages=_numbered)
    return file.getvalue()


def _numbered(canvas: Any, _: Any) -> None:
    canvas.setFont(_SANS, 8)
    canvas.drawRightString(595 - _MARGIN, 28, str(canvas.getPageNumber()))


def _story(report: Report) -> Iterator[Any]:
    t = report.t
    yield _text(escape(report.run.question), "title")
    yield _text(" · ".join(escape(f"{name}: {value}") for name, value in report.about), "quiet")
    outcome = " ".join(report.told)
    color = _TONES[report.tone]
    label = f'<font color="{color}"><b>{escape(report.verdict_text)}</b></font>'
    yield _text(f"{label}. {escape(outcome)}", "verdict")
    yield _text(escape(t("answer")), "heading")
    yield from _answer(report)
    cited = [one for one in report.sources if one.is_cited]
    if cited:
        yield _text(escape(t("sources")), "heading")
        for source in cited:
            yield from _source(source)
    yield from _table(t("claims"), report.claim_heads, report.claims, (20, 13, 20, 17))
    if report.steps:
        yield _text(escape(t("plan")), "heading")
        for step in report.steps:
            yield _text(escape(" · ".join(part for part in step if part)), "item")
        yield _text(escape(report.limits), "quiet")
    yield from _table(t("calls"), report.call_heads, report.calls, (4, 5, 2, 2, 2, 3))
    heads = (t("from"), t("relation"), t("to"))
    yield from _table(t("subgraph"), heads, report.relations, (4, 4, 4))
    yield from _table(t("diagnostics"), (t("score"), t("value")), report.scores, (3, 6))
    yield from _table(t("confidence"), report.confidence_heads, report.confidence, (6, 2, 2))
    yield from _table(t("findings"), report.finding_heads, report.findings, (5, 5, 2))
    yield from _table(t("stages"), report.stage_heads, report.stages, (3, 3, 2, 5))
    yield _text(escape(report.footer), "footer")


def _answer(report: Report) -> Iterator[Any]:
    """Yield the answer's paragraphs and rows, with citations that link to their sources."""
    if report.run.answer is None:
        yield _text(escape(report.t("no_answer")), "body")
        return
    edits = [
        Edit(at, at, "".join(f"{_CITE}{number}{_CITE}" for number in numbers))
        for at, numbers in sorted(report.citations_at().items())
    ]
    text = parse(Edited(report.clean.text.replace(_CITE, ""), edits).text)
    rows: list[tuple[str, ...]] = []
    for block in text.blocks:
        if block.kind == "row":
            rows.append(tuple(_linked(plain_text(block, cell)) for cell in block.cells))
            continue
        if block.kind == "rule" and rows:
            continue
        yield from _grid(rows[:1], rows[1:])
        rows = []
        if block.kind not in ("rule", "fence"):
            yield _block(block)
    yield from _grid(rows[:1], rows[1:])
    if report.run.answer.partial:
        yield _text(escape(report.t("partial")), "quiet")


def _block(block: Block) -> Any:
    if block.kind in ("code", "string"):
        return _text(_linked(block.text).replace("\n", "<br/>"), "quote")
    words = _linked(plain_text(block))
    if block.kind == "heading":
        return _text(f"<b>{words}</b>", "body")
    return _text(f"• {words}", "item") if block.kind == "item" else _text(words, "body")


def _linked(words: str) -> str:
    """Return escaped words whose citations are links: ``[2]``."""
    return _CITED.sub(r' <a href="#source-\1" color="#2c4f9e">[\1]</a>', escape(words))


def _source(source: Source) -> Iterator[Any]:
    anchor = f'<a name="source-{source.number}"/>'
    label = f"<b>{source.number}. {escape(source.label)}</b> ({escape(source.notes)})"
    yield _text(f"{anchor}{label}", "source")
    if source.fact:
        yield _text(escape(source.fact), "item")
    for line in source.lines:
        # Around the quote of a fact stands what other facts quote: a file would repeat it.
        if line.is_quoted or not source.fact:
            yield _text(_passage_line(line), "quote")


def _passage_line(line: PassageLine) -> str:
    pieces = (
        f'<font backColor="#ffe9a8">{escape(one.text)}</font>'
        if one.is_quoted
        else escape(one.text)
        for one in line.pieces
    )
    words = "".join(pieces).replace("\n", "<br/>")
    if line.kind == "heading":
        return f"<b>{words}</b>"
    return f"• {words}" if line.kind == "item" else words


def _table(title: str, heads: Sequence[str], rows: Table, widths: Sequence[int]) -> Iterator[Any]:
    if rows:
        yield _text(escape(title), "heading")
        yield from _grid(
            [tuple(map(escape, heads))], [tuple(map(escape, row)) for row in rows], widths
        )


def _grid(
    heads: Sequence[Sequence[str]], rows: Sequence[Sequence[str]], widths: Sequence[int] = ()
) -> Iterator[Any]:
    """Yield a table of cells that are markup already, over the width of the page."""
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import LongTable

    cells = [[_text(cell, "cell") for cell in row] for row in (*heads, *rows)]
    if not cells:
        return
    columns = max(map(len, cells))
    shares = widths or [1] * columns
    total = 595 - 2 * _MARGIN - 12
    yield LongTable(
        [[*row, *[""] * (columns - len(row))] for row in cells],
        colWidths=[total * share / sum(shares) for share in shares],
        repeatRows=len(heads),
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, HexColor("#d9dee7")),
            ("BACKGROUND", (0, 0), (-1, 0), HexColor("#f1f3f7")),
            ("LEFTPADDING", (0, 0), (-1, -1), 4),
            ("RIGHTPADDING", (0, 0), (-1, -1), 4),
        ],
        splitInRow=1,
    )


@cache
def _register_fonts() -> None:
    from reportlab.pdfbase.pdfmetrics import registerFont, registerFontFamily
    from reportlab.pdfbase.ttfonts import TTFont

    folder = files("workbench.export") / "fonts"
    for name, file in ((_SANS, "DejaVuSans.ttf"), (_BOLD, "DejaVuSans-Bold.ttf")):
        with as_file(folder / file) as path:
            registerFont(TTFont(name, str(path)))
    registerFontFamily(_SANS, normal=_SANS, bold=_BOLD, italic=_SANS, boldItalic=_BOLD)


def _text(markup: str, style: str) -> Any:
    from reportlab.platypus import Paragraph

    return Paragraph(markup, _styles()[style])


@cache
def _styles() -> dict[str, Any]:
    from reportlab.lib.colors import HexColor
    from reportlab.lib.styles import ParagraphStyle

    body = ParagraphStyle("body", fontName=_SANS, fontSize=10, leading=14.5, spaceAfter=5)
    quiet = HexColor("#5a6579")
    variants: dict[str, dict[str, Any]] = {
        "title": {"fontName": _BOLD, "fontSize": 17, "leading": 22, "spaceAfter": 8},
        "heading": {
            "fontName": _BOLD,
            "fontSize": 12,
            "leading": 16,
            "spaceBefore": 14,
            "keepWithNext": 1,
        },
        "quiet": {"fontSize": 8.5, "leading": 12, "textColor": quiet},
        "verdict": {
            "backColor": HexColor("#f1f3f7"),
            "borderPadding": 7,
            "spaceBefore": 10,
            "spaceAfter": 12,
        },
        "footer": {"fontSize": 8.5, "leading": 12, "textColor": quiet, "spaceBefore": 12},
        "item": {"leftIndent": 14, "bulletIndent": 2},
        "source": {"spaceBefore": 6, "keepWithNext": 1},
        "quote": {
            "leftIndent": 20,
            "fontSize": 9,
            "leading": 13,
            "spaceAfter": 3,
            "textColor": HexColor("#3c4657"),
        },
        "cell": {"fontSize": 8.5, "leading": 11.5, "spaceAfter": 0},
    }
    return {"body": body} | {name: body.clone(name, **own) for name, own in variants.items()}


PDF = ExportFormat(
    title={"ru": "Отчёт в PDF", "en": "PDF report"},
    suffix=".pdf",
    mime="application/pdf",
    write=_write,
    problem=_problem,
)
