"""Match a part of a name, or its words in another order, where the words distinguish it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from workbench.nlp.grammar import (
    PROPER_MARKS,
    in_word_list,
    is_function_word,
    is_known,
    is_proper,
    readings,
)
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.name_keys import Part, is_transcribed, keys, parts, spelling
from workbench.understanding.apposed_types import apposed_types
from workbench.understanding.entity_registry import (
    HEARD_WORDS,
    EntityRegistry,
    Match,
    RegistryEntry,
)
from workbench.understanding.name_words import WordMatch, head, heard_forms, name_words

REORDERED = 0.93
"""Confidence when every word of the name stands in the question."""
SEVERAL_WORDS = 0.86
"""Confidence when several words of a longer name do."""
ONE_WORD = 0.8
"""Confidence when one word of a longer name does."""
HEAD = 0.03
"""Bonus for the beginning of a name before a separator: "X5" in "X5 — Логистика"."""
BEGINNING = 0.72
"""Confidence when the question has the beginning of a word: «Постгрес» for "PostgreSQL"."""
EVERYDAY_SHARE = 0.6
"""Share of a name's words that everyday words must cover to refer to it."""
SHORT_ALIAS = 2
"""Words of an alias up to which one of them may stand for it."""
JOINED_WORDS = 2
"""Words that a name may have as one: "North Wind" in "NorthWind"."""
SHORTEST = 3
"""Letters of the shortest word without a digit that alone stands for a name."""
MOST_NAMES = 20
"""Nodes that one word may mean; a word of more names is a category, as "insurance" is."""


class QuestionWords:
    """The words of a question, with the names that have each of them."""

    def __init__(self, words: Sequence[Part], registry: EntityRegistry) -> None:
        self.words = words
        self.registry = registry
        self.is_function = [is_function_word(part.text) for part in words]
        self._found: dict[int, WordMatch] = {}
        self._everyday: dict[int, bool] = {}

    def found(self, at: int) -> WordMatch:
        """The names that have the word at a position."""
        if at not in self._found:
            self._found[at] = self.registry.name_words.find(self.words[at].text)
        return self._found[at]

    def may_be_name(self, first: int, last: int) -> bool:
        """False when some content word of a long span is in no name; two words may be joined."""
        content = (at for at in range(first, last) if not self.is_function[at])
        return last - first <= JOINED_WORDS or all(self.found(at).is_known for at in content)

    def is_everyday(self, at: int) -> bool:
        """True for a word that is more likely used in its everyday sense than as a name."""
        if at not in self._everyday:
            self._everyday[at] = _is_everyday(self.words, at, self.registry)
        return self._everyday[at]


def part_matches(question: QuestionWords, first: int, last: int) -> list[Match]:
    """Return the nodes whose names have all content words of a span, best first."""
    if question.is_function[first] or question.is_function[last - 1]:
        return []
    span = _Span(question, first, last)
    best = _best_by_node([*span.named()] or [*span.heard()])
    return best if len(best) <= MOST_NAMES else []


@dataclass(frozen=True)
class _Span:
    """Words ``first`` to ``last`` (exclusive) of a question; ``content`` are not function words."""

    question: QuestionWords
    first: int
    last: int

    def named(self) -> Iterator[Match]:
        """Yield the nodes with a name that has all content words."""
        having = [self.question.found(at).exact for at in self.content]
        for at in frozenset.intersection(*having) if all(having) else ():
            entry = self.question.registry.entries[at]
            match = _match(entry, self) if entry.target.kind == "node" else None
            if match is not None:
                yield match

    def heard(self) -> Iterator[Match]:
        """Yield the nodes with a name that the words are by ear, or begin."""
        if len(self.content) > HEARD_WORDS or self.is_everyday:
            return
        registry = self.question.registry
        matches = registry.by_ear(self.asked)
        yield from matches
        if not matches and len(self.content) == 1 and _is_unknown(self.asked[0]):
            begun = (registry.entries[at] for at in self.question.found(self.first).beginning)
            yield from (Match(e, BEGINNING, "part") for e in begun if e.target.kind == "node")

    @cached_property
    def content(self) -> tuple[int, ...]:
        function = self.question.is_function
        return tuple(at for at in range(self.first, self.last) if not function[at])

    @cached_property
    def asked(self) -> tuple[str, ...]:
        return tuple(self.question.words[at].text for at in self.content)

    @cached_property
    def function_words(self) -> frozenset[str]:
        span = range(self.first, self.last)
        words = self.question.words
        return frozenset(words[at].text.casefold() for at in span if at not in self.content)

    @cached_property
    def apposed_types(self) -> frozenset[str]:
        question = self.question
        return apposed_types(question.words, self.first, self.last, question.registry)

    @cached_property
    def is_everyday(self) -> bool:
        return all(map(self.question.is_everyday, self.content))

    @cached_property
    def is_listed(self) -> bool:
        return all(_is_listed(word, self.question.registry) for word in self.asked)

    @cached_property
    def is_longer_name(self) -> bool:
        """True when a capital beside the span belongs to another name: "Mary" in "Mary Surratt"."""
        words = self.question.words
        return any(
            0 < at < len(words)
            and words[at].text[0].isupper()
            and not _is_listed(words[at].text, self.question.registry)
            for at in (self.first - 1, self.last)
        )

    def has_other_number(self, name: str) -> bool:
        """True when the question has a number where the name has another: "TMK-3" for "TMK-2"."""
        after = self.question.words[self.last : self.last + 1]
        return any(part.text.isdigit() for part in after) and any(map(str.isdigit, name))


def _is_unknown(word: str) -> bool:
    return is_cyrillic(word) and not is_known(word)


def _match(entry: RegistryEntry, span: _Span) -> Match | None:
    named = name_words(entry.text)
    agreeing = _agreeing(span.asked, named)
    if len(agreeing) < len(span.asked) or not _has_words(entry.text, span.function_words):
        return None
    if len(agreeing) == len(named) > 1:
        return Match(entry, REORDERED, "part")
    if len(named) == 1 or span.is_longer_name or span.has_other_number(entry.text):
        return None
    if not (_are_enough if len(agreeing) > 1 else _is_enough)(entry, span, agreeing):
        return None
    bonus = HEAD if _is_head(span.asked, entry.text) else 0.0
    return Match(entry, (SEVERAL_WORDS if len(agreeing) > 1 else ONE_WORD) + bonus, "part")


def _are_enough(entry: RegistryEntry, span: _Span, agreeing: Sequence[str]) -> bool:
    """True when several words stand for a name; everyday ones must be most of it."""
    share = len(agreeing) / len(name_words(entry.text))
    return not span.is_listed and (share >= EVERYDAY_SHARE or not span.is_everyday)


def _is_enough(entry: RegistryEntry, span: _Span, agreeing: Sequence[str]) -> bool:
    """True when one word stands for a name: its type is beside it, or the word is distinctive.

    One word of a long alias is not a name: "nation" in the full title of a country.
    """
    short = entry.is_name or len(name_words(entry.text)) <= SHORT_ALIAS
    return (
        short
        and not span.is_everyday
        and (
            entry.target.type in span.apposed_types
            or _is_distinctive(span.asked[0], agreeing[0], entry.text)
        )
    )


def _has_words(name: str, words: frozenset[str]) -> bool:
    return not words or words <= {part.text.casefold() for part in parts(name)}


def _agreeing(asked: Sequence[str], named: Sequence[str]) -> list[str]:
    """Return the words of the name that agree with the question's, each with another one."""
    free = list(named)
    found = []
    for word in asked:
        same = next((other for other in free if _agree(word, other)), None)
        if same is not None:
            free.remove(same)
            found.append(same)
    return found


@lru_cache(maxsize=50_000)
def _agree(asked: str, named: str) -> bool:
    """True for two forms of a word; Latin ones must agree in spelling but for a final "s"."""
    if _sounds_like(asked, named):
        return True
    if set(keys((asked,))).isdisjoint(keys((named,))):
        return False
    ours, theirs = spelling(asked), spelling(named)
    return is_cyrillic(asked) or is_cyrillic(named) or ours.rstrip("s") == theirs.rstrip("s")


def _sounds_like(asked: str, named: str) -> bool:
    return any(is_transcribed(form, named) for form in heard_forms(asked))


def _is_distinctive(asked: str, named: str, name: str) -> bool:
    """True for a word that alone stands for its name: a person's name, "X5" in "X5 — Логистика".

    The first word of a name of several alone does not: "Yandex" is not "Yandex Cloud", nor is
    "Security" a "Security bond". The last one does where all are capital: "Rees" in "Anna Rees".
    """
    if any(letter.isdigit() for letter in named):
        return named.casefold() == asked.casefold()
    if len(named) < SHORTEST or not named[0].isupper():
        return False
    if _is_head((asked,), name) or _is_personal(named):
        return True
    words = [word for word in name_words(name) if not word.isdigit()]
    return words[-1] == named and all(word[0].isupper() for word in words)


@lru_cache(maxsize=20_000)
def _is_personal(word: str) -> bool:
    """True for a Russian given name, patronymic or surname."""
    return any(reading.marks & {"Name", "Patr", "Surn"} for reading in readings(word)[:1])


def _is_head(asked: Sequence[str], name: str) -> bool:
    beginning = name_words(head(name)) if head(name) else ()
    return len(beginning) == len(asked) == len(_agreeing(asked, beginning))


@lru_cache(maxsize=20_000)
def _may_be_proper(word: str) -> bool:
    return any(reading.marks & PROPER_MARKS for reading in readings(word))


def _is_everyday(words: Sequence[Part], at: int, registry: EntityRegistry) -> bool:
    word = words[at].text
    if word.isdigit() or len(word) == 1 or _is_listed(word, registry):
        return True
    if any(letter.isdigit() for letter in word) or not word[1:].islower():
        return False
    capital = word[0].isupper() and (at > 0 or _may_be_proper(word))
    if is_cyrillic(word):
        return is_known(word) and not is_proper(word) and not capital
    return not capital


@lru_cache(maxsize=20_000)
def _is_common(word: str) -> bool:
    return in_word_list(word, "short_words") or in_word_list(word, "common")


def _is_listed(word: str, registry: EntityRegistry) -> bool:
    return _is_common(word) or not registry.ordinary_words.isdisjoint(keys((word,)))


def _best_by_node(matches: Sequence[Match]) -> list[Match]:
    best: dict[str, Match] = {}
    for match in sorted(matches, key=lambda m: (-m.confidence, not m.entry.is_name)):
        best.setdefault(match.entry.target.id, match)
    return list(best.values())
