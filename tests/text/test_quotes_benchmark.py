"""`make quotes` finds a statement that does not stand in its file."""

import dataclasses
from pathlib import Path

import pytest

from benchmarks import quotes
from workbench.ingest.documents import parse_document

TEXT = (
    "# Terms\n\nMalaysia: covered, see [the *list*](https://a.example/list).\n\n"
    "| Ferry | Price |\n|---|---|\n| North | `4` crowns |\n"
)
DOCUMENT = parse_document("terms.md", TEXT)
WORDS = quotes.words_of(TEXT)


def test_statements_of_the_document_and_of_its_chunk_are_checked() -> None:
    found = list(quotes.checked(DOCUMENT))

    assert [one.statement.kind for one in found] == ["sentence", "row"] * 2
    assert [one.fault(WORDS) for one in found] == [""] * 4


@pytest.mark.parametrize("text", ["Malaysicovered, see the list.", "Malaysia: not covered."])
def test_mangled_words_are_an_exception(text: str) -> None:
    sentence, _, *_ = quotes.checked(DOCUMENT)
    mangled = dataclasses.replace(sentence.statement, text=text)

    assert "not in the file" in dataclasses.replace(sentence, statement=mangled).fault(WORDS)


def test_a_mangled_cell_is_an_exception() -> None:
    _, row, *_ = quotes.checked(DOCUMENT)
    mangled = dataclasses.replace(row.statement, cells=(("Ferry", "North"), ("Price", "4 crown s")))

    assert "not in the file" in dataclasses.replace(row, statement=mangled).fault(WORDS)


def test_a_wrong_place_is_an_exception() -> None:
    sentence, row, *_ = quotes.checked(DOCUMENT)
    moved = dataclasses.replace(sentence, start=row.start, end=row.end)

    assert "not at its place" in moved.fault(WORDS)


def test_a_folder_with_an_exception_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "terms.md").write_text(TEXT)
    monkeypatch.setattr(quotes, "SAMPLES", tmp_path)
    monkeypatch.setattr(quotes.sys, "argv", ["quotes", str(tmp_path)])

    assert quotes.main() == 0
    assert capsys.readouterr().out.endswith("4 statements checked, 0 exceptions.\n")

    monkeypatch.setattr(quotes, "words_of", lambda _: "Malaysia")
    assert quotes.main() == 1
