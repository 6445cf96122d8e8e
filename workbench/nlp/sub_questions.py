"""Split "When does it open, and what is the fee?" into the questions that it joins."""

from collections.abc import Sequence
from itertools import dropwhile, takewhile

from workbench.nlp.grammar import in_word_list, is_function_word, readings
from workbench.nlp.noun_phrases import ends_clause
from workbench.nlp.query_words import is_past_form
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


def completed_questions(text: str) -> tuple[str, ...]:
    """Return the questions as they can be asked apart, with what a pronoun stands for in its place.

    "Who is the guide and what does he earn?" asks "what does the guide earn". The text alone is
    returned if the first question names nothing that a later one may be about.
    """
    first, *rest = joined_clauses(text)
    subject = _subject(first)
    parts = (first, *(_with_subject(part, subject) for part in rest))
    is_apart = bool(content_terms(first)) and not any(map(_is_pronoun, tokens(first)))
    return parts if rest and is_apart and all(map(_stands_alone, parts[1:])) else (text,)


def _subject(part: str) -> str:
    """Return the names of a question; without one, its Russian nouns, or "guide" of "the guide"."""
    words = tokens(part)
    names = [word.text for word in words[1:] if word.text[0].isupper()]
    if names:
        return " ".join(names)
    if any(readings(word.text) for word in words):
        return " ".join(term.text for term in content_terms(part) if _is_of_noun(term.text))
    opened = list(dropwhile(lambda word: not in_word_list(word.text, "the_words"), words))
    phrase = [word.text for word in takewhile(_is_of_phrase, opened[1:])]
    before = words[: len(words) - len(opened)]
    asks_of_verb = any(in_word_list(word.text, "plain_auxiliaries") for word in before) and not any(
        in_word_list(word.text, "forms_of_be") for word in before
    )
    if len(phrase) > 1 and (asks_of_verb or is_past_form(phrase[-1])):
        phrase.pop()  # "earn" of "What does the guide earn"
    return " ".join(phrase)


def _is_of_noun(word: str) -> bool:
    first = next(iter(readings(word)), None)
    return first is not None and not first.marks.isdisjoint({"NOUN", "ADJF"})


def _is_of_phrase(word: Token) -> bool:
    return not (ends_clause(word) or is_function_word(word.text))


def _with_subject(part: str, subject: str) -> str:
    """Return a part with the subject in place of its first pronoun, and without the others."""
    pronouns = [word for word in tokens(part) if _is_pronoun(word)] if subject else []
    for at, word in reversed(list(enumerate(pronouns))):
        part = f"{part[: word.start]}{'' if at else subject}{part[word.end :]}"
    return part


def _is_pronoun(word: Token) -> bool:
    return any(in_word_list(word.text, name) for name in ("singular_pronouns", "plural_pronouns"))


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
    return not any(map(_is_pronoun, words)) and len(content_terms(part)) >= _FEWEST_WORDS
