"""ipynb: a notebook that carries the run's bundle, shows the run and verifies it."""

import base64
import json
import re
import textwrap
from typing import Any

from workbench.export.formats.base import ExportFormat
from workbench.export.formats.md import markdown_report
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
        _markdown(f"# {report.t('title')}\n\n{report.t('notebook')}"),
        _markdown(_without_footnotes(markdown_report(report))),
        _markdown(report.t("notebook_bundle")),
        _code(bundle, hidden=True),
        _code(_READ),
        _code(_FACTS),
        _markdown(report.t("notebook_verify")),
        _code(_VERIFY),
    ]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    notebook = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return (json.dumps(notebook, ensure_ascii=False, indent=1) + "\n").encode()


def _without_footnotes(text: str) -> str:
    """Return a report with ``[1]`` for ``[^1]``: notebooks have no footnotes."""
    return _REFERENCE.sub(r"\[\1\]", _FOOTNOTE.sub(r"\[\1\]", text))


def _markdown(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def _code(text: str, *, hidden: bool = False) -> dict[str, Any]:
    metadata = {"jupyter": {"source_hidden": True}} if hidden else {}
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": metadata,
        "outputs": [],
        "source": text,
    }


IPYNB = ExportFormat(
    title={"ru": "Блокнот Jupyter", "en": "Jupyter notebook"},
    suffix=".ipynb",
    mime="application/x-ipynb+json",
    write=_write,
    carries_bundle=True,
)
