"""Find the two things that a question compares, or asks of each: "the Skipper and the Starter"."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import dropwhile, takewhile

from workbench.nlp.grammar import in_word_list, is_function_word
from workbench.nlp.phrases import find_phrases
from workbench.nlp.terms import Term, content_terms
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list


@lru_cache(maxsize=256)
def compared_sides(text: str) -> tuple[tuple[Term, ...], tuple[Term, ...]] | None:
    """Return the words for each of two things that a question compares; None without two.

    So does a question of each of them, which says so or has one preposition before both: "for the
    desk and for a fire".
    Words that both have tell neither: "Compare the Skipper and Starter courses" has "Skipper" and
    "Starter courses".
    """
    asking = list(find_phrases(text, word_list("comparison_questions")))
    if not asking and not any(in_word_list(one.text, "each_words") for one in tokens(text)):
        return _sides(_repeated(tokens(text)), content_terms(text))
    # "Differ from" has a joint: "How does Basic differ from Premier?".
    words = [
        one
        for one in tokens(text)
        if in_word_list(one.text, "joints_of_sides")
        or not any(phrase.start <= one.start < phrase.end for phrase in asking)
    ]
    return _sides(words, content_terms(text))


def _repeated(words: Sequence[Token]) -> Sequence[Token]:
    """Return the words if a joint has a preposition after it that stood before; else none."""
    for at, word in enumerate(words[:-1]):
        after = words[at + 1].text.lower()
        if in_word_list(word.text, "joints_of_sides") and in_word_list(after, "swap_prepositions"):
            told = {one.text.lower() for one in words[:at]}
            return (
                words[[one.text.lower() for one in words].index(after) :] if after in told else ()
            )
    return ()


def _sides(
    words: Sequence[Token], found: Sequence[Term]
) -> tuple[tuple[Term, ...], tuple[Term, ...]] | None:
    """Return the content words on both sides of the first joint that has some on both."""
    places = {one.start for one in words}
    terms = {term.start: term for term in found if term.start in places}
    for at, word in enumerate(words):
        if in_word_list(word.text, "joints_of_sides"):
            one = _run(words[:at][::-1], terms)[::-1]
            other = _run(words[at + 1 :], terms)
            if one and other:
                return _apart(one, other)
    return None


def _run(words: Sequence[Token], terms: Mapping[int, Term]) -> list[Term]:
    """Return the content words next to a joint, without the articles and prepositions between."""
    near = list(dropwhile(lambda word: is_function_word(word.text), words))
    return [terms[word.start] for word in takewhile(lambda word: word.start in terms, near)]


def _apart(
    one: Sequence[Term], other: Sequence[Term]
) -> tuple[tuple[Term, ...], tuple[Term, ...]] | None:
    shared = {term.key for term in one} & {term.key for term in other}
    sides = [tuple(term for term in side if term.key not in shared) for side in (one, other)]
    return (sides[0], sides[1]) if all(sides) else None
