"""The candidates for entities, and the counts of a phrase that decide about them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, TypeAlias

from workbench.domain.graph import Provenance
from workbench.proposals.reading import Reading, Sentence, Word, keys_of
from workbench.proposals.shapes import MOST_WORDS

Source: TypeAlias = Literal[
    "abbreviation", "definition", "sentence", "title", "heading", "table", "metadata", "name"
]
"""Where a candidate was found, the most reliable first."""
SOURCES: tuple[Source, ...] = (
    "abbreviation", "definition", "sentence", "title", "heading", "table", "metadata", "name",
)  # fmt: skip
Key: TypeAlias = tuple[str, ...]
"""The stems of a phrase's words."""


@dataclass(frozen=True)
class Candidate:
    """A phrase that may be an entity, with the sentence it was found in."""

    text: str
    key: Key
    source: Source
    evidence: Provenance
    short: str = ""
    """Its abbreviation or other name, stated beside it."""

    @classmethod
    def of(cls, sentence: Sentence, words: Sequence[Word], source: Source) -> "Candidate":
        """Return the candidate of adjacent words of a sentence."""
        text = sentence.text_between(words[0], words[-1])
        return cls(text, keys_of(words), source, sentence.evidence)


@dataclass
class Usage:
    """How the prose uses a phrase."""

    forms: Counter[str] = field(default_factory=Counter)
    documents: set[str] = field(default_factory=set)
    capitals: int = 0
    """Occurrences inside a sentence with capitals, other than as a label."""
    lower: int = 0
    """Occurrences that begin in lower case."""
    plain: int = 0
    """Occurrences of an abbreviation as a word in lower case: "it", "including"."""
    first: Provenance | None = None
    """The first sentence that has it."""

    @property
    def total(self) -> int:
        """All occurrences in prose."""
        return self.forms.total()

    def add(self, sentence: Sentence, words: Sequence[Word], is_opening: bool) -> None:
        """Count an occurrence."""
        text = sentence.text_between(words[0], words[-1])
        self.forms[text] += 1
        self.documents.add(sentence.document)
        self.first = self.first or sentence.evidence
        if text[0].islower():
            self.lower += 1
        elif not is_opening and not words[0].is_label:
            self.capitals += 1


def count_usage(reading: Reading, keys: Iterable[Key]) -> Mapping[Key, Usage]:
    """Count the occurrences of each phrase in prose; of overlapping phrases the longest counts."""
    wanted: dict[str, list[Key]] = defaultdict(list)
    for key in sorted(set(keys), key=len, reverse=True):
        wanted[key[0]].append(key)
    found: dict[Key, Usage] = defaultdict(Usage)
    for sentence in reading.prose:
        at = 0
        while at < len(sentence.words):
            length = 1
            for key in wanted.get(sentence.words[at].key, ()):
                window = sentence.words[at : at + len(key)]
                if keys_of(window) == key and is_run(sentence, window):
                    found[key].add(sentence, window, opens(sentence, window[0]))
                    length = len(key)
                    break
            at += length
    return found


def opens(sentence: Sentence, word: Word) -> bool:
    """Whether a word begins a sentence, or a clause after a colon: "Note: Make a copy"."""
    before = sentence.visible[: word.start - sentence.span.start].rstrip(" \n*#>-–—•¦")
    return not before or before[-1] in ":.!?"


def is_run(sentence: Sentence, words: Sequence[Word]) -> bool:
    """Whether only white space separates the words."""
    return all(sentence.is_adjacent(word, after) for word, after in pairwise(words))


def runs(sentence: Sentence) -> Iterator[Sequence[Word]]:
    """Yield the stretches of adjacent words of a sentence."""
    start = 0
    for at in range(1, len(sentence.words) + 1):
        ends = at == len(sentence.words)
        if ends or not sentence.is_adjacent(sentence.words[at - 1], sentence.words[at]):
            yield sentence.words[start:at]
            start = at


def is_short(words: Sequence[Word]) -> bool:
    """Whether words are few enough for a name."""
    return 0 < len(words) <= MOST_WORDS
