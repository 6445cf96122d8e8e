"""An intent classifier over words and n-grams, trained on the examples of a workspace."""

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import OSA

from workbench.nlp.grammar import is_function_word, is_known
from workbench.nlp.morphology import is_cyrillic, lemma
from workbench.planner.classifier_features import Vocabulary, features, written_words
from workbench.planner.classifier_fit import Matrix, calibration_error, softmax, unseen_chances
from workbench.planner.classifier_training import similarities, trained


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

    def __init__(
        self,
        vocabulary: Vocabulary,
        examples: Sequence[tuple[str, str]],
        file: Path | None = None,
    ) -> None:
        """Train on ``examples``, pairs of a masked text and its intent.

        ``file`` keeps the training for later processes.
        """
        self.vocabulary = vocabulary
        self.intents = tuple(dict.fromkeys(intent for _, intent in examples))
        self._words = [tuple(vocabulary.words(text)) for text, _ in examples]
        spellings = {word.lower() for text, _ in examples for word in written_words(text)}
        self._spellings = tuple(sorted(word for word in spellings if len(word) > 2))
        self._targets = np.array([self.intents.index(intent) for _, intent in examples])
        self._members = [np.flatnonzero(self._targets == at) for at in range(len(self.intents))]
        self._training = trained(self._words, self._targets, len(self.intents), file)

    def classify(self, masked: str) -> tuple[Guess, ...]:
        """Return a guess for every intent, most probable first."""
        words = self.vocabulary.words(masked, self._spell_corrected)
        kernel = self._training.similarities(self._training.weighted(features(words)))
        chances = softmax(self._training.fit.log_odds(kernel))
        return tuple(
            self._guess(int(at), float(chances[at]), kernel) for at in np.argsort(-chances)
        )

    def covers(self, word: str) -> bool:
        """Whether an example contains the word, or the word that it misspells."""
        return lemma(self._spell_corrected(word)) in self.known_words

    def words_of(self, intent: str) -> tuple[frozenset[str], int]:
        """Return the words of an intent's examples, and how many examples it has."""
        members = self._members[self.intents.index(intent)]
        return frozenset(word for at in members for word in self._words[at]), len(members)

    def is_in(self, word: str, words: Container[str]) -> bool:
        """Whether a word, or the one that it misspells, is among those of examples."""
        return any(one in words for one in self.vocabulary.words(word, self._spell_corrected))

    @cached_property
    def known_words(self) -> frozenset[str]:
        """All lemmas of the examples."""
        return frozenset(name[2:] for name in self._training.numbers if name.startswith("w:"))

    @cached_property
    def labels(self) -> frozenset[str]:
        """All types and slots that the examples name."""
        return frozenset(name[2:] for name in self._training.numbers if name.startswith("t:"))

    @cached_property
    def cross_validation(self) -> CrossValidation:
        """The five-fold evaluation, computed on first use."""
        rows = [self._training.weighted(features(words)) for words in self._words]
        chances = unseen_chances(similarities(rows), self._targets, len(self.intents))
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
