"""Tell which bound of a question no statement meets: "before 2020"."""

from collections.abc import Iterator, Sequence

from workbench.nlp.operator_spans import TIME_OPERATORS, operator_spans
from workbench.nlp.phrases import has_phrase
from workbench.nlp.query_words import query_words
from workbench.nlp.question_type import asking_part
from workbench.nlp.word_lists import word_list
from workbench.nlp.year_bounds import meets_bound, read_year_bound


def unmet_bound(question: str, shown: Sequence[str], headings: str) -> str:
    """Return the bound of a year in a question if no statement meets it; else "".

    "He joined in 2020" does not tell what he did before 2020; "Before that he taught" does.
    """
    unmet = (one for one in _bounds(asking_part(question)) if not _is_met(one, shown, headings))
    return next(unmet, "")


def _bounds(question: str) -> Iterator[str]:
    words = query_words(question)
    for mention in operator_spans(words, ()):
        is_bound = mention.meaning in TIME_OPERATORS and mention.meaning != "during"
        after = words[mention.end : mention.end + 1]
        if is_bound and after:
            phrase = question[words[mention.start].start : after[0].end]
            if read_year_bound(phrase) is not None:
                yield phrase


def _is_met(phrase: str, shown: Sequence[str], headings: str) -> bool:
    bound = read_year_bound(phrase)
    return any(
        has_phrase(one, word_list("time_order_words"))
        or (bound is not None and meets_bound(bound, f"{one} {headings}"))
        for one in shown
    )
