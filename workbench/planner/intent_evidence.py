"""Weigh guesses of a question's intent by words and names that the examples of each have."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from workbench.nlp.grammar import content_words
from workbench.nlp.question_type import asks_for_meaning
from workbench.planner.classifier import Guess, IntentClassifier
from workbench.planner.classifier_features import labels_in, written_words

LEAST_RIVAL = 0.05
"""Probability from which an intent is compared with others by the words of its examples."""
UNSEEN = 0.4
"""Factor on an intent whose many examples all lack a word that those of another have."""
FEW = 5
"""Examples of an intent at which that it lacks a word says half as much.

Over the samples' own examples, each by a fit without its fifth, 14 more of 933 and 4 more of 1,129
questions get their intent; of BANKING77 with ten examples of an intent as many as before.
"""
OPEN = 0.5
"""Share of that doubt for an intent that searches the documents, whose questions have any words."""
NO_MEANING = 1e-4
"""Factor on a path through the graph for a question about a word, which no example of it asks:
"What is an excess?" is not answered by the amounts of all of them."""
UNNAMED = 0.1
"""Factor on an intent whose examples all name a type that a bare question does not."""

_LABEL = re.compile(r"⟨\w+⟩")


class IntentEvidence:
    """The words and names in the examples of each intent. Read-only after construction."""

    def __init__(
        self,
        classifier: IntentClassifier,
        examples: Sequence[tuple[str, str]],
        structured: Collection[str],
    ) -> None:
        """Read the examples.

        Args:
            classifier: knows the words of the examples of each intent.
            examples: masked texts, each with its intent.
            structured: the intents that follow a path through the graph; the others search the
                documents.
        """
        self._classifier = classifier
        self._structured = structured
        self._named = _always_named(examples)
        self._defining = {intent for text, intent in examples if asks_for_meaning(text)}

    def weighed(self, guesses: Sequence[Guess], masked: str) -> list[Guess]:
        """Return the guesses of a masked question, those with evidence against them reduced.

        "How much is the excess for ⟨benefit⟩ on ⟨plan⟩?" has a noun that the examples of another
        intent have, and "How much is ⟨product⟩?" asks for no condition of it by name. The
        probabilities no longer add up to 1.
        """
        words = _words(masked)
        if not words:
            named = frozenset(labels_in(written_words(masked)))
            return [self._by_names(guess, named) for guess in guesses]
        if asks_for_meaning(masked):
            guesses = list(map(self._by_meaning, guesses))
        rivals = [one.intent for one in guesses if one.probability >= LEAST_RIVAL]
        lacking = {intent: self._lacking(intent, words) for intent in rivals}
        said = {word for word in words if any(word not in lacks for lacks in lacking.values())}
        return [
            self._by_words(guess) if lacking.get(guess.intent, set()) & said else guess
            for guess in guesses
        ]

    def _lacking(self, intent: str, words: Sequence[str]) -> set[str]:
        known, _ = self._classifier.words_of(intent)
        return {word for word in words if not self._classifier.is_in(word, known)}

    def _by_words(self, guess: Guess) -> Guess:
        _, examples = self._classifier.words_of(guess.intent)
        doubt = (1 - UNSEEN) * examples / (examples + FEW)
        doubt *= 1.0 if guess.intent in self._structured else OPEN
        return replace(guess, probability=guess.probability * (1 - doubt))

    def _by_meaning(self, guess: Guess) -> Guess:
        is_other = guess.intent in self._structured and guess.intent not in self._defining
        return replace(guess, probability=guess.probability * (NO_MEANING if is_other else 1.0))

    def _by_names(self, guess: Guess, named: frozenset[str]) -> Guess:
        is_named = self._named.get(guess.intent, frozenset()) <= named
        return guess if is_named else replace(guess, probability=guess.probability * UNNAMED)


def _words(masked: str) -> list[str]:
    return [word.text for word in content_words(_LABEL.sub(" ", masked))]


def _always_named(examples: Sequence[tuple[str, str]]) -> Mapping[str, frozenset[str]]:
    """Return the types that all examples of an intent name which have nothing but names."""
    found: dict[str, frozenset[str]] = {}
    for text, intent in examples:
        if not _words(text):
            labels = frozenset(labels_in(written_words(text)))
            found[intent] = found.get(intent, labels) & labels
    return found
