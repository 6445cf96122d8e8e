"""Compute the signals of the memory gate: evidence that a question is a follow-up, or is not."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from workbench.domain.base import Span
from workbench.domain.question import Question, Turn
from workbench.i18n.messages import messages
from workbench.nlp.amounts import unit_of
from workbench.nlp.grammar import content_words, in_word_list, is_function_word, leftover_words
from workbench.nlp.morphology import is_cyrillic, lemma
from workbench.nlp.tokens import Token, tokens
from workbench.understanding.carried_entities import anaphoric_words, type_labels
from workbench.understanding.entity_registry import EntityRegistry
from workbench.understanding.mentions import Mention, find_mentions

LONG = 6
"""A question with more content words than this is rarely a follow-up."""
FEW_WORDS = 2
"""Content words up to which a question without a name leaves out what it is about."""
_SENTENCE_START = re.compile(r"(?:^|[.!?…:]\s+)[«“\"(]*$")
"""Matches the text before a word that begins a sentence, such as ``It ended. («``."""
_CLAUSE_END = re.compile(r"[,;:.!?…]\s")
"""Matches the end of a clause or a sentence, but not the full stop of "2.5 kg"."""
_QUOTED = re.compile(r"«[^»]+»|“[^”]+”|\"[^\"]+\"")
"""A quoted name: «Кафка», “Kafka” or "Kafka"."""


@dataclass(frozen=True)
class Signal:
    """One observation; a positive weight speaks for a follow-up, a negative one against it.

    `memory.recall` compares the sum of the weights with its thresholds.
    """

    code: str
    weight: float
    text: str


@dataclass(frozen=True)
class SignalFeatures:
    """The features of a question and its earlier turns that signals read."""

    question: Question
    turns: Sequence[Turn]
    registry: EntityRegistry

    @cached_property
    def words(self) -> list[Token]:
        """All words of the question."""
        return tokens(self.question.text)

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """Nodes and slot values that the question names."""
        return find_mentions(self.question.text, self.registry)

    @cached_property
    def spans(self) -> list[Span]:
        """Spans of all names, of entities and slot values, in order."""
        values = [mention.span for mention in self.mentions if not mention.may_be_node]
        return sorted([*self.entity_spans, *values], key=lambda span: span.start)

    @cached_property
    def entity_spans(self) -> list[Span]:
        """Spans of entity names, known and unknown, which a pronoun may refer to."""
        known = [mention.span for mention in self.mentions if mention.may_be_node]
        unknown = [Span(start=t.start, end=t.end) for t in self._unknown_names()]
        return sorted([*known, *unknown], key=lambda span: span.start)

    @cached_property
    def leftover(self) -> list[Token]:
        """Content words outside the names."""
        return leftover_words(self.question.text, self.spans, type_labels(self.registry.workspace))

    @cached_property
    def anaphora(self) -> list[str]:
        """Pronouns and demonstratives without an antecedent in the question."""
        named = [span.start for span in self.entity_spans[:1]]
        first = min([*named, *self._introduced], default=None)
        found = anaphoric_words(self.question.text, first) or self._demonstratives(first)
        if self.registry.workspace.subject_types:
            return found
        person = next((s.start for s in self.entity_spans if self._is_named(s)), None)
        return found + [
            t.text for t in self._before(person) if in_word_list(t.text, "personal_pronouns")
        ]

    @property
    def _introduced(self) -> list[int]:
        """Ends of clauses that give "it" its meaning: "Got a strange email, do I report it?"."""
        ends = [found.end() for found in _CLAUSE_END.finditer(self.question.text)]
        return [end for end in ends if sum(word.end < end for word in self.leftover) > 1]

    def _demonstratives(self, before: int | None) -> list[str]:
        """Demonstratives that no name explains: "this book", but not "this year"."""
        return [
            one.text
            for one, noun in pairwise(self._before(before))
            if in_word_list(one.text, "demonstratives")
            and not (is_function_word(noun.text) or unit_of(noun.text) or self._inside(noun))
        ]

    def _is_named(self, span: Span) -> bool:
        """Whether words name one thing: "he" may refer to "gromov", the node Gromov, not "watch".

        A name has a capital here, or in the workspace.
        """
        known = [
            match.entry.text
            for mention in self.mentions
            for match in mention.matches
            if mention.span == span and match.entry.target.kind == "node"
        ]
        written = self.question.text[span.start : span.end]
        return any(map(str.isupper, "".join((written, *known))))

    def has_any(self, name: str) -> bool:
        """True when a word outside the names is in the word list."""
        return any(in_word_list(t.text, name) for t in self.words if not self._inside(t))

    def _before(self, place: int | None) -> list[Token]:
        return [t for t in self.words if place is None or t.start < place]

    def _inside(self, token: Token) -> bool:
        return any(s.start < token.end and token.start < s.end for s in self.spans)

    def _unknown_names(self) -> Iterator[Token]:
        cyrillic = any(is_cyrillic(t.text) for t in self.words)
        earlier = _names_of(self.turns)
        quoted = [found.span() for found in _QUOTED.finditer(self.question.text)]
        for token in self.words:
            if is_function_word(token.text) or in_word_list(token.text, "personal_pronouns"):
                continue
            mid_sentence = not _SENTENCE_START.search(self.question.text[: token.start])
            capital = token.text[0].isupper() and mid_sentence
            foreign = cyrillic and not is_cyrillic(token.text) and token.text[0].isalpha()
            in_quotes = any(start < token.start < end for start, end in quoted)
            if capital or foreign or in_quotes or token.text.lower() in earlier:
                yield token


def read_signals(
    question: Question, turns: Sequence[Turn], registry: EntityRegistry
) -> list[Signal]:
    """Return every signal with a weight other than 0, in the question's language."""
    features = SignalFeatures(question, turns, registry)
    texts = messages("workbench.understanding")[question.language]["signals"]
    found = []
    for code, weigh in _SIGNALS.items():
        weight = weigh(features)
        if weight:
            found.append(Signal(code, weight, texts[code]))
    return found


def _names_of(turns: Sequence[Turn]) -> frozenset[str]:
    """Lower-cased words that the turns capitalize in mid-sentence and never write in lower case."""
    names, plain = set(), set()
    for text in (text for turn in turns for text in (turn.question, turn.answer)):
        for token in tokens(text):
            if token.text.islower():
                plain.add(token.text)
            elif len(token.text) > 2 and not _SENTENCE_START.search(text[: token.start]):
                names.add(token.text.lower())
    return frozenset(names - plain)


def _anaphora(features: SignalFeatures) -> float:
    """The question has a pronoun without an antecedent: "Where was it built?"."""
    if not features.anaphora:
        return 0.0
    return 1.1 if features.spans else 0.6


def _fragment(features: SignalFeatures) -> float:
    """The question has no content words outside the names: "And Kafka?"."""
    if features.leftover or (features.spans and features.has_any("auxiliaries")):
        return 0.0
    return 0.9 if features.spans else 0.5


def _conjunction(features: SignalFeatures) -> float:
    """The question starts with a conjunction or "what about": "And who led it?"."""
    first, second, *_ = (*(word.text for word in features.words[:2]), "", "")
    about = in_word_list(second, "topic_prepositions") and in_word_list(first, "question_words")
    return 1.15 if about or in_word_list(first, "leading_conjunctions") else 0.0


def _no_name(features: SignalFeatures) -> float:
    """The question names nothing: "How much was it?"; the more it says, the less it leaves out.

    "How often should I descale the machine?" is complete without a name.
    """
    excess = max(0, len(features.leftover) - FEW_WORDS)
    return 0.0 if features.spans else max(0.0, 0.55 - 0.1 * excess)


def _continuation(features: SignalFeatures) -> float:
    """The question asks for more: "What else?", but not "What else besides Kafka?".

    With a name it is "named" as well: "Did Harvest use any other databases?" is a follow-up.
    """
    explained = features.has_any("exclusions") and features.leftover
    if explained or not features.has_any("continuation_words"):
        return 0.0
    return 1.1 if features.spans else 0.25


def _echo(features: SignalFeatures) -> float:
    """The question repeats words of the earlier one and names nothing."""
    if features.spans:
        return 0.0
    earlier = {lemma(t.text) for t in content_words(features.turns[-1].question)}
    return 0.1 if any(lemma(t.text) in earlier for t in features.leftover) else 0.0


def _named(features: SignalFeatures) -> float:
    """The question names its subject: "Which projects used Kafka?"."""
    return -0.6 if features.spans and not _fragment(features) else 0.0


def _long(features: SignalFeatures) -> float:
    """The question is detailed: more than ``LONG`` content words."""
    return -0.3 if len(features.leftover) > LONG else 0.0


def _whole(features: SignalFeatures) -> float:
    """The question asks about everything: "List all projects"."""
    return -0.25 if features.has_any("totality") and not features.anaphora else 0.0


def _except_for(features: SignalFeatures) -> float:
    """The question names what to add to: "Which cloud services besides S3 does the bank use?"."""
    if features.anaphora or not features.has_any("exclusions"):
        return 0.0
    return -0.25 if len(features.leftover) > 2 else 0.0


def _subject(features: SignalFeatures) -> float:
    """In a workspace about one person «он» refers to that person."""
    if not features.registry.workspace.subject_types or features.spans:
        return 0.0
    return -0.3 if features.has_any("personal_pronouns") else 0.0


_SIGNALS: dict[str, Callable[[SignalFeatures], float]] = {
    "anaphora": _anaphora,
    "fragment": _fragment,
    "conjunction": _conjunction,
    "no_name": _no_name,
    "continuation": _continuation,
    "echo": _echo,
    "named": _named,
    "long": _long,
    "whole": _whole,
    "except_for": _except_for,
    "subject": _subject,
}
