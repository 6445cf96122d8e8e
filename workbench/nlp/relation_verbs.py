"""Find verbs that may stand for each other as the name of a relation: "created", "designed"."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from workbench.nlp.phrase_lists import NamedPhrase
from workbench.nlp.query_words import Word, query_words
from workbench.nlp.word_lists import word_list


def relation_verbs(words: Sequence[Word]) -> Iterator[NamedPhrase]:
    """Yield every listed verb in any of its forms, with the name of its group."""
    for at, word in enumerate(words):
        for form in word.keys:
            for phrase, group in _verbs().get(form, ()):
                window = words[at : at + len(phrase)]
                pairs = zip(phrase, window, strict=False)
                if len(window) == len(phrase) and all(one & said.keys for one, said in pairs):
                    yield NamedPhrase(at, at + len(phrase), group)


@cache
def _verbs() -> Mapping[str, list[tuple[tuple[frozenset[str], ...], str]]]:
    """Return the verbs by the forms of their first word."""
    found: dict[str, list[tuple[tuple[frozenset[str], ...], str]]] = defaultdict(list)
    for entry in word_list("relation_verbs"):
        group, _, listed = entry.partition(": ")
        for text in listed.split(" | "):
            phrase = tuple(word.keys for word in query_words(text))
            for form in phrase[0]:
                found[form].append((phrase, group))
    return found
