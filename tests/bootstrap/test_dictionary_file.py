"""Opening a workspace keeps the dictionary entries of its words; a damaged file does no harm."""

import json
from pathlib import Path

import pytest

from workbench.bootstrap import dictionary_file
from workbench.bootstrap.dictionary_file import read_kept_words, write_kept_words
from workbench.nlp import dictionary
from workbench.nlp.dictionary import look_up


@pytest.fixture(autouse=True)
def _no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dictionary, "_found", {})


def test_noted_words_are_written_once_for_their_owner_alone(tmp_path: Path) -> None:
    look_up("вопрос")
    noted = {"франшизу": look_up("франшизу")}
    write_kept_words(tmp_path, {}, noted)
    file = tmp_path / "words.json"
    written = file.stat()
    assert written.st_mode & 0o777 == 0o600
    assert read_kept_words(tmp_path) == noted
    write_kept_words(tmp_path, noted, noted)
    assert file.stat().st_mtime_ns == written.st_mtime_ns


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"versions": 1}', "null", "[" * 5000])
def test_a_damaged_file_is_replaced(text: str, tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    file.write_text(text, "utf-8")
    assert not read_kept_words(tmp_path)
    write_kept_words(tmp_path, {}, {"франшизу": look_up("франшизу")})
    assert "франшизу" in json.loads(file.read_text("utf-8"))["words"]


def test_a_file_that_is_too_long_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_kept_words(tmp_path, {}, {"франшизу": look_up("франшизу")})
    monkeypatch.setattr(dictionary_file, "_MOST_BYTES", 20)
    assert not read_kept_words(tmp_path)


def test_a_home_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    write_kept_words(tmp_path / "missing", {}, {"франшизу": look_up("франшизу")})
    assert list(tmp_path.iterdir()) == []
