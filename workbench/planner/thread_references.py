"""Tell whether a follow-up refers to its thread, or was only put behind an earlier question."""

from workbench.nlp.grammar import content_words, in_word_list
from workbench.nlp.tokens import tokens
from workbench.planner.protocol import PlanRequest
from workbench.planner.search_queries import standalone_question

_OPENINGS = ("leading_conjunctions", "topic_prepositions", "swap_prepositions")
"""Lists of words that a follow-up may begin with: "And", "What about"."""
_REFERENCES = ("personal_pronouns", "anaphoric_words", "demonstratives", "continuation_words")
"""Lists of words that refer to what came before: "it", "those", "else"."""


def leans_on_thread(request: PlanRequest) -> bool:
    """Return True for a rewritten follow-up with a sign that it is one: "And the fee?", "Why?".

    "Tell me a joke" is short, but nothing in it refers to the earlier question, which was only put
    before it.
    """
    text, rewritten = request.question.text.strip(), standalone_question(request)
    words = tokens(text)
    if not words or not rewritten.endswith(text):
        return bool(rewritten)
    opens = any(in_word_list(word.text, name) for word in words[:2] for name in _OPENINGS)
    refers = any(in_word_list(word.text, name) for word in words for name in _REFERENCES)
    return opens or refers or not content_words(text)
