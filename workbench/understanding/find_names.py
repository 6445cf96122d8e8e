"""Find names in a text: whether it has a given one, and which mean no entity."""

import re
from collections.abc import Iterable, Iterator

from workbench.nlp.grammar import is_function_word, is_known, is_proper
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.name_keys import keys, parts
from workbench.nlp.spelling import LETTERS

_NAME = re.compile(
    rf"(?:(?<=[\w,;—–] )|(?<=[(«“]))(?=[^\W\d_a-zа-яё]){LETTERS}"
    rf"(?:[ -](?=[^\W\d_a-zа-яё]){LETTERS}){{0,3}}(?!\w)"
)
"""Words with a capital that do not begin a sentence, a line or a cell: "Kafka Streams"."""


def has_name(text: str, names: Iterable[str]) -> bool:
    """True when the text has all words of a name, in any form."""
    heard = {key for part in parts(text) for key in keys((part.text,))}
    return any(
        all(not heard.isdisjoint(keys((part.text,))) for part in parts(name)) for name in names
    )


def proper_names(text: str) -> Iterator[tuple[str, int]]:
    """Yield the names that a text writes with a capital inside of sentences, with their offsets."""
    for match in _NAME.finditer(text):
        words = match.group().split()
        if any(_is_unusual(word) for word in words):
            yield match.group(), match.start()


def _is_unusual(word: str) -> bool:
    """True for a word that the Russian dictionary lacks or has as a name."""
    if is_function_word(word) or len(word) < 3:
        return False
    return not is_cyrillic(word) or is_proper(word) or not is_known(word)
