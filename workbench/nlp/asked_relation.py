"""Find the relation that a question asks for, and its subject."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import dropwhile, pairwise, takewhile
from typing import NamedTuple

from workbench.nlp.amounts import TIME_UNITS, month_of, unit_of
from workbench.nlp.english_forms import is_irregular_plural
from workbench.nlp.grammar import in_word_list, is_function_word, is_plural, marks_of, readings
from workbench.nlp.noun_phrases import (
    clause,
    ends_clause,
    is_any,
    is_general,
    is_noun,
    is_of_known_thing,
    is_possessive,
    last_of,
    noun_of,
    russian_noun_of,
    with_particle,
)
from workbench.nlp.phrase_lists import named_phrases
from workbench.nlp.phrases import find_phrases, has_phrase
from workbench.nlp.query_words import is_past_form, query_words
from workbench.nlp.question_type import asking_part, read_question
from workbench.nlp.relation_lexicon import is_one_of, relation_names
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.weekdays import weekdays
from workbench.nlp.word_lists import word_list

_VERB_FORMS = frozenset({"VERB", "PRTS"})
"""pymorphy3 grammemes of a verb with a person or a tense, and of a short participle: «основан»."""

_NOT_SUBJECTS = ("forms_of_address", "source_words")
"""Word lists of capitalised words that are never a subject: "Mr.", "FAQ"."""
_SENTENCE_ENDS = ("", ".", "!", "?", "…")
_OPENINGS = " \n\t\"'«“„("
"""What stands between the end of a sentence and the first word of the next."""


class AskedRelation(NamedTuple):
    """The relation that a question asks for, and whose it is."""

    word: str
    """The word for the relation; "" where there is none to check."""
    names: tuple[str, ...]
    """The names in the question."""
    nouns: tuple[str, ...]
    """The common nouns of the subject: "library" in "Who founded the library?"."""
    is_counted: bool
    """Whether the word names things to be counted: "beds" in "How many beds …"."""
    is_listed: bool
    """Whether the relation lexicon has synonyms of the word."""
    is_noun: bool
    """Whether the word is a noun: "skipper" in "Who is the skipper of …"."""
    is_age: bool = False
    """Whether the question asks how old someone or something is."""


@lru_cache(maxsize=1024)
def read_relation(question: str) -> AskedRelation:
    """Read the relation that a question asks for, and its subject.

    A follow-up asks for its own, of a subject that the question before it may name.
    """
    own = asking_part(question) if read_question(question).carried else question
    word = relation_of(own)
    names = subject_names(question, word) if word else ()
    is_counted = bool(word) and word == _counted(own, tokens(own))
    return AskedRelation(
        word=word,
        names=names,
        nouns=() if is_counted or not word else _subject_nouns(own, word),
        is_counted=is_counted,
        is_listed=bool(relation_names(word)),
        is_noun=bool(word) and _is_noun_of(own, word),
        is_age=bool(word) and asks_for_age(own),
    )


def _is_noun_of(question: str, relation: str) -> bool:
    """Return True for a noun in Russian; in English for one of a known thing, and an attribute.

    It stands between an article and a preposition ("the price of"), after the word for the one
    that has it ("Ann's salary"), or after "what" ("what colour is the door").
    """
    words = tokens(question)
    place = next((at for at, word in enumerate(words) if word.text == relation), 0)
    if any(readings(word.text) for word in words):
        return is_noun(relation)
    before, after = words[max(0, place - 1) : place], words[place + 1 : place + 2]
    if any(is_possessive(one) or is_any(one, "plain_interrogatives") for one in before):
        return True
    return any(is_any(one, "the_words") for one in before) and any(map(ends_clause, after))


def _subject_nouns(question: str, relation: str) -> tuple[str, ...]:
    """Return the content words beside the relation, up to the first preposition other than "of"."""
    words, parts = tokens(question), relation.split()
    place = next((at for at, word in enumerate(words) if word.text in parts), 0)
    before = takewhile(lambda word: not ends_clause(word), reversed(words[:place]))
    after = takewhile(lambda word: not ends_clause(word), words[place + len(parts) :])
    return tuple(
        word.text
        for word in (*reversed(list(before)), *after)
        if not (is_function_word(word.text) or is_general(word.text) or unit_of(word.text))
    )


@lru_cache(maxsize=1024)
def relation_of(question: str) -> str:
    """Return the word for the relation that a question asks for; "" where there is none to check.

    "Why did Ann Reed resign?" asks about "resign", "How many beds does it have?" about "beds", and
    "What is the salary of the chair?" about "salary". Questions that yes or no answers, and words
    such as "happen", have nothing to check.
    """
    words = tokens(question)
    opening = _opening(words)
    if opening is None:
        return ""
    if counted := _counted(question, words) or _age_asked(question, words):
        return counted
    if any(readings(word.text) for word in words):
        return _russian(words, opening)
    return _english(words[opening], words[opening + 1 :])


def _english(opening: Token, rest: Sequence[Token]) -> str:
    if not rest:
        return ""
    if _asks_for_time(rest) or _asks_for_frequency(rest):
        return _event(rest[1], rest[2:])
    if is_any(opening, "plain_interrogatives"):
        return _asked_of(rest)
    if not is_any(opening, "event_questions"):
        return _measured(rest) if is_any(opening, "degree_questions") else ""
    if is_any(rest[0], "plain_auxiliaries"):
        return _event(rest[0], rest[1:])
    return "" if is_any(rest[0], "auxiliaries") else with_particle(rest[:2])


def _asks_for_time(rest: Sequence[Token]) -> bool:
    """Return True for "year was the pool opened" after "what" or "in which"."""
    is_time = len(rest) > 2 and unit_of(rest[0].text) in TIME_UNITS
    return is_time and is_any(rest[1], "plain_auxiliaries")


def _asks_for_frequency(rest: Sequence[Token]) -> bool:
    """Return True for "often are the windows cleaned" after "how"."""
    is_passive = len(rest) > 2 and is_any(rest[1], "forms_of_be") and is_past_form(rest[-1].text)
    return is_passive and is_any(rest[0], "frequency_adverbs")


def _event(auxiliary: Token, rest: Sequence[Token]) -> str:
    """Return "opened" of "was the pool opened" after "when" or "in which year"."""
    near = clause(rest)
    after = rest[len(near) :]
    return (_verb_after(auxiliary, after) if _lacks_verb(near) else "") or last_of(near)


def _lacks_verb(subject: Sequence[Token]) -> bool:
    """Return True for "the pool" and "the last train"; "the train leave" has a verb, or may have.

    Of two words after an article, the second may be a noun: it is a verb if it tells a relation.
    """
    words = [word.text for word in subject if not is_function_word(word.text)]
    return len(words) <= 1 or not (is_past_form(words[-1]) or relation_names(words[-1]))


def _verb_after(auxiliary: Token, after: Sequence[Token]) -> str:
    """Return "closed" of "was the pool for children closed"; "" if there is no such word.

    After a form of "be" it is a participle, else a word for a known relation that no article or
    preposition stands before: "open" of "do the shops in the centre open".
    """
    is_passive = is_any(auxiliary, "forms_of_be")
    for before, word in pairwise(after):
        is_object = any(is_any(before, name) for name in ("the_words", "indefinite_articles"))
        if is_object or ends_clause(before) or not word.text.islower():
            continue
        is_verb = is_past_form(word.text) if is_passive else bool(relation_names(word.text))
        if is_verb and not is_general(word.text):
            return word.text
    return ""


def _asked_of(rest: Sequence[Token]) -> str:
    """Return "salary" of "is the salary of …" after "what", and "earn" of "does the chair earn"."""
    if len(rest) > 2 and is_any(rest[0], "forms_of_be") and is_of_known_thing(rest[1:]):
        return noun_of(rest[1:])
    if attribute := _attribute(rest):
        return attribute
    if not is_any(rest[0], "plain_auxiliaries"):
        return ""
    verb = last_of(clause(rest[1:]))
    return verb if relation_names(verb) else ""


def _attribute(rest: Sequence[Token]) -> str:
    """Return "colour" of "colour is the door"; "" for what has a value of a known kind."""
    noun, after = rest[0], rest[1:]
    if len(after) < 3 or not is_any(after[0], "forms_of_be") or not is_of_known_thing(after[1:]):
        return ""
    has_kind = any(is_any(noun, name) for name in ("measured_nouns", "money_nouns", "vague_heads"))
    is_thing = noun.text.islower() and not has_kind and not is_plural(noun.text)
    return with_particle([noun]) if is_thing else ""


def _opening(words: Sequence[Token]) -> int | None:
    """Return the place of the first question word; None where an auxiliary comes before it."""
    for place, word in enumerate(words):
        if in_word_list(word.text, "auxiliaries") and not readings(word.text):
            return None
        if in_word_list(word.text, "question_words"):
            return place
    return None


def _measured(rest: Sequence[Token]) -> str:
    """Return "deep" of "how deep is", and "earn" of "how much does the chair earn"."""
    if len(rest) > 2 and is_any(rest[0], "much_words") and is_any(rest[1], "plain_auxiliaries"):
        verb = last_of(clause(rest[2:]))
        return verb if _measures(verb) else ""
    is_asked = len(rest) > 1 and is_any(rest[1], "plain_auxiliaries")
    return rest[0].text if is_asked and relation_names(rest[0].text) else ""


def _measures(verb: str) -> bool:
    """Return True for a verb of measure: a price ("cost") is not a weight ("weigh")."""
    named = any(named_phrases(query_words(verb), "measure_verbs"))
    return is_one_of(verb, "money_relations") or (named and bool(relation_names(verb)))


def _russian(words: Sequence[Token], opening: int) -> str:
    """Return the verb of «когда открылся» and «сколько весит», or the noun of «какая глубина».

    A question for a noun has no verb.
    """
    if in_word_list(words[opening].text, "counting_questions"):
        verb = _russian_verb(words[opening:])
        return verb if _measures(verb) else ""
    if in_word_list(words[opening].text, "event_questions"):
        return _russian_verb(words) or _russian_role(words[opening:])
    others = (word.text for word in words if word is not words[opening])  # «какова» is an ADJS
    parts = [readings(word)[0].marks for word in others if readings(word)]
    has_verb = any(not marks.isdisjoint(_VERB_FORMS | {"INFN", "ADJS"}) for marks in parts)
    if has_verb or not in_word_list(words[opening].text, "plain_interrogatives"):
        return ""
    noun = russian_noun_of(words[opening + 1 :])
    asks_how = bool(noun) and in_word_list(noun, "procedure_questions")  # «в каком порядке»
    return "" if asks_how or is_general(noun) or unit_of(noun) else noun


def _russian_verb(words: Sequence[Token]) -> str:
    """Return the first verb; what stands after «больше, чем» only tells what is compared with."""
    for at, word in enumerate(words):
        if in_word_list(word.text, "comparison_joints") and _has_comparative(words[:at]):
            return ""
        first = next(iter(readings(word.text)), None)
        if first is None or first.marks.isdisjoint(_VERB_FORMS) or is_general(word.text):
            continue
        return "" if is_function_word(word.text) else word.text
    return ""


def _has_comparative(words: Sequence[Token]) -> bool:
    return any("COMP" in marks_of(word.text) for word in words)


def _russian_role(words: Sequence[Token]) -> str:
    """Return «заказчиком» of «Кто был заказчиком проекта?»: a noun in the instrumental."""
    if len(words) < 3 or not is_any(words[0], "person_pronouns") or not is_general(words[1].text):
        return ""
    role = words[2].text
    return role if {"NOUN", "ablt"} <= marks_of(role) and not is_general(role) else ""


def _counted(question: str, words: Sequence[Token]) -> str:
    """Return the noun after "how many"; "" for a unit such as "days"."""
    found = next(find_phrases(question, word_list("counting_questions")), None)
    if found is None:
        return ""
    after = [word for word in words if word.start >= found.end]
    nouns = list(takewhile(lambda word: not _ends_noun(word), after))
    if not nouns:
        return ""
    noun = nouns[0] if readings(nouns[0].text) else _first_plural(nouns)
    is_other = bool(readings(noun.text)) and not is_noun(noun.text)
    skipped = unit_of(noun.text) or is_general(noun.text) or is_other
    return "" if skipped else noun.text


def asks_for_age(question: str) -> bool:
    """Return True for "How old is the mill?" and «Сколько лет Анне?»."""
    words = tokens(question)
    return bool(_age_asked(question, words)) or has_phrase(question, word_list("age_openings"))


def _age_asked(question: str, words: Sequence[Token]) -> str:
    """Return "возраст" for «сколько лет Анне»: the person is in the dative, without a verb."""
    entries = dict(entry.split(": ") for entry in word_list("age_questions"))
    found = next(find_phrases(question, entries), None)
    if found is None:
        return ""
    after = [marks_of(word.text) for word in words if word.start >= found.end]
    is_of_person = bool(after) and {"NOUN", "datv"} <= after[0]
    return entries[found.phrase] if is_of_person else ""


def _first_plural(words: Sequence[Token]) -> Token:
    """Return "people" of "people work", and "cards" of "yellow cards"; else the last word.

    Of plurals in a row it is the last, which the others tell apart: "courts" of "tennis courts".
    """
    plurals = list(takewhile(_is_plural, dropwhile(lambda word: not _is_plural(word), words)))
    return plurals[-1] if plurals else words[-1]


def _is_plural(word: Token) -> bool:
    return is_plural(word.text) or is_irregular_plural(word.text)


def _ends_noun(word: Token) -> bool:
    return is_function_word(word.text) or ends_clause(word)


def subject_names(question: str, relation: str) -> tuple[str, ...]:
    """Return the capitalised words inside sentences, without those of the relation."""
    return tuple(
        word.text
        for word in tokens(question)
        if word.text[0].isupper()
        and not _opens_sentence(question[: word.start].rstrip(_OPENINGS))
        and word.text not in relation
        and not (weekdays(word.text) or month_of(word.text) or is_function_word(word.text))
        and not any(is_any(word, name) for name in _NOT_SUBJECTS)
    )


def _opens_sentence(before: str) -> bool:
    """Return True if a sentence ends before the word; the full stop of "Mr." does not end one."""
    last = next(reversed(tokens(before)), None)
    is_address = last is not None and is_any(last, "forms_of_address") and before.endswith(".")
    return before[-1:] in _SENTENCE_ENDS and not is_address
