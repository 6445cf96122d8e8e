"""Tell who does what to whom: "Anna teaches Boris" reversed is "Boris teaches Anna"."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from workbench.nlp.amounts import unit_of
from workbench.nlp.grammar import in_word_list, readings
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.quantities import dates, quantities
from workbench.nlp.terms import Term, content_terms
from workbench.nlp.tokens import Token, tokens

# Ends the stretch in which a verb's subject and object are sought.
_CLAUSE_END = re.compile(r"[.;!?]|,\s|\s[—–-]\s")
_NEAREST = 2
"""Words on either side of a verb whose case is read."""
_REFLEXIVE = ("ся", "сь")
# pymorphy3 grammemes.
_PASSIVE = "PRTS"
_VERBS = frozenset({"VERB", "PRTS"})
_NOMINATIVE = "nomn"
_GENITIVE = "gent"
_CASES = frozenset({"nomn", "gent", "datv", "accs", "ablt", "loct"})
_WITH_CASE = frozenset({"NOUN", "ADJF", "NPRO", "PRTF"})


class _Roles(NamedTuple):
    """The stems of who acts and of what is acted on."""

    agent: frozenset[str]
    patient: frozenset[str]


_UNKNOWN = _Roles(frozenset(), frozenset())


def reversed_relation(claim: str, statement: str) -> str:
    """Return the verb of a claim whose subject and object a statement has the other way round."""
    if not _names(claim):
        return ""
    stated = {term.key: term for term in content_terms(statement)}
    for verb in content_terms(claim):
        there = stated.get(verb.key)
        if there is None or verb.text[0].isupper() or unit_of(verb.text):
            continue
        mine = _roles(claim, verb)
        if not (mine.agent and mine.patient and _has_name(claim, mine)):
            continue
        theirs = _roles(statement, there)
        if (
            mine.agent & theirs.patient
            and mine.patient & theirs.agent
            and not mine.agent & theirs.agent
            and not mine.patient & theirs.patient
        ):
            return verb.text
    return ""


def _has_name(claim: str, roles: _Roles) -> bool:
    """Return True if one of the two is a name: nouns beside a noun have no roles."""
    forms = roles.agent | roles.patient
    return any(term.key in forms for term in _names(claim))


def _names(claim: str) -> list[Term]:
    return [term for term in content_terms(claim)[1:] if term.text[0].isupper()]


def _roles(text: str, verb: Term) -> _Roles:
    start, end = _clause(text, verb)
    around = [term for term in _uncounted(text) if start <= term.start < end and term != verb]
    left = [term for term in around if term.end <= verb.start]
    right = [term for term in around if term.start >= verb.end]
    if is_cyrillic(verb.text):
        return _russian_roles(verb, left, right)
    return _english_roles(text, verb, left, right)


@lru_cache(maxsize=1024)
def _uncounted(text: str) -> tuple[Term, ...]:
    """Return the content words that are not part of a number or a date."""
    counted = [(one.start, one.end) for one in quantities(text)]
    counted += [(one.start, one.end) for one in dates(text)]
    return tuple(
        term
        for term in content_terms(text)
        if not any(start <= term.start < end for start, end in counted)
    )


def _clause(text: str, verb: Term) -> tuple[int, int]:
    start, end = 0, len(text)
    for match in _CLAUSE_END.finditer(text):
        if match.end() <= verb.start:
            start = match.end()
        elif match.start() >= verb.end:
            return start, match.start()
    return start, end


def _keys(terms: Sequence[Term]) -> frozenset[str]:
    return frozenset(form for term in terms for form in (term.key, term.folded))


def _english_roles(text: str, verb: Term, left: Sequence[Term], right: Sequence[Term]) -> _Roles:
    """Return the roles by voice; a passive without "by" has none."""
    before = [token.text for token in tokens(text[: verb.start])[-1:]]
    by = next((token for token in _agent_words(text) if token.start >= verb.end), None)
    is_passive = any(in_word_list(word, "forms_of_be") for word in before)
    if by is not None and (is_passive or by.start == verb.end + 1):
        return _Roles(_keys([one for one in right if one.start >= by.end]), _keys(left))
    return _UNKNOWN if is_passive else _Roles(_keys(left), _keys(right))


@lru_cache(maxsize=1024)
def _agent_words(text: str) -> tuple[Token, ...]:
    """Return the prepositions before an agent; asked for each verb of a text."""
    return tuple(one for one in tokens(text) if in_word_list(one.text, "agent_prepositions"))


def _russian_roles(verb: Term, left: Sequence[Term], right: Sequence[Term]) -> _Roles:
    """Return the roles by case and voice; none if no form tells the subject."""
    marks = next((one.marks for one in readings(verb.text)), frozenset[str]())
    if not marks & _VERBS:
        return _UNKNOWN
    first, last = _is_nominative(left[-_NEAREST:]), _is_nominative(right[:_NEAREST])
    if first == last and (first is not None or any(map(_declines, (*left, *right)))):
        return _UNKNOWN
    subject_first = first is True or last is False or first == last
    is_passive = _PASSIVE in marks or verb.text.lower().endswith(_REFLEXIVE)
    roles = _Roles(_keys(left), _keys(right))
    return roles if subject_first != is_passive else _Roles(roles.patient, roles.agent)


def _declines(term: Term) -> bool:
    return is_cyrillic(term.text)


def _is_nominative(terms: Sequence[Term]) -> bool | None:
    """Return whether words are in the nominative; None if their form does not tell."""
    after_noun = False
    for term in terms:
        cases = _cases(term.text)
        if cases and not (after_noun and _GENITIVE in cases):
            if cases == {_NOMINATIVE}:
                return True
            if _NOMINATIVE not in cases:
                return False
        after_noun = after_noun or bool(cases)
    return None


def _cases(word: str) -> frozenset[str]:
    """Return the cases that the form of a noun or an adjective may be."""
    marks = (one.marks for one in readings(word) if one.marks & _WITH_CASE)
    return frozenset(mark for some in marks for mark in some if mark in _CASES)
