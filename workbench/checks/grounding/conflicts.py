"""Find contradictions between a claim and the evidence: negations, opposites, other names."""

import re
from collections.abc import Iterator, Sequence

from workbench.checks.grounding.claim_features import Features
from workbench.checks.grounding.evidence_index import Window
from workbench.checks.messages import localized_text
from workbench.domain.local_text import Language
from workbench.nlp.grammar import in_word_list, is_function_word
from workbench.nlp.name_folding import fold_word
from workbench.nlp.opposites import opposite_pairs
from workbench.nlp.terms import contains, content_terms, stem_key, term_set
from workbench.nlp.tokens import Token, tokens

_CLAUSE_END = re.compile(r"\s*[,;:(—–.!?]\s+|\s+-\s+")
"""Ends a clause; a comma inside a number («0,71») does not."""
# A stretch of evidence has to cover this share of a claim before a difference counts as a conflict:
# more for a negation, which a neighbouring sentence may have, and nearly all for another name.
_OPPOSITE_FROM = 0.7
_NEGATION_FROM = 0.85
_NAME_FROM = 0.99
_NAME_LENGTH_SLACK = 3
"""Tokens by which two sentences that differ in a name alone may differ in length."""


def conflicts(claim: str, stated: str, covered: float, language: Language) -> list[str]:
    """Return where a stretch of evidence contradicts a claim, in the reader's language.

    Args:
        claim: the claim.
        stated: the stretch.
        covered: share of the claim's words in it, on 0-1.
        language: of the reasons.
    """
    pair = _opposite(claim, stated) if covered >= _OPPOSITE_FROM else None
    if pair:
        return [localized_text("opposite", language, what=pair[0], other=pair[1])]
    if covered >= _NEGATION_FROM and _negated(claim, stated) != _negated(stated, claim):
        return [localized_text("negation", language)]
    return []


def replaces_name(claim: str, features: Features) -> bool:
    """The claim says what a stretch of evidence says of another name, and no source has its own."""
    twin, missing = features.aligned, features.missing_names
    return twin is not None and _another_name(claim, twin, missing)


def _another_name(claim: str, twin: Window, missing: Sequence[str]) -> bool:
    """The claim differs from the twin in nothing but a name, and the twin has its own there."""
    terms = [term for term in content_terms(claim) if term.text not in missing]
    if not missing or len(terms) < 2 or not _as_long(claim, twin.text):
        return False
    if sum(contains(term, twin.words) for term in terms) / len(terms) < _NAME_FROM:
        return False
    said = {term.key for term in content_terms(claim)}
    return any(term.text[0].isupper() and term.key not in said for term in content_terms(twin.text))


def _as_long(one: str, other: str) -> bool:
    return abs(len(tokens(one)) - len(tokens(other))) <= _NAME_LENGTH_SLACK


def _negated(text: str, other: str) -> bool:
    """True when a clause is negated that both texts have, or one of no content («…: нет»).

    «закрытых без оператора» in one of them alone denies nothing that the other says.
    """
    negations = [
        one for one in tokens(text) if in_word_list(one.text.replace("’", "'"), "negation")
    ]
    if not negations:
        return False
    shared = term_set(other)
    return any(
        _negates(text, word, shared)
        for start, end in _clauses(text)
        if not (said := term_set(text[start:end])) or said & shared
        for word in negations
        if start <= word.start < end
        and not (in_word_list(word.text, "narrow_negation") and _has_word(other, word.text))
    )


def _has_word(text: str, word: str) -> bool:
    return any(token.text.lower() == word.lower() for token in tokens(text))


def _negates(text: str, word: Token, shared: frozenset[str]) -> bool:
    if not in_word_list(word.text, "narrow_negation"):
        return True
    behind = next((one for one in tokens(text) if one.start >= word.end), None)
    return behind is not None and (
        stem_key(behind.text) in shared or fold_word(behind.text) in shared
    )


def _next_is_shared(text: str, word: Token, shared: frozenset[str]) -> bool:
    """True when the first content word behind a word stands in the other text, too."""
    behind = next((term for term in content_terms(text) if term.start >= word.end), None)
    return behind is not None and contains(behind, shared)


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _CLAUSE_END.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _opposite(claim: str, text: str) -> tuple[str, str] | None:
    """A word of the claim and its opposite in the text, where neither has the other's word.

    Function words are opposites before the same word only: «до запуска» and «после запуска», not
    «до 62 %» and «после запуска».
    """
    said, there = _by_key(claim), _by_key(text)
    for one, other in opposite_pairs():
        for mine, theirs in ((one, other), (other, one)):
            if mine in said and theirs in there and mine not in there and theirs not in said:
                pair = said[mine], there[theirs]
                if _oppose(claim, text, *pair):
                    return pair[0].text, pair[1].text
    return None


def _oppose(claim: str, text: str, mine: Token, theirs: Token) -> bool:
    if not (is_function_word(mine.text) and is_function_word(theirs.text)):
        return True
    return _next_is_shared(claim, mine, term_set(text)) and _next_is_shared(
        text, theirs, term_set(claim)
    )


def _by_key(text: str) -> dict[str, Token]:
    """Every word by its stem, function words too."""
    return {stem_key(token.text): token for token in tokens(text)}
