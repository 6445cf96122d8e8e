"""Find words that a claim takes from a clause about something else.

"The boathouse belongs to the city, the boats to the club" does not say that the boats belong to the
city: both clauses have a subject of their own, and the claim has that of one of them alone.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from workbench.checks.grounding.claim_keys import Key
from workbench.checks.grounding.evidence_index import Window
from workbench.nlp.amounts import unit_of
from workbench.nlp.grammar import in_word_list, is_function_word, is_plural, readings
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.quantities import dates, quantities
from workbench.nlp.query_words import is_past_form
from workbench.nlp.terms import Term, content_terms
from workbench.nlp.tokens import Token, tokens

_PAUSE = re.compile(r"[;,:]\s+|[.!?]\s+(?=[A-ZА-ЯЁ])")
_DASH = re.compile(r"\s+[–—]\s+")
_CONTRASTS = "contrasting_conjunctions"
_SUBJECT, _PREDICATE, _NAME = "subject", "predicate", "name"
_VERBS = frozenset({"VERB", "INFN", "PRTS"})
_NEAR = 0.1
"""Weighted share of a claim's words by which a statement may have less than the best one."""
_OPENING = 3
"""Words at the beginning of a clause, after a conjunction, among which its subject is."""
_READINGS = 2
"""Dictionary readings of a Russian word that count."""
_LEAST_WORDS = 2
"""Fewest content words of a clause; a member of a list has fewer."""


@dataclass(frozen=True)
class _Clause:
    """The words of a clause, and those in each of its grammatical slots."""

    words: frozenset[str]
    filled: Mapping[str, frozenset[str]]
    """The words of its subject, behind each preposition, names, and all others."""
    is_joined: bool
    """Whether it depends on another clause, or refers to one."""

    def has_other_predicate(self, said: frozenset[str]) -> bool:
        """Whether it has a predicate, none of which a claim says."""
        own = self.filled.get(_PREDICATE, frozenset())
        return bool(own) and own.isdisjoint(said)


def contrasted_word(keys: Sequence[Key], windows: Sequence[Window]) -> str:
    """Return a word that a claim takes from another clause than the rest, else "".

    Args:
        keys: the words of the claim.
        windows: the statements with most of them; one that says all in one clause is enough.
    """
    total = sum(key.weight for key in keys)
    shares = [_share(keys, window) for window in windows]
    least = max(shares, default=0.0) - _NEAR * total
    found = [
        _taken(keys, window)
        for share, window in zip(shares, windows, strict=True)
        if share >= least and window.parted is not None
    ]
    return found[0] if found and all(found) else ""


def _share(keys: Sequence[Key], window: Window) -> float:
    words = window.parted.words if window.parted else frozenset()
    return sum(key.weight for key in keys if key.is_in(words))


def _taken(keys: Sequence[Key], window: Window) -> str:
    """Return a word whose slot every clause with words of the claim fills with another word."""
    if window.parted is None or window.parted.cells:
        return ""
    clauses = _clauses(window.text)
    if any(one.is_joined for one in clauses):
        return ""
    had = [key for key in keys if any(key.is_in(one.words) for one in clauses)]
    said = _forms(term for key in keys for term in key.terms)
    some = [one for one in clauses if any(key.is_in(one.words) for key in had)]
    taken = [_contrasted(had, one, clauses, said) for one in some]
    return taken[0] if taken and all(taken) else ""


def _contrasted(
    had: Sequence[Key], here: _Clause, clauses: Sequence[_Clause], said: frozenset[str]
) -> str:
    """Return a word of the claim from another clause, which does not hold for this one.

    Either that clause is about something that the claim does not name, or this one fills the place
    of the word otherwise. What a clause does not say itself it takes over: "the boats to the club"
    the verb before it.
    """
    subject = here.filled.get(_SUBJECT, frozenset())
    is_of_subject = any(key.is_in(subject) for key in had)
    return next(
        (
            key.text
            for key in had
            if not key.is_in(here.words)
            for other in clauses
            for place, words in other.filled.items()
            if key.is_in(words)
            if (is_of_subject and _is_apart(place, other, here, said))
            or _fills_otherwise(key, words, here.filled.get(place, frozenset()), said)
        ),
        "",
    )


def _is_apart(place: str, other: _Clause, here: _Clause, said: frozenset[str]) -> bool:
    """Return True if a word belongs to a subject that the claim does not have.

    The predicate of another clause holds for this one if it has none of its own.
    """
    if place == _SUBJECT or (place == _PREDICATE and not here.has_other_predicate(said)):
        return False
    subject = other.filled.get(_SUBJECT)
    return subject is not None and said.isdisjoint(subject)


def _fills_otherwise(
    key: Key, words: frozenset[str], others: frozenset[str], said: frozenset[str]
) -> bool:
    """Return True if other words, none of them in the claim, fill the slot of a word.

    What both have in common does not count: "at the North quay", "at the South quay".
    """
    return key.is_in(words - others) and bool(others - words) and said.isdisjoint(others - words)


@lru_cache(maxsize=4096)
def _clauses(text: str) -> tuple[_Clause, ...]:
    """Return the clauses of a statement, without members of lists."""
    counted = [(one.start, one.end) for one in quantities(text) if not one.is_implied]
    counted += [(one.start, one.end) for one in dates(text)]
    terms = [
        term
        for term in content_terms(text)
        if not unit_of(term.text) and not any(start <= term.start < end for start, end in counted)
    ]
    dashes = [match.start() for match in _DASH.finditer(text)]
    found = []
    for start, end in pairwise(_cuts(text)):
        own = [term for term in terms if start <= term.start < end]
        words = [word for word in tokens(text) if start <= word.start < end]
        if words and len(own) >= _LEAST_WORDS:
            found.append(_clause(words, own, dashes))
    return tuple(found)


def _cuts(text: str) -> list[int]:
    """Return the places between clauses, with both ends of the text."""
    cuts = {match.end() for match in _PAUSE.finditer(text)}
    cuts |= {word.start for word in tokens(text)[1:] if in_word_list(word.text, _CONTRASTS)}
    return sorted({0, len(text), *cuts})


def _clause(words: Sequence[Token], terms: Sequence[Term], dashes: Sequence[int]) -> _Clause:
    subject = _subject(words, terms)
    placed = {one: place for place, one in _placed(words, terms, dashes) if one not in subject}
    placed |= dict.fromkeys(subject, _SUBJECT)
    filled: dict[str, list[Term]] = defaultdict(list)
    for term in terms:
        is_name = term.text[0].isupper() and term is not terms[0]
        filled[placed.get(term, _NAME if is_name else _PREDICATE)].append(term)
    places = {place: _forms(of_place) for place, of_place in filled.items()}
    return _Clause(_forms(terms), places, _is_joined(words))


def _is_joined(words: Sequence[Token]) -> bool:
    """Whether a clause begins with "if" or "who", or has a pronoun."""
    first = next((one.text for one in words if not _joins(one)), "")
    depends = is_function_word(first) and not (
        in_word_list(first, "noun_openings") or in_word_list(first, "swap_prepositions")
    )
    lists = ("subject_pronouns", "anaphoric_words", "object_pronouns")
    return depends or any(in_word_list(word.text, name) for word in words for name in lists)


def _joins(word: Token) -> bool:
    return in_word_list(word.text, "part_conjunctions")


def _placed(
    words: Sequence[Token], terms: Sequence[Term], dashes: Sequence[int]
) -> Iterator[tuple[str, Term]]:
    """Yield the words behind each preposition, up to a verb, a dash or a function word."""
    place = ""
    for last, word in pairwise((words[0], *words)):
        if in_word_list(word.text, "swap_prepositions"):
            place = word.text.lower()
        elif _ends_place(word) or any(last.end <= at < word.start for at in dashes):
            place = ""
        elif place:
            yield from ((place, one) for one in terms if word.start <= one.start < word.end)


def _ends_place(word: Token) -> bool:
    if word.text[0].isdigit():
        return True
    if is_cyrillic(word.text):
        first = next(iter(readings(word.text)), None)
        return first is not None and bool(first.marks & _VERBS)
    return is_function_word(word.text) and not in_word_list(word.text, "noun_openings")


def _subject(words: Sequence[Token], terms: Sequence[Term]) -> frozenset[Term]:
    """Return the words of what a clause begins with if they are nouns, Russian ones in any case."""
    opening = [word for word in words if not _joins(word)][:_OPENING]
    named: Sequence[Token]
    if opening and is_cyrillic(opening[0].text):
        noun = next((at for at, word in enumerate(opening) if _is_noun(word)), -1)
        named = opening[: noun + 1]
    else:
        named = _english_subject(opening)
    if any(in_word_list(word.text, "swap_prepositions") for word in named):
        return frozenset()
    return frozenset(
        term for term in terms if any(word.start <= term.start < word.end for word in named)
    )


def _is_noun(word: Token) -> bool:
    return any("NOUN" in one.marks for one in readings(word.text)[:_READINGS])


def _english_subject(opening: Sequence[Token]) -> Sequence[Token]:
    """Return the nouns before the first function word or past form.

    They are behind an article, have a capital, or end with a plural: a verb would stand before an
    article.
    """
    has_article = bool(opening) and in_word_list(opening[0].text, "noun_openings")
    rest, nouns = opening[has_article:], list[Token]()
    for word in rest:
        text, following = word.text.lower(), rest[len(nouns) + 1 :][:1]
        if is_function_word(text) or (nouns and is_past_form(text)):
            break
        if nouns and (is_plural(nouns[-1].text) or _is_verb(text, following, has_article)):
            break
        nouns.append(word)
    is_object = any(in_word_list(one.text, "noun_openings") for one in rest[len(nouns) :][:1])
    is_plain = has_article or any(one.text[0].isupper() for one in nouns)
    ends_in_plural = bool(nouns) and is_plural(nouns[-1].text) and not is_object
    return nouns if is_plain or ends_in_plural else []


def _is_verb(text: str, following: Sequence[Token], has_article: bool) -> bool:
    """Whether a word in "-s" behind "the boathouse" is its verb: no auxiliary follows."""
    is_subject = any(in_word_list(one.text, "auxiliaries") for one in following)
    return has_article and text.endswith("s") and not text.endswith("ss") and not is_subject


def _forms(terms: Iterable[Term]) -> frozenset[str]:
    """Return the forms of words that are compared."""
    return frozenset(form for term in terms for form in (term.key, term.folded))
