"""Entries of the Russian dictionary are kept for later processes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.nlp import dictionary
from workbench.nlp.dictionary import keep_words, kept_words, look_up

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
    assert look_up("страхования").is_known
    file = tmp_path / "words.json"
    raw = json.loads(kept_words())
    raw["words"] = {"страхования": raw["words"]["страхования"]}
    file.write_text(json.dumps(raw), "utf-8")

    done = subprocess.run(
        [sys.executable, "-c", LATER, str(file)], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["страхование", "True", "True", "False", "автомобиль", "True"]


def test_kept_words_of_another_dictionary_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dictionary, "_found", {})
    wrong = {"dictionary": "0", "words": {"кот": [False, [["пёс", "NOUN"]]]}}
    keep_words(json.dumps(wrong))
    assert look_up("кот").parses[0].normal == "кот"
