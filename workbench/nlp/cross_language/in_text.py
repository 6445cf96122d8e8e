"""Find a word in a text of the other language."""

from functools import lru_cache

from workbench.nlp.cross_language.cognates import has_cognate
from workbench.nlp.cross_language.translations import translations
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.terms import Term, stem_key, term_set


def is_in_other_language(term: Term, text: str) -> bool:
    """Return True if a text has a translation of a term, or a word that sounds like it."""
    if not (is_cyrillic(term.text) or is_cyrillic(text)):
        return False
    return not term_set(text).isdisjoint(_translated_keys(term.text)) or has_cognate(term, text)


@lru_cache(maxsize=20_000)
def _translated_keys(word: str) -> frozenset[str]:
    return frozenset(map(stem_key, translations(word)))
