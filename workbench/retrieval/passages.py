"""The PassageSource port: text, chunks and metadata of the indexed documents."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, Protocol

from workbench.domain.documents import Chunk, Document
from workbench.retrieval.analysis import TextForms, analyse, character_tokens
from workbench.text.statements import is_table_row
from workbench.text.write_markdown import table_rule


class Forms(NamedTuple):
    """The content words of a text as strings of forms, in order: " claim windscreen ".

    A space is on either side of each form, so that ``" claim " in forms.lemmas`` finds a word.
    """

    lemmas: str = " "
    stems: str = " "
    folded: str = " "
    wholes: str = " "
    meaning: str = " "

    @classmethod
    def of(cls, forms: TextForms) -> "Forms":
        """Join the forms of a text."""
        return cls(*(f" {' '.join(one)} " if one else " " for one in forms))


_BITS = 2048
"""Bits of a text's words; of the 100 words of a passage, two or three share one with another."""


def word_bit(word: str) -> int:
    """Return the bit of a word in this process."""
    return 1 << hash(word) % _BITS


class WordBits(NamedTuple):
    """The different words of a text, each as one bit that other words may have too."""

    bits: int
    size: int
    """Number of the words."""
    collided: int
    """How many more they are than their bits."""

    @classmethod
    def of(cls, text: str) -> "WordBits":
        """Hash the words of a text."""
        words = set(text.split())
        bits = 0
        for word in words:
            bits |= word_bit(word)
        return cls(bits, len(words), len(words) - bits.bit_count())


@dataclass(frozen=True)
class PassageWords:
    """The content words of a passage: of title and headings, and of the body in order."""

    context: Forms
    body: Forms

    @classmethod
    def of(cls, context: str, body: str) -> "PassageWords":
        """Analyse a passage; the context is cached, since the chunks of a section share it."""
        return cls(_analysed_context(context), Forms.of(analyse(body)))

    @cached_property
    def lemma_bits(self) -> int:
        """The lemmas as bits, to find which words of a question a passage lacks."""
        return WordBits.of(self.context.lemmas + self.body.lemmas).bits

    @cached_property
    def stem_bits(self) -> int:
        """The stems as bits."""
        return WordBits.of(self.context.stems + self.body.stems).bits

    @cached_property
    def meaning_bits(self) -> WordBits:
        """The words of the body's meaning, to compare passages with each other."""
        return WordBits.of(self.body.meaning)

    @cached_property
    def spellings(self) -> frozenset[str]:
        """All folded spellings."""
        return frozenset(f"{self.context.folded}{self.body.folded}".split())

    @property
    def words(self) -> str:
        """The tokens of the words channel, separated by spaces."""
        return "".join((*self.context[:2], self.context.wholes, *self.body[:2], self.body.wholes))

    @property
    def characters(self) -> str:
        """The tokens of the characters channel, separated by spaces."""
        return character_tokens(f"{self.context.folded}{self.body.folded}".split())

    def record(self) -> list[list[str | None]]:
        """Return what ``read`` needs, as JSON: strings of forms, separated by spaces."""
        return [_record(self.context), _record(self.body)]

    @classmethod
    def read(cls, record: Any) -> "PassageWords":
        """Rebuild an analysis from its record; raises ValueError or TypeError if it is damaged."""
        context, body = record
        return cls(_read(context), _read(body))


@dataclass(frozen=True)
class IndexedChunk:
    """A chunk, its searchable text and the analysis of that text.

    ``context`` is the title, the headings and the header of a split table; ``body`` is the text of
    the chunk without boilerplate.
    """

    chunk: Chunk
    context: str
    body: str
    words: PassageWords

    @classmethod
    def of(cls, chunk: Chunk, context: str, body: str) -> "IndexedChunk":
        """Analyse a chunk."""
        return cls(chunk, context, body, PassageWords.of(context, body))

    @property
    def searchable(self) -> str:
        """The text to index: context and body."""
        return f"{self.context}\n{self.body}"

    @property
    def columns(self) -> str:
        """The header and rule of the table whose later rows the chunk begins with; else ""."""
        header = self.context.rpartition("\n")[2]
        if not (is_table_row(header) and is_table_row(self.chunk.text.partition("\n")[0])):
            return ""
        return f"{header}\n{table_rule(header)}"


class PassageSource(Protocol):
    """The documents of an index; a consistent snapshot while it is open."""

    @property
    def metadata(self) -> Mapping[str, Mapping[str, str]]:
        """The metadata of every document, by document id."""
        ...

    def document(self, document_id: str) -> Document:
        """Return a document; raises KeyError for an unknown id."""
        ...

    def chunks(self, document_id: str) -> Sequence[IndexedChunk]:
        """Return the chunks of a document, in order."""
        ...

    def chunk(self, document_id: str, number: int) -> IndexedChunk:
        """Return one chunk of a document, without reading the others."""
        ...

    def passages_of(self, documents: Collection[str]) -> frozenset[str]:
        """Return the ids of all chunks of some documents."""
        ...

    def chunk_position(self, chunk_id: str) -> tuple[str, int] | None:
        """Return a chunk's document id and index in it; None for a chunk of another state."""
        ...


@lru_cache(maxsize=4096)
def _analysed_context(context: str) -> Forms:
    return Forms.of(analyse(context))


def _record(forms: Forms) -> list[str | None]:
    """Return a record of forms; stems that equal the lemmas, as in English, are left out."""
    lemmas, stems, *rest = (one[1:-1] for one in forms)
    return [lemmas, None if stems == _as_stems(lemmas) else stems, *rest]


def _read(record: Any) -> Forms:
    lemmas, stems, *rest = record
    folded, wholes, meaning = (_spaced(one) for one in rest)
    # A word of symbols alone has an empty spelling: the text of one such word is two spaces.
    return Forms(
        _spaced(lemmas),
        _spaced(_as_stems(lemmas) if stems is None else stems),
        "  " if lemmas and folded == " " else folded,
        wholes,
        meaning,
    )


def _spaced(text: str) -> str:
    return f" {text} " if text else " "


def _as_stems(lemmas: str) -> str:
    return f"~{lemmas}".replace(" ", " ~") if lemmas else ""
