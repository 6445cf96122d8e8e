"""Find a list in sentences: one for each of the things that a question asks to list."""

from collections.abc import Sequence
from itertools import groupby

from workbench.extractive.listed_headings import count_of, kind_asked_for, names_kind
from workbench.extractive.question_likeness import heading_of
from workbench.extractive.sources import SourceSet
from workbench.extractive.supporting_statements import SupportingStatement
from workbench.extractive.word_credit import match_credit
from workbench.nlp.grammar import in_word_list, is_function_word, is_imperative, readings
from workbench.nlp.question_type import QuestionType
from workbench.nlp.terms import Term
from workbench.nlp.tokens import Token, count_words, tokens
from workbench.text.statements import Statement, statements

_FEWEST = 2
"""Fewest sentences of a list."""
_OPENING = 3
"""How many words at its start may name the thing: "The Wren Room seats 12"."""
_WORDS = 90
"""Most words of all the sentences together."""


def listed_sentences(
    asked: QuestionType, library: SourceSet, best: SupportingStatement
) -> list[SupportingStatement]:
    """Return the sentences that are each on one of the things, or none.

    "Which rooms are there?" is answered by "The Wren Room seats 12. The Mill Room seats 40.", and
    by the three sentences after "There are three rooms."

    Args:
        asked: a question that several things answer.
        library: its sources.
        best: the statement that answers it best.
    """
    kind = kind_asked_for(asked) if asked.wants_list else None
    if kind is None or best.statement.kind != "sentence":
        return []
    least = _share(asked, library, best.source, [best.statement])
    for index in _nearest_first(library, best):
        for _, section in groupby(statements(library.sources[index].text), key=_section):
            near = list(section)
            heading = heading_of(near[0], library.sources[index])
            found = _counted(near, kind) or _named(near, kind)
            if names_kind(heading, kind) and all(one.kind == "sentence" for one in near):
                found = near
            if not _is_whole(found) or not _applies_to_all(asked, found, kind):
                continue
            if _share(asked, library, index, found) >= least:
                return [SupportingStatement(index, one, best.score, one.text) for one in found]
    return []


def _share(asked: QuestionType, library: SourceSet, index: int, some: Sequence[Statement]) -> float:
    """Return the share of the question's words in statements and what stands above them."""
    above = (*library.sources[index].headings, *some[0].headings, some[0].asked)
    return library.share(asked, " ".join((*above, *(one.text for one in some))))


def _nearest_first(library: SourceSet, best: SupportingStatement) -> list[int]:
    """Return the sources of the best statement's document, its own first."""
    document = library.sources[best.source].document
    others = (at for at, one in enumerate(library.sources) if one.document == document)
    return [best.source, *(at for at in others if at != best.source)]


def _section(one: Statement) -> tuple[str, tuple[str, ...]]:
    return one.asked, one.headings


def _is_whole(found: Sequence[Statement]) -> bool:
    return len(found) >= _FEWEST and sum(count_words(one.text) for one in found) <= _WORDS


def _applies_to_all(asked: QuestionType, found: Sequence[Statement], kind: Term) -> bool:
    """Return True unless a word of the question is in some of the sentences only."""
    for term in asked.terms:
        having = sum(match_credit(term, one.text) == 1.0 for one in found[1:])
        if term is not kind and 0 < having < len(found) - 1:
            return False
    return True


def _counted(near: Sequence[Statement], kind: Term) -> list[Statement]:
    """Return the sentence that counts the things, and as many sentences after it.

    These open alike, or with the things: "The Wren Room …", "The Attic …".
    """
    for at, one in enumerate(near):
        number = count_of(one.text, kind) if one.kind == "sentence" else 0
        after = near[at + 1 : at + 1 + number]
        if number < _FEWEST or len(after) < number:
            continue
        if any(other.kind != "sentence" for other in after):
            continue
        first = {tokens(other.text)[0].text for other in after if tokens(other.text)}
        if len(first) == 1 or all(_opening_name(other, kind) for other in after):
            return [one, *after]
    return []


def _named(near: Sequence[Statement], kind: Term) -> list[Statement]:
    """Return the sentences that open with different things of the kind: "The junior card …"."""
    found: dict[str, Statement] = {}
    for one in near:
        name = _opening_name(one, kind)
        if name and one.kind == "sentence":
            found.setdefault(name, one)
    return list(found.values())


def _opening_name(one: Statement, kind: Term) -> str:
    """Return the words before the kind that a sentence opens with: "junior"; "" without them."""
    opening = _without_article(tokens(one.text))[: _OPENING + 1]
    for place, word in enumerate(opening):
        if match_credit(kind, word.text) == 1.0:
            return " ".join(other.text.lower() for other in opening[:place])
        if is_function_word(word.text) or _is_verb(word):
            return ""
    return ""


def _is_verb(word: Token) -> bool:
    """Return True for «повысить» of «Повысить тариф», and for "book" of "Book rooms early"."""
    forms = [one.marks for one in readings(word.text)]
    is_verb = bool(forms) and not forms[0].isdisjoint({"VERB", "INFN", "GRND"})
    return is_verb or is_imperative(word.text)


def _without_article(words: Sequence[Token]) -> Sequence[Token]:
    return words[1:] if words and in_word_list(words[0].text, "the_words") else words
