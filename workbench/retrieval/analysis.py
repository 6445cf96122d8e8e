"""Analyse text for search: lemmas and stems of words, folded spellings, and character n-grams.

Everything is computed once per word form and cached, so that a text costs one look-up per word.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from workbench.nlp.code_names import code_names
from workbench.nlp.contractions import without_ending
from workbench.nlp.morphology import is_cyrillic, lemma, stem
from workbench.nlp.name_folding import fold_spelling, fold_word
from workbench.nlp.tokens import tokens, words
from workbench.nlp.word_lists import word_list
from workbench.text.sentences import sentence_spans

GRAM_SIZES = (3, 4)
"""Lengths of character n-grams."""
_LONGEST_WORD = 64
"""Characters; longer words, such as base64, are truncated."""
_CACHED_WORDS = 100_000
"""Word forms; an English one takes about 1 KB with its n-grams."""
_MANY_WORDS = 20_000
"""Word forms; the words of a question are among as many as are cached after a small library."""
# «10 000», "1,500,000".
_GROUPED_NUMBER = re.compile(r"\b\d{1,3}(?:[ ,\u00a0\u202f]\d{3})+\b")
# «2024-03-01», "12345.67": the forms of a number are the number itself.
_NUMBER = re.compile(r"[0-9][0-9.,\-/]*", re.ASCII)
# «онлайн-курс», "node.js", "R&D", "and/or".
_INNER_MARKS = re.compile(r"[.\-'’/&]")


class TermForms(NamedTuple):
    """One content word in the forms that are compared."""

    lemma: str
    stem: str
    folded: str
    """Spelling folded across scripts: the same for «Кафка» and "Kafka"."""


class _WordForms(NamedTuple):
    """All that is known of one word form as written."""

    parts: tuple[TermForms, ...]
    """Its content words: of a hyphenated word each part."""
    whole: tuple[str, ...]
    """Lemma and stem of a word that has parts, else nothing."""
    meaning: str
    """The lemma of the whole word; empty for a stop word that is not a negation."""


class TextForms(NamedTuple):
    """The content words of a text, in order, as parallel sequences of their forms."""

    lemmas: tuple[str, ...] = ()
    stems: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()
    wholes: tuple[str, ...] = ()
    """Lemmas and stems of the words that were split into parts; options and identifiers."""
    meaning: tuple[str, ...] = ()
    """The lemmas of content words and negations, to compare texts by meaning."""

    @property
    def terms(self) -> list[TermForms]:
        """The content words in order; a hyphenated word is split into its parts."""
        return list(map(TermForms, self.lemmas, self.stems, self.folded))

    def with_terms(self, terms: Iterable[TermForms]) -> "TextForms":
        """Return the forms with further content words."""
        lemmas, stems, folded = (tuple(one) for one in zip(*self.terms, *terms, strict=True))
        return self._replace(lemmas=lemmas, stems=stems, folded=folded)

    @property
    def words(self) -> str:
        """The tokens of the words channel, separated by spaces."""
        return " ".join((*self.lemmas, *self.stems, *self.wholes))

    @property
    def characters(self) -> str:
        """The tokens of the characters channel, n-grams of the folded spellings, with spaces."""
        return character_tokens(self.folded)


def character_tokens(spellings: Iterable[str]) -> str:
    """Return the character n-grams of folded spellings, separated by spaces."""
    return " ".join(map(_grams, spellings))


def analyse(text: str) -> TextForms:
    """Return the forms of the content words of a text."""
    found = [_word_forms(word) for word in _words(text)]
    parts = [part for one in found for part in one.parts]
    lemmas, stems, folded = zip(*parts, strict=True) if parts else ((), (), ())
    return TextForms(
        lemmas,
        stems,
        folded,
        (*(form for one in found for form in one.whole), *(one.text for one in code_names(text))),
        tuple(one.meaning for one in found if one.meaning),
    )


@lru_cache(maxsize=_CACHED_WORDS)
def term(word: str) -> TermForms:
    """Return the forms of a single word."""
    if _NUMBER.fullmatch(word):
        return TermForms(word, f"~{word}", fold_spelling(word))
    # A few rare letters, such as the ligature U+FDFA, fold to several words; tokens have no spaces.
    return TermForms(lemma(word), "~" + stem(word), "".join(fold_word(word).split()))


def forget_words() -> None:
    """Free the memory of the word forms that were analysed, if they are those of many texts.

    The words of 100,000 passages take 200 MB, and a question is analysed with a few.
    """
    for cached in (_word_forms, term, is_stop_word, _grams, lemma, stem, fold_word):
        if cached.cache_info().currsize > _MANY_WORDS:
            cached.cache_clear()


def names(text: str) -> frozenset[TermForms]:
    """Return words written as names: capitalised inside a sentence, or Latin in a Russian text."""
    russian = is_cyrillic(text)
    starts = {start for start, _ in sentence_spans(text)}
    written = [
        token
        for token in tokens(text)
        if (russian and not is_cyrillic(token.text) and token.text[0].isalpha())
        or (token.text[0].isupper() and token.start not in starts)
    ]
    return frozenset(
        term(part) for token in written for part in _parts(token.text) if not is_stop_word(part)
    )


@lru_cache(maxsize=50_000)
def is_stop_word(word: str) -> bool:
    """Return True for a stop word in any of its forms."""
    lower = word.lower().replace("ё", "е")
    return lower in _stop_words() or (is_cyrillic(lower) and lemma(lower) in _stop_words())


@lru_cache(maxsize=_CACHED_WORDS)
def _word_forms(word: str) -> _WordForms:
    parts = _parts(word)
    is_stop = not _NUMBER.fullmatch(word) and is_stop_word(word)
    is_split = parts != [word]
    return _WordForms(
        tuple(term(part) for part in parts if _NUMBER.fullmatch(part) or not is_stop_word(part)),
        (lemma(word), f"~{stem(word)}") if is_split and not is_stop else (),
        lemma(word) if not is_stop or word.lower() in _negations() else "",
    )


@lru_cache(maxsize=1)
def _stop_words() -> frozenset[str]:
    return frozenset(word.replace("ё", "е") for word in word_list("stop_words"))


@lru_cache(maxsize=1)
def _negations() -> frozenset[str]:
    return frozenset(word_list("negation"))


def _words(text: str) -> list[str]:
    """Return the words of a text; a number with thousands separators ("10 000") is one word."""
    joined = _GROUPED_NUMBER.sub(lambda found: re.sub(r"\D", "", found.group()), text)
    return [word[:_LONGEST_WORD] for word in words(joined)]


def _parts(word: str) -> list[str]:
    return [part for part in _INNER_MARKS.split(without_ending(word)) if part]


@lru_cache(maxsize=_CACHED_WORDS)
def _grams(folded: str) -> str:
    marked = f"_{folded}_" if folded else ""
    return " ".join(
        marked[start : start + size]
        for size in GRAM_SIZES
        for start in range(len(marked) - size + 1)
    )
