"""An English question over English sources needs nothing of the Russian language."""

import subprocess
import sys


def test_an_english_text_is_read_without_the_russian_dictionary() -> None:
    program = """
import sys
from workbench.extractive.sentence_scoring import Source
from workbench.extractive.sentence_selection import rank_statements
text = "The fee is forty dollars from Monday to Friday, and 1.5 million in May."
assert rank_statements("Who taught us, and how much is the fee in May?", [Source(text, "Fees")])
assert "pymorphy3" not in sys.modules, "loaded"
"""
    subprocess.run([sys.executable, "-c", program], check=True)
