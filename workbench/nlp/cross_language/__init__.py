"""Relate words of English and Russian: by lists that have both, and by their sound."""

from workbench.nlp.cross_language.in_text import is_in_other_language
from workbench.nlp.cross_language.schema_terms import Entry, TermList, schema_terms
from workbench.nlp.cross_language.translations import header_translations, translations

__all__ = [
    "Entry",
    "TermList",
    "header_translations",
    "is_in_other_language",
    "schema_terms",
    "translations",
]
