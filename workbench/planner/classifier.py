"""An intent classifier over words and n-grams, trained on the examples of a workspace."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import OSA

from workbench.nlp.grammar import is_function_word, is_known
from workbench.nlp.morphology import is_cyrillic, lemma
from workbench.planner.classifier_features import Features, Vocabulary, features, written_words
from workbench.planner.classifier_fit import (
    Fit,
    Matrix,
    calibration_error,
    softmax,
    unseen_chances,
)


@dataclass(frozen=True)
class Guess:
    """An intent with its calibrated probability and its example most similar to the question."""

    intent: str
    probability: float
    nearest: tuple[str, ...]
    """The words of the intent's most similar example."""
    likeness: float

    @property
    def familiarity(self) -> float:
        """Probability times similarity to the nearest example, on 0-1."""
        return self.probability * self.likeness


@dataclass(frozen=True)
class CrossValidation:
    """Evaluation of the classifier on its own examples, each by a fit without its fifth."""

    accuracy: float
    expected_error: float
    """Expected calibration error (ECE) over ten bins."""
    confusions: tuple[tuple[str, str, int], ...]


class IntentClassifier:
    """Classifies questions by the examples of a workspace; no intent is named in the code."""

    def __init__(self, vocabulary: Vocabulary, examples: Sequence[tuple[str, str]]) -> None:
        """Train on ``examples``, pairs of a masked text and its intent."""
        self.vocabulary = vocabulary
        self.intents = tuple(dict.fromkeys(intent for _, intent in examples))
        self._words = [tuple(vocabulary.words(text)) for text, _ in examples]
        spellings = {word.lower() for text, _ in examples for word in written_words(text)}
        self._spellings = tuple(sorted(word for word in spellings if len(word) > 2))
        self._targets = np.array([self.intents.index(intent) for _, intent in examples])
        self._members = [np.flatnonzero(self._targets == at) for at in range(len(self.intents))]
        rows = [features(words) for words in self._words]
        counts = Counter(name for row in rows for name in row)
        self._idf = {name: math.log((1 + len(rows)) / (1 + n)) + 1 for name, n in counts.items()}
        self._unseen = math.log(1 + len(rows)) + 1
        scaled = [self._scaled(row) for row in rows]
        self._index = _invert(scaled)
        self._fit = Fit.of(_gram(scaled), self._targets, len(self.intents))

    def classify(self, masked: str) -> tuple[Guess, ...]:
        """Return a guess for every intent, most probable first."""
        words = self.vocabulary.words(masked, self._spell_corrected)
        kernel = self._kernel(self._scaled(features(words)))
        chances = softmax(self._fit.log_odds(kernel))
        return tuple(
            self._guess(int(at), float(chances[at]), kernel) for at in np.argsort(-chances)
        )

    def covers(self, word: str) -> bool:
        """Whether an example contains the word, or the word that it misspells."""
        return lemma(self._spell_corrected(word)) in self.known_words

    @cached_property
    def known_words(self) -> frozenset[str]:
        """All lemmas of the examples."""
        return frozenset(name[2:] for name in self._idf if name.startswith("w:"))

    @cached_property
    def labels(self) -> frozenset[str]:
        """All types and slots that the examples name."""
        return frozenset(name[2:] for name in self._idf if name.startswith("t:"))

    @cached_property
    def cross_validation(self) -> CrossValidation:
        """The five-fold evaluation, computed on first use."""
        similarities = _gram([self._scaled(features(words)) for words in self._words])
        chances = unseen_chances(similarities, self._targets, len(self.intents))
        predicted, sure = chances.argmax(1), chances.max(1)
        right = predicted == self._targets
        pairs = Counter(
            (self.intents[want], self.intents[got])
            for want, got in zip(self._targets, predicted, strict=True)
            if want != got
        )
        confusions = tuple((want, got, n) for (want, got), n in pairs.most_common())
        return CrossValidation(float(right.mean()), calibration_error(sure, right), confusions)

    def _guess(self, at: int, probability: float, kernel: Matrix) -> Guess:
        own = self._members[at]
        nearest = int(own[kernel[own].argmax()])
        return Guess(self.intents[at], probability, self._words[nearest], float(kernel[nearest]))

    def _scaled(self, row: Features) -> Features:
        """Return tf-idf weights of unit length; unseen features count towards the length."""
        weighted = {
            name: (1 + math.log(n) if n > 1 else n) * self._idf.get(name, self._unseen)
            for name, n in row.items()
        }
        length = math.sqrt(sum(value * value for value in weighted.values())) or 1.0
        return {name: value / length for name, value in weighted.items()}

    def _kernel(self, row: Features) -> Matrix:
        """Return the similarity of a question to every example."""
        known = [(self._index[name], value) for name, value in row.items() if name in self._index]
        if not known:
            return np.zeros(len(self._words))
        places = np.concatenate([places for (places, _), _ in known])
        values = np.concatenate([values * value for (_, values), value in known])
        return np.bincount(places, values, len(self._words)).astype(np.float64)

    def _spell_corrected(self, word: str) -> str:
        """Return the examples' word that ``word`` misspells, if exactly one is nearest."""
        lower = word.lower()
        if word.startswith("⟨") or lower in self._spellings:
            return lower
        if is_function_word(lower) or is_known(lower):
            return lower
        allowed = _allowed_edits(lower)
        near = process.extract(
            lower, self._spellings, scorer=OSA.distance, score_cutoff=allowed, limit=4
        )
        nearest = {str(other) for other, distance, _ in near if distance == near[0][1]}
        lemmas = {lemma(other) for other in nearest}
        return min(nearest) if allowed and len(lemmas) == 1 else lower


def _allowed_edits(word: str) -> int:
    """Return the edits allowed in a misspelling: 0 for short words, 1 below 7 letters, else 2."""
    shortest = 4 if is_cyrillic(word) else 5
    return 0 if len(word) < shortest else 1 if len(word) < 7 else 2


_Postings: TypeAlias = Mapping[str, tuple[NDArray[np.int64], Matrix]]


def _invert(rows: Sequence[Features]) -> _Postings:
    """Return, for each feature, the indices of the examples that have it and its weights there."""
    found: dict[str, tuple[list[int], list[float]]] = defaultdict(lambda: ([], []))
    for at, row in enumerate(rows):
        for name, value in row.items():
            found[name][0].append(at)
            found[name][1].append(value)
    return {name: (np.array(at), np.array(values)) for name, (at, values) in found.items()}


def _gram(rows: Sequence[Features]) -> Matrix:
    """Return the similarity of every example to every other, by their shared features."""
    shared = [name for name, n in Counter(f for row in rows for f in row).items() if n > 1]
    columns = {name: at for at, name in enumerate(shared)}
    dense = np.zeros((len(rows), len(columns)), dtype=np.float32)
    for at, row in enumerate(rows):
        for name, value in row.items():
            if name in columns:
                dense[at, columns[name]] = value
    gram = (dense @ dense.T).astype(np.float64)
    np.fill_diagonal(gram, 1.0)
    return gram
