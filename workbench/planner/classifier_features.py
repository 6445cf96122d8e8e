"""Extract the features of the offline classifier: words, word pairs, letter n-grams and types."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from workbench.domain.base import Span
from workbench.domain.entities import Resolution
from workbench.nlp.grammar import in_word_list
from workbench.nlp.morphology import lemma
from workbench.nlp.name_folding import fold
from workbench.nlp.spelling import ALPHANUMERICS, normalize_spelling
from workbench.workspace import Workspace

PAIR_WEIGHT = 0.5
LETTER_WEIGHT = 0.4
TYPE_WEIGHT = 1.5
"""Weights of word pairs, letter n-grams and types, relative to 1 for a word."""
LETTERS = (3, 4)
"""Lengths of the letter n-grams, which survive typos and inflection."""

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
"""A type in an example: ``{company}``."""
_TOKEN = re.compile(rf"⟨\w+⟩|{ALPHANUMERICS}(?:[-'’]{ALPHANUMERICS})*")
"""A label or a word: ``⟨company⟩``, ``follow-up``, ``isn't``."""

Features = Mapping[str, float]


@dataclass(frozen=True)
class Vocabulary:
    """Masks names by the labels of their types, so that one example covers all names of a type."""

    types: Mapping[str, str]
    """The label of a name by its node type or slot; a slot of entities has its type's label."""
    subject: str = ""
    """The type that personal pronouns refer to, if the workspace is about one person or thing."""

    @classmethod
    def of(cls, workspace: Workspace) -> "Vocabulary":
        """Return the vocabulary of a workspace."""
        spec = workspace.spec
        types = {name: name for name in (*spec.node_types, *spec.slots)}
        types |= {name: slot.node_type for name, slot in spec.slots.items() if slot.node_type}
        sizes = workspace.node_counts
        defaults = dict.fromkeys(
            i.any_of for i in spec.intents.values() if sizes.get(i.any_of) == 1
        )
        return cls(types, next(iter(defaults), ""))

    def mask_example(self, example: str) -> str:
        """Replace the ``{type}`` placeholders of an example by labels."""
        return _PLACEHOLDER.sub(lambda m: f"⟨{self.types.get(m[1], m[1])}⟩", example)

    def mask(self, text: str, named: Iterable[tuple[Span, str]]) -> str:
        """Replace the names in a question by the labels of their types."""
        labels: dict[tuple[int, int], list[str]] = {}
        for span, name in named:
            labels.setdefault((span.start, span.end), []).append(f"⟨{self.types.get(name, name)}⟩")
        for (start, end), shown in sorted(labels.items(), reverse=True):
            text = f"{text[:start]}{' '.join(dict.fromkeys(shown))}{text[end:]}"
        return text

    def words(self, masked: str, correct: Callable[[str], str] = str.lower) -> list[str]:
        """Return lemmas and labels of a masked text; personal pronouns become the subject's label.

        ``correct`` replaces a misspelled word.
        """
        return [self._word(correct(token)) for token in written_words(masked)]

    def _word(self, token: str) -> str:
        if token.startswith("⟨"):
            return token
        if self.subject and in_word_list(token, "personal_pronouns"):
            return f"⟨{self.subject}⟩"
        return lemma(token)


def written_words(masked: str) -> list[str]:
    """Return the words and labels of a masked text, not lemmatised."""
    return _TOKEN.findall(normalize_spelling(masked))


def name_spans(resolution: Resolution) -> list[tuple[Span, str]]:
    """Return the spans of the names in a question, each with its type or slot."""
    entities = [(e.span, e.type) for e in resolution.entities if e.span is not None]
    return entities + [(s.span, s.slot) for s in resolution.slots if s.span is not None]


def labels_in(words: Iterable[str]) -> list[str]:
    """Return the types and slots whose labels are among the words."""
    return [word.strip("⟨⟩") for word in words if word.startswith("⟨")]


def features(words: Sequence[str]) -> Features:
    """Return the weighted features of the words of a masked text."""
    found: dict[str, float] = defaultdict(float)
    for word in words:
        if not word.startswith("⟨"):
            found[f"w:{word}"] += 1.0
            for name in _letters(word):
                found[name] += LETTER_WEIGHT
    for pair in zip(["^", *words], [*words, "$"], strict=True):
        found[f"b:{' '.join(pair)}"] += PAIR_WEIGHT
    _add_types(found, labels_in(words))
    return found


@lru_cache(maxsize=50_000)
def _letters(word: str) -> tuple[str, ...]:
    padded = f" {fold(word)} "
    return tuple(
        f"c:{padded[start : start + length]}"
        for length in LETTERS
        for start in range(len(padded) - length + 1)
    )


def _add_types(found: dict[str, float], labels: list[str]) -> None:
    for label, times in Counter(labels).items():
        found[f"t:{label}"] += TYPE_WEIGHT
        if times > 1:
            found[f"2:{label}"] += TYPE_WEIGHT
    found[f"all:{' '.join(sorted(set(labels)))}"] += TYPE_WEIGHT
