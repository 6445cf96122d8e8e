"""A file type is one file and one line: such files are found, indexed and answered from."""

from pathlib import Path

import pytest

from tests.support.growth import GrownProject, grow

ADDED = {
    "workbench/ingest/parsers/ledger.py": '''\
"""Ledgers: lines that begin with ``=`` are headings, ``@name value`` is metadata."""

from workbench.domain.documents import Heading
from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError


def parse(content: bytes) -> Parsed:
    """The lines of a ledger as they stand, in any case of the letters."""
    if not content.startswith(b"LEDGER"):
        raise UnreadableError("not a ledger: it has no first line LEDGER")
    text, start = content.decode(), content.index(b"\\n") + 1
    headings, metadata = [], {}
    for line in text.splitlines(keepends=True)[1:]:
        if line.startswith("="):
            headings.append(Heading(level=1, text=line[1:].strip(), start=start))
        elif line.startswith("@"):
            name, _, value = line[1:].strip().partition(" ")
            metadata[name] = value
        start += len(line)
    return Parsed(text, text.index("="), tuple(headings), metadata)


PARSER = Parser(frozenset({".ledger"}), parse)
'''
}
REGISTRY = "workbench/ingest/parsers/__init__.py"
REGISTERED = '        "ledger",'

LEDGER = """\
LEDGER
@title Restoration ledger
= Frames
The gilded frame of the harbour view was restored in Tbilisi by Nino Abuladze.
= Glass
The skylight glass was replaced by a workshop in Riga.
"""

RUN = """
import asyncio
from workbench import Workbench

workbench = Workbench.open()
opened = workbench.prepare("museum")
run = asyncio.run(workbench.ask("Who restored the gilded frame?", workspace="museum"))
document = opened.documents["work/spring.ledger"]
seen = {
    "documents": list(opened.documents),
    "title": document.title,
    "headings": [heading.text for heading in document.headings],
    "answer": run.answer.text,
    "quoted": [[one.quote.document_id, one.quote.text] for one in run.answer.citations],
}
"""


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> GrownProject:
    project = grow(tmp_path_factory.mktemp("grown"), ADDED, REGISTRY, REGISTERED)
    folder = project.root / "data" / "museum" / "documents" / "work"
    folder.mkdir()
    (folder / "spring.ledger").write_text(LEDGER, "utf-8")
    (folder / "bad.ledger").write_text("nothing", "utf-8")
    (folder / "scan.tiff").write_bytes(b"II*")
    return project


def test_its_files_are_indexed_and_answered_from(grown: GrownProject) -> None:
    seen = grown.value(RUN)

    assert seen["documents"] == ["work/spring.ledger"]
    assert seen["title"] == "Restoration ledger"
    assert seen["headings"] == ["Frames", "Glass"]
    assert "Nino Abuladze" in seen["answer"]
    for document, text in seen["quoted"]:
        assert document == "work/spring.ledger"
        assert text in LEDGER


def test_what_is_not_read_has_its_reason(grown: GrownProject, tmp_path: Path) -> None:
    ended = grown.run("-m", "workbench", "reindex", "-w", "museum")

    assert ended.returncode == 0
    assert "work/bad.ledger: not a ledger: it has no first line LEDGER" in ended.stderr
    assert "work/scan.tiff: no parser reads .tiff files" in ended.stderr
    assert ".ledger" in ended.stderr
