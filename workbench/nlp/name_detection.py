"""Detect whether a text has the person, the name or the place that a question asks for."""

from itertools import pairwise

from workbench.nlp.addresses import has_email, has_link, has_phone
from workbench.nlp.amounts import amounts, month_of
from workbench.nlp.answer_type import subject_terms
from workbench.nlp.grammar import in_word_list
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.phrases import find_phrases
from workbench.nlp.question_type import QuestionType, has_new_name
from workbench.nlp.relation_lexicon import relation_names
from workbench.nlp.terms import stem_key, term_set
from workbench.nlp.tokens import tokens
from workbench.nlp.weekdays import weekdays
from workbench.nlp.word_lists import word_list

_NAME_WITHIN = 4
"""Words between a name and the word for what has it: "the pilot is called Ann Reed"."""


def has_person(asked: QuestionType, text: str) -> bool:
    """Return True for a name or a role that the question does not have itself, in any word.

    "Whom do I ring?" may be answered by a telephone number.
    """
    if _asks_whom_to_contact(asked.text) and (has_phone(text) or has_email(text)):
        return True
    known, asked_for = term_set(asked.text), relation_names(asked.text)
    roles = [text[one.start : one.end] for one in find_phrases(text, word_list("person_nouns"))]
    is_told = any(
        term_set(role).isdisjoint(known) and asked_for.isdisjoint(relation_names(role))
        for role in roles
    )
    return is_told or has_new_name(asked, text)


def _asks_whom_to_contact(question: str) -> bool:
    """Return True for "Whom do I ring?" and «Кому писать?», not for "Who wrote the report?"."""
    words = tokens(question)
    if is_cyrillic(question):
        return any(in_word_list(one.text, "contact_verbs") for one in words)
    return any(
        in_word_list(before.text, "speaker_pronouns") and in_word_list(verb.text, "contact_verbs")
        for before, verb in pairwise(words)
    )


def has_title(asked: QuestionType, text: str) -> bool:
    """Return True for a name near the word for what has it: "the pilot, Ann Reed".

    A row, a text without that word, and one that says how something is called may hold any name.
    """
    words = tokens(text)
    subject = (term for term in subject_terms(asked) if not in_word_list(term.text, "name_nouns"))
    keys = {term.key for term in subject}
    places = [at for at, word in enumerate(words) if stem_key(word.text) in keys]
    if " \u2014 " in text or _tells_name(text):
        return True
    if not places and not has_new_name(asked, text):
        return False
    known = term_set(asked.text)
    near = {at for place in places for at in range(place - _NAME_WITHIN, place + 1 + _NAME_WITHIN)}
    return any(
        word.text[0].isupper() and term_set(word.text) and term_set(word.text).isdisjoint(known)
        for at, word in enumerate(words)
        if at and (at in near or not places)
        if not (word.text[-1].isdigit() or _is_time(word.text))  # no fault P1, no Thursday
    )


def _tells_name(text: str) -> bool:
    """Return True for "is called Finch", False for "food that carries no name"."""
    found = find_phrases(text, word_list("naming_words"))
    return any(not in_word_list(text[one.start : one.end], "name_nouns") for one in found)


def has_place(asked: QuestionType, text: str) -> bool:
    """Return True for a name, an address or a word after a preposition, but not a date.

    "In the mill" does not tell where the mill is, nor does the number of a model, "K40".
    """
    words = [word for word in tokens(text) if not in_word_list(word.text, "the_words")]
    named = [word.text for word in words[1:] if word.text[0].isupper() and word.text.isalpha()]
    placed = [
        second.text
        for first, second in pairwise(words)
        if in_word_list(first.text, "place_signs") and not _is_time(second.text)
    ]
    found = term_set(" ".join((*named, *placed)))
    return has_link(text) or not found <= term_set(asked.text)


def _is_time(word: str) -> bool:
    return bool(amounts(word) or weekdays(word) or month_of(word))
