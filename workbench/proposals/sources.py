"""Find candidates in abbreviations, definitions, headings, tables, metadata and repeated names."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

from workbench.domain.documents import Document
from workbench.domain.graph import Provenance
from workbench.nlp.grammar import in_word_list, is_function_word, word_set
from workbench.nlp.tokens import tokens
from workbench.proposals.candidates import Candidate, Source, is_run, is_short, opens, runs
from workbench.proposals.reading import Reading, Sentence, Word, keys_of, word_key
from workbench.proposals.shapes import (
    MOST_WORDS,
    is_capitalised,
    is_distinct,
    is_excluded,
    is_nominative_noun,
    is_noun_phrase,
    is_possessive,
    is_verb,
)
from workbench.retrieval.filters import LIST_SEPARATOR

_BRACKET = re.compile(r"\(([^()]{2,60})\)")
"""What stands in brackets: «виртуальная машина (ВМ)»."""
_DASHES = frozenset("-–—")
_SEPARATOR = re.compile(r"[-–—:]{1,2}")
"""What divides a term from its definition: "**ADR** - Architecture Decision Record"."""
_LEAST_DEFINED = 3
"""Definitions in a document from which its list is a glossary."""
_LEAST_ROWS = 3
"""Rows of the tables of a document from which their first cells are names."""
_MOST_CONNECTORS = 3
"""Words of a long form beyond the letters of its abbreviation: "of", "and", "the"."""
_MOST_PER_WORD = 3
"""Letters of an abbreviation from one word: W and O of LWOP from "without"."""
_LEAST_DEFINITION = 3
"""Words of a definition."""
_LONGEST_VALUE = 60
"""Characters of a value of a front-matter field."""
_NO_NAME = re.compile(r"[/@:\\]|\d{4}-\d\d")
"""A path, an address or a date in a field's value."""


def find_candidates(reading: Reading) -> list[Candidate]:
    """Return the candidates of all sources; the same phrase may be found several times."""
    found: list[Candidate] = []
    for sentence in reading.sentences:
        found += _abbreviations(sentence)
        if sentence.kind != "heading":
            found += _names(sentence)
        found += _headings(sentence)
    found += _definitions(reading)
    found += _first_columns(reading)
    for document in reading.documents:
        found += _titles(document)
        found += _metadata(document)
    return found


def _abbreviations(sentence: Sentence) -> Iterator[Candidate]:
    """Yield a phrase and the abbreviation beside it, in either order of the bracket."""
    for bracket in _BRACKET.finditer(sentence.visible):
        inside = _without_opening(bracket[1])
        start = sentence.span.start + bracket.start()
        before = [word for word in sentence.words if word.end <= start]
        adjacent = before and not sentence.visible[
            before[-1].end - sentence.span.start : bracket.start()
        ].strip(" ")
        if not adjacent:
            continue
        if is_distinct(inside):
            phrase = _long_form(before, inside, sentence)
            if phrase:
                yield _with_short(sentence, phrase, inside)
        elif is_distinct(before[-1].text):
            end = sentence.span.start + bracket.end()
            within = [word for word in sentence.words if start <= word.start and word.end <= end]
            phrase = _long_form(within, before[-1].text, sentence)
            if phrase and len(phrase) == len(within):
                yield _with_short(sentence, phrase, before[-1].text)


def _with_short(sentence: Sentence, phrase: Sequence[Word], short: str) -> Candidate:
    text = sentence.text_between(phrase[0], phrase[-1])
    return Candidate(text, keys_of(phrase), "abbreviation", sentence.evidence, short)


def _without_opening(inside: str) -> str:
    """Strip what introduces a short form: «далее — ВМ» becomes «ВМ»."""
    text = inside.strip(" \"«»“”'")
    for opening in sorted(word_set("short_form_openings"), key=len, reverse=True):
        if text.lower().startswith(f"{opening} "):
            return text[len(opening) :].strip(" -–—:,\"«»“”'")
    return text


def _long_form(words: Sequence[Word], short: str, sentence: Sentence) -> Sequence[Word]:
    """Return the end of some words that an abbreviation stands for; empty if there is none."""
    sizes = range(2, min(len(words), len(short) + _MOST_CONNECTORS) + 1)
    return _spelled([words[-size:] for size in sizes], short, sentence)


def _spelled(phrases: Sequence[Sequence[Word]], short: str, sentence: Sentence) -> Sequence[Word]:
    """Return the first phrase that gives the letters of an abbreviation; empty if none does.

    The initials of the words, or of those that are not connectors, are the letters: "Office of
    Acquisition" OA, "Not To Exceed" NTE. If there is no such phrase, some words may give further
    letters: "leave without pay" LWOP.
    """
    letters = [letter for letter in word_key(short) if letter.isalnum()]
    for matches in (_has_initials, _abbreviates):
        for phrase in phrases:
            first = phrase[0].text
            words = [part.lower() for word in phrase for part in _parts(word.text)]
            may_begin = first[0].isupper() or not _is_connector(first)
            if may_begin and matches(letters, words) and is_run(sentence, phrase):
                return phrase
    return ()


def _parts(word: str) -> list[str]:
    """Return the parts of a word: "self-hosted" has two."""
    return [part for part in re.split(r"[-/]", word) if part]


def _has_initials(letters: Sequence[str], words: Sequence[str]) -> bool:
    contents = [word[0] for word in words if not _is_connector(word)]
    return letters in ([word[0] for word in words], contents)


def _abbreviates(letters: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the letters come from the words in order, one at least from each content word."""
    if not words or not letters:
        return not words and not letters
    word, rest = words[0], words[1:]
    if _is_connector(word) and _abbreviates(letters, rest):
        return True
    at = -1
    for taken in range(min(_MOST_PER_WORD, len(letters))):
        at = word.find(letters[taken], at + 1)
        if at < 0 or (taken == 0 and at > 0):
            return False
        if _abbreviates(letters[taken + 1 :], rest):
            return True
    return False


def _is_connector(word: str) -> bool:
    return in_word_list(word, "stop_words") or in_word_list(word, "name_connectors")


def _names(sentence: Sentence) -> Iterator[Candidate]:
    """Yield runs of capitalised words inside a sentence, and words that look like names."""
    if _is_shouted(sentence.words):
        return
    for run in runs(sentence):
        start = 0
        while start < len(run):
            is_opening = start == 0 and opens(sentence, run[0])
            name = _name_at(run, start, is_opening=is_opening)
            if name and not _is_shouted(name):
                yield Candidate.of(sentence, name, "name")
            start += len(name) or (_label_length(run) if is_opening else 1)


def _label_length(run: Sequence[Word]) -> int:
    """Return how many words at the beginning of a sentence or a field may be one label.

    In "Topic: Intended Audience" the capital of "Audience" means as little as that of "Intended";
    after a function word, as in "The City Council", it does mean something.
    """
    if is_function_word(run[0].text):
        return 1
    return max(1, len([*takewhile(lambda word: is_capitalised(word.text), run)]))


def _is_shouted(words: Sequence[Word]) -> bool:
    """Whether most words are in capitals: "ANY EXPRESS OR IMPLIED WARRANTY"."""
    return len(words) > 2 and 2 * sum(word.text.isupper() for word in words) > len(words)


def _name_at(run: Sequence[Word], start: int, *, is_opening: bool) -> Sequence[Word]:
    """Return the name that begins at a word of a run; empty if there is none."""
    first = run[start]
    if first.is_label or not _is_name_word(first.text, is_opening):
        return ()
    end = start + 1
    while end < len(run) and not run[end].is_label and not is_possessive(run[end - 1].text):
        at = end
        while at < len(run) and in_word_list(run[at].text, "name_connectors"):
            at += 1
        is_joined = at < len(run) and at - end <= 2 and _continues_name(run[at].text)
        if not is_joined:
            break
        end = at + 1
    return run[start:end] if is_short(run[start:end]) else ()


def _continues_name(word: str) -> bool:
    is_name = is_capitalised(word) or is_distinct(word)
    return is_name and not is_excluded(word)


def _is_name_word(word: str, is_opening: bool) -> bool:
    if is_excluded(word):
        return False
    if is_distinct(word):
        return True
    # A long word in capitals is shouted: "WARRANTY OF MERCHANTABILITY".
    return not is_opening and is_capitalised(word) and len(word) > 1 and not word.isupper()


def _headings(sentence: Sentence) -> Iterator[Candidate]:
    if sentence.kind == "heading" and is_short(sentence.words):
        yield from _phrase(sentence, sentence.words, "heading")


def _phrase(sentence: Sentence, words: Sequence[Word], source: Source) -> Iterator[Candidate]:
    """Yield adjacent words that may name a thing."""
    if is_run(sentence, words) and is_noun_phrase([word.text for word in words]):
        yield Candidate.of(sentence, words, source)


def _definitions(reading: Reading) -> Iterator[Candidate]:
    """Yield the terms that the documents define.

    These are the items and paragraphs of glossaries, "**Term** - definition", and sentences such as
    "A quota is a limit on …", «Квота — это …».
    """
    by_document: dict[str, list[Candidate]] = {}
    for sentence in reading.sentences:
        if sentence.kind not in ("item", "paragraph"):
            continue
        yield from _defining_sentence(sentence)
        if sentence.span.start == sentence.block.start:
            by_document.setdefault(sentence.document, []).extend(_emphasised(sentence))
    for found in by_document.values():
        if len(found) >= _LEAST_DEFINED:
            yield from found


def _emphasised(sentence: Sentence) -> Iterator[Candidate]:
    """Yield the emphasised words before a dash or a colon and a definition."""
    head = list(takewhile(lambda word: word.is_label, sentence.words))
    rest = sentence.words[len(head) :]
    if not is_short(head) or not rest:
        return
    between = sentence.between(head[-1], rest[0])
    separator = _SEPARATOR.fullmatch(between.strip(" .)]"))
    # "**Network name**: enter a name" is an instruction.
    if separator is None or (":" in separator.group() and is_verb(rest[0].text)):
        return
    # A description may be split into short sentences: "**ADR** - Decision record. It …".
    yield from _phrase(sentence, head, "definition")
    if len(head) == 1 and is_distinct(head[0].text):
        yield from _spelled_out(sentence, head[0].text, rest)


def _spelled_out(sentence: Sentence, short: str, rest: Sequence[Word]) -> Iterator[Candidate]:
    """Yield the long form that begins a definition: "**ADR** - Architecture Decision Record"."""
    start = 1 if in_word_list(rest[0].text, "stop_words") else 0
    ends = range(start + 2, min(len(rest), start + len(short) + _MOST_CONNECTORS) + 1)
    phrase = _spelled([rest[start:end] for end in ends], short, sentence)
    if phrase:
        yield _with_short(sentence, phrase, short)


def _defining_sentence(sentence: Sentence) -> Iterator[Candidate]:
    """Yield the subject of a sentence that says what it is."""
    words = sentence.words
    for size in range(1, min(MOST_WORDS + 1, len(words) - _LEAST_DEFINITION)):
        head, rest = words[:size], words[size:]
        gap = sentence.between(head[-1], rest[0])
        if gap.strip() in _DASHES:
            is_definition = in_word_list(rest[0].text, "definitions") or is_nominative_noun(rest)
        else:
            is_definition = (
                not gap.strip()
                and in_word_list(rest[0].text, "definitions")
                and in_word_list(rest[1].text, "indefinite_articles")
            )
        if is_definition:
            start = 1 if size > 1 and in_word_list(head[0].text, "indefinite_articles") else 0
            yield from _phrase(sentence, head[start:], "sentence")
            return


def _first_columns(reading: Reading) -> Iterator[Candidate]:
    """Yield the first cells of the rows of tables, below the header."""
    cells = [
        sentence
        for sentence in reading.sentences
        if sentence.kind == "row"
        and not sentence.block.is_head
        and sentence.block.cells
        and sentence.span == sentence.block.cells[0]
    ]
    rows = Counter(cell.document for cell in cells)
    for cell in cells:
        if rows[cell.document] >= _LEAST_ROWS and is_short(cell.words):
            yield from _phrase(cell, cell.words, "table")


def _titles(document: Document) -> Iterator[Candidate]:
    yield from _stated(document, document.title, "title")


def _metadata(document: Document) -> Iterator[Candidate]:
    """Yield the values of front-matter fields that may be names."""
    for value in document.metadata.values():
        for part in value.split(LIST_SEPARATOR):
            if len(part) <= _LONGEST_VALUE and not _NO_NAME.search(part):
                yield from _stated(document, part, "metadata")


def _stated(document: Document, text: str, source: Source) -> Iterator[Candidate]:
    words = [token.text for token in tokens(text)]
    if " ".join(words) == " ".join(text.split()) and is_noun_phrase(words):
        key = tuple(map(word_key, words))
        quote = text if text in document.text else document.title
        yield Candidate(text, key, source, Provenance(document=document.id, quote=quote))
