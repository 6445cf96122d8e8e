"""The words of a question are found in a passage, each with its places."""

import pytest

from workbench.retrieval.analysis import analyse
from workbench.retrieval.passages import PassageWords
from workbench.retrieval.term_positions import IN_CONTEXT, TermFinder, spelling_positions

GLASS = PassageWords.of("Glass", "The excess of glass is an excess.")
EXCESS = PassageWords.of("Excess", "Glass glass door.")
EMPTY = PassageWords.of("", "")
COVER = PassageWords.of("Стекло", "Франшиза за стекло, за два стекла и за дверь.")


@pytest.mark.parametrize(
    ("question", "passage", "places"),
    [
        ("excess glass", GLASS, {0: [0, 2], 1: [IN_CONTEXT, 1]}),
        ("excess glass door", EXCESS, {0: [IN_CONTEXT], 1: [0, 1], 2: [2]}),
        ("excess", EMPTY, {}),
        ("exces", GLASS, {}),
        ("door", GLASS, {}),
        ("стёкол", COVER, {0: [IN_CONTEXT, 1, 3]}),
    ],
)
def test_every_place_of_a_word_is_found(
    question: str, passage: PassageWords, places: dict[int, list[int]]
) -> None:
    found = TermFinder(analyse(question).terms).positions(passage)
    assert {number: sorted(set(of_one)) for number, of_one in found.items()} == places


def test_two_words_with_one_lemma_share_their_places() -> None:
    found = TermFinder(analyse("claims claimed").terms).positions(PassageWords.of("", "No claim."))
    assert found[0] == found[1]


def test_a_spelling_is_found_in_headings_and_body() -> None:
    assert spelling_positions(GLASS, "glas") == [IN_CONTEXT, 1]
    assert spelling_positions(EMPTY, "glass") == []
