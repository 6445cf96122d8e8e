"""Words are found in many passages at once, each with its place in its passage."""

import pytest

from workbench.retrieval.analysis import analyse
from workbench.retrieval.passages import PassageWords
from workbench.retrieval.word_places import IN_CONTEXT, WordColumns

PASSAGES = [
    PassageWords.of("Glass", "The excess of glass is an excess."),
    PassageWords.of("", ""),
    PassageWords.of("Excess", "Glass glass door."),
]


@pytest.mark.parametrize(
    ("form", "places"),
    [
        ("excess", [(0, 0), (0, 2), (2, IN_CONTEXT)]),
        ("glass", [(0, IN_CONTEXT), (0, 1), (2, 0), (2, 1)]),
        ("door", [(2, 2)]),
        ("exces", []),
    ],
)
def test_every_place_of_a_form_is_found(form: str, places: list[tuple[int, int]]) -> None:
    assert list(WordColumns(PASSAGES).lemmas.places(form)) == places


def test_the_spellings_of_all_passages_are_known_once() -> None:
    spellings = analyse("door excess glass").folded
    assert sorted(WordColumns(PASSAGES).spellings) == sorted(spellings)
