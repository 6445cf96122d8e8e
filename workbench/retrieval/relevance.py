"""Score the absolute relevance of a passage to a question, on 0-1.

Every content word of the question is weighted by its rarity in the index; words of general use get
half of that. A passage earns the full weight of a word if it has the lemma or stem, and part of it
for a word of similar spelling, compared across scripts. The score is the mean of two weighted
shares: of words anywhere in the passage, title and headings included, and of words close together.
It is not relative to the best passage, so scores are comparable across questions and indexes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz import fuzz, process

from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.word_lists import word_list
from workbench.retrieval.analysis import TermForms, TextForms, names, term
from workbench.retrieval.channels import idf
from workbench.retrieval.lexical.protocol import LexicalIndex
from workbench.retrieval.passages import Forms, PassageWords

WINDOW = 30
"""Content words; terms within a window of this length are close together."""
COMMON_WEIGHT = 0.5
"""Weight factor of words of general use, which occur in unrelated passages too."""
SPELLING_CUTOFF = 80
"""On 0-100: the least similarity of a misspelt word."""
NAME_CUTOFF = 88
"""The same for a name: "Erlang" is not a misspelt "rank"."""
SPELLING_CREDIT = 0.6
"""Credit for a misspelt word, times its similarity."""
SAME_SPELLING_CREDIT = 0.9
"""Credit for «Кафка» and "Kafka"; less than 1, since «море» and "more" fold alike too."""
UNKNOWN_NAME = 0.5
"""Relevance factor if the question has a name that is in no passage, and this one lacks it too."""
_SHORTEST_SPELLING = 4
"""Letters; shorter words are similar by chance: "cat", "car"."""


@dataclass(frozen=True)
class QueryTerms:
    """The content words of a question, each with its weight."""

    weights: dict[TermForms, float]
    pairs: dict[tuple[str, str], float] = field(default_factory=dict)
    """The stems of neighbouring words, with the weight of the lighter one."""
    unknown_names: frozenset[TermForms] = frozenset()
    """Names in the question that are in no passage."""

    @classmethod
    def of(
        cls,
        query: str,
        forms: TextForms,
        index: LexicalIndex,
        subjects: frozenset[str] = frozenset(),
    ) -> "QueryTerms":
        """Weight the content words of a question by their rarity in an index.

        Args:
            query: the question.
            forms: its words.
            index: the index to count words in.
            subjects: folded names of what all documents are about. They distinguish passages no
                better than stop words, and count only in a question without other content words.
        """
        asked = forms.terms
        specific = [found for found in asked if found.folded not in subjects] or asked
        unknown = frozenset(name for name in names(query) if not _frequency(name, index))
        weights = {found: _weight(found, index) for found in specific}
        pairs = {
            (first.stem, second.stem): min(weights[first], weights[second])
            for first, second in pairwise(asked)
            if first in weights and second in weights
        }
        return cls(weights, pairs, unknown)

    def relevances(self, passages: Sequence[PassageWords]) -> list[float]:
        """Return the relevance of each passage, on 0-1."""
        total = sum(self.weights.values())
        matches = self._matches(passages) if total else [[] for _ in passages]
        return [
            self._relevance(passage, found, total)
            for passage, found in zip(passages, matches, strict=True)
        ]

    def adjacency(self, passage: PassageWords) -> float:
        """Return the weighted share of neighbouring words that are neighbours in a body, on 0-1."""
        total = sum(self.pairs.values())
        stems = passage.body.stems
        found = sum(
            weight
            for (first, second), weight in self.pairs.items()
            if f" {first} {second} " in stems or f" {second} {first} " in stems
        )
        return found / total if total else 0.0

    def _matches(self, passages: Sequence[PassageWords]) -> list[list["_Match"]]:
        """Return the question words that each passage has, by a form or by a similar spelling."""
        matches: list[list[_Match]] = [[] for _ in passages]
        missing: dict[TermForms, list[int]] = {}
        for asked, weight in self.weights.items():
            whole = _Match(asked, frozenset(asked), weight)
            lemma, stem = f" {asked.lemma} ", f" {asked.stem} "
            lacking = []
            for at, passage in enumerate(passages):
                if lemma in passage.lemmas or stem in passage.stems:
                    matches[at].append(whole)
                else:
                    lacking.append(at)
            if lacking and len(asked.folded) >= _SHORTEST_SPELLING:
                missing[asked] = lacking
        for asked, similar in _similar_spellings(list(missing), passages).items():
            for at in missing[asked]:
                if near := _nearest_spelling(passages[at], similar):
                    credit = self.weights[asked] * _spelling_credit(similar[near])
                    matches[at].append(_Match(asked, frozenset({near}), credit))
        return matches

    def _relevance(self, passage: PassageWords, matches: Sequence["_Match"], total: float) -> float:
        if not matches:
            return 0.0
        anywhere = sum(match.credit for match in matches)
        close = _best_window(passage, matches)
        lacks_name = self.unknown_names and self._lacks_a_name(matches)
        return (anywhere + close) / 2 / total * (UNKNOWN_NAME if lacks_name else 1.0)

    def _lacks_a_name(self, matches: Sequence["_Match"]) -> bool:
        """Return True if the passage has no similar spelling of an unknown name."""
        credits = {match.asked: match.credit for match in matches}
        least = _spelling_credit(NAME_CUTOFF)
        return any(
            credits.get(name, 0.0) < least * self.weights[name]
            for name in self.unknown_names & self.weights.keys()
        )


def semantic_relevance(cosine: float, background: float) -> float:
    """Return the cosine rescaled from [background, 1] to [0, 1].

    The cosine of unrelated texts depends on the embedder (0.1 for one, 0.7 for another); the lowest
    cosine among the hits serves as the background.
    """
    return max(0.0, (cosine - background) / (1.0 - background)) if background < 1.0 else 0.0


class _Match(NamedTuple):
    """A question word in a passage: the forms it has there, and its weight times its credit."""

    asked: TermForms
    forms: frozenset[str]
    credit: float


def _similar_spellings(
    words: Sequence[TermForms], passages: Sequence[PassageWords]
) -> dict[TermForms, dict[str, float]]:
    """Return the spellings in the passages that are similar to each word, with their similarity.

    All are compared at once, since passages share most of their words.
    """
    if not words:
        return {}
    spellings = list(set().union(*(one.spellings for one in passages)))
    likeness = process.cdist(
        [asked.folded for asked in words],
        spellings,
        scorer=fuzz.ratio,
        score_cutoff=SPELLING_CUTOFF,
    )
    found: dict[TermForms, dict[str, float]] = {asked: {} for asked in words}
    for row, column in zip(*(places.tolist() for places in likeness.nonzero()), strict=True):
        found[words[row]][spellings[column]] = float(likeness[row, column])
    return found


def _nearest_spelling(passage: PassageWords, similar: Mapping[str, float]) -> str:
    """Return the most similar spelling that a passage has, the first of equals; "" for none."""
    if not similar or similar.keys().isdisjoint(passage.spellings):
        return ""
    return max((one for one in passage.spellings if one in similar), key=similar.__getitem__)


def _spelling_credit(similarity: float) -> float:
    return SAME_SPELLING_CREDIT if similarity == 100 else SPELLING_CREDIT * similarity / 100


def _weight(asked: TermForms, index: LexicalIndex) -> float:
    count = _frequency(asked, index)
    common = COMMON_WEIGHT if asked.lemma in _common_lemmas(is_cyrillic(asked.lemma)) else 1.0
    return common * idf(count, len(index))


def _frequency(asked: TermForms, index: LexicalIndex) -> int:
    return max(index.document_frequency("words", form) for form in asked[:2])


@cache
def _common_lemmas(cyrillic: bool) -> frozenset[str]:
    """Return the lemmas of one script: an English question does not load the Russian dictionary."""
    words = word_list("common", "ru" if cyrillic else "en")
    return frozenset(term(word).lemma for word in words)


def _best_window(passage: PassageWords, matches: Sequence[_Match]) -> float:
    """Return the highest credit of title and headings plus one window of the body."""
    in_context = 0.0
    places: list[tuple[int, _Match]] = []
    for match in matches:
        if match.forms.isdisjoint(passage.context_forms):
            places += [(place, match) for place in _places(match.forms, passage.body)]
        else:
            in_context += match.credit
    places.sort(key=lambda found: found[0])
    return in_context + max((_window(places[at:]) for at in range(len(places))), default=0.0)


def _places(forms: frozenset[str], words: Forms) -> set[int]:
    """Return the indices of the words that have one of the forms."""
    written = {words.lemmas, words.stems, words.folded}
    return {at for form in forms for text in written for at in _indices(f" {form} ", text)}


def _indices(form: str, written: str) -> Iterator[int]:
    """Yield the index of each word with a form in spaces; words before it count by their spaces."""
    at = written.find(form)
    while at >= 0:
        yield written.count(" ", 0, at)
        at = written.find(form, at + 1)


def _window(places: Sequence[tuple[int, _Match]]) -> float:
    """Return the credit of the distinct words in the window that starts at the first place."""
    end = places[0][0] + WINDOW
    found = {match.asked: match.credit for place, match in places if place < end}
    return sum(found.values())
