"""Contractions are written out, and their endings are no words."""

import pytest

from workbench.nlp.contractions import without_contractions, without_ending


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("What's the fee?", "What is the fee?"),
        ("Who\u2019s the skipper", "Who is the skipper"),
        ("whats due, and when's it", "what is due, and when is it"),
        ("I'm late", "I am late"),
        ("dont they sail", "don't they sail"),
        ("Ann's boat isn't here", "Ann's boat isn't here"),
        ("Что это?", "Что это?"),
        ("скока стоит и чё входит", "сколько стоит и что входит"),
    ],
)
def test_a_contraction_is_written_out(text: str, full: str) -> None:
    assert without_contractions(text) == full
    assert without_contractions(full) == full


@pytest.mark.parametrize(
    ("word", "own"),
    [
        ("isn't", ""),
        ("won\u2019t", ""),
        ("they've", "they"),
        ("Ann's", "Ann"),
        ("O'Brien", "O'Brien"),
        ("R&D", "R&D"),
        ("'s", "'s"),
        ("PDFs", "PDF"),
        ("LLMs", "LLM"),
        ("CSS", "CSS"),
        ("Os", "Os"),
    ],
)
def test_a_word_is_taken_without_its_ending(word: str, own: str) -> None:
    assert without_ending(word) == own
