"""Check whether the facts of an intent have the type of answer that a question asks for."""

import re
from collections.abc import Sequence

from workbench.domain.evidence import Evidence
from workbench.nlp.amounts import Amount, amounts, unit_of
from workbench.nlp.answer_type import ADDRESSES, ValueKind, answer_type
from workbench.nlp.counted_units import is_number_of
from workbench.nlp.grammar import in_word_list, is_function_word, marks_of
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.noun_phrases import is_general
from workbench.nlp.number_roles import counted_word
from workbench.nlp.phrases import find_phrases
from workbench.nlp.question_type import QuestionType, asks_for_meaning, read_question
from workbench.nlp.terms import stem_key
from workbench.nlp.tokens import tokens
from workbench.nlp.value_detection import has_value_of_kind
from workbench.nlp.word_lists import word_list

# The name in an example, right after a request: "Tell me about the {project}".
_PLACEHOLDER = re.compile(r"\s*(?:\w+\s+)?[{A-Z\u0410-\u042f\u0401]")
# What stands between the parts of a fact: "Nave. Seats: 240", "Nave — Seats: 240".
_BREAK = re.compile(r"[.;,]\s|\s\u2014\s")
LEAST_HOLDING = 0.5
"""Share of the facts that hold a value of the kind asked for: two rules with a number of days do
not tell of all rules how long they last."""
_WITHIN = 2
"""Words after a number among which its unit stands."""
_OF_ALL: frozenset[ValueKind] = frozenset({"duration", "percent", "frequency", "clock"})
"""Kinds of value that most facts hold if they answer the question. A list of amounts may have
"market value" in most of its rows, and each date is a time."""


def missing_kind(
    asked: QuestionType, facts: Sequence[Evidence], examples: Sequence[str]
) -> ValueKind | None:
    """Return the kind of value that a question asks for if the facts of its intent have none.

    Args:
        asked: the question.
        facts: what the intent found; the first may say more than those that follow it.
        examples: the questions that the intent is for. One that asks for people, as the question
            does, says that its facts name them.
    """
    kind = answer_type(asked)
    if kind is None or not facts:
        return None
    if kind == "who":
        is_told = any(answer_type(read_question(one)) == "who" for one in examples)
        return None if is_told or _are_addresses(asked, facts) else kind
    if kind not in _OF_ALL:
        return None
    held = [has_value_of_kind(asked, kind, [one.content]) for one in facts]
    return None if held[0] or sum(held) >= LEAST_HOLDING * len(held) else kind


def lacks_definition(question: str, mentions: Sequence[str], examples: Sequence[str]) -> bool:
    """Whether a question asks what something is, and no example of its intent does.

    "What is RAG?" is not answered by where it was used; what tells of a project in general says
    what it is.
    """
    is_asked = _asks_what_is(question, mentions)
    return is_asked and not any(
        _asks_what_is(one, ()) or _asks_for_everything(one) for one in examples
    )


def _asks_for_everything(example: str) -> bool:
    """Return True if an example asks for everything about what it names."""
    requests = find_phrases(example, word_list("general_requests"))
    return any(_PLACEHOLDER.match(example, one.end) for one in requests)


def _asks_what_is(question: str, mentions: Sequence[str]) -> bool:
    """Return True if a question asks for a definition, or is "what is" and a name."""
    if asks_for_meaning(question):
        return True
    words = [word.text for word in tokens(question)]
    is_opened = in_word_list(words[0], "plain_interrogatives") if words else False
    named = " ".join(words[2:]).casefold()
    is_named = any(" ".join(x.text for x in tokens(one)).casefold() == named for one in mentions)
    return is_opened and is_named and in_word_list(words[1], "forms_of_be")


def missing_count(question: str, facts: Sequence[Evidence]) -> str:
    """Return the noun of "how many people" if no fact has a number of them; "" if one has.

    A list of projects with their dates does not say how many people took part in them.
    """
    noun = _counted_noun(question) if facts else ""
    return "" if not noun or any(_counts(noun, fact.content) for fact in facts) else noun


def _are_addresses(asked: QuestionType, facts: Sequence[Evidence]) -> bool:
    """Return True if the facts are addresses: they answer whom to write to."""
    texts = [one.content for one in facts]
    return any(has_value_of_kind(asked, kind, texts) for kind in ADDRESSES)


def _counted_noun(question: str) -> str:
    """Return the unit or the noun after "how many": "days" of "how many working days"."""
    found = next(find_phrases(question, word_list("counting_questions")), None)
    if found is None:
        return ""
    after = [word.text for word in tokens(question) if word.start >= found.end]
    unit = next(filter(unit_of, after[:_WITHIN]), "")
    noun = next((one for one in after[:1] if not is_function_word(one)), "")
    is_verb = is_cyrillic(noun) and "NOUN" not in marks_of(noun)  # «сколько длится»
    return unit or ("" if is_verb else noun)


def _counts(noun: str, fact: str) -> bool:
    """Whether a fact has a number beside a noun, or in a row that is labelled with it."""
    unit = unit_of(noun)
    return any(
        (_is_of_unit(unit, one, fact) if unit else _is_same(noun, counted_word(one, fact)))
        or any(_is_same(noun, word) for word in _label(fact[: one.start]))
        for one in amounts(fact)
    )


def _is_of_unit(unit: str, amount: Amount, fact: str) -> bool:
    """Whether a number is of a unit, also behind an adjective: "14 working days"."""
    after = [word.text for word in tokens(fact) if word.start >= amount.end][:_WITHIN]
    return is_number_of(unit, amount) or (
        not amount.unit and any(unit_of(word) == unit for word in after)
    )


def _label(before: str) -> list[str]:
    """Return the words of the label right before a number: "Seats: 80"."""
    head, colon, rest = before.rpartition(":")
    label = _BREAK.split(head)[-1]
    return [word.text for word in tokens(label)] if colon and not rest.strip() else []


def _is_same(noun: str, other: str) -> bool:
    """Return True for the same noun, or for "people" and a word for a person: "5 engineers"."""
    if not other:
        return False
    are_people = is_general(noun) and in_word_list(other, "person_nouns")
    return stem_key(noun) == stem_key(other) or are_people
