"""html: a report in one file that requests nothing and runs no script but its own.

Jinja is imported when a report is written: every command line knows this format by name.
"""

import base64
import hashlib
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from workbench.export.answer_html import answer_html
from workbench.export.formats.base import ExportFormat
from workbench.export.report import Report
from workbench.export.subgraph_svg import drawn, subgraph_svg

if TYPE_CHECKING:
    from jinja2 import Template


def _write(report: Report) -> bytes:
    style, script = _page("report.css"), _page("report.js")
    graph = drawn(report.subgraph)
    size = report.t(
        "subgraph_size", nodes=len(report.subgraph.nodes), edges=len(report.subgraph.edges)
    )
    html = _template().render(
        report=report,
        t=report.t,
        policy=_policy(style, script),
        style=style,
        script=script,
        answer=_answer(report),
        size=size,
        graph=graph,
        svg=subgraph_svg(graph, f"{report.t('subgraph')}: {size}"),
    )
    return html.encode()


def _answer(report: Report) -> str:
    """Return the answer's HTML; each citation links to its own source."""
    if report.run.answer is None:
        return f"<p>{escape(report.t('no_answer'))}</p>"
    labels = {one.number: one.label for one in report.sources}
    return answer_html(
        report.clean.parsed,
        report.citations_at(),
        lambda number: (
            f'\u2060<a class="cite" href="#source-{number}" '
            f'title="{escape(labels.get(number, ""))}">{number}</a>'
        ),
        report.flags,
    )


def _policy(style: str, script: str) -> str:
    """Return the Content-Security-Policy: this style sheet, this script, and nothing else."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@cache
def _page(name: str) -> str:
    return files("workbench.export").joinpath("page", name).read_text("utf-8")


@cache
def _template() -> "Template":
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(_page("report.html.j2"))


HTML = ExportFormat(
    title={"ru": "Отчёт в HTML", "en": "HTML report"},
    suffix=".html",
    mime="text/html",
    write=_write,
)
