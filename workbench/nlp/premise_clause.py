"""Find the clause of a question that takes something for granted: "Since passes expire, …"."""

from workbench.nlp.amounts import amounts
from workbench.nlp.phrases import find_phrases
from workbench.nlp.question_type import asking_part
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

_FEWEST_WORDS = 3
"""Words of a clause: "since 2019" and "as usual" take nothing for granted."""


def premise_clause(question: str) -> str:
    """Return what a question takes for granted before its first comma, without "since"; else "".

    "Since May 2019, how many boats were sold?" only says from when they are counted.
    """
    asking = asking_part(question)
    opening = next(
        (one for one in find_phrases(asking, word_list("premise_openings")) if not one.start), None
    )
    if opening is None or "," not in asking[opening.end :]:
        return ""
    clause = asking[opening.end : asking.index(",", opening.end)].strip()
    opens_with_date = any(not one.start for one in amounts(clause))
    return "" if opens_with_date or len(tokens(clause)) < _FEWEST_WORDS else clause
