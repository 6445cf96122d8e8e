"""Choose the statements to show where the documents do not state what is asked."""

from collections.abc import Sequence

from workbench.extractive.sources import Source, SourceSet
from workbench.extractive.supporting_statements import SupportingStatement, with_subject
from workbench.nlp.compared_sides import compared_sides
from workbench.nlp.question_type import QuestionType, read_question
from workbench.nlp.tokens import count_words

_MOST = 2
"""Statements; where a list, steps or reasons are asked for, the items of a list count as one."""
_WORDS = 45
"""No further statement is shown after so many words; a list is shown whole."""
_LEAST_SHARE = 0.5
"""Least share of the question's words in a further statement, against the best one's."""


def nearest_statements(
    question: str, chosen: Sequence[SupportingStatement], sources: Sequence[Source]
) -> list[SupportingStatement]:
    """Return the one or two chosen statements nearest to the question, in their order.

    A long quotation would hide that the answer is a decline. All statements of a comparison are
    returned, since each side has its own.
    """
    if compared_sides(question) is not None:
        return list(chosen)
    asked, library = read_question(question), SourceSet(sources)
    shares = {one: _share(asked, library, sources, one) for one in chosen}
    ranked = sorted(chosen, key=lambda one: (-shares[one], -one.score))
    kept: list[SupportingStatement] = []
    blocks = set[tuple[int, str, int | tuple[str, ...]]]()
    words = 0
    is_whole = asked.wants_list or asked.wants_steps or asked.wants_reason
    for one in ranked:
        block = _block(one, is_whole=is_whole)
        is_near = shares[one] >= _LEAST_SHARE * shares[ranked[0]] and shares[one] > 0
        if block not in blocks and (len(blocks) >= _MOST or words >= _WORDS or not is_near):
            continue
        kept.append(one)
        blocks.add(block)
        words += count_words(one.text)
    return [one for one in chosen if one in kept]


def _share(
    asked: QuestionType, library: SourceSet, sources: Sequence[Source], one: SupportingStatement
) -> float:
    above = " ".join((one.statement.lead, *sources[one.source].headings))
    return library.share(asked, f"{with_subject(one)} {above}")


def _block(one: SupportingStatement, *, is_whole: bool) -> tuple[int, str, int | tuple[str, ...]]:
    """Return a key that the items of a list share if lists are shown whole; unique otherwise."""
    statement = one.statement
    if statement.kind == "sentence" or not is_whole:
        return one.source, "", statement.start
    return one.source, statement.lead, statement.headings
