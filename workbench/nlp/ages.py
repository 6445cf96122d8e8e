"""Find the ages in a text: "aged 34", «Анне 34 года», "built in 1880"."""

from collections.abc import Sequence

from workbench.nlp.amounts import Amount, amounts
from workbench.nlp.grammar import in_word_list, is_function_word, marks_of
from workbench.nlp.relation_lexicon import is_one_of
from workbench.nlp.tokens import Token, tokens

_AGE_WITHIN = 2
"""Most words between a number and the word that makes it an age: "34 years old"."""
_BIRTH_YEARS = range(1000, 2200)


def has_age(text: str) -> bool:
    """Return True for "aged 34", «Анне 34 года» and "built in 1880", not for "for 34 years"."""
    if any(is_age(one, text) for one in amounts(text)):
        return True
    is_dated = any(one.value in _BIRTH_YEARS and not one.unit for one in amounts(text))
    return is_dated and is_one_of(text, "age_events")


def is_age(amount: Amount, text: str) -> bool:
    """Return True if a word for an age, or a Russian dative («Анне 34»), stands beside a number."""
    if amount.unit not in ("", "year"):
        return False
    words = tokens(text)
    before = [word for word in words if word.end <= amount.start][-_AGE_WITHIN:]
    after = [word for word in words if word.start >= amount.end][:_AGE_WITHIN]
    if any(in_word_list(word.text, "ages") for word in (*before, *after)):
        return True
    if not amount.unit and _is_age_of_person(before, after, text[amount.end :]):
        return True
    last = marks_of(before[-1].text) if before else frozenset()
    return amount.unit == "year" and "datv" in last and not last.isdisjoint({"NOUN", "NPRO"})


def _is_age_of_person(before: Sequence[Token], after: Sequence[Token], behind: str) -> bool:
    """Return True for the 5 in "my son is 5" and "she is 5 and tall", not in "she is 5 tall"."""
    who = [word.text for word in before]
    is_of_person = len(who) == _AGE_WITHIN and in_word_list(who[0], "people_with_ages")
    goes_on = behind[:1] == " " and any(not is_function_word(one.text) for one in after[:1])
    return is_of_person and in_word_list(who[1], "forms_of_be") and not goes_on
