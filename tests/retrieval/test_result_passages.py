"""Bits of words only sort out what need not be compared: repetitions and variants stay the same."""

import random

import pytest

from workbench.domain.documents import Chunk
from workbench.retrieval.fusion import Fused
from workbench.retrieval.passages import IndexedChunk
from workbench.retrieval.result_passages import (
    Candidate,
    with_variants_last,
    without_repetitions,
)

WORDS = [f"word{number}" for number in range(300)]


class NoSource:
    """The documents of candidates that are never joined."""


def candidate(number: int, text: str) -> Candidate:
    chunk = Chunk(id=str(number), document_id=str(number), title="", text=text, start=0, end=9)
    found = Fused(str(number), 1.0, ())
    return Candidate(NoSource(), (IndexedChunk.of(chunk, "", text),), 0, 1.0, (found,))  # type: ignore[arg-type]


def texts(chance: random.Random) -> list[str]:
    """Return texts of which some begin, contain, repeat or vary another."""
    found: list[list[str]] = [[]]
    for _ in range(30):
        words = list(chance.choice(found))
        change = chance.random()
        if change < 0.3 or not words:
            words = chance.choices(WORDS, k=chance.choice([3, 20, 90]))
        elif change < 0.5:
            words = words[chance.randrange(len(words)) :]
        elif change < 0.9:
            for _ in range(chance.randrange(1, 6)):
                words[chance.randrange(len(words))] = chance.choice(WORDS)
        found.append(words)
    return [" ".join(words) for words in found]


def contained(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return shorter in longer and (len(one) == len(other) or shorter.count(" ") > 8)


def varied(one: str, other: str) -> bool:
    ours, theirs = set(one.split()), set(other.split())
    longest = max(len(ours), len(theirs))
    return longest > 8 and len(ours & theirs) >= 0.8 * longest


@pytest.mark.parametrize("seed", range(20))
def test_repetitions_and_variants_are_those_of_all_comparisons(seed: int) -> None:
    given = [candidate(at, text) for at, text in enumerate(texts(random.Random(seed)))]
    kept: list[Candidate] = []
    for one in given:
        if not any(contained(one.meaning, other.meaning) for other in kept):
            kept.append(one)
    found, repeated = without_repetitions(given)
    assert found == kept
    assert repeated == [one for one in given if one not in kept]

    late = [
        one
        for at, one in enumerate(kept)
        if sum(varied(one.meaning, other.meaning) for other in kept[:at]) >= 2
    ]
    assert with_variants_last(kept) == [one for one in kept if one not in late] + late


def test_some_texts_are_variants() -> None:
    same = " ".join(WORDS[:40])
    given = [
        candidate(at, f"{same} of {name}") for at, name in enumerate(["cars", "bikes", "cats"])
    ]
    own = candidate(3, "a passage of its own")
    assert with_variants_last([*given, own]) == [*given[:2], own, given[2]]
