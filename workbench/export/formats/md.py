"""md: a Markdown report whose citations are footnotes."""

import re
from collections.abc import Iterator, Sequence

from workbench.export.formats.base import ExportFormat
from workbench.export.report import Report, Table
from workbench.export.report_source import Source
from workbench.text.edits import Edit, Edited
from workbench.text.escape_markdown import escape_active

_FORMATS = re.compile(r"([\\`*_\[\]<>|~])")
"""Characters that format a line, open a tag or end a cell: ``**a**``, ``[a](b)``, ``<b>``."""


def markdown_report(report: Report) -> str:
    """Return the report as Markdown."""
    return "\n\n".join(part for part in _parts(report) if part) + "\n"


def _parts(report: Report) -> Iterator[str]:
    t = report.t
    yield f"# {_plain(report.run.question)}"
    yield "\n".join(f"- {name}: {_plain(value)}" for name, value in report.about)
    outcome = " ".join(report.told)
    yield f"**{report.verdict_text}.** {_plain(outcome)}".strip()
    yield f"## {t('answer')}"
    yield _answer(report)
    yield _table(f"## {t('claims')}", report.claim_heads, report.claims)
    yield f"## {t('plan')}" if report.run.plan else ""
    yield "\n".join(f"- `{name}` {_plain(text)}" for name, text in report.intents)
    yield "\n".join(
        f"{nth}. {_plain(' · '.join(part for part in step if part))}"
        for nth, step in enumerate(report.steps, start=1)
    )
    yield report.limits
    yield _table(f"## {t('calls')}", report.call_heads, report.calls)
    heads = (t("from"), t("relation"), t("to"))
    yield _table(f"## {t('relations')}", heads, report.relations)
    yield _table(f"## {t('diagnostics')}", (t("score"), t("value")), report.scores)
    yield _table("", report.confidence_heads, report.confidence)
    yield _table(f"## {t('findings')}", report.finding_heads, report.findings)
    yield _table(f"## {t('stages')}", report.stage_heads, report.stages)
    yield from (_footnote(source) for source in report.sources if source.is_cited)
    yield f"<sub>{_plain(report.footer)}</sub>"


def _answer(report: Report) -> str:
    if report.run.answer is None:
        return report.t("no_answer")
    clean, at = report.clean, report.citations_at()
    if clean.parsed.data is not None:
        marks = "".join(f"[^{number}]" for numbers in at.values() for number in numbers)
        return f"```json\n{clean.text}\n```\n\n{marks}".strip()
    edits = [
        Edit(place, place, "".join(f"[^{number}]" for number in numbers))
        for place, numbers in sorted(at.items())
    ]
    partial = f"\n\n*{report.t('partial')}*" if report.run.answer.partial else ""
    return escape_active(Edited(clean.text, edits).text) + partial


def _footnote(source: Source) -> str:
    quoted = " … ".join(_plain(piece.text) for piece in source.passage if piece.is_quoted)
    text = f"{_plain(source.label)} “{quoted}”" if quoted else _plain(source.told)
    return f"[^{source.number}]: {text} ({source.notes})"


def _table(heading: str, heads: Sequence[str], rows: Table) -> str:
    if not rows:
        return ""
    body = ["| " + " | ".join(_cell(text) for text in row) + " |" for row in rows]
    table = "\n".join(["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads), *body])
    return f"{heading}\n\n{table}".strip()


def _cell(text: str) -> str:
    return _plain(text) or "–"


def _plain(text: str) -> str:
    """Return a text on one line, with the characters escaped that would format it."""
    return _FORMATS.sub(r"\\\1", re.sub(r"\s+", " ", text).strip())


MARKDOWN = ExportFormat(
    title={"ru": "Отчёт в Markdown", "en": "Markdown report"},
    suffix=".md",
    mime="text/markdown",
    write=lambda report: markdown_report(report).encode(),
)
