"""Read misspelt words of a question as the words of the sources that they resemble."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from workbench.extractive.sentence_scoring import Source, match_credit
from workbench.nlp.grammar import is_known
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.terms import Term, content_terms

_LONG_WORD = 9
"""Letters from which a stem may have two wrong letters; shorter ones one."""
_SHORTEST = {True: 5, False: 6}
"""Letters of the shortest stem that is read otherwise: Cyrillic, and Latin, where no dictionary
tells a misspelt word from a rare one."""


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
    """Return the misspelt words of a question, each with the most similar word of the sources.

    A word is misspelt if no source and no dictionary has it. A name, which is capitalised, is
    never read as another.
    """
    everything = " ".join(" ".join((one.text, *one.headings)) for one in sources)
    strange = [one for one in content_terms(question) if _is_strange(one, everything)]
    if not strange:
        return Respelling()
    told = Counter((one.key, one.text) for one in content_terms(everything))
    # A word at the beginning of a sentence or in a title is not a name.
    told += Counter({(key, word): told.total() for key, word in told if word.islower()})
    found = ((one.text, _most_similar(one.key, told)) for one in strange)
    return Respelling(tuple((word, read) for word, read in found if read))


def _is_strange(term: Term, everything: str) -> bool:
    is_word = term.text.isalpha() and term.text.islower()
    is_long = len(term.key) >= _SHORTEST[is_cyrillic(term.text)]
    return is_word and is_long and not match_credit(term, everything) and not is_known(term.text)


def _most_similar(key: str, told: Counter[tuple[str, str]]) -> str:
    """Return the word whose stem differs least; the stems begin and end with the same letters.

    Of words with one stem it is the one told most often.
    """
    most = 1 if len(key) < _LONG_WORD else 2
    near = {
        (OSA.distance(key, other, score_cutoff=most), -count, word)
        for (other, word), count in told.items()
        if (other[0], other[-1]) == (key[0], key[-1]) and abs(len(other) - len(key)) <= most
    }
    distance, _, word = min(near, default=(most + 1, 0, ""))
    return word if distance <= most else ""
