"""Check whether an answer states the relation that its question asks about: who chairs it."""

import re
from collections.abc import Sequence
from itertools import pairwise

from workbench.extractive.shown_context import headings_of, refers_back, text_before, titles_above
from workbench.extractive.sources import SourceSet
from workbench.extractive.word_credit import SYNONYM_CREDIT, match_credit
from workbench.nlp.ages import has_age
from workbench.nlp.amounts import MONEY, amounts
from workbench.nlp.asked_relation import AskedRelation, read_relation
from workbench.nlp.compared_sides import compared_sides
from workbench.nlp.counted_units import counts_one
from workbench.nlp.grammar import in_word_list
from workbench.nlp.number_roles import is_in_name
from workbench.nlp.operators import dimensions_of, unit_named
from workbench.nlp.phrases import has_phrase
from workbench.nlp.quantities import quantities
from workbench.nlp.question_type import QuestionType, has_time, read_question
from workbench.nlp.relation_lexicon import (
    expresses_relation,
    has_attribute_value,
    is_comparable_with,
    is_one_of,
)
from workbench.nlp.terms import contains, content_terms, term_set
from workbench.nlp.times_of_day import times_of_day
from workbench.nlp.tokens import Token, tokens, words
from workbench.nlp.value_detection import is_year
from workbench.nlp.word_lists import word_list

_FEWEST_COVERED, _FEWEST_UNNAMED, _COVERED_SHARE = 3, 2, 0.6
"""Other words of the question, those of them that are not names, and their share, that a statement
has if it tells a relation in words that no list has."""
_SHARED_UNITS = frozenset({"size", "length", "duration"})
"""Dimensions whose units measure other dimensions as well."""
_COUNTED_WITHIN = 3
"""How many words after a number may hold the counted one: "five small boats"."""
_LABEL_END = ": "
"""Between a column and its value in a row."""
# "2.0" and "v3.1.4", not "03.02.2024".
_VERSION = re.compile(r"(?<![\d.])(?!\d{1,2}\.\d{1,2}\.\d{4})v?\d+(?:\.\d+)+(?!\.?\d)")
# What ends a name: "Ann Reed, since May", "Ann Reed (deputy)", "Ann Reed. She …".
_NAME_END = re.compile(r"[,;(]|\.\s|\s[\u2013\u2014-]\s|\n")


def missing_relation(question: str, library: SourceSet, shown: Sequence[str], headings: str) -> str:
    """Return the word for the relation that a question asks about if no statement states it.

    Args:
        question: the question, a follow-up in its rewritten form.
        library: the sources of the answer.
        shown: its statements, with their lead-ins.
        headings: the titles and headings of the cited passages.
    """
    asked = _of_both_sides(_of_named_nouns(read_relation(question), library), question)
    if not asked.word or not is_comparable_with(asked.word, " ".join(shown)):
        return ""
    for last, one in pairwise(["", *shown]):
        above = _own_headings(one, library, headings)
        covers = _covers_rest(question, asked, f"{one} {headings}")
        is_other = asked.is_listed or asked.is_noun or (asked.is_counted and not _counts(one))
        if covers and not is_other:
            return ""
        before = text_before(one, library) or (last if refers_back(one) else "")
        for clause in _clauses(one):
            is_own = covers or _is_of_subject(asked, clause, before, headings)
            if is_own and _states(asked, clause, above, library):
                return ""
    return asked.word


def _own_headings(one: str, library: SourceSet, headings: str) -> str:
    """Return the headings above a statement, of those of the cited passages; else all of them."""
    own = titles_above(one, library)
    return " ".join(title for title in own if title in headings) or headings


def states_relation(asked: QuestionType, library: SourceSet, one: str) -> bool:
    """Return True if a statement, or the text above it, has the relation asked for.

    "The pilot is Ann Reed" and "Ask the chair of the board" do not say who chairs the board.
    """
    relation = read_relation(asked.text)
    context = f"{one} {text_before(one, library)} {headings_of(one, library)}"
    if not relation.word or not library.sources or not is_comparable_with(relation.word, context):
        return True
    is_told = _has_word(relation.word, context)
    return is_told or (not relation.is_listed and _covers_rest(asked.text, relation, context))


def _of_named_nouns(asked: AskedRelation, library: SourceSet) -> AskedRelation:
    """Return a relation without the nouns of its subject that the sources need not name."""
    implied = {one.text for one in content_terms(" ".join(asked.nouns)) if library.is_implied(one)}
    return asked._replace(nouns=tuple(noun for noun in asked.nouns if noun not in implied))


def _of_both_sides(asked: AskedRelation, question: str) -> AskedRelation:
    """Return a relation with both of the things that a question compares among its names.

    The first word of "Team or Enterprise: how many nodes?" is not a name by its capital letter.
    """
    sides = compared_sides(question) if asked.names else None
    compared = (term.text for side in sides or () for term in side)
    return asked._replace(names=tuple(dict.fromkeys((*asked.names, *compared))))


def _counts(text: str) -> bool:
    """Whether a text has a number without a unit, as a count has: "for 40 people", not "$40".

    "In 2024 it was" counts nothing, nor does "HTTP/2".
    """
    return any(
        not (amount.unit or is_year(amount, text) or is_in_name(amount, text))
        for amount in amounts(text)
    )


def _is_of_subject(asked: AskedRelation, clause: str, before: str, headings: str) -> bool:
    """Whether a clause, or what it refers to, has a name, or else a noun, of the subject.

    A name may stand in the statements before; a noun counts there after a pronoun: "It was built".
    The Student Hub is not named in "for students".
    """
    subject = content_terms(" ".join(asked.names or asked.nouns))
    context = f"{clause} {before if asked.names or refers_back(clause) else ''} {headings}"
    if asked.names:
        context = " ".join(word.text for word in tokens(context) if not word.text.islower())
        return any(match_credit(term, context) > SYNONYM_CREDIT for term in subject)
    return not subject or any(
        match_credit(term, context) or expresses_relation(term.text, context) for term in subject
    )


def _states(asked: AskedRelation, clause: str, headings: str, library: SourceSet) -> bool:
    """Whether a clause has the relation, or a word of the same root: "executed", "execution".

    What is counted stands with its number: "14 beds", and not "the members' handbook". The number
    of a row may be labelled in its heading alone.
    """
    if asked.is_age:
        return has_age(clause)
    if asked.is_counted:
        text = f"{clause} {headings}" if _LABEL_END in clause else clause
        if counts_one(asked.word, clause) or _is_measured_in_all(asked.word, clause, headings):
            return True
        return _counts(clause) and (
            _has_same_word(asked.word, text) or _counts_same(asked.word, clause)
        )
    if is_one_of(asked.word, "hours_relations") and len(times_of_day(clause)) > 1:
        return True
    if is_one_of(asked.word, "labelled_relations") and _is_label_of(asked, clause, library):
        return True
    return _is_implied_by_value(asked.word, clause) or _has_word(asked.word, f"{clause} {headings}")


def _is_measured_in_all(word: str, clause: str, headings: str) -> bool:
    """Return True for a measure that is named there or above: "The amount of data": "2 TB"."""
    named = any(
        in_word_list(before.text, "measured_nouns") and _has_same_word(word, after.text)
        for before, after in pairwise(_without_prepositions(tokens(f"{clause} {headings}")))
    )
    return named and any(one.unit for one in amounts(clause))


def _without_prepositions(some: Sequence[Token]) -> list[Token]:
    return [one for one in some if not in_word_list(one.text, "possessive_prepositions")]


def _is_implied_by_value(relation: str, clause: str) -> bool:
    """Return True if a value implies the relation: "£8" a cost, "red" a colour, "over 18" an age.

    "Holds 82 litres" implies a volume; metres may measure a height or a width.
    """
    is_cost = is_one_of(relation, "money_relations") and any(
        one.unit in MONEY for one in amounts(clause)
    )
    is_age = is_one_of(relation, "age_relations") and any(one.bound for one in quantities(clause))
    is_released = has_phrase(relation, word_list("release_verbs")) and _is_dated_version(clause)
    is_valued = is_cost or is_age or is_released
    return is_valued or has_attribute_value(relation, clause) or _is_measured(relation, clause)


def _is_dated_version(clause: str) -> bool:
    return _VERSION.search(clause) is not None and has_time(clause)


def _is_measured(relation: str, clause: str) -> bool:
    measured = dimensions_of(relation) - _SHARED_UNITS
    after = (tokens(clause[one.end :])[:1] for one in amounts(clause)) if measured else ()
    units = (unit_named(word.text) for words_after in after for word in words_after)
    return any(unit.dimension in measured for unit in units if unit is not None)


def _is_label_of(asked: AskedRelation, clause: str, library: SourceSet) -> bool:
    """Whether the label of a name is what the question asks about: "Kilns: Ann Reed".

    "Kilns: Electric Cone 6" has no name: one has no number, and a word that is always capitalised.
    """
    label, _, value = clause.partition(_LABEL_END)
    if not any(match_credit(one, label) for one in content_terms(" ".join(asked.nouns))):
        return False
    name = [word.text for word in tokens(_NAME_END.split(value)[0])]
    everything = {word for source in library.sources for word in words(source.text)}
    is_capitalized = all(word[0].isupper() and word[0].isalpha() for word in name)
    return is_capitalized and any(word.lower() not in everything for word in name)


def _has_word(relation: str, text: str) -> bool:
    """Whether a text has a word for a relation; of "vice-chair" it has both parts."""
    parts = read_question(relation).terms
    if "-" in relation:
        return bool(parts) and all(match_credit(part, text) for part in parts)
    return expresses_relation(relation, text) or any(match_credit(part, text) for part in parts)


def _has_same_word(word: str, text: str) -> bool:
    """Whether a text has a word itself, or one of its root."""
    return any(match_credit(x, text) > SYNONYM_CREDIT for x in content_terms(word))


def _counts_same(word: str, text: str) -> bool:
    """Return True if a text counts things of the kind of a word: "23 teachers" are people."""
    return any(
        _has_word(word, " ".join(one.text for one in after))
        for amount in amounts(text)
        if (after := [one for one in tokens(text) if one.start >= amount.end][:_COUNTED_WITHIN])
    )


def _covers_rest(question: str, asked: AskedRelation, text: str) -> bool:
    """Return True if a text has nearly all other words of the question, and may be a paraphrase.

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
