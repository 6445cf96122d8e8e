"""Find the noun that names the type of the answer: "bank" of "Which bank issues the cards?"."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import dropwhile, pairwise, takewhile

from workbench.nlp.grammar import in_word_list, is_function_word, is_plural, readings
from workbench.nlp.listed_things import is_of_one
from workbench.nlp.noun_phrases import ends_clause
from workbench.nlp.phrases import Phrase, find_phrases
from workbench.nlp.query_words import is_past_form
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list

_NOUN_WITHIN = 4
"""How many words after the question word may hold the noun."""
_VAGUE = ("identifier_vague_ends", "general_verbs", "row_nouns", "measured_nouns", "money_nouns")
_ENDS = ("auxiliaries", "swap_prepositions", "clause_ends")


@lru_cache(maxsize=1024)
def lexical_answer_type(question: str) -> str:
    """Return the noun after "which", "what" or «какой»; "" unless one thing of a kind is asked for.

    "What does it need?" has none, and nouns such as "kind" and "number" say nothing of a thing. A
    plural asks for a list, whose heading may call the things otherwise.
    """
    words = tokens(question)
    opening = next((at for at, one in enumerate(words) if _asks(one, "question_words")), None)
    if opening is None or not _asks(words[opening], "plural_interrogatives"):
        return ""
    after = words[opening + 1 : opening + 1 + _NOUN_WITHIN]
    noun = _russian_noun(after) if any(readings(one.text) for one in words) else _noun(after)
    is_vague = any(in_word_list(noun, name) for name in _VAGUE)
    is_list = is_plural(noun) and not is_of_one(words[opening])
    return "" if is_vague or is_list else noun


@lru_cache(maxsize=1024)
def thing_said_to_exist(question: str) -> str:
    """Return "car park" of "Is there a car park at the hall?"; "" for another question."""
    words = tokens(question)
    found = min(
        find_phrases(question, word_list("existence_questions")), key=_start_of, default=None
    )
    if found is None or any(word.end <= found.start for word in words[1:2]):
        return ""
    after = [one for one in words if one.start >= found.end]
    if any(readings(one.text) for one in words):
        return _thing_owned(after)
    near = list(dropwhile(lambda one: is_function_word(one.text), after))
    near = list(takewhile(lambda one: not (ends_clause(one) or is_function_word(one.text)), near))
    return question[near[0].start : near[-1].end] if near else ""


def _start_of(phrase: Phrase) -> int:
    return phrase.start


def _thing_owned(words: Sequence[Token]) -> str:
    """Return the first noun without a preposition before it: «парковка» of «у музея парковка»."""
    is_governed = False
    for word in words:
        if in_word_list(word.text, "swap_prepositions"):
            is_governed = True
            continue
        first = next(iter(readings(word.text)), None)
        if first is not None and "NOUN" in first.marks:
            if not is_governed:
                return word.text
            is_governed = False
    return ""


def _asks(word: Token, name: str) -> bool:
    return in_word_list(word.text, name)


def _russian_noun(words: Sequence[Token]) -> str:
    """Return the first noun; a verb before it makes it the subject: «какую выпускает банк»."""
    for word in words:
        first = next(iter(readings(word.text)), None)
        if first is None or "NOUN" in first.marks:
            return word.text if first is not None else ""
        if first.marks.isdisjoint({"ADJF", "PRTF"}):
            return ""
    return ""


def _noun(words: Sequence[Token]) -> str:
    """Return the last word before an auxiliary or a preposition; before a verb the one before it.

    "Social network" of "which social network does", "bank" of "which bank issues the cards",
    "version" of "which version brought legal hold", "objects" of "which objects other than books".
    """
    if words and is_past_form(words[0].text):
        return ""  # "what changed in"
    near = list(takewhile(lambda one: not any(_asks(one, name) for name in _ENDS), words))
    for before, word in pairwise(words[: len(near) + 1]):
        if is_past_form(word.text) or in_word_list(word.text, "continuation_words"):
            return before.text
    near = list(takewhile(lambda one: not is_function_word(one.text), near))
    ends = words[len(near) : len(near) + 1]
    is_closed = any(_asks(one, name) for one in ends for name in _ENDS)
    if is_closed:
        return near[-1].text if near else ""
    return near[-2].text if len(near) > 1 else ""
