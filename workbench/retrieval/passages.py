"""The PassageSource port: text, chunks and metadata of the indexed documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Protocol

from workbench.domain.documents import Chunk, Document
from workbench.retrieval.analysis import TextForms, analyse


@dataclass(frozen=True)
class PassageWords:
    """The content words of a passage: of title and headings, and of the body in order."""

    context: TextForms
    body: TextForms

    @classmethod
    def of(cls, context: str, body: str) -> "PassageWords":
        """Analyse a passage; the context is cached, since the chunks of a section share it."""
        return cls(_analysed_context(context), analyse(body))

    @cached_property
    def forms(self) -> frozenset[str]:
        """All lemmas and stems."""
        return frozenset(
            (*self.context.lemmas, *self.context.stems, *self.body.lemmas, *self.body.stems)
        )

    @cached_property
    def context_forms(self) -> frozenset[str]:
        """All forms of title and headings."""
        return frozenset((*self.context.lemmas, *self.context.stems, *self.context.folded))

    @cached_property
    def spellings(self) -> dict[str, None]:
        """All folded spellings in order, without duplicates."""
        return dict.fromkeys((*self.context.folded, *self.body.folded))

    @property
    def words(self) -> str:
        """The tokens of the words channel, separated by spaces."""
        return f"{self.context.words} {self.body.words}"

    @property
    def characters(self) -> str:
        """The tokens of the characters channel, separated by spaces."""
        return f"{self.context.characters} {self.body.characters}"

    @cached_property
    def meaning(self) -> str:
        """The lemmas of the body's content words and negations, a space before each."""
        return "".join([f" {lemma}" for lemma in self.body.meaning])

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

    def chunk_position(self, chunk_id: str) -> tuple[str, int] | None:
        """Return a chunk's document id and index in it; None for a chunk of another state."""
        ...


@lru_cache(maxsize=4096)
def _analysed_context(context: str) -> TextForms:
    return analyse(context)


def _record(forms: TextForms) -> list[str | None]:
    """Return a record of forms; stems that equal the lemmas, as in English, are left out."""
    lemmas, stems = " ".join(forms.lemmas), " ".join(forms.stems)
    plain = " ".join(f"~{lemma}" for lemma in forms.lemmas)
    rest = (" ".join(forms.folded), " ".join(forms.wholes), " ".join(forms.meaning))
    return [lemmas, None if stems == plain else stems, *rest]


def _read(record: Any) -> TextForms:
    lemmas, stems, folded, wholes, meaning = record
    words = tuple(lemmas.split())
    return TextForms(
        words,
        tuple([f"~{lemma}" for lemma in words]) if stems is None else tuple(stems.split()),
        # A word of symbols alone has an empty spelling, which ``split`` without a mark would drop.
        tuple(folded.split(" ")) if words else (),
        tuple(wholes.split()),
        tuple(meaning.split()),
    )
