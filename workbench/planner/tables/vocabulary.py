"""The words of a table: its columns, their values, and what its rows are called."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

from workbench.domain.local_text import Language
from workbench.domain.tables import JoinedTable, TableColumn, TableSchema
from workbench.nlp.amounts import unit_words
from workbench.nlp.cross_language import header_translations
from workbench.nlp.grammar import word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.name_keys import is_transcribed
from workbench.nlp.query_words import (
    Word,
    divided,
    fold_value,
    is_filler,
    plain,
    query_words,
)
from workbench.nlp.word_lists import word_list
from workbench.planner.tables.columns import label_words, person_columns, tells_sex, yes_and_no
from workbench.planner.tables.events import event_columns, share_root
from workbench.planner.tables.word_forms import (
    by_ear,
    look_up_keys,
    name_keys,
    row_keys,
    share_stem,
    translated_keys,
)

_MOST_WORDS, _MOST_INFLECTED = 6, 3
"""Words of a value that is looked up, and of one that is looked up in its dictionary forms."""

_REVERSED = 2
"""Words of a value that is found in reverse too: «офсетная бумага» of «Бумага офсетная»."""

FindValues: TypeAlias = Callable[[TableSchema, Sequence[str]], Sequence[tuple[str, str]]]
"""Returns the columns and values of a table that are one of the texts."""


class ColumnName(NamedTuple):
    """A column that is named; not ``is_whole`` if by a part of its label.

    ``is_related`` if by another word of the same root, "departed" of "departure", and
    ``is_translated`` if by one of the other language: «всего» is rather an operation than "Total".
    """

    column: TableColumn
    is_whole: bool = True
    is_related: bool = False
    is_translated: bool = False
    is_denied: bool = False
    """Whether the word negates the column: "unpaid" for "Paid?"."""


class Cell(NamedTuple):
    """A value of a column; ``is_translated`` if it is named by a word of the other language."""

    column: TableColumn
    value: str
    is_translated: bool = False


class RowName(NamedTuple):
    """What a row of the table is called: "orders" for orders.csv."""

    noun: str


class Phrase(NamedTuple):
    """A sequence of words, each as the forms it is looked up by, and what it means."""

    words: tuple[frozenset[str], ...]
    meaning: ColumnName | Cell | RowName


class TableVocabulary:
    """Finds what words of a question mean in one table."""

    def __init__(self, schema: TableSchema, find_values: FindValues | None = None) -> None:
        """Create the vocabulary of a table.

        Args:
            schema: the table.
            find_values: finds values of the columns that the schema has too many values of.
        """
        self.schema = schema
        self._find_values = find_values
        self._open = {one.name: one for one in schema.columns if _is_open(one)}
        self._topics = query_words(" ".join(schema.topics))
        self._asides = frozenset(schema.asides)
        self._by_key: dict[str, list[Phrase]] = defaultdict(list)
        for phrase in self._phrases():
            for key in phrase.words[0]:
                self._by_key[key].append(phrase)

    @property
    def keys(self) -> Set[str]:
        """The forms of the first words of everything that is named in the table."""
        return self._by_key.keys()

    def mentions(self, words: Sequence[Word]) -> Iterator[tuple[int, int, Phrase]]:
        """Yield each stretch of words, by index, that means something in the table."""
        keys = [look_up_keys(word.text) for word in words]
        for at, own in enumerate(keys):
            seen: set[int] = set()
            for key in own:
                for phrase in self._by_key.get(key, ()):
                    window = keys[at : at + len(phrase.words)]
                    fits = len(window) == len(phrase.words) and all(
                        form & said for form, said in zip(phrase.words, window, strict=True)
                    )
                    if fits and id(phrase) not in seen:
                        seen.add(id(phrase))
                        yield at, at + len(phrase.words), phrase

    def looked_up(self, text: str, words: Sequence[Word]) -> Iterator[tuple[int, int, Cell]]:
        """Yield each stretch of words that is a value of a column with too many to list."""
        if self._find_values is None or not self._open:
            return
        places: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for start in range(len(words)):
            for end in range(start + 1, min(start + _MOST_WORDS, len(words)) + 1):
                for spelled in _spellings(text, words[start:end]):
                    places[fold_value(spelled)].append((start, end))
        for name, value in self._find_values(self.schema, list(places)):
            for start, end in places[fold_value(value)]:
                yield start, end, Cell(self._open[name], value)

    def is_topic(self, word: Word) -> bool:
        """Whether all rows are about what a word says: "dog" of kennels, «ремонтировали»."""
        return any(word.keys & own.keys or share_root(word, own) for own in self._topics)

    def is_aside(self, word: Word) -> bool:
        """Whether the text around the table repeats a word."""
        return bool(word.keys & self._asides)

    def related(self, word: Word) -> tuple[ColumnName, ...]:
        """Return the columns whose names have a word of the same root, or of the same event."""
        events = event_columns(word, self.schema)
        return tuple(
            ColumnName(column, is_whole=False, is_related=True)
            for column in self.schema.columns
            if column in events or any(share_root(word, part) for part in label_words(column))
        )

    def named_otherwise(self, words: Sequence[Word]) -> tuple[Cell, ...]:
        """Return the value that words name in part, or in the other alphabet by ear.

        «Анна Ковальская» is "Anna Kowalska", and "Granit" is "Granit SIA". It is empty if two
        values may be meant; a value of two columns is returned for both.
        """
        found = [
            Cell(column, value)
            for column in self.schema.columns
            for value in (() if yes_and_no(column) else column.values)
            if _names(words, value)
        ]
        return tuple(found) if len({cell.value for cell in found}) == 1 else ()

    def _phrases(self) -> Iterator[Phrase]:
        for column in self.schema.columns:
            if column.between:
                keys = frozenset().union(*map(look_up_keys, unit_words(column.unit)))
                yield Phrase((keys,), ColumnName(column, is_whole=False))
            label = _words(column.label)
            if label:
                yield Phrase(label, ColumnName(column))
            yield from _translated(label_words(column), ColumnName(column))
            yield from _denied(column)
            for value in () if yes_and_no(column) else column.values:
                yield from _cell_phrases(Cell(column, value))
                yield from _translated_cell(Cell(column, value))
            yield from _sexes(column)
        if person_columns(self.schema):
            for noun in word_list("people_words"):
                yield Phrase((name_keys(noun),), RowName(noun))
        yield from self._partial()
        if self.schema.joined is not None:
            yield from self._joined(self.schema.joined)
        names = (_stem(self.schema.document_id), self.schema.sheet)
        for name in () if self.schema.measure else dict.fromkeys(names):
            for word in query_words(divided(name)):
                yield Phrase((row_keys(word.text) | by_ear(word.text),), RowName(word.text))
        for noun in word_list("row_nouns"):
            yield Phrase((name_keys(noun),), RowName(noun))
        first = query_words(divided(self.schema.columns[0].label))
        if any(_is_identifier(word) for word in first):
            rest = [word for word in first if not _is_identifier(word)]
            yield from (Phrase((row_keys(word.text),), RowName(word.text)) for word in rest)
        elif len(first) == 1 and _numbers_rows(self.schema):
            yield Phrase((row_keys(first[0].text),), RowName(first[0].text))

    def _joined(self, joined: JoinedTable) -> Iterator[Phrase]:
        """Yield what rows of the joined table are called: "customers" for ``customer_id``."""
        column = self.schema.column(joined.join.column)
        assert column is not None
        for word in query_words(divided(_stem(joined.document_id))):
            yield Phrase((name_keys(word.text),), ColumnName(column, is_whole=False))

    def _partial(self) -> Iterator[Phrase]:
        """Yield the words that only one label of several words has: "amount" of "Order amount"."""
        owners: dict[str, list[TableColumn]] = defaultdict(list)
        for column in self.schema.columns:
            for word in {w.text.casefold() for w in query_words(divided(column.label))}:
                owners[word].append(column)
        for word, columns in owners.items():
            is_part = len(query_words(divided(columns[0].label))) > 1
            if len(columns) == 1 and is_part and word not in _ordering_words():
                named = ColumnName(columns[0], is_whole=False)
                yield Phrase((name_keys(word),), named)
                if yes_and_no(columns[0]) is None:  # «работает» is not "Licensed to operate"
                    yield from _translated(query_words(word), named)


@cache
def _ordering_words() -> frozenset[str]:
    """Return the words that name no column alone: fillers, and "last" of "Last inspected"."""
    lists = ("query_fillers", "superlatives", "latest_adverbs")
    return frozenset().union(*map(word_set, lists))


def nearest(text: str, vocabularies: Sequence[TableVocabulary], most: int) -> list[TableVocabulary]:
    """Return the vocabularies that have most of the words of a question, none of them without."""
    said = [look_up_keys(word.text) for word in query_words(text) if not is_filler(word)]
    shares = [(sum(bool(keys & one.keys) for keys in said), one) for one in vocabularies]
    found = sorted((one for one in shares if one[0]), key=lambda one: -one[0])
    return [vocabulary for _, vocabulary in found[:most]]


def _cell_phrases(cell: Cell) -> Iterator[Phrase]:
    for words in dict.fromkeys((_words(cell.value), _words(cell.value, is_divided=False))):
        if words:
            yield Phrase(words, cell)
        if len(words) == _REVERSED and not any(map(str.isdigit, cell.value)):
            yield Phrase(words[::-1], cell)


def _translated(words: Sequence[Word], named: ColumnName) -> Iterator[Phrase]:
    """Yield a name in the words of the other language, where each word has some."""
    keys = tuple(translated_keys(word.text) for word in words)
    if keys and all(keys):
        yield Phrase(keys, named._replace(is_translated=True))


def _translated_cell(cell: Cell) -> Iterator[Phrase]:
    """Yield a value in the words of the other language: «сосна» of "Pine"; codes have none."""
    words = query_words(divided(cell.value))
    keys = tuple(translated_keys(word.text) for word in words)
    if keys and all(keys) and len(words) <= _MOST_WORDS:
        yield Phrase(keys, cell._replace(is_translated=True))


def _denied(column: TableColumn) -> Iterator[Phrase]:
    """Yield the negated forms of a column of yes and no: "unpaid", «неоплаченный»."""
    words = label_words(column)
    if len(words) != 1 or yes_and_no(column) is None:
        return
    (word,) = words
    for said in (word.text, *header_translations(word.text)):
        language: Language = "ru" if is_cyrillic(said) else "en"
        for prefix in word_list("negative_prefixes", language):
            keys = name_keys(f"{prefix}{plain(said)}")
            yield Phrase((keys,), ColumnName(column, is_denied=True))


def _sexes(column: TableColumn) -> Iterator[Phrase]:
    """Yield the words for women and men, where a column tells them by a letter: "F", «муж.»."""
    if not tells_sex(column):
        return
    for entry in word_list("sexes"):
        letters, _, nouns = entry.partition(": ")
        for value in column.values:
            if value[:1].casefold() in letters:
                yield from (
                    Phrase((name_keys(noun),), Cell(column, value)) for noun in nouns.split(" | ")
                )


def _numbers_rows(schema: TableSchema) -> bool:
    """Return True if the first column has a code of each row: "T-1" of "Trial"."""
    values = schema.columns[0].values
    are_codes = all(any(map(str.isdigit, value)) for value in values)
    return len(values) == schema.rows and are_codes


def _is_open(column: TableColumn) -> bool:
    return column.type == "text" and not column.values


def _spellings(text: str, words: Sequence[Word]) -> Iterator[str]:
    """Yield words that may be a name or a code, as written and in their dictionary forms.

    Of «у Виктора Орлова» that is "Виктор Орлов" too. A number alone is not a code.
    """
    written = [text[word.start : word.end] for word in words]
    marked = [one for one in written if not one.islower() and not one.isdigit()]
    if not marked and not (len(words) > 1 and any(map(str.isdigit, written))):
        return
    yield text[words[0].start : words[-1].end]
    if len(words) <= _MOST_INFLECTED and all(map(is_cyrillic, written)):
        forms = [[*word.keys] for word in words]
        yield from (" ".join(chosen) for chosen in product(*forms))


def _names(words: Sequence[Word], value: str) -> bool:
    """Return True if words in a row of a value are those of a question."""
    own = query_words(value)
    return any(
        all(_is_same(word, other) for word, other in zip(words, own[first:], strict=False))
        for first in range(len(own) - len(words) + 1)
    )


def _is_same(word: Word, other: Word) -> bool:
    if look_up_keys(word.text) & name_keys(other.text):
        return True
    name = plain(other.text)
    return any(is_transcribed(key, name) or share_stem(key, name) for key in word.keys)


def _is_identifier(word: Word) -> bool:
    return bool(word.keys & word_set("identifier_words"))


def _stem(document_id: str) -> str:
    return document_id.rpartition("/")[2].partition(".")[0]


def _words(text: str, *, is_divided: bool = True) -> tuple[frozenset[str], ...]:
    """Return the words of a name as the forms they are found by; "SkyLine" is two words, or one."""
    words = query_words(divided(text) if is_divided else text)
    return tuple(name_keys(word.text) for word in words)
