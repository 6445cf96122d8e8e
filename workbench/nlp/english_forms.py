"""Inflect English labels: plurals of nouns, verbs for a plural subject."""

import re
from functools import cache
from typing import Literal, TypeAlias

from workbench.nlp.grammar import is_function_word, word_set
from workbench.nlp.query_words import is_past_form
from workbench.nlp.word_lists import word_list

LabelKind: TypeAlias = Literal[
    "be", "preposition", "participle", "verb", "noun", "noun_of", "open_noun"
]
"""How a relation's label begins: "is in", "held by", "teaches", "capital"."""

_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")
_CONSONANT_Y = re.compile(r"(?<=[^aeiou])y$")
_VERB_ES = re.compile(r"(?<=ch|sh|ss|.x|zz|.o)es$")
_SHORT_IES = 4
"""Letters of "dies" and "lies", whose stems end in "ie"."""
# "designer", "operators"; no "author"
_AGENT_ENDING = re.compile(r"(?<=[a-z]{2})(?:er|(?<!h)or)s?$")
_VERB_ENDING = re.compile(r"(?<=[a-z]{2})(?:ed|es|ing|s|d)$")
_SHORTEST_DOUBLED = 3
"""Fewest letters of a stem whose doubled last letter is reduced: "runn"."""
_FORMS_OF_BE = {"is": "are", "was": "were", "has": "have"}


def plural_noun(label: str) -> str:
    """Return a noun phrase in the plural: "country" as "countries"."""
    head, of, rest = label.partition(" of ")
    before, _, noun = head.rpartition(" ")
    return f"{before} {_plural(noun)}{of}{rest}".strip()


def plural_verb(label: str) -> str:
    """Return a verb as its plural subject has it: "teaches" as "teach", "is in" as "are in"."""
    verb, space, rest = label.partition(" ")
    low = verb.lower()
    if low in _FORMS_OF_BE:
        return f"{_FORMS_OF_BE[low]}{space}{rest}"
    if low.endswith("ies") and len(low) > _SHORT_IES:
        return f"{verb[:-3]}y{space}{rest}"
    if _VERB_ES.search(low):
        return f"{verb[:-2]}{space}{rest}"
    is_verb = low.endswith("s") and not low.endswith("ss")
    return f"{verb[:-1] if is_verb else verb}{space}{rest}"


def may_be_agent_noun(word: str) -> bool:
    """Return True for a noun that ends like one for a doer: "runner", "inspector", "letter"."""
    return _AGENT_ENDING.search(word.lower()) is not None


def is_agent_noun(word: str, verb: str) -> bool:
    """Return True for the agent noun of a verb: "designers" for "designed".

    "Covers" and "borders" are forms of their verbs, and "number" is of no verb.
    """
    noun, form = word.lower(), verb.lower()
    if not _AGENT_ENDING.search(noun):
        return False
    stem = _bare_stem(_AGENT_ENDING.sub("", noun))
    return stem in {_bare_stem(form), _bare_stem(_VERB_ENDING.sub("", form))}


def _bare_stem(word: str) -> str:
    """Return a stem without what endings change: "compos", "run" of "runn", "suppli"."""
    stem = word.removesuffix("e")
    if len(stem) > _SHORTEST_DOUBLED and stem[-1] == stem[-2]:
        stem = stem[:-1]
    return f"{stem[:-1]}i" if stem.endswith("y") else stem


def label_kind(label: str) -> LabelKind:
    """Return how a relation's label begins; of a noun, whether a name may follow: "trail to"."""
    first, _, rest = label.lower().partition(" ")
    if first in word_set("forms_of_be"):
        return "be"
    if first in word_set("relation_prepositions"):
        return "preposition"
    is_past = is_past_form(first)
    if first in word_set("stative_participles") or (is_past and rest.split(" ")[-1] == "by"):
        return "participle"
    is_present = first.endswith("s") and not _SIBILANT.search(first[:-1] or "s")
    is_present = is_present or bool(_VERB_ES.search(first))
    if is_past or is_present:
        return "verb"
    if rest == "of":
        return "noun_of"
    return "open_noun" if rest and is_function_word(rest.split(" ")[-1]) else "noun"


def with_article(label: str) -> str:
    """Return a label such as "member of" with its article: "a member of", but "part of"."""
    noun = label.partition(" ")[0].lower()
    if noun in word_set("nouns_without_article"):
        return label
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {label}"


def plural_of(label: str) -> str:
    """Return a label such as "member of" for several: "members of", but "part of"."""
    noun, space, rest = label.partition(" ")
    is_bare = noun.lower() in word_set("nouns_without_article")
    return label if is_bare else f"{plural_noun(noun)}{space}{rest}"


def preposition_of(label: str) -> tuple[str, str]:
    """Return a verb and the preposition after it: "launched", "on"; empty where there is none."""
    verb, _, last = label.rpartition(" ")
    is_listed = last.lower() in word_set("identifier_prepositions")
    return (verb, last) if verb and is_listed else (label, "")


def is_plural_noun(word: str) -> bool:
    """Return True for a word in the form of a plural: "visitors", "people"."""
    low = word.lower()
    is_regular = low.endswith("s") and not low.endswith(("ss", "us", "is"))
    return is_regular or is_irregular_plural(low)


def _plural(noun: str) -> str:
    if (known := _irregular().get(noun.lower())) is not None:
        return known
    if _CONSONANT_Y.search(noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if _SIBILANT.search(noun) else f"{noun}s"


def is_irregular_plural(word: str) -> bool:
    """Return True for "people" and "children"."""
    return word.lower() in _irregular().values()


@cache
def _irregular() -> dict[str, str]:
    return dict(entry.split() for entry in word_list("irregular_plurals"))
