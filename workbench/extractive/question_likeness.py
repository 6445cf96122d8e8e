"""Compare a question with the headings and the FAQ question above a statement."""

from collections.abc import Set as AbstractSet
from functools import lru_cache

from workbench.extractive.sources import Source
from workbench.extractive.word_credit import match_credit
from workbench.nlp.answer_type import NAMES, answer_type
from workbench.nlp.noun_phrases import is_general
from workbench.nlp.question_type import QuestionType, read_question
from workbench.nlp.terms import content_terms, stem_key, term_set
from workbench.nlp.tokens import tokens
from workbench.text.statements import Statement

SAME_QUESTION = 0.5
"""Least likeness of a heading or FAQ question that counts as the question itself."""

_GENERAL_SHARED = 0.6
"""Least share of all words for a title of general words: "How do I get there?" is not a question of
"If I quit early, how much do I get back?"."""

_OF_ANOTHER_KIND = 0.4
"""Most likeness of a question for a name to one for a number."""
# How much the likeness counts of content words alone ("How do I cancel my subsidy?" above
# "Cancelling a subsidy"), of a title whose words the question has, and of such a title of one word.
_CONTENT, _TITLE_KNOWN, _TITLE_OF_ONE_WORD = 0.8, 0.7, 0.5


def same_section(one: Statement, other: Statement) -> bool:
    """Return True if two statements have the same headings and the same FAQ question."""
    return (one.asked, one.headings) == (other.asked, other.headings)


def question_similarity(asked: QuestionType, one: Statement, source: Source) -> float:
    """Return how similar the heading or FAQ question above is to the question, on 0-1."""
    answered = question_above(one, source)
    title = answered or heading_of(one, source)
    nearest = _title_likeness(asked, title) if title else 0.0
    if answered and _asks_for_another_kind(asked, answered):
        nearest = min(nearest, _OF_ANOTHER_KIND)
    section = "".join([*source.headings, *one.headings][-2:-1])
    return max(nearest, _shared_words(asked, section))


def _asks_for_another_kind(asked: QuestionType, answered: str) -> bool:
    """Return True for "Where are copies kept?" beside "How many copies are kept?"."""
    kind, other = answer_type(asked), answer_type(read_question(answered))
    return kind is not None and other is not None and (kind in NAMES) != (other in NAMES)


def question_above(one: Statement, source: Source) -> str:
    """Return the FAQ question that a statement answers, from the text or its heading; else ""."""
    heading = heading_of(one, source)
    return one.asked or (heading if heading.endswith("?") else "")


def heading_of(one: Statement, source: Source) -> str:
    """Return the nearest heading unless its words are all in the document title; else ""."""
    title, *path = [*source.headings, *one.headings] or [""]
    own = [heading for heading in path if not term_set(heading) <= term_set(title)]
    return own[-1] if own and own[-1] == path[-1] else ""


def _title_likeness(asked: QuestionType, title: str) -> float:
    """Return the largest likeness of all words, of content words, and of the title's own words."""
    terms = content_terms(title)
    if all(is_general(term.text) for term in terms):
        shared = _shared_words(asked, title)
        return shared if shared >= _GENERAL_SHARED else 0.0
    known = sum(match_credit(term, asked.text) for term in terms) / len(terms)
    content = _dice({term.key for term in asked.terms}, {term.key for term in terms})
    known_factor = _TITLE_KNOWN if len(terms) > 1 else _TITLE_OF_ONE_WORD
    return max(_shared_words(asked, title), _CONTENT * content, known_factor * known)


def _shared_words(asked: QuestionType, title: str) -> float:
    """Return the likeness of all words; 0 where only such as "does anyone get" are shared."""
    terms = [term for term in content_terms(title) if not is_general(term.text)]
    if terms and not any(match_credit(term, asked.text) for term in terms):
        return 0.0
    return _dice(_all_words(asked.text), _all_words(title))


def _dice(one: AbstractSet[str], other: AbstractSet[str]) -> float:
    """Return the Dice coefficient of two sets; 0 if the second is empty."""
    return 2 * len(one & other) / (len(one) + len(other)) if other else 0.0


@lru_cache(maxsize=4096)
def _all_words(text: str) -> frozenset[str]:
    return frozenset(stem_key(token.text) for token in tokens(text))
