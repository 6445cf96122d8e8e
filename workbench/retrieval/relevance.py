"""Score the absolute relevance of a passage to a question, on 0-1.

Every content word of the question is weighted by its rarity in the index; words of general use get
half of that. A passage earns the full weight of a word if it has the lemma or stem, and part of it
for a word of similar spelling, compared across scripts. The score is the mean of two weighted
shares: of words anywhere in the passage, title and headings included, and of words close together.
It is not relative to the best passage, so scores are comparable across questions and indexes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from rapidfuzz import fuzz, process

from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.word_lists import word_list
from workbench.retrieval.analysis import TermForms, TextForms, names, term
from workbench.retrieval.channels import idf
from workbench.retrieval.lexical.protocol import LexicalIndex
from workbench.retrieval.passages import PassageWords

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
        similar = self._similar_spellings(passages)
        return [self._relevance(passage, similar) for passage in passages]

    def adjacency(self, passage: PassageWords) -> float:
        """Return the weighted share of neighbouring words that are neighbours in a body, on 0-1."""
        total = sum(self.pairs.values())
        stems = passage.body.stems
        found = sum(
            weight
            for pair, weight in self.pairs.items()
            if passage.forms.issuperset(pair) and _are_neighbours(pair, stems)
        )
        return found / total if total else 0.0

    def _similar_spellings(
        self, passages: Sequence[PassageWords]
    ) -> dict[TermForms, dict[str, float]]:
        """Return the spellings similar to each question word that some passage lacks.

        All passages are searched at once, since they share most of their words.
        """
        spellings = list(set().union(*(one.spellings for one in passages)))
        found: dict[TermForms, dict[str, float]] = {}
        for asked in self.weights:
            if len(asked.folded) < _SHORTEST_SPELLING:
                continue
            if any(one.forms.isdisjoint(asked[:2]) for one in passages):
                near = process.extract(
                    asked.folded,
                    spellings,
                    scorer=fuzz.ratio,
                    score_cutoff=SPELLING_CUTOFF,
                    limit=None,
                )
                found[asked] = {str(spelling): likeness for spelling, likeness, _ in near}
        return found

    def _relevance(
        self, passage: PassageWords, similar: Mapping[TermForms, Mapping[str, float]]
    ) -> float:
        total = sum(self.weights.values())
        matches = {
            asked: match
            for asked in self.weights
            if (match := _match(asked, passage, similar.get(asked)))
        }
        if not matches or not total:
            return 0.0
        credits = {asked: self.weights[asked] * match.credit for asked, match in matches.items()}
        anywhere = sum(credits.values()) / total
        close = _best_window(passage, matches, credits) / total
        return (anywhere + close) / 2 * (UNKNOWN_NAME if self._lacks_a_name(matches) else 1.0)

    def _lacks_a_name(self, matches: Mapping[TermForms, "_Match"]) -> bool:
        """Return True if the passage has no similar spelling of an unknown name."""
        names = self.unknown_names & self.weights.keys()
        misspelt = SPELLING_CREDIT * NAME_CUTOFF / 100
        return any(name not in matches or matches[name].credit < misspelt for name in names)


def semantic_relevance(cosine: float, background: float) -> float:
    """Return the cosine rescaled from [background, 1] to [0, 1].

    The cosine of unrelated texts depends on the embedder (0.1 for one, 0.7 for another); the lowest
    cosine among the hits serves as the background.
    """
    return max(0.0, (cosine - background) / (1.0 - background)) if background < 1.0 else 0.0


@dataclass(frozen=True)
class _Match:
    """The forms of a question word in a passage, and the credit for it on 0-1."""

    forms: frozenset[str]
    credit: float


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


def _match(
    asked: TermForms, passage: PassageWords, similar: Mapping[str, float] | None
) -> _Match | None:
    if not passage.forms.isdisjoint(asked[:2]):
        return _Match(frozenset(asked), 1.0)
    if not similar or similar.keys().isdisjoint(passage.spellings):
        return None
    found = (one for one in passage.spellings if one in similar)
    spelling = max(found, key=similar.__getitem__)
    similarity = similar[spelling]
    credit = SAME_SPELLING_CREDIT if similarity == 100 else SPELLING_CREDIT * similarity / 100
    return _Match(frozenset({spelling}), credit)


def _best_window(
    passage: PassageWords,
    matches: Mapping[TermForms, _Match],
    credits: Mapping[TermForms, float],
) -> float:
    """Return the highest credit of title and headings plus one window of the body."""
    in_context = 0.0
    places: list[tuple[int, TermForms]] = []
    for asked, match in matches.items():
        if not match.forms.isdisjoint(passage.context_forms):
            in_context += credits[asked]
        else:
            places += [(place, asked) for place in _places(match.forms, passage.body)]
    places.sort(key=lambda found: found[0])
    return in_context + max(
        (_window(places[first:], credits) for first in range(len(places))), default=0.0
    )


def _places(forms: frozenset[str], words: TextForms) -> set[int]:
    """Return the indices of the words that have one of the forms."""
    return {
        place
        for written in (words.lemmas, words.stems, words.folded)
        for form in forms.intersection(written)
        for place, other in enumerate(written)
        if other == form
    }


def _are_neighbours(pair: tuple[str, str], stems: Sequence[str]) -> bool:
    return pair in pairwise(stems) or pair[::-1] in pairwise(stems)


def _window(places: Sequence[tuple[int, TermForms]], credits: Mapping[TermForms, float]) -> float:
    """Return the credit of the distinct words in the window that starts at the first place."""
    start = places[0][0]
    return sum(
        credits[asked] for asked in {asked for place, asked in places if place - start < WINDOW}
    )
