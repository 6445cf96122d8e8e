"""Show the heading that answers a question before its statement: "Meeting of 14 May 2024: …"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from workbench.extractive.sources import SourceSet
from workbench.extractive.supporting_statements import SupportingStatement
from workbench.extractive.word_credit import match_credit
from workbench.nlp.answer_type import answer_type
from workbench.nlp.grammar import in_word_list, is_function_word
from workbench.nlp.lexical_answer_type import lexical_answer_type
from workbench.nlp.question_type import QuestionType, has_time
from workbench.nlp.terms import Term, contains, content_terms, term_set
from workbench.nlp.tokens import tokens
from workbench.nlp.value_detection import has_value_of_kind

# "03.02.2024", "14/05/2024".
_NUMERIC_DATE = re.compile(r"\b\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d\d)\b")
_NUMBER = re.compile(r"\d")


def with_answering_heading(
    asked: QuestionType, library: SourceSet, chosen: Sequence[SupportingStatement]
) -> list[SupportingStatement]:
    """Return the statements of an answer, the best one after the heading that answers the question.

    Minutes, release notes and news have their dates in headings: "When did the board agree to buy a
    van?" is answered by "Meeting of 14 May 2024" above the sentence on the van. "Which version
    removed …" asks for the heading itself.

    Args:
        asked: the question.
        library: its sources.
        chosen: the statements, in reading order.
    """
    best = max(chosen, key=lambda one: one.score, default=None)
    if best is None or best.heading:
        return list(chosen)
    headings = next(_answering_headings(asked, library, best), ())
    if not headings:
        return list(chosen)
    headed = replace(best, text=": ".join((*headings, best.text)))
    return [headed if one is best else one for one in chosen]


def _answering_headings(
    asked: QuestionType, library: SourceSet, best: SupportingStatement
) -> Iterator[tuple[str, ...]]:
    """Yield each heading above a statement that answers the question, with those below it.

    The nearest comes first. The section of version 2.1 does not date the release of 3.0. A date
    of the statement goes first unless a heading has all words of the question.
    """
    statement, kinds = best.statement, _kinds(asked.text)
    said = f"{statement.lead} {statement.asked} {best.text}"
    numbers = [term for term in asked.terms if term.text[0].isdigit()]
    is_timed = answer_type(asked) == "time"
    is_told = is_timed and has_value_of_kind(asked, "time", [said])
    below: tuple[str, ...] = ()
    for heading in _nearest_first(library, best):
        below = (heading, *below)
        if not _has_all(numbers, " ".join((*below, best.text))):
            continue
        is_own = not is_told or _has_all(numbers or asked.terms, heading)
        if is_timed and is_own and _has_date(heading):
            yield below
        if not is_timed and any(_names_section(heading, kind) for kind in kinds):
            yield below


def _kinds(question: str) -> list[str]:
    """Return the candidates for the kind of thing: "lecture" in "Which lecture covers water?".

    Before a verb of the present tense, that is the word after "which".
    """
    words = [word.text for word in tokens(question)]
    after = (
        word
        for before, word in pairwise(words)
        if in_word_list(before, "plural_interrogatives") and not is_function_word(word)
    )
    return list(filter(None, dict.fromkeys((lexical_answer_type(question), *after))))


def _nearest_first(library: SourceSet, best: SupportingStatement) -> Iterator[str]:
    above = (*library.sources[best.source].headings, *best.statement.headings)
    yield from dict.fromkeys(reversed(above))


def _has_all(terms: Sequence[Term], text: str) -> bool:
    """Return True if a text has the numbers as written, and the words or their synonyms."""
    credits = ((one, match_credit(one, text)) for one in terms)
    return all(credit == 1.0 if one.text[0].isdigit() else credit > 0 for one, credit in credits)


def _has_date(heading: str) -> bool:
    return has_time(heading) or _NUMERIC_DATE.search(heading) is not None


def _names_section(heading: str, kind: str) -> bool:
    """Return True for "Lecture 2" of a lecture, and for "2.0.0" and "General terms" of sections."""
    is_section, is_numbered = in_word_list(kind, "section_nouns"), _NUMBER.search(heading)
    is_called = any(contains(term, term_set(heading)) for term in content_terms(kind))
    if is_numbered is not None:
        return is_called or is_section
    return is_called and is_section and len(content_terms(heading)) > 1
