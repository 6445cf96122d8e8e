"""Determine the expected answer type of a question: money, a duration, a person, a place …"""

from collections.abc import Sequence
from functools import cache
from itertools import dropwhile, takewhile
from typing import Literal, TypeAlias, get_args

from workbench.nlp.amounts import unit_of
from workbench.nlp.asked_relation import asks_for_age
from workbench.nlp.grammar import in_word_list, marks_of, readings
from workbench.nlp.morphology import is_cyrillic, lemma
from workbench.nlp.phrases import Phrase, find_phrases, has_phrase
from workbench.nlp.query_words import is_past_form
from workbench.nlp.question_type import (
    QuestionType,
    asking_part,
    asks_for_factors,
    read_question,
)
from workbench.nlp.semi_modals import semi_modal_words
from workbench.nlp.terms import Term, content_terms
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list

ValueKind: TypeAlias = Literal[
    "number",
    "money",
    "percent",
    "time",
    "clock",
    "duration",
    "frequency",
    "age",
    "who",
    "name",
    "place",
    "phone",
    "email",
    "link",
    "reason",
]
KINDS: tuple[ValueKind, ...] = get_args(ValueKind)
NAMES: frozenset[ValueKind] = frozenset({"who", "name", "place"})
"""Kinds that a name answers, not a number."""
ADDRESSES: frozenset[ValueKind] = frozenset({"phone", "email", "link"})
"""Kinds whose values are recognised by their form: the text need not have the word "phone"."""
_NOUN_WITHIN = 4
"""How many words after "what" or «какой» may hold its noun: "what is my yearly budget"."""


def answer_type(asked: QuestionType) -> ValueKind | None:
    """Return the kind of value that answers a question; None if it asks for no value.

    "How much does it cost" asks for money, "what is the rate" for a number, "who" for a person.
    """
    last = asking_part(asked.text)
    if last != asked.text.strip():
        return answer_type(read_question(last))
    if asked.wants_reason or asked.wants_steps or asked.wants_verdict or _asks_what_it_is(asked):
        return None
    if asks_for_factors(asked.text):
        return None
    kind: ValueKind | None = "age" if asks_for_age(asked.text) else _listed_kind(asked.text)
    return kind or _kind_of_type(asked)


def _asks_what_it_is(asked: QuestionType) -> bool:
    """Return True for "What is a late fee?", which asks for no amount as "the late fee" does."""
    words = tokens(asked.text)
    after = next((at + 1 for at, word in enumerate(words) if _is_form_of_be(word)), len(words))
    opens_kind = any(in_word_list(one.text, "indefinite_articles") for one in words[after:][:1])
    return asked.wants_definition and opens_kind


def _is_form_of_be(word: Token) -> bool:
    return in_word_list(word.text, "forms_of_be")


def _kind_of_type(asked: QuestionType) -> ValueKind | None:
    """Derive the kind of value from the question's type and the noun that it asks for."""
    if _opens_with(asked.text, "person_questions"):  # "Who pays the excess?"
        return None if _asks_for_entitled(asked.text) else "who"
    if asked.wants_time and _opens_with(asked.text, "time_questions"):
        return "time"
    if asked.wants_time and not _opens_with_amount(asked.text):
        return None
    noun = noun_asked_for(asked.text)
    if not noun and _asks_for_name(tokens(asked.text)):
        return "name"
    if asked.wants_amount or noun:
        named = noun or _noun_after_much(asked.text) or _before_preposition(asked.text)
        is_money = has_phrase(named, word_list("money_nouns"))
        return "money" if is_money else "number"
    return None


def _asks_for_entitled(text: str) -> bool:
    """Return True for "Who is eligible?" and «Кому положена скидка?», which a condition answers."""
    return any(in_word_list(word.text, "entitlement_words") for word in tokens(text))


def _asks_for_name(words: Sequence[Token]) -> bool:
    """Return True for "What is the skipper's first name?"."""
    lists = ("plain_interrogatives", "forms_of_be")
    opens = all(in_word_list(one.text, name) for one, name in zip(words, lists, strict=False))
    return opens and len(words) > len(lists) and in_word_list(words[-1].text, "name_nouns")


def _noun_after_much(text: str) -> str:
    """Return the words between "how much" and the verb: "sick leave"; empty for "how much is it".

    "How much sick leave do I earn" asks for no money, although "earn" may.
    """
    words = tokens(text)
    much = [at for at, word in enumerate(words) if in_word_list(word.text, "much_words")]
    after = words[much[0] + 1 :] if much else []
    return " ".join(word.text for word in takewhile(lambda word: not _ends_noun(word.text), after))


def _ends_noun(word: str) -> bool:
    return in_word_list(word, "auxiliaries") or in_word_list(word, "swap_prepositions")


def _before_preposition(text: str) -> str:
    """Cut a question at its preposition: "how much memory on a tariff" to "how much memory"."""
    words = tokens(text)
    opening = next((word.start for word in words if _asks(word)), 0)
    ends = (
        word.start
        for word in words
        if word.start > opening and in_word_list(word.text, "swap_prepositions")
        if not in_word_list(word.text, "possessive_prepositions")
    )
    return text[: next(ends, len(text))]


def subject_terms(asked: QuestionType) -> list[Term]:
    """Return the words for the thing whose value is asked for, up to a preposition after them.

    "Waiting" of "How long is the waiting list for a room?", "credit" and "hours" of "What is the
    top number of credit hours in a year?". Of a question with a sentence before it, that may say
    what it is about, none.
    """
    text = asked.text.strip()
    if text != asking_part(text):
        return []
    found = informative_terms(text)
    opening = min((one.end for one in find_phrases(text, _asking())), default=0)
    after = [term for term in found if term.start >= opening]
    after = found if all(_is_verb(term.text) for term in after) else after
    ends = [word.start for word in tokens(text) if in_word_list(word.text, "swap_prepositions")]
    end = next((at for at in ends if after and at > after[0].start), len(text))
    before = [term for term in after if term.start < end]
    return after if all(_is_verb(term.text) for term in before) else before


def informative_terms(question: str) -> list[Term]:
    """Return the content words of a question without those that only ask: "maximum"."""
    asking = list(find_phrases(question, _asking()))
    auxiliary = semi_modal_words(question)
    return [
        term
        for term in content_terms(question)
        if not any(one.start <= term.start < one.end for one in asking)
        and term.start not in auxiliary
        and not any(in_word_list(term.text, name) for name in ("general_verbs", "question_words"))
    ]


def _is_verb(word: str) -> bool:
    """Return True for a Russian verb, which names no subject: «капает» in «сколько капает»."""
    first = next(iter(readings(word)), None)
    return first is not None and not first.marks.isdisjoint({"VERB", "INFN"})


@cache
def _asking() -> tuple[str, ...]:
    """Return the words that only ask for a value: "how much", "price"."""
    lists = ("amount_questions", "time_questions", "measured_nouns", "money_nouns")
    return tuple(_kinds()) + tuple(word for name in lists for word in word_list(name))


def _listed_kind(text: str) -> ValueKind | None:
    """Return the kind of the longest listed phrase in the request; None without one."""
    words = tokens(text)
    first = next((at for at, one in enumerate(words) if _asks(one)), None)
    opening = words[first].start if first is not None else len(text)
    found = [
        one
        for one in find_phrases(text, _kinds())
        if one.start <= opening
        or _is_right_after(words, first, one)
        or (not any(map(_asks, tokens(one.phrase))) and _is_noun_asked(words))
    ]
    longest = max(found, key=lambda one: one.end - one.start, default=None)
    if longest is None or _counts_next(longest, words):
        return None
    is_lasting = in_word_list(words[-1].text, "lasting_states") or any(
        is_past_form(word.text) for word in words if word.start >= longest.end
    )
    measures = longest.phrase in word_list("length_openings")
    kind = "duration" if measures and is_lasting else _kinds()[longest.phrase]
    return "number" if kind == "duration" and _is_of_being(words) else kind


def _is_right_after(words: Sequence[Token], asking: int | None, phrase: Phrase) -> bool:
    """Return True for the "phone number" of "What phone number does it have?".

    A phone by itself may be a thing: "Which phone do the guides carry?".
    """
    is_noun_phrase = len(tokens(phrase.phrase)) > 1
    if (
        asking is None
        or not is_noun_phrase
        or not in_word_list(words[asking].text, "plural_interrogatives")
    ):
        return False
    return any(word.start == phrase.start for word in words[asking + 1 : asking + 2])


def _is_of_being(words: Sequence[Token]) -> bool:
    """Return True for "How long must a password be?", which a period need not answer."""
    return in_word_list(words[-1].text, "forms_of_be") and not is_cyrillic(words[-1].text)


def _counts_next(phrase: Phrase, words: Sequence[Token]) -> bool:
    """Return True if «скольких» counts the next noun: «в скольких проектах» asks for no hour."""
    last = [word.text.lower() for word in words if word.start < phrase.end][-1]
    after = next((word.text for word in words if word.start >= phrase.end), "")
    is_counting = last != lemma(last) and in_word_list(last, "counting_questions")
    return is_counting and not unit_of(after) and "NOUN" in marks_of(after)


def _asks(word: Token) -> bool:
    return in_word_list(word.text, "question_words")


def _is_noun_asked(words: Sequence[Token]) -> bool:
    """Return True for "What is the …", which asks for the noun after it."""
    opening, after = words[:1], words[1:2]
    return all(in_word_list(one.text, "plain_interrogatives") for one in opening) and any(
        in_word_list(one.text, "forms_of_be") for one in after
    )


@cache
def _kinds() -> dict[str, ValueKind]:
    """Return the kind of value that each listed phrase asks for."""
    phrases_of = dict[str, list[str]]()
    for entry in word_list("value_questions"):
        kind, _, phrases = entry.partition(": ")
        phrases_of.setdefault(kind, []).extend(map(str.strip, phrases.split("|")))
    return {phrase: kind for kind in KINDS for phrase in phrases_of.get(kind, ())}


def _opens_with(text: str, phrases: str) -> bool:
    """Return True if no other question word comes first, as in "what happens when …"."""
    first = next(filter(_asks, tokens(text)), None)
    found = list(find_phrases(text, word_list(phrases)))
    return bool(found) and (first is None or any(one.start <= first.start for one in found))


def _opens_with_amount(text: str) -> bool:
    """Return True for "how much do I pay when …", where "when" does not ask for a time."""
    if _opens_with(text, "counting_questions"):
        return True
    words = list(dropwhile(lambda word: not _asks(word), tokens(text)))[:2]
    lists = ("degree_questions", "much_words")
    return len(words) == len(lists) and all(
        in_word_list(word.text, name) for word, name in zip(words, lists, strict=True)
    )


def noun_asked_for(text: str) -> str:
    """Return the noun of a quantity after "what" or «какой»; empty without one.

    "At what temperature …" asks for a number, "In what area …" for a place.
    """
    words = tokens(text)
    for place, word in enumerate(words):
        if in_word_list(word.text, "plain_interrogatives"):
            is_placed = place and in_word_list(words[place - 1].text, "swap_prepositions")
            after = words[place + 1 :]
            if after and in_word_list(after[0].text, "forms_of_be"):
                after = after[1:]
            near = after[:_NOUN_WITHIN]
            noun = next((one.text for one in near if in_word_list(one.text, "measured_nouns")), "")
            return "" if is_placed and in_word_list(noun, "places_or_measures") else noun
    return ""
