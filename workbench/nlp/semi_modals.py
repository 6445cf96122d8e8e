"""Find the verbs of a question that are no more than auxiliaries: "I am going to leave"."""

from workbench.nlp.grammar import in_word_list, is_function_word
from workbench.nlp.tokens import tokens

_LENGTH = 3
"""Words of "going to leave"."""


def semi_modal_words(question: str) -> frozenset[int]:
    """Return where they begin; "going" of "I am going to the gym" is a verb of its own."""
    words = tokens(question)
    runs = (words[at : at + _LENGTH] for at in range(len(words) - _LENGTH + 1))
    return frozenset(
        verb.start
        for verb, particle, after in runs
        if in_word_list(verb.text, "semi_modals")
        and in_word_list(particle.text, "purpose_particles")
        and (in_word_list(after.text, "auxiliaries") or not is_function_word(after.text))
    )
