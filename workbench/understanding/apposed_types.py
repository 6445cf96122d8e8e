"""Find the type of a name that stands right beside it: «на проекте X5», "the X5 project"."""

from collections.abc import Sequence

from workbench.nlp.grammar import in_word_list, is_plural
from workbench.nlp.name_keys import Part, keys
from workbench.understanding.entity_registry import EntityRegistry


def apposed_types(
    words: Sequence[Part], first: int, last: int, registry: EntityRegistry
) -> frozenset[str]:
    """Return the types whose label in the singular is right beside words ``first`` to ``last``.

    A question about the type itself does not count: «в каком проекте Kafka», "which project".
    """
    beside = [at for at in (first - 1, last) if 0 <= at < len(words)]
    return frozenset(
        registry.type_words[key]
        for at in beside
        if not is_plural(words[at].text) and not (at and _asks(words[at - 1].text))
        for key in keys((words[at].text,))
        if key in registry.type_words
    )


def _asks(word: str) -> bool:
    """True for "which" and "what", not for "is" and "did"."""
    return in_word_list(word, "question_words") and not in_word_list(word, "auxiliaries")
