"""Score the absolute relevance of a passage to a question, on 0-1.

Every content word of the question is weighted by its rarity in the index; words of general use get
half of that. A passage earns the full weight of a word if it has the lemma or stem, and part of it
for a translation or a word of similar spelling, compared across scripts. The score is the mean of
two weighted shares: of words anywhere in the passage, title and headings included, and of words
close together. It is not relative to the best passage, so scores are comparable across questions
and indexes.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz import fuzz, process

from workbench.nlp.by_script import ByScript, list_by_script
from workbench.nlp.code_names import code_names
from workbench.nlp.cross_language import translations
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.relation_lexicon import words_of_relations
from workbench.nlp.synonyms import stand_ins
from workbench.nlp.terms import stem_key
from workbench.nlp.tokens import tokens
from workbench.nlp.word_families import relatives
from workbench.retrieval.analysis import TermForms, TextForms, analyse, names, term
from workbench.retrieval.channels import idf
from workbench.retrieval.lexical.protocol import LexicalIndex
from workbench.retrieval.passages import PassageWords, word_bit
from workbench.retrieval.term_positions import IN_CONTEXT, TermFinder, spelling_positions

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
TRANSLATION_CREDIT = 0.8
"""Credit for «скидка» where the question has "discount", and for «кладовая» of «кладовка»."""
ALONE_CREDIT = 0.4
"""The same where the question has no other word, which would show the sense of this one: nothing
says that "Who won?" is about the method that «победил»."""
UNKNOWN_NAME = 0.5
"""Relevance factor if the question has a name that is in no passage, and this one lacks it too."""
_SHORTEST_SPELLING, _SHORTEST_CLIPPED = 4, 5
"""Letters; shorter words are similar by chance: "cat", "car"; or begin others: "port"."""


class _Pair(NamedTuple):
    """Two neighbouring words of a question: their stems in either order."""

    forward: str
    backward: str
    bits: int
    """Bits of the lemmas that a passage with the pair has; none of Cyrillic words, which it may
    have with another lemma of the stem."""

    @classmethod
    def of(cls, first: TermForms, second: TermForms) -> "_Pair":
        bits = 0
        for one in (first, second):
            bits |= 0 if is_cyrillic(one.lemma) else word_bit(one.lemma)
        return cls(f" {first.stem} {second.stem} ", f" {second.stem} {first.stem} ", bits)


@dataclass(frozen=True)
class QueryTerms:
    """The content words of a question, each with its weight."""

    weights: dict[TermForms, float]
    pairs: dict["_Pair", float] = field(default_factory=dict)
    """Neighbouring words, with the weight of the lighter one."""
    unknown_names: frozenset[TermForms] = frozenset()
    """Names in the question that are in no passage."""
    stand_ins: Mapping[TermForms, Sequence[TermForms]] = field(default_factory=dict)
    """Words in some passage that stand for a word that is in none: of the other language, of the
    same root, and synonyms."""
    codes: frozenset[str] = frozenset()
    """Options and identifiers of a question without content words: "What does -t do?"."""

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
        stand_ins = {found: others for found in specific if (others := _stand_ins(found, index))}
        weights = {found: _weight(found, stand_ins.get(found, ()), index) for found in specific}
        pairs = {
            _Pair.of(first, second): min(weights[first], weights[second])
            for first, second in pairwise(asked)
            if first in weights and second in weights
        }
        codes = frozenset(name.text for name in code_names(query)) if not asked else frozenset()
        return cls(weights, pairs, unknown, stand_ins, codes)

    def code_share(self, text: str) -> float:
        """Return the share of the codes that a text has, on 0-1."""
        found = self.codes & {name.text for name in code_names(text)}
        return len(found) / len(self.codes) if self.codes else 0.0

    def relevances(self, passages: Sequence[PassageWords]) -> list[float]:
        """Return the relevance of each passage, on 0-1."""
        total = sum(self.weights.values())
        if not total:
            return [0.0] * len(passages)
        words, weights = list(self.weights), list(self.weights.values())
        finder = TermFinder(words)
        found = [
            {number: _Match(weights[number], positions) for number, positions in one.items()}
            for one in map(finder.positions, passages)
        ]
        self._add_stand_ins(words, passages, found)
        self._add_similar(words, passages, found)
        return [self._relevance(words, matches, total) for matches in found]

    def adjacency(self, passage: PassageWords) -> float:
        """Return the weighted share of neighbouring words that are neighbours in a body, on 0-1."""
        total = sum(self.pairs.values())
        stems, bits = passage.body.stems, passage.lemma_bits
        found = sum(
            weight
            for pair, weight in self.pairs.items()
            if bits & pair.bits == pair.bits and (pair.forward in stems or pair.backward in stems)
        )
        return found / total if total else 0.0

    def _add_stand_ins(
        self,
        words: Sequence[TermForms],
        passages: Sequence[PassageWords],
        found: Sequence[dict[int, "_Match"]],
    ) -> None:
        """Add the words that stand for one to the passages that lack it."""
        for number, asked in enumerate(words):
            if asked not in self.stand_ins:
                continue
            finder = TermFinder(self.stand_ins[asked])
            share = TRANSLATION_CREDIT if len(words) > 1 else ALONE_CREDIT
            credit = share * self.weights[asked]
            for passage, matches in zip(passages, found, strict=True):
                positions = [
                    position for one in finder.positions(passage).values() for position in one
                ]
                if positions and number not in matches:
                    matches[number] = _Match(credit, sorted(positions))

    def _add_similar(
        self,
        words: Sequence[TermForms],
        passages: Sequence[PassageWords],
        found: Sequence[dict[int, "_Match"]],
    ) -> None:
        """Add the words of similar spelling to the passages that lack a word."""
        spellings = [one.spellings for one in passages]
        every, lines = list[str](), ""
        for number, asked in enumerate(words):
            lacking = [at for at, matches in enumerate(found) if number not in matches]
            if not lacking or len(asked.folded) < _SHORTEST_SPELLING:
                continue
            if not every:
                every = list(set().union(*spellings))
                lines = "\n".join(("", *every, ""))
            similar = _similar_spellings(asked, every, lines)
            for at in lacking if similar else ():
                for spelling, likeness in similar:
                    if spelling in spellings[at]:
                        credit = self.weights[asked] * _spelling_credit(likeness)
                        positions = spelling_positions(passages[at], spelling)
                        found[at][number] = _Match(credit, positions)
                        break

    def _relevance(
        self, words: Sequence[TermForms], matches: Mapping[int, "_Match"], total: float
    ) -> float:
        if not matches:
            return 0.0
        anywhere = sum(match.credit for match in matches.values())
        close = _best_window(matches)
        lacks_name = self.unknown_names and self._lacks_a_name(words, matches)
        return (anywhere + close) / 2 / total * (UNKNOWN_NAME if lacks_name else 1.0)

    def _lacks_a_name(self, words: Sequence[TermForms], matches: Mapping[int, "_Match"]) -> bool:
        """Return True if the passage has no similar spelling of an unknown name."""
        credits = {words[number]: match.credit for number, match in matches.items()}
        least = _spelling_credit(NAME_CUTOFF)
        return any(
            credits.get(name, 0.0) < least * self.weights[name]
            for name in self.unknown_names & self.weights.keys()
        )


def unseen_words(query: str, index: LexicalIndex) -> tuple[str, ...]:
    """Return the content words of a question, as written, that no passage has or stands for."""
    found = []
    for token in tokens(query):
        terms = analyse(token.text).terms
        if terms and not any(_frequency(one, index) or _stand_ins(one, index) for one in terms):
            found.append(token.text)
    return tuple(dict.fromkeys(found))


def semantic_relevance(cosine: float, background: float) -> float:
    """Return the cosine rescaled from [background, 1] to [0, 1].

    The cosine of unrelated texts depends on the embedder (0.1 for one, 0.7 for another); the lowest
    cosine among the hits serves as the background.
    """
    return max(0.0, (cosine - background) / (1.0 - background)) if background < 1.0 else 0.0


class _Match(NamedTuple):
    """A question word in a passage: its weight times its credit, and its positions."""

    credit: float
    positions: Sequence[int]


def _similar_spellings(
    asked: TermForms, spellings: Sequence[str], lines: str
) -> list[tuple[str, float]]:
    """Return the spellings that are similar to a word, with their similarity, the best first.

    A longer word that begins with it is: "Kubernetes" with «кубер». In ``lines`` each spelling is
    a line between two line breaks.
    """
    found = process.extract(
        asked.folded, spellings, scorer=fuzz.ratio, score_cutoff=SPELLING_CUTOFF, limit=None
    )
    similar = {one: likeness for one, likeness, _ in found}
    if len(asked.folded) >= _SHORTEST_CLIPPED:
        longer = _lines_beginning(asked.folded, lines)
        similar = dict.fromkeys(longer, float(SPELLING_CUTOFF)) | similar
    return sorted(similar.items(), key=lambda one: (-one[1], one))


def _lines_beginning(word: str, lines: str) -> Iterator[str]:
    at = lines.find(f"\n{word}")
    while at >= 0:
        end = lines.find("\n", at + 1)
        yield lines[at + 1 : end]
        at = lines.find(f"\n{word}", end)


def _spelling_credit(similarity: float) -> float:
    return SAME_SPELLING_CREDIT if similarity == 100 else SPELLING_CREDIT * similarity / 100


def _stand_ins(asked: TermForms, index: LexicalIndex) -> list[TermForms]:
    """Return the words that stand for a word that no passage has, if some passage has them."""
    if _frequency(asked, index):
        return []
    related = {
        *relatives(stem_key(asked.lemma)),
        *stand_ins(asked.lemma),
        *words_of_relations(asked.lemma),
    }
    others = dict.fromkeys((*translations(asked.lemma), *sorted(related)))
    return [found for word in others if _frequency(found := term(word), index)]


def _weight(asked: TermForms, others: Sequence[TermForms], index: LexicalIndex) -> float:
    """Return the weight of a word by its rarity, or that of its translations."""
    count = max(_frequency(one, index) for one in (asked, *others))
    common = COMMON_WEIGHT if asked.lemma in _common_lemmas() else 1.0
    return common * idf(count, len(index))


def _frequency(asked: TermForms, index: LexicalIndex) -> int:
    return max(index.document_frequency("words", form) for form in asked[:2])


@cache
def _common_lemmas() -> ByScript[str]:
    return list_by_script("common", lambda word: (term(word).lemma,))


def _best_window(matches: Mapping[int, _Match]) -> float:
    """Return the highest credit of title and headings plus one window of the body."""
    in_context = sum(match.credit for match in matches.values() if IN_CONTEXT in match.positions)
    in_body = {
        number: match.credit
        for number, match in matches.items()
        if IN_CONTEXT not in match.positions
    }
    positions = sorted(
        (position, number) for number in in_body for position in matches[number].positions
    )
    best = 0.0
    for first, (start, _) in enumerate(positions):
        end = bisect_left(positions, (start + WINDOW,), first)
        found = {number for _, number in positions[first:end]}
        best = max(best, sum(map(in_body.__getitem__, found)))
        if end == len(positions) or len(found) == len(in_body):
            break  # the windows that follow hold no other words
    return in_context + best
