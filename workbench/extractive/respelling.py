"""Read misspelt and shortened words of a question as the words of the sources they stand for."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz.distance import OSA

from workbench.extractive.sources import Source
from workbench.extractive.word_credit import match_credit
from workbench.nlp.grammar import is_known, readings
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.name_keys import sound
from workbench.nlp.terms import Term, content_terms

_LONG_WORD = 9
"""A stem of so many letters may have two wrong ones; a shorter stem one."""
_SHORTEST = {True: 5, False: 6}
"""Letters of the shortest stem that is read otherwise: Cyrillic, and Latin, where no dictionary
tells a misspelt word from a rare one."""
_SHORTEST_CLIPPED = 4
"""Letters of a word's beginning that stands for a word of the other script: «винда»."""
_SHORTEST_HEAD, _SHORTEST_TAIL = 2, 3
"""Letters of the parts of a compound: «юр» and «лиц» of «юрлицо»."""


@dataclass(frozen=True)
class Respelling:
    """Words of a question, and the words of the sources that they are read as."""

    words: tuple[tuple[str, str], ...] = ()

    def apply(self, text: str) -> str:
        """Return a text with the words replaced: «бонусы в маскве» as «бонусы в Москва»."""
        read = dict(self.words)
        words = rf"\b(?:{'|'.join(map(re.escape, read))})\b"
        return re.sub(words, lambda found: read[found[0]], text) if read else text


def respelling(question: str, sources: Sequence[Source]) -> Respelling:
    """Return the unknown words of a question, each with its replacement from the sources.

    A word that no source has may be a compound of two, «матпомощь» of «материальная помощь». One
    that no dictionary has either may be the beginning of a word, «кубер» of "Kubernetes", or a
    misspelt one. A name, which is capitalised, is never read as another.
    """
    everything = " ".join(" ".join((one.text, *one.headings)) for one in sources)
    absent = [one for one in content_terms(question) if _is_absent(one, everything)]
    if not absent:
        return Respelling()
    words = content_terms(everything)
    counts = Counter((one.key, one.text) for one in words)
    # A word at the beginning of a sentence or in a title is not a name.
    counts += Counter({(key, word): counts.total() for key, word in counts if word.islower()})
    found = ((one.text, _written_out(one, words) or _read(one, counts)) for one in absent)
    return Respelling(tuple((word, read) for word, read in found if read))


def _is_absent(term: Term, everything: str) -> bool:
    is_word = term.text.isalpha() and term.text.islower()
    return is_word and not match_credit(term, everything)


def _written_out(term: Term, words: Sequence[Term]) -> str:
    """Return the two neighbouring words that a compound is made of; empty without them.

    A verb is none: «отдают» is not «отбоя даёт».
    """
    if any("VERB" in one.marks or "INFN" in one.marks for one in readings(term.text)[:1]):
        return ""
    for one, other in pairwise(words):
        head = term.key.removesuffix(other.key)
        is_split = len(other.key) >= _SHORTEST_TAIL and _SHORTEST_HEAD <= len(head) < len(one.key)
        if is_split and head != term.key and one.key.startswith(head):
            return f"{one.text} {other.text}".lower()
    return ""


def _read(term: Term, counts: Counter[tuple[str, str]]) -> str:
    """Return the word that a word in no dictionary stands for; empty without one."""
    if is_known(term.text):
        return ""
    is_long = len(term.key) >= _SHORTEST[is_cyrillic(term.text)]
    return (_most_similar(term.key, counts) if is_long else "") or _unclipped(term, counts)


def _unclipped(term: Term, counts: Counter[tuple[str, str]]) -> str:
    """Return the word of the other script that a word is the beginning of, as it is heard."""
    heard = sound(term.key)
    if len(heard) < _SHORTEST_CLIPPED:
        return ""
    longer = {
        (-count, word)
        for (_, word), count in counts.items()
        if is_cyrillic(word) != is_cyrillic(term.text) and sound(word).startswith(heard)
    }
    return min(longer, default=(0, ""))[1]


def _most_similar(key: str, counts: Counter[tuple[str, str]]) -> str:
    """Return the word whose stem differs least; the stems begin and end with the same letters.

    Of words with one stem, the most frequent one is returned.
    """
    most = 1 if len(key) < _LONG_WORD else 2
    near = {
        (OSA.distance(key, other, score_cutoff=most), -count, word)
        for (other, word), count in counts.items()
        if (other[0], other[-1]) == (key[0], key[-1]) and abs(len(other) - len(key)) <= most
    }
    distance, _, word = min(near, default=(most + 1, 0, ""))
    return word if distance <= most else ""
