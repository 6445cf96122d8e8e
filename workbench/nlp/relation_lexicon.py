"""Look up the relations that the words of a text stand for: "taught" and "teacher" for one."""

from functools import cache, lru_cache

from workbench.nlp.by_script import ByScript
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.phrase_lists import named_phrases
from workbench.nlp.phrases import find_phrases
from workbench.nlp.query_words import query_words, word_keys
from workbench.nlp.terms import stem_key, term_set
from workbench.nlp.word_lists import word_list


def expresses_relation(relation: str, text: str) -> bool:
    """Return True if a text has a word of the relation, in any inflection, or one for the same."""
    wanted = [word.keys for word in query_words(relation)]
    have = query_words(text)
    if wanted and any(word.keys & wanted[0] for word in have):
        return True
    return not relation_names(relation).isdisjoint(relation_names(text))


def has_attribute_value(attribute: str, text: str) -> bool:
    """Return True if a text has a value that is only of one attribute: "red" for "colour"."""
    entries = (entry.partition(": ") for entry in word_list("attribute_values"))
    wanted = query_words(attribute)
    values = [
        value
        for names, _, listed in entries
        if wanted and any(word.keys & wanted[0].keys for word in query_words(names))
        for value in listed.split(" | ")
    ]
    return any(word.keys & keys for word in query_words(text) for keys in map(word_keys, values))


@lru_cache(maxsize=4096)
def relation_names(text: str) -> frozenset[str]:
    """Return the names of the relations in a text, its words in any inflection: "taught"."""
    irregular = {found.name for found in named_phrases(query_words(text), "relation_synonyms")}
    regular = (_relations()[found.phrase] for found in find_phrases(text, tuple(_relations())))
    return frozenset(irregular.union(*regular))


@lru_cache(maxsize=1)
def _relations() -> dict[str, frozenset[str]]:
    """Return the names of the relations that each listed phrase stands for."""
    entries = [entry.partition(": ") for entry in word_list("relation_synonyms")]
    pairs = [
        (phrase.strip(), name) for name, _, phrases in entries for phrase in phrases.split("|")
    ]
    return {
        phrase: frozenset(name for other, name in pairs if other == phrase) for phrase, _ in pairs
    }


@lru_cache(maxsize=20_000)
def relation_stems(text: str) -> frozenset[str]:
    """Return the names of the relations that single words of a text stand for, by their stems.

    A word by itself is also looked up by what it is a form of: "wrote".
    """
    stems = set(term_set(text))
    if " " not in text:
        stems |= {stem_key(key) for word in query_words(text) for key in word.keys}
    return frozenset().union(*(names for stem in stems for names in _relations_by_stem().all(stem)))


@cache
def _relations_by_stem() -> ByScript[frozenset[str]]:
    words = ((text, names) for text, names in _relations().items() if " " not in text)
    return ByScript(words, lambda word: (stem_key(word),))


def words_of_relations(word: str) -> frozenset[str]:
    """Return the single words of its language for the relations that a word stands for."""
    names = relation_stems(word)
    return frozenset(
        other
        for other, relations in (_relations().items() if names else ())
        if " " not in other and is_cyrillic(other) == is_cyrillic(word) and relations & names
    )


def is_one_of(relation: str, relations: str) -> bool:
    """Return True if a relation is among those of a word list, which has their names."""
    return not relation_names(relation).isdisjoint(word_list(relations))


def is_comparable_with(relation: str, text: str) -> bool:
    """Return False if a text is in another script than the relation, which has no word in both."""
    return bool(relation_names(relation)) or is_cyrillic(relation) == is_cyrillic(text)
