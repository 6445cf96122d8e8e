"""Split "When does it open, and what is the fee?" into the questions that it joins."""

from collections.abc import Sequence

from workbench.nlp.grammar import in_word_list
from workbench.nlp.terms import content_terms
from workbench.nlp.tokens import Token, tokens

_FEWEST_WORDS = 2
"""Content words of a question that can be asked apart; "and how much?" cannot."""
_PREPOSITION = 1
"""Words between a conjunction and its question word: "and on which day"."""


def sub_questions(text: str) -> tuple[str, ...]:
    """Return the questions that a conjunction joins, in order; the text alone if there is one.

    A part that a pronoun ties to the rest is not asked apart: "Who is the guide and what does he
    earn?" stays whole.
    """
    parts = joined_clauses(text)
    return parts if all(map(_stands_alone, parts)) else (text,)


def joined_clauses(text: str) -> tuple[str, ...]:
    """Return the clauses with a question word of their own, though a pronoun may tie them."""
    words = tokens(text)
    starts = [0]
    for place, word in enumerate(words):
        if (
            place
            and in_word_list(word.text, "question_conjunctions")
            and _opens(words[place + 1 :])
        ):
            starts.append(word.end)
    ends = [*(_before(text, start) for start in starts[1:]), len(text)]
    parts = [text[start:end].strip(" ,;") for start, end in zip(starts, ends, strict=True)]
    return tuple(parts) if len(parts) > 1 and all(map(_asks, parts)) else (text,)


def _opens(words: Sequence[Token]) -> bool:
    """Return True if a question word is the first of the words, or follows a preposition."""
    near = words[: 1 + _PREPOSITION]
    return any(in_word_list(word.text, "sub_question_words") for word in near)


def _before(text: str, start: int) -> int:
    """Return the start of the conjunction that ends at an offset."""
    return next(word.start for word in tokens(text) if word.end == start)


def _asks(part: str) -> bool:
    return any(in_word_list(word.text, "question_words") for word in tokens(part))


def _stands_alone(part: str) -> bool:
    words = tokens(part)
    refers = any(
        in_word_list(word.text, name)
        for word in words
        for name in ("singular_pronouns", "plural_pronouns")
    )
    return not refers and len(content_terms(part)) >= _FEWEST_WORDS
