"""Entries of the Russian dictionary are kept for later processes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.nlp import dictionary
from workbench.nlp.dictionary import Entry, Parse, keep_words, kept_words, look_up, note_words

LATER = """
import sys
from pathlib import Path
from workbench.nlp.dictionary import keep_words
from workbench.nlp.grammar import is_known, readings
from workbench.nlp.morphology import lemma

keep_words(Path(sys.argv[1]).read_text("utf-8"))
print(lemma("страхования"), is_known("страхования"), "gent" in readings("страхования")[0].marks)
print("pymorphy3" in sys.modules)
print(lemma("автомобилями"), "pymorphy3" in sys.modules)
"""


def test_a_later_process_reads_kept_words_without_loading_the_dictionary(tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    file.write_text(kept_words({"страхования": look_up("страхования")}), "utf-8")

    done = subprocess.run(
        [sys.executable, "-c", LATER, str(file)], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["страхование", "True", "True", "False", "автомобиль", "True"]


@pytest.mark.parametrize("package", ["pymorphy3", "pymorphy3-dicts-ru"])
def test_kept_words_of_another_version_are_ignored(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dictionary, "_found", {})
    wrong = json.loads(kept_words({"кот": Entry(False, (Parse("пёс", "NOUN"),))}))
    wrong["versions"] = wrong["versions"].replace(f"{package} ", f"{package} 0.")
    assert keep_words(json.dumps(wrong)) == {}
    assert look_up("кот").parses[0].normal == "кот"


@pytest.mark.parametrize("entry", ([True, []], [True], [1, [["кот", "NOUN"]]], [True, [["кот"]]]))
def test_one_damaged_entry_refuses_all(entry: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dictionary, "_found", {})
    raw = json.loads(kept_words({"пёс": look_up("пёс")}))
    raw["words"]["кот"] = entry
    dictionary._found.clear()
    with pytest.raises(ValueError, match="кот"):
        keep_words(json.dumps(raw))
    assert not dictionary._found


def test_words_looked_up_beside_a_block_are_not_noted() -> None:
    look_up("вопрос")
    with note_words() as noted:
        look_up("имя")
    look_up("вопрос")
    assert set(noted) == {"имя"}


def test_a_word_with_a_letter_without_a_name_is_its_own_form() -> None:
    assert look_up("\U00017000второе") == Entry(False, (Parse("\U00017000второе", "UNKN"),))
