"""A linear intent classifier: ridge regression over n-grams, calibrated in closed form."""

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
from workbench.planner.classifier_features import Features, Vocabulary, features, written

RIDGE = 0.6
BIAS = 0.3
_TEMPERATURES = tuple(float(t) for t in np.geomspace(0.03, 1.0, 36))

Matrix: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Guess:
    """An intent, its calibrated probability, and the example most like the question."""

    intent: str
    probability: float
    nearest: tuple[str, ...]
    """The words of that intent's nearest example."""
    likeness: float

    @property
    def familiarity(self) -> float:
        """How well the question is understood: sure of the intent, and like one of its examples."""
        return self.probability * self.likeness


@dataclass(frozen=True)
class LeaveOneOut:
    """What the classifier says of each example when it has not seen it."""

    accuracy: float
    expected_error: float
    """Mean distance of stated probability and outcome, in ten bins (ECE)."""
    confusions: tuple[tuple[str, str, int], ...]


class IntentClassifier:
    """Trained on a workspace's own examples; nothing in it knows an intent by name."""

    def __init__(self, vocabulary: Vocabulary, examples: Sequence[tuple[str, str]]) -> None:
        """``examples`` pairs masked texts and intents."""
        self.vocabulary = vocabulary
        self.intents = tuple(dict.fromkeys(intent for _, intent in examples))
        self._words = [tuple(vocabulary.words(text)) for text, _ in examples]
        spellings = {word.lower() for text, _ in examples for word in written(text)}
        self._spellings = tuple(sorted(word for word in spellings if len(word) > 2))
        self._targets = np.array([self.intents.index(intent) for _, intent in examples])
        self._members = [np.flatnonzero(self._targets == at) for at in range(len(self.intents))]
        rows = [features(words) for words in self._words]
        counts = Counter(name for row in rows for name in row)
        self._idf = {name: math.log((1 + len(rows)) / (1 + n)) + 1 for name, n in counts.items()}
        self._unseen = math.log(1 + len(rows)) + 1
        scaled = [self._scaled(row) for row in rows]
        self._index = _invert(scaled)
        self._train(scaled)

    def classify(self, masked: str) -> tuple[Guess, ...]:
        """Every intent, the likeliest first."""
        words = self.vocabulary.words(masked, self._mended)
        kernel = self._kernel(self._scaled(features(words)))
        scores = (kernel + BIAS) @ self._weights
        chances = _softmax(scores / self.temperature)
        return tuple(
            self._guess(int(at), float(chances[at]), kernel) for at in np.argsort(-chances)
        )

    def explains(self, word: str) -> bool:
        """True when an example uses the word, or one that it misspells."""
        return lemma(self._mended(word)) in self.known_words

    @cached_property
    def known_words(self) -> frozenset[str]:
        """Every lemma that an example uses."""
        return frozenset(name[2:] for name in self._idf if name.startswith("w:"))

    @cached_property
    def labels(self) -> frozenset[str]:
        """Every type and slot that an example names."""
        return frozenset(name[2:] for name in self._idf if name.startswith("t:"))

    @cached_property
    def leave_one_out(self) -> LeaveOneOut:
        """How well it does on examples it has not seen."""
        chances = _softmax(self._unseen_scores / self.temperature)
        said, sure = chances.argmax(1), chances.max(1)
        right = said == self._targets
        pairs = Counter(
            (self.intents[want], self.intents[got])
            for want, got in zip(self._targets, said, strict=True)
            if want != got
        )
        confusions = tuple((want, got, n) for (want, got), n in pairs.most_common())
        return LeaveOneOut(float(right.mean()), _calibration_error(sure, right), confusions)

    def _train(self, rows: Sequence[Features]) -> None:
        kernel = _gram(rows) + BIAS
        inverse = np.linalg.inv(kernel + RIDGE * np.eye(len(kernel)))
        wanted = np.eye(len(self.intents))[self._targets]
        dual = inverse @ wanted
        self._unseen_scores: Matrix = wanted - dual / np.diag(inverse)[:, None]
        self._weights: Matrix = dual
        self.temperature = _fit_temperature(self._unseen_scores, self._targets)

    def _guess(self, at: int, probability: float, kernel: Matrix) -> Guess:
        own = self._members[at]
        nearest = int(own[kernel[own].argmax()])
        return Guess(self.intents[at], probability, self._words[nearest], float(kernel[nearest]))

    def _scaled(self, row: Features) -> Features:
        """tf-idf of unit length; features never seen count towards the length."""
        weighted = {
            name: (1 + math.log(n) if n > 1 else n) * self._idf.get(name, self._unseen)
            for name, n in row.items()
        }
        length = math.sqrt(sum(value * value for value in weighted.values())) or 1.0
        return {name: value / length for name, value in weighted.items()}

    def _kernel(self, row: Features) -> Matrix:
        """Likeness of a question to every example."""
        known = [(self._index[name], value) for name, value in row.items() if name in self._index]
        if not known:
            return np.zeros(len(self._words))
        places = np.concatenate([places for (places, _), _ in known])
        values = np.concatenate([values * value for (_, values), value in known])
        return np.bincount(places, values, len(self._words)).astype(np.float64)

    def _mended(self, word: str) -> str:
        """The example's word that ``word`` misspells, where one alone is nearest; else the word."""
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
        alike = {lemma(other) for other in nearest}
        return min(nearest) if allowed and len(alike) == 1 else lower


def _allowed_edits(word: str) -> int:
    """How many letters a misspelling may have wrong; fewer where no dictionary knows real words."""
    shortest = 4 if is_cyrillic(word) else 5
    return 0 if len(word) < shortest else 1 if len(word) < 7 else 2


_Postings: TypeAlias = Mapping[str, tuple[NDArray[np.int64], Matrix]]


def _invert(rows: Sequence[Features]) -> _Postings:
    """For each feature, the examples that have it and how much it weighs in them."""
    found: dict[str, tuple[list[int], list[float]]] = defaultdict(lambda: ([], []))
    for at, row in enumerate(rows):
        for name, value in row.items():
            found[name][0].append(at)
            found[name][1].append(value)
    return {name: (np.array(at), np.array(values)) for name, (at, values) in found.items()}


def _gram(rows: Sequence[Features]) -> Matrix:
    """Likeness of every example to every other; what one example alone has joins no two."""
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


def _softmax(scores: Matrix) -> Matrix:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def _fit_temperature(scores: Matrix, targets: NDArray[np.int64]) -> float:
    """The temperature under which the unseen examples are likeliest."""
    rows = np.arange(len(targets))

    def surprise(temperature: float) -> float:
        chances = _softmax(scores / temperature)[rows, targets]
        return float(-np.log(np.maximum(chances, 1e-12)).mean())

    return min(_TEMPERATURES, key=surprise)


def _calibration_error(sure: Matrix, right: NDArray[np.bool_]) -> float:
    bins = np.minimum((sure * 10).astype(int), 9)
    gaps = [
        abs(float(sure[bins == b].mean()) - float(right[bins == b].mean()))
        * float((bins == b).sum())
        for b in range(10)
        if (bins == b).any()
    ]
    return sum(gaps) / len(sure)
