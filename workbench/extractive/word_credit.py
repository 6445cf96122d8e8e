"""Rate how well a text matches a word of the question: the word itself, or a related one."""

from functools import lru_cache

from workbench.nlp.cross_language import is_in_other_language
from workbench.nlp.initials import is_abbreviation, spells_out
from workbench.nlp.month_ranges import is_in_months
from workbench.nlp.noun_phrases import is_general
from workbench.nlp.number_roles import has_number
from workbench.nlp.phrasal_verbs import says_by_phrase
from workbench.nlp.quantity_ranges import lies_in_stated_range
from workbench.nlp.query_words import irregular_forms
from workbench.nlp.relation_lexicon import relation_stems
from workbench.nlp.roots import roots
from workbench.nlp.synonyms import clipped_keys, synonym_keys
from workbench.nlp.terms import Term, contains, content_terms, stem_key, term_set
from workbench.nlp.weekdays import weekdays
from workbench.nlp.word_families import family_keys

TRANSLATED_CREDIT = 0.8
"""Credit for a word of the other language that means or sounds the same: «скидка», «трафик»."""
RELATED_CREDIT = 0.7
"""Credit for another word of the same root: «delivery» for «deliver», "kept" for "keep"."""
SYNONYM_CREDIT = 0.5
"""Credit for a word of the same relation: "price" for "cost"."""


@lru_cache(maxsize=20_000)
def match_credit(term: Term, text: str) -> float:
    """Return 1 if a text has the term, less for a translation or a related word, else 0.

    A day of the week is in "Wed" and in "Mon-Fri" too, and a month in "May to September"; a number
    with a unit is in no other one, and counts less in a range of it.
    """
    if days := weekdays(term.text):
        return float(days <= weekdays(text))
    if term.unit:
        return _number_credit(float(term.text), term.unit, text)
    if _says(term, text) or is_in_months(term.text, text):
        return 1.0
    if is_in_other_language(term, text):
        return TRANSLATED_CREDIT
    if any(related(term, text) for related in (_is_related, _has_irregular_form, _is_spelt_out)):
        return RELATED_CREDIT
    names = relation_stems(term.text)
    is_synonym = not names.isdisjoint(relation_stems(text)) or not term_set(text).isdisjoint(
        synonym_keys(term.text)
    )
    return SYNONYM_CREDIT if is_synonym else 0.0


def _says(term: Term, text: str) -> bool:
    return contains(term, term_set(text)) or says_by_phrase(term.key, text)


def _is_related(term: Term, text: str) -> bool:
    """Whether a text has another word of the root of a term, or a longer form of it: "exam"."""
    if not roots(term.key).isdisjoint(_roots_of_text(text)):
        return True
    return not term_set(text).isdisjoint(family_keys(term.key) | clipped_keys(term.text))


def _has_irregular_form(term: Term, text: str) -> bool:
    """Return True if a text has an irregular form of a word: "kept" for "keep".

    That of a verb that tells little says nothing: "got orders" and "getting married".
    """
    forms = [form for form in irregular_forms(term.text) if not is_general(form)]
    return bool(forms) and not term_set(text).isdisjoint(map(stem_key, forms))


def _is_spelt_out(term: Term, text: str) -> bool:
    """Whether a text has the words of an abbreviation: «операционная система» for «ОС»."""
    return is_abbreviation(term.text) and spells_out(term.text, text)


def _number_credit(value: float, unit: str, text: str) -> float:
    if has_number(value, unit, text):
        return 1.0
    return RELATED_CREDIT if lies_in_stated_range(value, unit, text) else 0.0


@lru_cache(maxsize=20_000)
def _roots_of_text(text: str) -> frozenset[str]:
    return frozenset(root for term in content_terms(text) for root in roots(term.key))
