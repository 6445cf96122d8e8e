"""Find two documents that give different values for what a question asks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from workbench.extractive.answerability import assess_answer
from workbench.extractive.sentence_selection import SupportingStatement, rank_statements
from workbench.extractive.sources import Source, SourceSet
from workbench.extractive.word_credit import SYNONYM_CREDIT, match_credit
from workbench.nlp.amounts import unit_of
from workbench.nlp.answer_type import NAMES, answer_type, informative_terms, subject_terms
from workbench.nlp.asked_relation import subject_names
from workbench.nlp.grammar import in_word_list, is_function_word, readings
from workbench.nlp.hours import asked_bound
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.quantities import are_equal, quantities
from workbench.nlp.question_type import QuestionType, read_question
from workbench.nlp.terms import content_terms, stem_key
from workbench.nlp.times_of_day import times_of_day
from workbench.nlp.tokens import tokens
from workbench.nlp.value_extraction import ExtractedValue, extract_values, values_differ
from workbench.nlp.weekdays import weekdays
from workbench.text.clauses import split_clauses

_POOL = 15
"""How many statements, best first, are compared with those of the answer."""
_AS_CLOSE = 0.75
"""Least coverage of the question by the other statement, relative to the answer's."""
_INFORMATIVE = 0.6
"""Least share of the words that tell what a question is about, in each of two statements that
answer it in their own words."""
_LEAST_COVERAGE = 0.5
"""Least share of the question's words that both statements have, with their headings."""
_SAME_CLAIM = 0.45
"""Least share of the words of the shorter statement in the other, values left out: below it they
may speak of different things, such as a flight home and a hospital abroad."""
_OF_LONGER = 0.4
"""The same for the longer one: "Within 30 days of your return" is in most deadlines."""


@dataclass(frozen=True)
class Disagreement:
    """A statement of the answer, one of another document, and their different values as written."""

    shown: SupportingStatement
    other: SupportingStatement
    values: tuple[str, str]

    def with_other(self, chosen: Sequence[SupportingStatement]) -> list[SupportingStatement]:
        """Return the statements of an answer with the one that differs after them."""
        place = (self.other.source, self.other.statement)
        is_there = any((one.source, one.statement) == place for one in chosen)
        return [*chosen, *([] if is_there else [self.other])]


def disagreement(
    question: str,
    shown: Sequence[SupportingStatement],
    sources: Sequence[Source],
) -> Disagreement | None:
    """Return the first statement of another document with another value; None if there is none.

    "Within 7 days of buying it" and "Within 14 days of purchase" differ. Only a value that is alone
    of its unit in both statements is compared: a row with one amount a plan has several. A document
    that gives a value of the answer elsewhere agrees with it. A question that yes or no, a name or
    "which" answers asks for no value.

    Args:
        question: the question, a follow-up in its rewritten form.
        shown: the statements of the answer.
        sources: the passages, each with its document.
    """
    asked = read_question(question)
    if not _asks_for_value(asked) or not any(_has_value(one.text) for one in shown):
        return None
    library = SourceSet(sources)
    close = rank_statements(question, sources)[:_POOL]
    agreeing = {
        library.sources[other.source].document
        for one, other in product(shown, close)
        if _agree(asked, library, one, other)
    }
    for one, other in product(shown, close):
        is_other = library.sources[other.source].document not in agreeing
        if is_other and _is_of_same_subject(asked, library, one, other):
            for mine, theirs in _differing(asked, library, one, other):
                return Disagreement(one, other, (mine.written, theirs.written))
    return None


def _agree(
    asked: QuestionType, library: SourceSet, one: SupportingStatement, other: SupportingStatement
) -> bool:
    """Whether a statement of another document on the question gives a value of the answer."""
    documents = [library.sources[text.source].document for text in (one, other)]
    if documents[0] == documents[1] or _covered(asked, library, other) < _LEAST_COVERAGE:
        return False
    return any(not values_differ(*pair) for pair in _pairs(asked, one.text, other.text))


def _has_value(text: str) -> bool:
    return bool(quantities(text) or times_of_day(text))


def _asks_for_value(asked: QuestionType) -> bool:
    """Return False for "Is the tower high?", "Who keeps the tower?", "Which towers are high?"."""
    kind = answer_type(asked)
    if kind is not None:
        return kind not in NAMES
    # "How many metres deep may I dive" has "may I" of a question that yes or no answers.
    is_verdict = asked.wants_verdict and not asked.wants_amount
    is_told = asked.wants_reason or asked.wants_list or asked.wants_name or asked.wants_steps
    is_told = is_told or asked.wants_definition
    return not (is_verdict or is_told or any(_is_which(word.text) for word in tokens(asked.text)))


def _is_which(word: str) -> bool:
    return in_word_list(word, "plural_interrogatives") and not in_word_list(
        word, "plain_interrogatives"
    )


def _is_of_same_subject(
    asked: QuestionType, library: SourceSet, one: SupportingStatement, other: SupportingStatement
) -> bool:
    """Return True if another document has the question's words from the titles of the first one.

    "Health" in a question about health claims is in "Health Insurance Terms", not in "Travel FAQ".
    A synonym in a title is not a name: "Damage and loss" does not name a lost pet.
    """
    mine, theirs = library.sources[one.source], library.sources[other.source]
    if mine.document == theirs.document or _have_other_names(one.text, other.text):
        return False
    if any(_name_other_things(a, b) for a in mine.headings for b in theirs.headings):
        return False
    titles, text = " ".join(mine.headings), _context(library, other)
    named = [term for term in asked.terms if match_credit(term, titles) > SYNONYM_CREDIT]
    return all(match_credit(term, text) for term in named)


def _have_other_names(mine: str, theirs: str) -> bool:
    """Return True if each text has a name that the other lacks: "in Berlin" and "in London"."""
    one, other = (
        {stem_key(name) for name in subject_names(text, "") if not unit_of(name)}
        for text in (mine, theirs)
    )
    return bool(one - other) and bool(other - one)


def _name_other_things(mine: str, theirs: str) -> bool:
    """Return True for two kinds of one thing: "Home insurance" and "Car insurance".

    "Travel rules" and "Travel questions" are of one thing, as are "Notes 2021" and "Notes 2023".
    """
    kinds, others = _kinds(mine), _kinds(theirs)
    keys, other_keys = (_keys(text) for text in (mine, theirs))
    return any(
        kinds[noun] not in other_keys and others[noun] not in keys
        for noun in kinds.keys() & others.keys()
    )


def _keys(text: str) -> frozenset[str]:
    return frozenset(stem_key(word.text) for word in tokens(text))


def _kinds(title: str) -> dict[str, str]:
    """Return the word that qualifies each noun of a title: "car" of "insurance".

    A Russian noun is qualified by an adjective before it or by a genitive after it.
    """
    words = [word.text for word in tokens(title)]
    found = {}
    for first, second in pairwise(words):
        if any(not word.isalpha() or is_function_word(word) for word in (first, second)):
            continue
        before, after = _marks(first), _marks(second)
        if {"NOUN", "gent"} <= after and "NOUN" in before:
            found[stem_key(first)] = stem_key(second)
        elif "NOUN" not in before:
            found[stem_key(second)] = stem_key(first)
    return found


def _marks(word: str) -> frozenset[str]:
    """Return the grammemes of a Russian word; none for an English one."""
    return next((one.marks for one in readings(word)), frozenset())


def _covered(asked: QuestionType, library: SourceSet, one: SupportingStatement) -> float:
    """Return the share of the question's words in a statement and the headings above it."""
    return library.share(asked, _context(library, one))


def _context(library: SourceSet, one: SupportingStatement) -> str:
    headings = library.sources[one.source].headings
    return " ".join((_with_lead(one), *headings))


def _differing(
    asked: QuestionType, library: SourceSet, one: SupportingStatement, other: SupportingStatement
) -> Iterator[tuple[ExtractedValue, ExtractedValue]]:
    """Yield the values that two statements give differently of the thing asked about."""
    texts = one.text, other.text
    clauses = tuple(_answering_clause(asked, library, text) for text in texts)
    for mine, theirs in dict.fromkeys((texts, clauses)):
        found = [pair for pair in _pairs(asked, mine, theirs) if values_differ(*pair)]
        if found and (
            (_are_worded_alike(mine, theirs) and _are_as_close(asked, library, one, other))
            or all(_answers(asked, library, text) for text in (one, other))
        ):
            yield from found


def _are_as_close(
    asked: QuestionType, library: SourceSet, one: SupportingStatement, other: SupportingStatement
) -> bool:
    """Return True if both cover the question about equally and state its relation."""
    mine, theirs = (_covered(asked, library, text) for text in (one, other))
    is_close = theirs >= max(_LEAST_COVERAGE, _AS_CLOSE * mine)
    return is_close and _states_relation(asked, library, one)


def _answers(asked: QuestionType, library: SourceSet, one: SupportingStatement) -> bool:
    """Return True if a statement alone has a question's names, informative words and relation.

    Besides a name it has a word for the subject: of "an HR course", "HR has 8 rooms" tells nothing.
    In another language than the question's, too few words can be compared.
    """
    if is_cyrillic(one.text) != is_cyrillic(asked.text):
        return False
    context = _context(library, one)
    about = replace(asked, terms=tuple(informative_terms(asked.text)))
    names = content_terms(" ".join(subject_names(asked.text, "")))
    if library.share(about, context) < _INFORMATIVE or not all(
        match_credit(n, context) for n in names
    ):
        return False
    nouns = [one for one in subject_terms(asked) if one.text.islower()]
    if nouns and not any(match_credit(noun, context) for noun in nouns):
        return False
    return _states_relation(asked, library, one)


def _states_relation(asked: QuestionType, library: SourceSet, one: SupportingStatement) -> bool:
    headings = " ".join(library.sources[one.source].headings)
    found = assess_answer(asked.text, library.sources, [_with_lead(one)], headings)
    return found.covers_question and not found.missing_relation


def _with_lead(one: SupportingStatement) -> str:
    return " ".join((one.text, one.statement.asked, one.statement.lead))


def _answering_clause(asked: QuestionType, library: SourceSet, text: str) -> str:
    """Return the clause of a sentence that has a value and most of the question's words.

    "At most 7 nights in a row" of "… in a row, and no home may book more than 21 nights a year".
    """
    clauses = [text[start:end] for start, end in split_clauses(text, 0, len(text))]
    valued = [one for one in clauses if _has_value(one)]
    return max(valued, key=lambda one: library.share(asked, one), default=text)


def _pairs(
    asked: QuestionType, one: str, other: str
) -> Iterator[tuple[ExtractedValue, ExtractedValue]]:
    """Yield the values of one dimension in two texts, if neither is in the question."""
    if _are_of_other_days(one, other):
        return
    kind, bound = answer_type(asked), asked_bound(asked.text)
    known = quantities(asked.text)
    mine, theirs = (
        [
            value
            for value in extract_values(text, kind, bound)
            if not any(are_equal(value.quantity, asked_for) for asked_for in known)
        ]
        for text in (one, other)
    )
    for pair in product(mine, theirs):
        if pair[0].quantity.dimension == pair[1].quantity.dimension:
            yield pair


def _are_of_other_days(mine: str, theirs: str) -> bool:
    """Return True for "on Saturday until 13:00" and "Monday to Friday until 17:00"."""
    days, others = weekdays(mine), weekdays(theirs)
    return bool(days and others) and days.isdisjoint(others)


def _are_worded_alike(one: str, other: str) -> bool:
    """Return True if two texts have about the same words apart from their values."""
    mine, theirs = _words(one), _words(other)
    shared = len(mine & theirs)
    fewer, more = sorted((len(mine), len(theirs)))
    return shared > max(1, _SAME_CLAIM * fewer, _OF_LONGER * more)


def _words(text: str) -> frozenset[str]:
    """Return the content words of a text without its values."""
    return frozenset(
        term.key for term in content_terms(text) if not any(map(str.isdigit, term.text))
    )
