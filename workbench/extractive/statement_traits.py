"""Traits of a statement: its subject, its label, and the values it has for a question."""

from collections.abc import Sequence
from itertools import pairwise

from workbench.extractive.word_credit import SYNONYM_CREDIT, match_credit
from workbench.nlp.amounts import amounts
from workbench.nlp.answer_type import answer_type
from workbench.nlp.asked_relation import relation_of
from workbench.nlp.code_names import opens_with_option, option_label
from workbench.nlp.fields import field_of
from workbench.nlp.grammar import in_word_list
from workbench.nlp.month_ranges import is_in_months
from workbench.nlp.number_roles import counted_word, shares_number
from workbench.nlp.phrases import find_phrases
from workbench.nlp.quantity_ranges import is_in_range
from workbench.nlp.query_words import is_past_form
from workbench.nlp.question_type import QuestionType, has_new_name
from workbench.nlp.relation_lexicon import expresses_relation, relation_names
from workbench.nlp.terms import Term, contains, content_terms, term_set
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.value_detection import has_value_of_kind
from workbench.nlp.word_lists import word_list
from workbench.text.statements import Statement

_SUBJECT_WORDS = 8
"""Most words before the verb of a definition."""
_LABEL_WORDS = 4
"""Most words of a label that an item defines."""
_FEW_WORDS = 4
"""A sentence of fewer words is a fragment."""


def label_of(one: Statement) -> str:
    """Return the label of a row or item: its first cell, or the words before its colon; else "".

    An item without a colon may open with an option: "-k, --keep Keep the files".
    """
    if one.cells:
        return one.cells[0][1]
    if one.kind == "item" and opens_with_option(one.text):
        return option_label(one.text)
    label, colon, _ = one.text.partition(": ")
    return label if colon and one.kind == "item" else ""


def first_column(one: Statement) -> str:
    """Return the label of a row's first cell, which the text of the row does not have."""
    return one.cells[0][0] if one.cells else ""


def label_share(asked: QuestionType, one: Statement) -> float:
    """Return the share of the words of a field's label that the question has: "Author: Ann Reed".

    It is 0 for a statement that is not a field, or has no name where one is asked for. Items of a
    list are kinds or steps: "Permanent: 36 hours a week". Where several things are asked for, a
    field with several values gives them by its relation alone: "Requires" for what a package
    depends on.
    """
    has_several = bool(one.label) and one.kind == "item"
    field = field_of(one.text) if one.kind == "sentence" else None
    if field is None and not has_several:
        return 0.0
    if field and asked.wants_name and not has_new_name(asked, field.value):
        return 0.0
    label = field.label if field else one.label
    terms = content_terms(label)
    known = sum(match_credit(term, asked.text) for term in terms)
    relations = relation_names(label.replace("-", " "))
    tells = not relations.isdisjoint(relation_names(asked.text))
    credit = 1.0 if has_several and asked.wants_list else SYNONYM_CREDIT
    return max(known / len(terms) if terms else 0.0, credit * tells)


def is_one_listed(asked: QuestionType, one: Statement) -> bool:
    """Whether a row or an item is one of what the question lists: of the column "Channel"."""
    above = first_column(one) or one.lead
    return any(match_credit(term, above) == 1.0 for term in content_terms(asked.listed))


def gives_what_is_asked(asked: QuestionType, one: Statement) -> bool:
    """Return True if a value of the kind asked for stands beside the word for its relation.

    "The skipper is Magnus Rae." names no trip, and yet it answers who the skipper of a trip is.
    """
    kind, relation = answer_type(asked), relation_of(asked.text)
    if kind is None or not relation or not expresses_relation(relation, f"{one.lead} {one.text}"):
        return False
    return has_value_of_kind(asked, kind, [one.text])


def counts(counted: Sequence[Term], text: str) -> bool:
    """Return True if a text has a number of the things that the terms name: "126 flats"."""
    words = (counted_word(one, text) for one in amounts(text))
    return any(word and match_credit(term, word) for word in words for term in counted)


def names_subject(asked: QuestionType, subject: str) -> bool:
    """Return True if the question has a word or a number of a row's first cell."""
    known = term_set(subject)
    is_numbered = names_number(asked.text, subject)
    return is_numbered or any(contains(term, known) for term in asked.terms)


def names_number(question: str, subject: str) -> bool:
    """Whether a row is on a number or a month of the question, or on a range that holds it."""
    holds = (shares_number, is_in_range, is_in_months)
    return any(one(question, subject) for one in holds)


def pairs_kept(terms: Sequence[Term], text: str) -> float:
    """Return the share of adjacent question terms that are adjacent in the text, in any order."""
    pairs = list(pairwise(terms))
    if not pairs:
        return 0.0
    keys = [term.key for term in content_terms(text)]
    near = {(a, b) for a, b in pairwise(keys)}
    near |= {(b, a) for a, b in near}
    return sum((a.key, b.key) in near for a, b in pairs) / len(pairs)


def defines(terms: Sequence[Term], one: Statement) -> bool:
    """Return True if a statement tells what a thing is that a question term names."""
    return any(contains(t, term_set(defined)) for defined in defined_by(one) for t in terms)


def defined_by(one: Statement) -> list[str]:
    """Return what comes before «—», "is", "means" … in a statement, and the label of an item.

    "CI: a server that builds each change" defines CI.
    """
    head, mark, _ = one.text.partition("—")
    if not mark:
        found = _definition_verb(one.text)
        head = one.text[:found] if found else ""
    label = label_of(one) if one.kind == "item" else ""
    return [
        text
        for text, most in ((head, _SUBJECT_WORDS), (label, _LABEL_WORDS))
        if text and len(tokens(text)) <= most
    ]


def defines_exactly(terms: Sequence[Term], one: Statement) -> bool:
    """Return True if a statement opens with the terms alone and tells what they are.

    True for "A covered work means either …" of "covered work", False for "The patent claims of a
    covered work are …".
    """
    label = label_of(one) if one.kind == "item" else ""
    verb = _definition_verb(one.text)
    dash = one.text.find("—")
    ends = [end for end in (verb, dash) if end > 0]
    head = label or (one.text[: min(ends)] if ends else "")
    return _names_alone(terms, head) or _is_called(terms, one.text)


def _is_called(terms: Sequence[Term], text: str) -> bool:
    """Return True for "Boats without a number are called free boats" of "free boat".

    All of the terms are there, one of them right behind "called".
    """
    named = max(
        (one.end for one in find_phrases(text, word_list("naming_words"))), default=len(text)
    )
    after = content_terms(text[named:])[:1]
    known = {term.key for term in terms}
    return bool(after) and after[0].key in known and known <= term_set(text)


def opens_with(terms: Sequence[Term], one: Statement) -> bool:
    """Return True if the first content words of a sentence are the terms: "Lintian checks …"."""
    found = content_terms(one.text)[: len(terms)]
    head = one.text[: found[-1].end] if found else ""
    return one.kind == "sentence" and _names_alone(terms, head)


def _names_alone(terms: Sequence[Term], head: str) -> bool:
    """Whether a text has the terms, any number, and no other content word."""
    keys = {term.key for term in content_terms(head) if not term.text[0].isdigit()}
    return bool(terms) and keys == {term.key for term in terms}


def _definition_verb(text: str) -> int:
    """Return where the verb of a definition begins; 0 without one.

    "The excess is deducted once" tells what is done with it: a passive defines only as in "is
    known as" and "is called".
    """
    words = tokens(text)[1:]
    for at, token in enumerate(words[:8]):
        if token.text.lower() in word_list("definitions"):
            return 0 if _is_passive(words[at:]) else token.start
    return 0


def _is_passive(words: Sequence[Token]) -> bool:
    """Return True for "is deducted", False for "is what", "means", "is called", "is known as"."""
    verb, *after = [word.text.lower() for word in words[:3]]
    is_done = in_word_list(verb, "forms_of_be") and bool(after) and is_past_form(after[0])
    is_naming = after[1:] == ["as"] or any(one in word_list("naming_words") for one in after[:1])
    return is_done and not is_naming


def is_fragment(one: Statement) -> bool:
    """Return True for a sentence of few words that answers no FAQ question."""
    few = len(tokens(one.text)) < _FEW_WORDS
    return few and not one.asked and one.kind == "sentence"
