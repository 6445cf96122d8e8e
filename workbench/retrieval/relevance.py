"""Absolute relevance: how much of what a question is about a passage speaks of, on 0-1.

Every content word of the question weighs as much as it is rare in the index: a word that no
passage has weighs most, words of general use weigh half. A passage earns a word's weight by holding
its lemma or stem, or part of it by holding a word that is spelled alike once both are written in
one script. Two shares are averaged: what the passage holds anywhere, title and headings included,
and what it holds close together. A score is never scaled to the best one, so it says the same for
every question and every index.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from rapidfuzz import fuzz, process

from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.word_lists import word_list
from workbench.retrieval.analysis import Term, names, term, terms
from workbench.retrieval.channels import rarity
from workbench.retrieval.lexical.protocol import LexicalIndex

WINDOW = 30
"""Content words that count as close together."""
COMMON_WEIGHT = 0.5
"""Words of general use turn up in unrelated passages; at half weight they still tell two apart."""
SPELLING_CUTOFF = 80
"""On 0-100: below this two words are not spelled alike."""
NAME_CUTOFF = 88
"""The same for a name: "Erlang" is not a misspelt "rank"."""
SPELLING_CREDIT = 0.6
SAME_SPELLING_CREDIT = 0.9
"""«Кафка» and "Kafka"; not a full match, since «море» and "more" are spelled the same as well."""
UNKNOWN_NAME = 0.5
"""What is left of the relevance of a passage that lacks a name which no passage has."""
_SHORTEST_SPELLING = 4


@dataclass(frozen=True)
class PassageWords:
    """The content words of a passage: of its title and headings, and of its body in order."""

    context: tuple[Term, ...]
    body: tuple[Term, ...]

    @cached_property
    def forms(self) -> frozenset[str]:
        """Every lemma and stem."""
        return frozenset(form for found in (*self.context, *self.body) for form in found[:2])

    @cached_property
    def spellings(self) -> tuple[str, ...]:
        """Every folded spelling once."""
        return tuple(dict.fromkeys(found.folded for found in (*self.context, *self.body)))


@lru_cache(maxsize=8192)
def passage_words(context: str, body: str) -> PassageWords:
    """The content words of a passage."""
    return PassageWords(tuple(terms(context)), tuple(terms(body)))


@dataclass(frozen=True)
class QueryTerms:
    """The content words of a question, each with its weight."""

    weights: dict[Term, float]
    unknown_names: frozenset[Term] = frozenset()
    """Names in the question that no passage has: it is about something else than the documents."""

    @classmethod
    def of(
        cls, query: str, index: LexicalIndex, subjects: frozenset[str] = frozenset()
    ) -> "QueryTerms":
        """Weigh the words of a question by their rarity in an index.

        Args:
            query: the question.
            index: knows how rare a word is.
            subjects: folded names of what all the documents are about; they tell passages apart
                as little as stop words do, and count only in a question that has nothing else.
        """
        asked = terms(query)
        telling = [one for one in asked if one.folded not in subjects] or asked
        unknown = frozenset(one for one in names(query) if not _frequency(one, index))
        return cls({one: _weight(one, index) for one in telling}, unknown)

    def relevance(self, passage: PassageWords) -> float:
        """How relevant a passage is, on 0-1."""
        total = sum(self.weights.values())
        earned = {asked: held for asked in self.weights if (held := _held(asked, passage))}
        if not earned or not total:
            return 0.0
        credits = {asked: self.weights[asked] * held.credit for asked, held in earned.items()}
        anywhere = sum(credits.values()) / total
        close = _closest(passage, earned, credits) / total
        return (anywhere + close) / 2 * (UNKNOWN_NAME if self._lacks_a_name(earned) else 1.0)

    def _lacks_a_name(self, earned: Mapping[Term, "_Held"]) -> bool:
        """True when an unknown name is not even misspelt in the passage."""
        names = self.unknown_names & self.weights.keys()
        misspelt = SPELLING_CREDIT * NAME_CUTOFF / 100
        return any(name not in earned or earned[name].credit < misspelt for name in names)


def semantic_relevance(cosine: float, background: float) -> float:
    """A cosine as relevance: how far it stands above what any passage gets, on the way to 1.

    Embedders differ in the cosine of unrelated texts (0.1 for one, 0.7 for another), so the least
    of the listed hits is taken as the ground that the others stand on.
    """
    return max(0.0, (cosine - background) / (1.0 - background)) if background < 1.0 else 0.0


@dataclass(frozen=True)
class _Held:
    """A word of the question as the passage has it."""

    forms: frozenset[str]
    credit: float


def _weight(asked: Term, index: LexicalIndex) -> float:
    count = _frequency(asked, index)
    common = COMMON_WEIGHT if asked.lemma in _common_lemmas(is_cyrillic(asked.lemma)) else 1.0
    return common * rarity(count, len(index))


def _frequency(asked: Term, index: LexicalIndex) -> int:
    return max(index.document_frequency("words", form) for form in asked[:2])


@cache
def _common_lemmas(cyrillic: bool) -> frozenset[str]:
    """By script, so that an English question does not wait for the Russian dictionary."""
    words = word_list("common", "ru" if cyrillic else "en")
    return frozenset(term(word).lemma for word in words)


def _held(asked: Term, passage: PassageWords) -> _Held | None:
    if not passage.forms.isdisjoint(asked[:2]):
        return _Held(frozenset(asked), 1.0)
    if len(asked.folded) < _SHORTEST_SPELLING:
        return None
    alike = process.extractOne(
        asked.folded, passage.spellings, scorer=fuzz.ratio, score_cutoff=SPELLING_CUTOFF
    )
    if alike is None:
        return None
    spelling, likeness, _ = alike
    credit = SAME_SPELLING_CREDIT if likeness == 100 else SPELLING_CREDIT * likeness / 100
    return _Held(frozenset({spelling}), credit)


def _closest(passage: PassageWords, earned: dict[Term, _Held], credits: dict[Term, float]) -> float:
    """The most credit that title, headings and one window of the body earn together."""
    given = sum(credits[asked] for asked, held in earned.items() if _stands(held, passage.context))
    places = [
        (place, asked)
        for place, found in enumerate(passage.body)
        for asked, held in earned.items()
        if not held.forms.isdisjoint(found) and not _stands(held, passage.context)
    ]
    return given + max(
        (_window(places[first:], credits) for first in range(len(places))), default=0.0
    )


def _window(places: Sequence[tuple[int, Term]], credits: dict[Term, float]) -> float:
    """The credit of the different words within one window's length of the first place."""
    start = places[0][0]
    return sum(
        credits[asked] for asked in {asked for place, asked in places if place - start < WINDOW}
    )


def _stands(held: _Held, words: Sequence[Term]) -> bool:
    return any(not held.forms.isdisjoint(found) for found in words)
