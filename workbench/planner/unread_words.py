"""Find words of a question that an intent's path does not use but that may filter its facts."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from workbench.domain.base import Span
from workbench.domain.plan import ToolCall
from workbench.nlp.english_forms import is_plural_noun
from workbench.nlp.grammar import in_word_list, is_function_word, marks_of, word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.query_words import (
    Word,
    carries_little,
    has_listed_form,
    is_past_form,
    plain,
    query_words,
)
from workbench.nlp.row_conditions import row_conditions, year_of_rows
from workbench.nlp.year_bounds import read_year_bound
from workbench.planner.graph_calls import IntentCalls, subject_types
from workbench.planner.protocol import PlanRequest
from workbench.planner.question_reading import IntentReading, QuestionReader

SURE_NAME = 0.9
"""Least confidence in a name for its words to choose rows."""
_CHOOSING = frozenset({"NOUN", "ADJF", "PRTF"})
"""pymorphy3 marks of words that may filter rows; a verb mostly applies to all of them."""
_VERBS = ("general_verbs", "row_verbs")


def with_unread_words(
    found: IntentCalls, request: PlanRequest, asked: IntentReading, reader: QuestionReader
) -> IntentCalls:
    """Return the calls of an intent with the words that may filter their rows.

    "Which technologies is he an expert in?", "the excess for a phone", "in 2025", "before 2020".
    """
    return with_words(found, _words(found, request, asked, reader))


def with_words(found: IntentCalls, words: Iterable[str]) -> IntentCalls:
    """Return the calls of an intent with further words to filter their rows by."""
    unread = tuple(dict.fromkeys(words))
    calls = tuple(_with_words(call, unread) for call in found.calls) if unread else found.calls
    return IntentCalls(calls, found.entities, found.start)


def _with_words(call: ToolCall, words: tuple[str, ...]) -> ToolCall:
    return call.model_copy(update={"args": call.args.choosing_by(words)})


def _words(
    found: IntentCalls, request: PlanRequest, asked: IntentReading, reader: QuestionReader
) -> Iterator[str]:
    yield from _unused_names(found, asked, reader)
    text, span = request.question.text, asked.span
    part = text[span.start : span.end]
    conditions = row_conditions(text, _names(request))
    computed = {word.text for phrase in conditions.values() for word in query_words(phrase)}
    unsaid = reader.unsupported_words(request, asked.guess) - computed
    words = query_words(part)
    for at, word in enumerate(words):
        chooses = (
            _is_foreign_name(word, part)
            or _may_choose(words, at)
            or _is_beside_noun(words, at, unsaid)
        )
        if word.text in unsaid and chooses:
            yield word.text
    year = year_of_rows(text, _names(request)) or conditions.get("time", "")
    if year in part and read_year_bound(year) is not None:
        yield year


def _names(request: PlanRequest) -> Iterator[Span]:
    resolution = request.resolution
    spans = (*(one.span for one in resolution.entities), *(one.span for one in resolution.slots))
    yield from (span for span in spans if span is not None)


def _unused_names(
    found: IntentCalls, asked: IntentReading, reader: QuestionReader
) -> Iterator[str]:
    """Yield the names that no call uses: of a project, where products are asked for."""
    subjects, used = subject_types(reader.workspace), frozenset(_used(found))
    for entity in asked.context.own:
        meant = {entity.canonical_id, *(one.canonical_id for one in entity.candidates)}
        is_used = entity.type in subjects or not meant.isdisjoint(used)
        if entity.confidence >= SURE_NAME and not is_used:
            yield entity.name
    for slot in asked.context.slots:
        if slot.confidence >= SURE_NAME and slot.span is not None and slot.value not in used:
            yield slot.label or slot.value


def _used(found: IntentCalls) -> Iterator[str]:
    """Yield the nodes and values that calls start from or filter by."""
    for call in found.calls:
        yield call.args.subject_id or ""
        for value in call.args.applied_filters.values():
            yield from map(str, value if isinstance(value, list) else [value])


def _may_choose(words: Sequence[Word], at: int) -> bool:
    """Return True if a word may be a noun or adjective, by its form and the word before it."""
    word = words[at]
    if _is_general(word):
        return False
    if is_cyrillic(word.text):
        return bool(marks_of(word.text) & _CHOOSING)
    before = words[at - 1].keys if at else frozenset()
    openings = word_set("noun_openings") | word_set("indefinite_articles")
    return is_plural_noun(word.text) or bool(before & openings)


def _is_foreign_name(word: Word, text: str) -> bool:
    """Whether a word in Latin letters stands in a Russian text: «Работал ли он с Go?»."""
    return is_cyrillic(text) and word.text[0].isupper() and not is_cyrillic(word.text)


def _is_beside_noun(words: Sequence[Word], at: int, unsaid: Collection[str]) -> bool:
    """Whether an English word stands before a noun of the intent, or is joined to one by "and".

    "Life" of "Do you offer life insurance?", "limit" of "the difference between excess and limit".
    A word after a pronoun, an auxiliary or "to" is a verb: "Can I cancel travel insurance?".
    """
    if at == 0 or is_cyrillic(words[at].text) or _is_general(words[at]):
        return False
    before, after = words[at - 1], words[at + 1 : at + 2]
    if in_word_list(before.text, "question_conjunctions"):
        return at > 1 and _is_read_noun(words[at - 2], unsaid)
    follows_noun = not is_function_word(before.text) or in_word_list(
        before.text, "swap_prepositions"
    )
    is_verb = plain(before.text) == "to" or is_past_form(words[at].text)
    return follows_noun and not is_verb and any(_is_read_noun(one, unsaid) for one in after)


def _is_read_noun(word: Word, unsaid: Collection[str]) -> bool:
    return word.text not in unsaid and not is_function_word(word.text) and not _is_general(word)


def _is_general(word: Word) -> bool:
    is_light = bool(word.keys & word_set("person_nouns")) or has_listed_form(word, *_VERBS)
    return is_light or carries_little(word.text) or not word.text.isalpha()
