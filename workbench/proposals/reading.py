"""Read documents into sentences of words, with the markup around each word known."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from workbench.domain.base import Span, content_hash
from workbench.domain.documents import Document
from workbench.domain.graph import Provenance
from workbench.logs import log
from workbench.nlp.terms import stem_key
from workbench.nlp.tokens import tokens
from workbench.text import Block, parse

_HIDDEN = re.compile(
    r"""
    https?://\S+ | www\.\S+ | [\w.+-]+@[\w-]+\.\w+   # addresses
    | \{[^{}]*\} | <[^<>]*> | &\w+;                  # template tags {% page %}, HTML tags, &nbsp;
    | \S*[/\\]\S*[/\\]\S*                          # paths: docs/a/b
    | [\w-]+\.(?:py|rst|md|txt|cfg|toml|json|ya?ml|html?|[ch]|so|gz|xml|ini|sh)\b  # names of files
    | \S*_\S* | \w+(?:\.\w+)*\(\S*\) | \w+::\S+ | [@$#]\w\S* | \w+=\S* | (?<!\S)--?\w\S*  # code
    | \b(?=[0-9a-f]*\d)[0-9a-f]{7,}\b                # hashes: 2d362db
    | (?m:^[ \t]*(?:>>>|\.\.\.|\$)[ ].*$)            # a line typed at a prompt
    | (?m:^[ \t]*[A-Za-z][\w-]*:(?=\s))              # the name of a header field: "License: MIT"
    """,
    re.VERBOSE,
)
"""What is not prose."""
_GAP = "¦"
"""Stands for a hidden character, so that words on both sides of it are not adjacent."""
_QUOTED = re.compile(r"[«“\"][^«»“”\"\n]{1,60}[»”\"]")
"""A quoted name or label: «Создать», “Save changes”."""
_POSSESSIVE = re.compile(r"[’']s$")
"""The ending of "Kafka's"."""
_PLURAL = re.compile(r"(?<=[A-ZА-ЯЁ])s$")
"""The plural of an abbreviation: SLAs."""
_LONGEST_QUOTE = 300
"""Characters of a sentence kept as evidence."""
_MOST_CHARACTERS = 2_000_000
"""Text that is read for proposals; a larger library repeats what its first part names."""


class Word(NamedTuple):
    """A word of a sentence: its text, its stem, and where it stands."""

    text: str
    key: str
    start: int
    end: int
    is_label: bool
    """Whether it is emphasised, quoted or a link, as the labels of a user interface are."""


@dataclass(frozen=True)
class Sentence:
    """A sentence, heading or table cell of a document."""

    document: str
    block: Block
    span: Span
    visible: str
    """The text of the span with markup replaced by spaces and ``¦``; of the same length."""
    words: tuple[Word, ...]

    @property
    def kind(self) -> str:
        """The kind of its block: ``heading``, ``paragraph``, ``item`` or ``row``."""
        return self.block.kind

    def text_between(self, first: Word, last: Word) -> str:
        """Return the words from ``first`` to ``last`` on one line."""
        start = self.span.start
        text = " ".join(self.visible[first.start - start : last.end - start].split())
        return _POSSESSIVE.sub("", text)

    def between(self, word: Word, after: Word) -> str:
        """Return what separates a word from a later one."""
        start = self.span.start
        return self.visible[word.end - start : after.start - start]

    def is_adjacent(self, word: Word, after: Word) -> bool:
        """Whether only white space separates a word from the one after it."""
        return self.between(word, after).isspace()

    @property
    def evidence(self) -> Provenance:
        """The sentence as an exact quote of the document, cut if it is long."""
        quote = self.block.source[self.span.start : self.span.end]
        if len(quote) > _LONGEST_QUOTE:
            quote = quote[:_LONGEST_QUOTE].rpartition(" ")[0] or quote[:_LONGEST_QUOTE]
        return Provenance(document=self.document, quote=quote)


@dataclass(frozen=True)
class Reading:
    """The sentences of the documents, in order."""

    sentences: tuple[Sentence, ...]
    documents: tuple[Document, ...]

    @cached_property
    def prose(self) -> tuple[Sentence, ...]:
        """The sentences that are not headings."""
        return tuple(one for one in self.sentences if one.kind != "heading")


def read(documents: Mapping[str, Document]) -> Reading:
    """Read the documents, up to a total length."""
    sentences: list[Sentence] = []
    kept: list[Document] = []
    left = _MOST_CHARACTERS
    # By hash, so that a part of a large library is one of all its folders.
    for name in sorted(documents, key=content_hash):
        document = documents[name]
        if len(document.text) > left:
            continue
        left -= len(document.text)
        kept.append(document)
        sentences += _sentences(document)
    if len(kept) < len(documents):
        log.warning("proposals_from_a_part", documents=len(documents), read=len(kept))
    return Reading(tuple(sentences), tuple(kept))


def _sentences(document: Document) -> Iterator[Sentence]:
    # Blank lines of the front matter's length keep the offsets of the document.
    body = "\n" * document.body_start + document.text[document.body_start :]
    for block in parse(body).blocks:
        if block.kind in ("code", "rule", "fence", "string"):
            continue
        visible, labels = _visible(block)
        for span in block.cells if block.kind == "row" else block.sentences:
            yield _sentence(document, block, span, visible, labels)


def _sentence(
    document: Document, block: Block, span: Span, visible: str, labels: list[tuple[int, int]]
) -> Sentence:
    shown = visible[span.start - block.start : span.end - block.start]
    words = tuple(
        Word(
            token.text,
            word_key(token.text),
            span.start + token.start,
            span.start + token.end,
            any(start <= span.start + token.start < end for start, end in labels),
        )
        for token in tokens(shown)
    )
    return Sentence(document.id, block, span, shown, words)


def _visible(block: Block) -> tuple[str, list[tuple[int, int]]]:
    """Return a block's text without markup, and the spans of labels in the document."""
    shown = list(block.text)
    labels: list[tuple[int, int]] = []

    def hide(start: int, end: int, mark: str) -> None:
        start, end = start - block.start, end - block.start
        shown[start:end] = mark * (end - start)

    for one in block.inlines:
        if one.kind in ("code", "image"):
            hide(one.start, one.end, _GAP)
        else:
            hide(one.start, one.inner_start, " ")
            hide(one.inner_end, one.end, " ")
            labels.append((one.inner_start, one.inner_end))
    text = "".join(shown)
    labels += [
        (block.start + quoted.start(), block.start + quoted.end())
        for quoted in _QUOTED.finditer(text)
    ]
    return _HIDDEN.sub(_gap, text), labels


def _gap(hidden: re.Match[str]) -> str:
    """Return what replaces a hidden text: gaps, and a colon that a field's name ends with."""
    colon = ":" if hidden.group().endswith(":") else _GAP
    return _GAP * (len(hidden.group()) - 1) + colon


@lru_cache(maxsize=200_000)
def word_key(word: str) -> str:
    """Return what the forms of a word share: its stem, or an abbreviation without a plural "s"."""
    word = _POSSESSIVE.sub("", word)
    if sum(map(str.isupper, word)) > 1:
        return _PLURAL.sub("", word).casefold()
    return stem_key(word)


def keys_of(words: Iterable[Word]) -> tuple[str, ...]:
    """Return the stems of words, which all inflections of a phrase share."""
    return tuple(word.key for word in words)
