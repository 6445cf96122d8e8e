"""Find the event that a question asks about: "changed" in "What changed in 4.2?"."""

from functools import lru_cache

from workbench.nlp.grammar import in_word_list, is_function_word, readings
from workbench.nlp.query_words import is_past_form
from workbench.nlp.tokens import tokens


@lru_cache(maxsize=1024)
def asked_event(question: str) -> str:
    """Return the verb or adjective right after "what" or «что», or after a form of "be".

    "What is new in 4.2?", «Что нового в 2.8?», "What was fixed?"; "" for another question.
    """
    words = tokens(question)
    if not words or not in_word_list(words[0].text, "content_questions"):
        return ""
    after = [one for one in words[1:] if not in_word_list(one.text, "forms_of_be")][:1]
    return after[0].text if after and _is_event(after[0].text) else ""


def _is_event(word: str) -> bool:
    """Return True for a verb or an adjective; in English, for a past form and "new"."""
    if forms := readings(word):
        return not forms[0].marks.isdisjoint({"VERB", "ADJF", "ADJS", "PRTS"})
    return not is_function_word(word) and (is_past_form(word) or in_word_list(word, "news_words"))
