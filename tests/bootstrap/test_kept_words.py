"""Opening a workspace keeps the dictionary entries of its words; a damaged file does no harm."""

import json
from pathlib import Path

import pytest

from workbench.bootstrap import kept_words
from workbench.bootstrap.kept_words import read_kept_words, write_kept_words
from workbench.nlp import dictionary
from workbench.nlp.dictionary import look_up


@pytest.fixture(autouse=True)
def _no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dictionary, "_found", {})
    monkeypatch.setattr(kept_words, "_in_file", {})


def test_words_are_written_once_and_read_by_the_next_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = look_up("франшизу")
    write_kept_words(tmp_path)
    file = tmp_path / "words.json"
    written = file.stat().st_mtime_ns
    write_kept_words(tmp_path)
    assert file.stat().st_mtime_ns == written

    found: dict[str, dictionary.Entry] = {}
    monkeypatch.setattr(dictionary, "_found", found)
    monkeypatch.setattr(kept_words, "_in_file", {})
    read_kept_words(tmp_path)
    assert found == {"франшизу": entry}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"dictionary": 1}', "null"])
def test_a_damaged_file_is_replaced(text: str, tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    file.write_text(text, "utf-8")
    read_kept_words(tmp_path)
    look_up("франшизу")
    write_kept_words(tmp_path)
    assert "франшизу" in json.loads(file.read_text("utf-8"))["words"]


def test_a_home_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    look_up("франшизу")
    write_kept_words(tmp_path / "missing")
