"""Find mentions: non-overlapping spans of a question that name nodes or slot values."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from workbench.domain.base import Span
from workbench.nlp.grammar import in_word_list, is_function_word, is_known, is_proper
from workbench.nlp.name_keys import Part, keys, parts, sound
from workbench.understanding.apposed_types import apposed_types
from workbench.understanding.entity_registry import EntityRegistry, Match
from workbench.understanding.part_matches import QuestionWords, part_matches

FUZZY_WORDS = 4
"""Words up to which a span is matched with misspelled names."""
_DIGITS = re.compile(r"\d+")
"""Numbers in a name, such as 11 in "Java 11"."""


@dataclass(frozen=True)
class Mention:
    """Words ``first`` to ``last`` (exclusive) and their matches, best first."""

    span: Span
    text: str
    first: int
    last: int
    matches: tuple[Match, ...]

    @property
    def may_be_node(self) -> bool:
        """True when a node is among the matches, not only slot values."""
        return any(match.entry.target.kind == "node" for match in self.matches)


def find_mentions(text: str, registry: EntityRegistry) -> tuple[Mention, ...]:
    """Return the mentions in the order of the text, preferring longer ones."""
    words = parts(text)
    kept = _drop_overlaps(_candidates(text, words, registry))
    shared = [m for mention in kept for m in _coordinated(mention, text, words, registry)]
    completed = {(one.first, one.last) for one in shared}  # "Premier" in "home Basic and Premier"
    kept = [m for m in kept if m.may_be_node or (m.first, m.last) not in completed]
    return tuple(sorted(_drop_overlaps([*kept, *shared]), key=lambda mention: mention.first))


def _drop_overlaps(mentions: Iterable[Mention]) -> list[Mention]:
    taken: set[int] = set()
    kept: list[Mention] = []
    for mention in sorted(mentions, key=_rank):
        places = range(mention.first, mention.last)
        if taken.isdisjoint(places):
            taken.update(places)
            kept.append(mention)
    return kept


def _coordinated(
    mention: Mention, text: str, words: Sequence[Part], registry: EntityRegistry
) -> Iterator[Mention]:
    """Yield a name that shares words with another: "home" in "home and travel insurance"."""
    named = tuple(part.text for part in words[mention.first : mention.last])
    joined = ((mention.last, 1, named[:-1], ()), (mention.first - 1, -1, (), named[1:]))
    for joint, step, before, after in joined if len(named) > 1 else ():
        other = joint + step
        if not (0 <= joint < len(words) and 0 <= other < len(words)):
            continue
        if in_word_list(words[joint].text, "question_conjunctions"):
            matches = registry.exact((*before, words[other].text, *after))
            yield from _mention(text, words, other, other + 1, matches)


def _rank(mention: Mention) -> tuple[int, float, int]:
    """Sort key: longer first, then more confident."""
    return (mention.first - mention.last, -mention.matches[0].confidence, mention.first)


def _candidates(text: str, words: Sequence[Part], registry: EntityRegistry) -> Iterator[Mention]:
    question = QuestionWords(words, registry)
    for first in range(len(words)):
        for last in range(first + 1, min(len(words), first + registry.longest) + 1):
            matches = _matches(question, first, last)
            yield from _mention(text, words, first, last, matches)


def _matches(question: QuestionWords, first: int, last: int) -> list[Match]:
    """Return what a span of words means and no person denied."""
    written = tuple(part.text for part in question.words[first:last])
    found = _likely(question, first, last, written)
    return [match for match in found if not question.registry.is_denied(match, written)]


def _likely(
    question: QuestionWords, first: int, last: int, written: tuple[str, ...]
) -> Sequence[Match]:
    """Return what a span of words names, or else a part of a name, or else a misspelled one."""
    window, registry = question.words[first:last], question.registry
    if question.may_be_name(first, last):
        matches = [m for m in registry.exact(written) if _is_plausible(m, written, registry)]
        if matches:
            return [*matches, *_of_apposed_type(question, first, last, matches)]
        if matches := part_matches(question, first, last):
            return matches
    return _misspelled(window, question.words, registry)


def _of_apposed_type(
    question: QuestionWords, first: int, last: int, named: Sequence[Match]
) -> Iterator[Match]:
    """Yield "X5 — Logistics" for «на проекте X5» where the company is X5."""
    types = apposed_types(question.words, first, last, question.registry)
    types -= {match.entry.target.type for match in named}
    for match in part_matches(question, first, last) if types else ():
        if match.entry.target.type in types:
            yield match


def _mention(
    text: str, words: Sequence[Part], first: int, last: int, matches: Sequence[Match]
) -> Iterator[Mention]:
    if matches:
        span = Span(start=words[first].start, end=words[last - 1].end)
        best = sorted(matches, key=lambda m: (-m.confidence, m.entry.target.id))
        yield Mention(span, text[span.start : span.end], first, last, tuple(best))


def _is_plausible(match: Match, written: tuple[str, ...], registry: EntityRegistry) -> bool:
    """False for everyday words that are spelled like a name: «он» for ON, "go" for Go."""
    if all(map(_is_everyday, written)):
        name, said = match.entry.text, " ".join(written)
        return name == said or (name.islower() and len(said) > 1 and name == said.lower())
    if len(written) > 1:
        return True
    if match.matched_by == "transliteration":
        return not registry.ordinary_words.intersection(keys(written))
    return True


def _is_everyday(word: str) -> bool:
    return len(word) == 1 or is_function_word(word) or in_word_list(word, "short_words")


def _misspelled(
    window: Sequence[Part], words: Sequence[Part], registry: EntityRegistry
) -> list[Match]:
    """Match misspelled names, unless every word is a known one."""
    if len(window) > FUZZY_WORDS or any(is_function_word(window[at].text) for at in (0, -1)):
        return []
    unknown = [not _is_known_word(part, words, registry) for part in window]
    if not any(unknown):
        return []
    written = tuple(part.text for part in window)
    return [
        match
        for match in registry.fuzzy(written)
        if _same_numbers(match, written) and (all(unknown) or _matches_by_word(match, written))
    ]


def _matches_by_word(match: Match, written: tuple[str, ...]) -> bool:
    """True when each word of the name resembles the word in its position."""
    named = [sound(part.text) for part in parts(match.entry.text)]
    heard = [sound(word) for word in written]
    # One edit per four letters, and at least one.
    return len(named) == len(heard) and all(
        OSA.distance(a, b) <= max(1, min(len(a), len(b)) // 4)
        for a, b in zip(named, heard, strict=True)
    )


def _is_known_word(part: Part, words: Sequence[Part], registry: EntityRegistry) -> bool:
    word = part.text
    if (
        word.isdigit()
        or is_function_word(word)
        or registry.ordinary_words.intersection(keys((word,)))
    ):
        return True
    named = word[0].isupper() and part is not words[0]
    return is_known(word) and not named and not is_proper(word)


def _same_numbers(match: Match, written: tuple[str, ...]) -> bool:
    """False for another number: "Java 8" is not a misspelling of "Java 11"."""
    return _DIGITS.findall(match.entry.text) == _DIGITS.findall(" ".join(written))
