"""Measure whether statements answer a question: what they cover of it, and what they lack."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from workbench.extractive.compared_values import comparative
from workbench.extractive.missing_thing import missing_thing
from workbench.extractive.sentence_scoring import (
    SYNONYM_CREDIT,
    Source,
    SourceSet,
    match_credit,
)
from workbench.extractive.shown_context import headings_of, passage_of, refers_back, told_before
from workbench.nlp.amounts import MONEY, amounts, clock_times
from workbench.nlp.asked_event import asked_event
from workbench.nlp.asked_relation import (
    AskedRelation,
    can_tell,
    is_one_of,
    read_relation,
    tells_age,
    tells_of,
    tells_value,
)
from workbench.nlp.asked_value import (
    KINDS,
    NAMES,
    ValueKind,
    asked_value,
    subject_terms,
    telling_terms,
)
from workbench.nlp.compared_sides import compared_sides
from workbench.nlp.grammar import in_word_list
from workbench.nlp.held_value import holds_value, is_year
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.noun_phrases import is_general
from workbench.nlp.operators import dimensions_of, unit_named
from workbench.nlp.phrases import find_phrases, has_phrase
from workbench.nlp.quantities import quantities
from workbench.nlp.question_type import (
    QuestionType,
    asking_part,
    asks_for_reason,
    holds_time,
    read_question,
)
from workbench.nlp.terms import Term, contains, content_terms, term_set
from workbench.nlp.tokens import tokens, words
from workbench.nlp.told_reasons import tells_reason
from workbench.nlp.word_lists import word_list

LEAST_COVERAGE = 0.4
"""Least share of the question's words in an answer. Below it, on two foreign sets of documents, two
of three answers were wrong: they are given as the nearest that the documents say."""
_HEAVY = 0.6
"""Share of the heaviest word's weight from which a word of the question is worth naming."""
_MOST_NAMED = 3
"""Missing words that are named, at most."""
_MISSING_CREDIT = 0.5
"""A word of the same root counts as found."""
_FEWEST_COVERED, _FEWEST_UNNAMED, _COVERED_SHARE = 3, 2, 0.6
"""Other words of the question, those of them that are no names, and their share, that a statement
has if it tells a relation in words that no list has."""
_ON_SUBJECT = 0.3
"""Least share of the question's words in a statement whose reason may be the one asked for."""
_OF_SUBJECT: frozenset[ValueKind] = frozenset(KINDS) - NAMES - {"time", "age", "reason"}
"""Kinds of value that count only beside the subject of the question; of the others, the relation
is looked for beside it."""
_SHARED_UNITS = frozenset({"size", "length", "duration"})
"""Dimensions whose units tell of others as well."""
_COUNTED_WITHIN = 3
"""Words after a number among which the counted one is: "five small boats"."""
_LABEL_END = ": "
"""Between a column and its value in a row."""
# "2.0" and "v3.1.4", not the 03.02 of a date.
_VERSION = re.compile(r"(?<![\d.])v?\d+(?:\.\d+)+(?![.\d])")
# What ends a name: "Ann Reed, since May", "Ann Reed (deputy)", "Ann Reed. She …".
_NAME_END = re.compile(r"[,;(]|\.\s|\s[\u2013\u2014-]\s|\n")


@dataclass(frozen=True)
class Answerability:
    """What an answer has of its question."""

    coverage: float
    """Share of the question's words, by weight, in the answer and the headings above it."""
    best_coverage: float
    """The largest such share in one statement, without headings."""
    missing: tuple[str, ...]
    """Words that matter in the question and that no source has, as written there."""
    absent_value: ValueKind | None
    """The kind of value that the question asks for, if the answer has none.

    A person is none where no source has the word that relates people to the question: "founded".
    """
    absent_relation: str = ""
    """The word for the relation or event that the question asks about, if no statement of the
    answer tells it of the question's subject: "resign" in "Why did Ann Reed resign?"; or for the
    kind of thing asked for, if none names such a thing: "bank" in "Which bank issues the cards?".
    """

    @property
    def lacks_what_is_asked(self) -> bool:
        """Whether the answer has no value of the kind asked for, or tells of another relation."""
        return self.absent_value is not None or bool(self.absent_relation)

    @property
    def covers_question(self) -> bool:
        """Whether the answer has enough of the question's words."""
        return self.coverage >= LEAST_COVERAGE

    @property
    def is_outright(self) -> bool:
        """Whether the answer has what is asked about, and the kind of value asked for."""
        return self.covers_question and not self.lacks_what_is_asked


def assess_answer(
    question: str, sources: Sequence[Source], shown: Sequence[str], headings: str
) -> Answerability:
    """Compare an answer with its question.

    Args:
        question: the question, a follow-up in its rewritten form.
        sources: the passages that the answer was written from; they tell how rare a word is.
        shown: the statements of the answer, with their lead-ins.
        headings: the titles and headings of the cited passages.
    """
    asked, library = _without_comparative(read_question(question)), SourceSet(sources)
    asked = _without_event(asked, headings)
    everything = " ".join(" ".join((one.text, *one.headings)) for one in sources)
    coverage = library.share(asked, " ".join((*shown, headings))) if asked.terms else 1.0
    missing = _named(asked, library, everything)
    return Answerability(
        coverage=coverage,
        best_coverage=max((library.share(asked, one) for one in shown), default=0.0),
        missing=missing,
        absent_value=_absent_value(
            asked, library, shown, is_related=not missing or coverage >= LEAST_COVERAGE
        ),
        absent_relation=_absent_relation(question, library, shown, headings)
        or _missing_thing(question, library, shown),
    )


def _without_comparative(asked: QuestionType) -> QuestionType:
    """Return a question of two things without "cheaper", which two prices tell in no word."""
    found = comparative(asked.text) if compared_sides(asked.text) is not None else None
    if found is None:
        return asked
    kept = tuple(term for term in asked.terms if term.text not in found[1])
    return replace(asked, terms=kept)


def _without_event(asked: QuestionType, headings: str) -> QuestionType:
    """Return a question on a numbered section without "changed": all of it is what changed."""
    event = asked_event(asked.text)
    numbers = [term for term in asked.terms if term.text[0].isdigit()]
    if not event or not numbers or not all(match_credit(one, headings) == 1.0 for one in numbers):
        return asked
    return replace(asked, terms=tuple(term for term in asked.terms if term.text != event))


def _missing_thing(question: str, library: SourceSet, shown: Sequence[str]) -> str:
    """Return the word for the thing asked for that no statement names.

    That of a relation was looked for: a red door need not be said to have a colour.
    """
    thing = missing_thing(question, library, shown)
    return "" if thing == read_relation(question).word else thing


def shares_telling_word(question: str, shown: Sequence[str]) -> bool:
    """Return False if statements have no word of a question but those that tell little: "type".

    A question of such words alone is taken to be about any of them. Words of one relation tell too
    little: "get" is no word for a salary.
    """
    telling = [
        term
        for term in read_question(question).terms
        if not (is_general(term.text) or in_word_list(term.text, "vague_heads"))
    ]
    return not telling or any(
        match_credit(term, one) > SYNONYM_CREDIT for term in telling for one in shown
    )


def _absent_value(
    asked: QuestionType, library: SourceSet, shown: Sequence[str], *, is_related: bool
) -> ValueKind | None:
    """Return the kind of value that a question asks for if no statement holds one.

    Args:
        asked: the question.
        library: tells how rare its words are.
        shown: the statements of the answer.
        is_related: whether the sources have the words that relate people to the question.
    """
    if has_phrase(asking_part(asked.text), word_list("reason_questions")):
        return None if _holds_reason(asked, library, shown) else "reason"
    kind = asked_value(asked)
    if kind is None:
        return None
    holding = [one for one in shown if holds_value(asked, kind, [one])]
    if kind in _OF_SUBJECT:
        subject = subject_terms(asked)
        return None if any(_is_about(asked, subject, library, one) for one in holding) else kind
    if kind != "who":
        return None if holding else kind
    is_told = is_related and any(_is_of_relation(asked, library, one) for one in holding)
    return None if is_told else kind


def _is_of_relation(asked: QuestionType, library: SourceSet, one: str) -> bool:
    """Whether a statement with a name, or what stands above it, has the relation asked for.

    "The pilot is Ann Reed" and "Ask the chair of the board" do not say who chairs the board.
    """
    relation = read_relation(asked.text)
    context = f"{one} {told_before(one, library)} {headings_of(one, library)}"
    if not relation.word or not library.sources or not can_tell(relation.word, context):
        return True
    return _has_word(relation.word, context) or _covers_rest(asked.text, relation, context)


def _is_about(asked: QuestionType, subject: Sequence[Term], library: SourceSet, one: str) -> bool:
    """Whether a statement with a value, what stands above it or what it refers to has the subject.

    "A late book costs 20p" gives no price of a textbook. What a graph or a table has was looked up
    for the subject. In another language, few words are known: any of the question will do.
    """
    is_translated = is_cyrillic(passage_of(one, library)) != is_cyrillic(asked.text)
    subject = telling_terms(asked.text) if is_translated else subject
    subject = subject if library.sources else []
    before = told_before(one, library) if refers_back(one) else ""
    context = f"{one} {before} {headings_of(one, library)}"
    telling = [term for term in subject if not in_word_list(term.text, "common")] or subject
    return not subject or any(match_credit(term, context) for term in telling)


def _holds_reason(asked: QuestionType, library: SourceSet, shown: Sequence[str]) -> bool:
    """Whether a statement on what the question asks about, or the one after it, gives a reason."""
    least = min(_ON_SUBJECT, max((library.share(asked, one) for one in shown), default=0.0))
    for last, one in pairwise(["", *shown]):
        follows = refers_back(one) or (last and last.strip() in told_before(one, library))
        titles = headings_of(one, library)
        texts = (one, last) if follows else (one,)
        about = max(library.share(asked, f"{text} {titles}") for text in texts)
        if 0.0 < least <= about and (tells_reason(one) or asks_for_reason(one)):
            return True
    return False


def _absent_relation(question: str, library: SourceSet, shown: Sequence[str], headings: str) -> str:
    asked = _of_both_sides(read_relation(question), question)
    if not asked.word or not can_tell(asked.word, " ".join(shown)):
        return ""
    for last, one in pairwise(["", *shown]):
        covers = _covers_rest(question, asked, f"{one} {headings}")
        is_other = asked.is_listed or asked.is_noun or (asked.is_counted and not _counts(one))
        if covers and not is_other:
            return ""
        before = told_before(one, library) or (last if refers_back(one) else "")
        for clause in _clauses(one):
            is_own = covers or _is_of_subject(asked, clause, before, headings)
            if is_own and _tells(asked, clause, headings, library):
                return ""
    return asked.word


def _of_both_sides(asked: AskedRelation, question: str) -> AskedRelation:
    """Return a relation with both of the things that a question compares among its names.

    The first word of "Team or Enterprise: how many nodes?" is no name by its capital letter.
    """
    sides = compared_sides(question) if asked.names else None
    compared = (term.text for side in sides or () for term in side)
    return asked._replace(names=tuple(dict.fromkeys((*asked.names, *compared))))


def _counts(text: str) -> bool:
    """Whether a text has a number without a unit, as a count has: "for 40 people", not "$40".

    "In 2024 it was" counts nothing.
    """
    return any(not (amount.unit or is_year(amount, text)) for amount in amounts(text))


def _is_of_subject(asked: AskedRelation, clause: str, before: str, headings: str) -> bool:
    """Whether a clause, or what it refers to, has a name, or else a noun, of the subject.

    A name may stand in the statements before; a noun counts there after a pronoun: "It was built".
    """
    subject = content_terms(" ".join(asked.names or asked.nouns))
    context = f"{clause} {before if asked.names or refers_back(clause) else ''} {headings}"
    return not subject or any(
        match_credit(term, context) or tells_of(term.text, context) for term in subject
    )


def _tells(asked: AskedRelation, clause: str, headings: str, library: SourceSet) -> bool:
    """Whether a clause has the relation, or a word of the same root: "executed", "execution".

    What is counted stands with its number: "14 beds", and not "the members' handbook". The number
    of a row may be labelled in its heading alone.
    """
    if asked.is_age:
        return tells_age(clause)
    if asked.is_counted:
        told = f"{clause} {headings}" if _LABEL_END in clause else clause
        return _counts(clause) and (_says(asked.word, told) or _counts_same(asked.word, clause))
    if is_one_of(asked.word, "hours_relations") and len(clock_times(clause)) > 1:
        return True
    if is_one_of(asked.word, "labelled_relations") and _is_label_of(asked, clause, library):
        return True
    return _is_told_by_value(asked.word, clause) or _has_word(asked.word, f"{clause} {headings}")


def _is_told_by_value(relation: str, clause: str) -> bool:
    """Whether a value tells a relation by itself: "£8" a cost, "red" a colour, "over 18" an age.

    "Holds 82 litres" tells a volume; metres measure a height as well as a width.
    """
    is_cost = is_one_of(relation, "money_relations") and any(
        one.unit in MONEY for one in amounts(clause)
    )
    is_age = is_one_of(relation, "age_relations") and any(one.bound for one in quantities(clause))
    is_released = has_phrase(relation, word_list("release_verbs")) and _is_dated_version(clause)
    is_valued = is_cost or is_age or is_released
    return is_valued or tells_value(relation, clause) or _is_measured(relation, clause)


def _is_dated_version(clause: str) -> bool:
    return _VERSION.search(clause) is not None and holds_time(clause)


def _is_measured(relation: str, clause: str) -> bool:
    measured = dimensions_of(relation) - _SHARED_UNITS
    after = (tokens(clause[one.end :])[:1] for one in amounts(clause)) if measured else ()
    units = (unit_named(word.text) for words_after in after for word in words_after)
    return any(unit.dimension in measured for unit in units if unit is not None)


def _is_label_of(asked: AskedRelation, clause: str, library: SourceSet) -> bool:
    """Whether the label of a name is what the question asks about: "Kilns: Ann Reed".

    "Kilns: Electric Cone 6" has no name: one has no number, and a word that is always capitalised.
    """
    label, _, told = clause.partition(_LABEL_END)
    if not any(match_credit(one, label) for one in content_terms(" ".join(asked.nouns))):
        return False
    name = [word.text for word in tokens(_NAME_END.split(told)[0])]
    everything = {word for source in library.sources for word in words(source.text)}
    is_capitalized = all(word[0].isupper() and word[0].isalpha() for word in name)
    return is_capitalized and any(word.lower() not in everything for word in name)


def _has_word(relation: str, text: str) -> bool:
    return tells_of(relation, text) or any(match_credit(x, text) for x in content_terms(relation))


def _says(word: str, text: str) -> bool:
    """Whether a text has a word itself, or one of its root."""
    return any(match_credit(x, text) > SYNONYM_CREDIT for x in content_terms(word))


def _counts_same(word: str, text: str) -> bool:
    """Whether a text counts what a word stands for: "23 teachers" are people, "is 82" no child."""
    return any(
        _has_word(word, " ".join(one.text for one in after))
        for amount in amounts(text)
        if (after := [one for one in tokens(text) if one.start >= amount.end][:_COUNTED_WITHIN])
    )


def _covers_rest(question: str, asked: AskedRelation, text: str) -> bool:
    """Whether a text has nearly all other words of the question, and so may say it otherwise.

    "Who was assigned to design a second plan?" is answered by "He was contracted to develop a
    second plan". A relation with listed words has its synonyms there.
    """
    relation = term_set(asked.word)
    rest = [one for one in read_question(question).terms if not contains(one, relation)]
    found = [one for one in rest if match_credit(one, text)]
    unnamed = sum(one.text not in asked.names for one in found)
    is_enough = len(found) >= _FEWEST_COVERED or unnamed >= _FEWEST_UNNAMED
    return is_enough and len(found) >= _COVERED_SHARE * len(rest)


def _clauses(text: str) -> list[str]:
    """Return the parts between semicolons; the cells of a row are one part."""
    return [text] if _LABEL_END in text else text.split(";")


def _named(asked: QuestionType, library: SourceSet, text: str) -> tuple[str, ...]:
    """Return the heavy words that a text lacks, without those that only ask: "how long"."""
    asking = list(find_phrases(asked.text, _asking()))
    heaviest = max((library.weight(term) for term in asked.terms), default=0.0)
    missing = [
        term.text
        for term in asked.terms
        if library.weight(term) >= _HEAVY * heaviest
        and match_credit(term, text) < _MISSING_CREDIT
        and not any(phrase.start <= term.start < phrase.end for phrase in asking)
    ]
    return tuple(missing[:_MOST_NAMED])


def _asking() -> tuple[str, ...]:
    lists = ("time_questions", "amount_questions", "reason_questions", "cause_questions")
    return tuple(phrase for name in lists for phrase in word_list(name))
