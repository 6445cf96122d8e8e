"""ipynb: a notebook that carries the run's bundle, shows the run and verifies it."""

import base64
import re
import textwrap

from workbench.export.formats.base import ExportFormat
from workbench.export.formats.md import markdown_report
from workbench.export.notebook_cells import code_cell, markdown_cell, notebook_file
from workbench.export.report import Report

_READ = """\
import base64
from workbench.export.bundle import read_bundle

file = base64.b64decode(BUNDLE)
run = read_bundle(file).content.run
run.question"""
_VERIFY = """\
import tempfile
from workbench import Settings, Workbench

home = tempfile.mkdtemp()
workbench = Workbench.open(Settings(workbench_home=home)).sync
report = workbench.verify_bundle(file)
for step in report.steps:
    print(f"{step.state:8} {step.name} {step.detail}")
assert report.is_same"""
_FACTS = """\
for fact in run.facts.items if run.facts else ():
    print(f"{fact.score or 0:.2f}  {fact.content}")"""

_FOOTNOTE = re.compile(r"^\[\^(\d+)\]:", re.MULTILINE)
_REFERENCE = re.compile(r"\[\^(\d+)\]")


def _write(report: Report) -> bytes:
    encoded = base64.b64encode(report.bundle).decode()
    bundle = 'BUNDLE = """\n' + "\n".join(textwrap.wrap(encoded, 100)) + '\n"""'
    cells = [
        markdown_cell(f"# {report.t('title')}\n\n{report.t('notebook')}"),
        markdown_cell(_without_footnotes(markdown_report(report))),
        markdown_cell(report.t("notebook_bundle")),
        code_cell(bundle, hidden=True),
        code_cell(_READ),
        code_cell(_FACTS),
        markdown_cell(report.t("notebook_verify")),
        code_cell(_VERIFY),
    ]
    return notebook_file(cells)


def _without_footnotes(text: str) -> str:
    """Return a report with ``[1]`` for ``[^1]``: notebooks have no footnotes."""
    return _REFERENCE.sub(r"\[\1\]", _FOOTNOTE.sub(r"\[\1\]", text))


IPYNB = ExportFormat(
    title={"ru": "Блокнот Jupyter", "en": "Jupyter notebook"},
    suffix=".ipynb",
    mime="application/x-ipynb+json",
    write=_write,
    carries_bundle=True,
)
