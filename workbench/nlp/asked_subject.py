"""Find what a question asks the meaning or the activity of: "covered work", "lintian"."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from workbench.nlp.grammar import in_word_list, readings
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.noun_phrases import is_general
from workbench.nlp.phrases import find_phrases
from workbench.nlp.terms import Term, content_terms
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list


@lru_cache(maxsize=1024)
def subject_defined(question: str) -> tuple[Term, ...]:
    """Return the words whose meaning is asked, up to a preposition; none of another question.

    "Copyright Holder" of "Who is the Copyright Holder in the licence?". "What is an example of a
    fern?" asks for no meaning.
    """
    found = list(find_phrases(question, word_list("definition_questions")))
    terms = _until_preposition(question, max(one.end for one in found)) if found else ()
    return () if all(is_general(term.text) for term in terms) else terms


@lru_cache(maxsize=1024)
def acting_subject(question: str) -> tuple[Term, ...]:
    """Return the words for what acts in "What does lintian do?"; none of another question."""
    doing = doing_word(question)
    if doing is None:
        return ()
    found = [one for one in _until_preposition(question, 0) if one.start != doing.start]
    return tuple(found[1:] if _is_classified(found) else found)


def classifying_words(question: str) -> frozenset[int]:
    """Return where «программа» of «Чем занимается программа lintian?» begins, if it does."""
    doing = doing_word(question)
    if doing is None:
        return frozenset()
    found = [one for one in _until_preposition(question, 0) if one.start != doing.start]
    return frozenset({found[0].start} if _is_classified(found) else ())


def _is_classified(terms: Sequence[Term]) -> bool:
    """Whether the first of two words says what kind of thing a name in Latin letters is of."""
    scripts = [is_cyrillic(one.text) for one in terms]
    return scripts == [True, False]


@lru_cache(maxsize=1024)
def doing_word(question: str) -> Token | None:
    """Return "do" of "What does lintian do?", «делает» of «Что делает lintian?»; else None.

    «Что делать, если …» asks for steps.
    """
    words = tokens(question)
    if len(words) < 3 or not _asks(words[0].text):
        return None
    verb = words[1] if any(readings(word.text) for word in words) else words[-1]
    is_infinitive = any("INFN" in one.marks for one in readings(verb.text)[:1])
    return verb if in_word_list(verb.text, "doing_verbs") and not is_infinitive else None


def _asks(word: str) -> bool:
    """Whether a word opens a question: «чем» is a form of «что», though it is a conjunction too."""
    forms = (word, *(one.normal for one in readings(word)))
    return any(in_word_list(one, "question_words") for one in forms)


def _until_preposition(question: str, start: int) -> tuple[Term, ...]:
    after = [word for word in tokens(question) if word.start >= start]
    near: Sequence[Token] = [
        *takewhile(lambda word: not in_word_list(word.text, "swap_prepositions"), after)
    ]
    end = near[-1].end if near else start
    return tuple(
        one
        for one in content_terms(question)
        if start <= one.start < end and not in_word_list(one.text, "meaning_verbs")
    )
