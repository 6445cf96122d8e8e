"""Strip the noun for a defined term from a question: "the word excess" becomes "excess"."""

from workbench.nlp.grammar import in_word_list, is_function_word
from workbench.nlp.phrases import has_phrase
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

# What may stand between "the word" and the word itself.
_QUOTES = " \"'\u00ab\u201c\u201e\u2018`"


def term_noun(question: str) -> tuple[int, int] | None:
    """Return the span of "the word" in a question about a word; None without one.

    "What does the word mean?" and "the term of the lease" name no word behind it.
    """
    if not has_phrase(question, word_list("definition_questions")):
        return None
    words = tokens(question)
    for before, noun, term in zip(words, words[1:], words[2:], strict=False):
        is_term = not (is_function_word(term.text) or in_word_list(term.text, "meaning_verbs"))
        is_joined = not question[noun.end : term.start].strip(_QUOTES)
        if in_word_list(noun.text, "term_nouns") and is_term and is_joined:
            is_article = in_word_list(before.text, "the_words")
            return (before.start if is_article else noun.start), noun.end
    return None


def without_term_noun(question: str) -> str:
    """Return a question without "the word", which documents use in other senses."""
    place = term_noun(question)
    if place is None:
        return question
    return f"{question[: place[0]]}{question[place[1] :].lstrip()}"
