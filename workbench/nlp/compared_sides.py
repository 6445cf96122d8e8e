"""Find the two things that a question compares, or asks of each: "the Skipper and the Starter"."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import dropwhile, takewhile
from typing import NamedTuple

from workbench.nlp.grammar import in_word_list, is_function_word
from workbench.nlp.phrases import find_phrases
from workbench.nlp.terms import Term, content_terms
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list

_BREAK = re.compile(r"[,;:](?=\s)|[()\u2013\u2014\u00ab\u201c\"]")
"""What ends the words for one thing: "Which is cheaper, the Skipper or …"."""
_OPENING, _CLOSING = '«“"', '»”"'


_BEFORE_MARK = re.compile(r"[ ,;]+([?.!])")
"""A space or a comma that a removed side leaves before a mark."""


class _Pair(NamedTuple):
    """The words for two things and the word between them."""

    one: Sequence[Term]
    joint: Token
    other: Sequence[Term]


def compared_sides(text: str) -> tuple[tuple[Term, ...], tuple[Term, ...]] | None:
    """Return the words for each of two things that a question compares; None without two.

    So does a question of each of them, which says so, has one preposition before both ("for the
    desk and for a fire"), joins two names, or lists two after a comma: "…, the desk or a fire?".
    Words that both have tell neither: "Compare the Skipper and Starter courses" has "Skipper" and
    "Starter courses".
    """
    found = _pair(text)
    return _apart(found.one, found.other) if found is not None else None


def words_of_sides(text: str) -> tuple[Term, ...]:
    """Return all words for the two things, shared ones included; none without two things."""
    found = _pair(text)
    return (*found.one, *found.other) if found is not None else ()


def compared_terms(text: str) -> tuple[Term, ...]:
    """Return the content words of a comparison without those that only compare.

    "Pull" and "fetch" of "How does a pull differ from a fetch?"; none of another question.
    """
    asking = list(find_phrases(text, word_list("comparison_questions")))
    if not asking:
        return ()
    return tuple(
        term
        for term in content_terms(text)
        if not any(one.start <= term.start < one.end for one in asking)
    )


def side_questions(text: str) -> tuple[str, ...]:
    """Return one question for each of the two things; the question itself if there are none.

    >>> side_questions("Which is cheaper, the Skipper or the Starter?")
    ('Which is cheaper, the Skipper?', 'Which is cheaper, the Starter?')
    """
    found = _pair(text)
    if found is None or _apart(found.one, found.other) is None:
        return (text,)
    one, joint, other = found
    after = other[-1].end
    after += len(text[after:]) - len(text[after:].lstrip(_CLOSING))
    start = len(text[: one[0].start].rstrip(_OPENING))
    before = _function_words([word for word in reversed(tokens(text)) if word.end <= start])
    after_joint = _function_words([word for word in tokens(text) if word.start >= joint.end])
    for word, again in zip(before, reversed(after_joint), strict=False):
        if word.text.lower() != again.text.lower():  # "in the hall or in the barn" keeps one "in"
            break
        start = word.start
    return (
        _spaced(f"{text[: joint.start]} {text[after:]}"),
        _spaced(f"{text[:start]} {text[joint.end :]}"),
    )


def _function_words(words: Sequence[Token]) -> list[Token]:
    return list(takewhile(lambda word: is_function_word(word.text), words))


def _telling(words: Sequence[Token], end: int) -> list[Token]:
    """Return the words before an offset that are not function words."""
    return [word for word in words if word.end <= end and not is_function_word(word.text)]


def _spaced(text: str) -> str:
    return _BEFORE_MARK.sub(r"\1", " ".join(text.split()))


@lru_cache(maxsize=256)
def _pair(text: str) -> _Pair | None:
    words, found = tokens(text), content_terms(text)
    asking = list(find_phrases(text, word_list("comparison_questions")))
    if not asking and not any(in_word_list(one.text, "each_words") for one in words):
        return _joined(_repeated(words), found, text) or _named(words, found, text)
    # "Differ from" has a joint: "How does Basic differ from Premier?".
    rest = [
        one
        for one in words
        if in_word_list(one.text, "joints_of_sides")
        or not any(phrase.start <= one.start < phrase.end for phrase in asking)
    ]
    return _joined(rest, found, text)


def _repeated(words: Sequence[Token]) -> Sequence[Token]:
    """Return the words if the conjunction repeats the preposition before it; else none."""
    for at, word in enumerate(words[:-1]):
        after = words[at + 1].text.lower()
        if in_word_list(word.text, "joints_of_sides") and in_word_list(after, "swap_prepositions"):
            earlier = {one.text.lower() for one in words[:at]}
            return (
                words[[one.text.lower() for one in words].index(after) :]
                if after in earlier
                else ()
            )
    return ()


def _named(words: Sequence[Token], found: Sequence[Term], text: str) -> _Pair | None:
    """Return two things joined by "and" or "or" that are names, or alternatives after a comma."""
    pair = _joined(words, found, text, joints="joints_of_names")
    if pair is None or _apart(pair.one, pair.other) is None:
        return None
    before = _before(words, pair.one[0].start, text)
    is_listed = in_word_list(pair.joint.text, "alternatives") and bool(_BREAK.search(before))
    are_names = all(any(map(_is_name, side)) for side in (pair.one, pair.other))
    if are_names:  # "sell" is not part of "What do Reed and Bell sell?"
        after = dropwhile(lambda term: not _is_named(term), reversed(pair.other))
        pair = pair._replace(other=list(after)[::-1])
    return pair if is_listed or are_names else None


def _is_name(term: Term) -> bool:
    return term.start > 0 and term.text[0].isupper()


def _is_named(term: Term) -> bool:
    """Return True for a word of a name, or its number: "Heron 3"."""
    return _is_name(term) or term.text[0].isdigit()


def _before(words: Sequence[Token], start: int, text: str) -> str:
    """Return the text between some words and the last content word before them."""
    return text[max((one.end for one in _telling(words, start)), default=start) : start]


def _joined(
    words: Sequence[Token], found: Sequence[Term], text: str, joints: str = "joints_of_sides"
) -> _Pair | None:
    """Return the content words on both sides of the first joint that has some on both."""
    places = {one.end for one in words}
    terms = {term.end: term for term in found if term.end in places}
    for at, word in enumerate(words):
        if in_word_list(word.text, joints):
            one = _run(words[:at][::-1], terms, text)[::-1]
            other = _run(words[at + 1 :], terms, text)
            if one and other:
                names = list(dropwhile(lambda term: not _is_name(term), one))
                return _Pair(names if any(map(_is_name, other)) and names else one, word, other)
    return None


def _run(words: Sequence[Token], terms: Mapping[int, Term], text: str) -> list[Term]:
    """Return the content words next to a joint, without the articles and prepositions between."""
    run: list[Term] = []
    last: Token | None = None
    for word in dropwhile(lambda word: is_function_word(word.text), words):
        if word.end not in terms or (last is not None and _is_broken(last, word, text)):
            break
        run.append(terms[word.end])
        last = word
    return run


def _is_broken(one: Token, other: Token, text: str) -> bool:
    first, second = sorted((one, other), key=lambda word: word.start)
    return _BREAK.search(text, first.end, second.start) is not None


def _apart(
    one: Sequence[Term], other: Sequence[Term]
) -> tuple[tuple[Term, ...], tuple[Term, ...]] | None:
    shared = {term.key for term in one} & {term.key for term in other}
    sides = [tuple(term for term in side if term.key not in shared) for side in (one, other)]
    return (sides[0], sides[1]) if all(sides) else None
