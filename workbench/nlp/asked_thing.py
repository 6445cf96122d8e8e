"""Find the kind of thing that a question asks for: "bank" of "Which bank issues the cards?"."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, takewhile

from workbench.nlp.grammar import in_word_list, is_function_word, is_plural, readings
from workbench.nlp.listed_things import is_of_one
from workbench.nlp.query_words import is_past_form
from workbench.nlp.tokens import Token, tokens

_NOUN_WITHIN = 4
"""Words after the question word among which the noun is looked for."""
_VAGUE = ("identifier_vague_ends", "general_verbs", "row_nouns", "measured_nouns", "money_nouns")
_ENDS = ("auxiliaries", "swap_prepositions", "clause_ends")


@lru_cache(maxsize=1024)
def asked_thing(question: str) -> str:
    """Return the noun after "which", "what" or «какой»; "" where no single thing is asked for.

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
    for before, word in pairwise(words):
        if is_past_form(word.text) or in_word_list(word.text, "continuation_words"):
            return before.text
    near = list(takewhile(lambda one: not any(_asks(one, name) for name in _ENDS), words))
    near = list(takewhile(lambda one: not is_function_word(one.text), near))
    ends = words[len(near) : len(near) + 1]
    is_closed = any(_asks(one, name) for one in ends for name in _ENDS)
    if is_closed:
        return near[-1].text if near else ""
    return near[-2].text if len(near) > 1 else ""
