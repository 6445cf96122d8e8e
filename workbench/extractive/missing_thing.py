"""Check whether an answer names a thing of the kind that the question asks for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from workbench.extractive.listed_headings import enumerates, names_kind
from workbench.extractive.question_likeness import heading_of
from workbench.extractive.shown_context import shows
from workbench.extractive.sources import Source, SourceSet
from workbench.extractive.word_credit import match_credit
from workbench.nlp.addresses import has_email, has_link
from workbench.nlp.amounts import amounts
from workbench.nlp.answer_type import answer_type
from workbench.nlp.compared_sides import compared_sides
from workbench.nlp.grammar import in_word_list, is_function_word, readings
from workbench.nlp.lexical_answer_type import lexical_answer_type, thing_said_to_exist
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.noun_phrases import is_possessive
from workbench.nlp.question_type import QuestionType, has_new_name, read_question
from workbench.nlp.terms import Term, content_terms, term_set
from workbench.nlp.tokens import Token, tokens
from workbench.text.statements import Statement, statements

_BESIDE, _RELATED, _IN_OTHER_WORDS, _SAID = 0.25, 0.5, 0.6, 0.8
"""Share of the other words of the question in a statement with a name right behind the kind of
thing ("form HR7"); in one that names the kind; in one of sources that never name it; and in one
with a name, where other statements do."""
_OPENING_QUOTES = '"“„«'
_DASH = re.compile(r"[,»)]*(?:\s+[—–]|:)\s+«?")
_NEAR = 3
"""How many words from the word for the kind of thing its name may be: "form HR7"."""


@dataclass(frozen=True)
class _Statement:
    """A statement of the answer, and the words above it."""

    text: str
    above: str
    is_listed: bool
    """Whether it is an item or a row, which names a thing of the kind stated above it."""
    titles: tuple[str, ...] = ()
    """Its nearest heading and its lead-in, where it is one of several items, or lists some."""


def missing_thing(question: str, library: SourceSet, shown: Sequence[str]) -> str:
    """Return the word for the kind of thing asked for if no statement names one; else "".

    "A lost card is reported to the bank" and "Cards are issued to budget holders" do not say which
    bank issues the cards: the one names no bank, and the other says nothing of one. Nor does "Cars
    are left at the gate" tell whether there is a charging point.

    Args:
        question: the question, a follow-up in its rewritten form.
        library: the sources of the answer.
        shown: its statements, with their lead-ins.
    """
    if existing := thing_said_to_exist(question):
        return "" if _is_mentioned(existing, library, shown) else existing
    return _missing_kind(question, library, shown)


def _missing_kind(question: str, library: SourceSet, shown: Sequence[str]) -> str:
    asked, noun = read_question(question), lexical_answer_type(question)
    everything = " ".join(" ".join((one.text, *one.headings)) for one in library.sources)
    if asked.wants_steps:
        return ""  # "in which order" asks for steps, which name no order
    if compared_sides(question) is not None:
        return ""  # "Which boat is faster, the Wren or the Finch?" names the boats itself
    if not noun or answer_type(asked) is not None or asked.wants_amount or asked.wants_time:
        return ""
    if not library.sources or is_cyrillic(question) != is_cyrillic(everything):
        return ""
    thing = next((term for term in asked.terms if term.text == noun), None)
    if thing is None:
        return ""
    is_known = bool(match_credit(thing, everything))
    names = any(
        _names(asked, thing, _statement(one, library), library, is_known=is_known) for one in shown
    )
    return "" if names else noun


def _is_mentioned(thing: str, library: SourceSet, shown: Sequence[str]) -> bool:
    """Return True if a statement, or the text above it, has the last word of a phrase."""
    head = content_terms(thing)[-1:]
    found = (_statement(one, library) for one in shown)
    texts = [f"{one.text} {one.above} {' '.join(one.titles)}" for one in found]
    is_other = any(is_cyrillic(thing) != is_cyrillic(one.text) for one in library.sources)
    return is_other or not head or any(match_credit(head[0], one) for one in texts)


def _names(
    asked: QuestionType, thing: Term, one: _Statement, library: SourceSet, *, is_known: bool
) -> bool:
    """Return True if a statement names such a thing, or has the rest and a name that may be one."""
    context = f"{one.text} {one.above}"
    related = _share(asked, thing, context, library)
    if any(names_kind(title, thing) for title in one.titles):
        return one.is_listed or related >= _RELATED
    if match_credit(thing, context):
        least = _BESIDE if _is_followed_by_name(asked, thing, one.text) else _RELATED
        return related >= least and (one.is_listed or names_thing(asked, thing, one.text))
    if not is_known:
        return related >= _IN_OTHER_WORDS
    return related >= _SAID and has_new_name(asked, one.text)


def _share(asked: QuestionType, thing: Term, text: str, library: SourceSet) -> float:
    """Return the share of the question's words, by weight, in a text; those of the thing left out.

    It is 1 where the question has no others.
    """
    rest = [term for term in asked.terms if term.key != thing.key]
    total = sum(library.weight(term) for term in rest)
    found = sum(library.weight(term) * match_credit(term, text) for term in rest)
    return found / total if total else 1.0


def _is_followed_by_name(asked: QuestionType, thing: Term, text: str) -> bool:
    """Return True if a name, number or address that the question lacks follows the word."""
    known = term_set(asked.text)
    return any(
        match_credit(thing, word.text) == 1.0
        and _may_be_name(text, word, name)
        and text[word.end : name.start].strip(f" \u00a0({_OPENING_QUOTES}") == ""
        and term_set(name.text).isdisjoint(known)
        for word, name in pairwise(tokens(text))
    )


def _may_be_name(text: str, word: Token, after: Token) -> bool:
    """Return True for "form HR7", «тема «возврат»» and "write to the address desk@mill.example"."""
    is_written_so = after.text[0].isupper() or after.text[0].isdigit()
    between = text[word.end : after.start].strip()
    is_quoted = bool(between) and between in _OPENING_QUOTES
    return is_written_so or is_quoted or _opens_with_address(text[word.end :])


def _opens_with_address(text: str) -> bool:
    """Return True for what follows the word in "write to the address desk@mill.example"."""
    first = next(iter(text.strip(" \u00a0:([<").split(maxsplit=1)), "")
    return has_email(first) or has_link(first)


def names_thing(asked: QuestionType, thing: Term, text: str) -> bool:
    """Return True if a name, a number or a distinguishing word stands beside the word.

    True for "Form HR7" and "the regional bank", False for "the bank". A thing introduced above the
    statement is named by a name in it.
    """
    words = tokens(text)
    places = [at for at, one in enumerate(words) if match_credit(thing, one.text)]
    if not places:
        return has_new_name(asked, text) or bool(amounts(text))
    return any(
        _is_named_at(asked, words, at)
        or _is_equated(asked, text, words[at:])
        or _opens_with_address(text[words[at].end :])
        for at in places
    ) or _is_followed_by_name(asked, thing, text)


def _is_equated(asked: QuestionType, text: str, words: Sequence[Token]) -> bool:
    """Whether a new name follows "is", a dash or a colon after the word for a thing.

    "The harbour that most visitors choose is Bergen", «Любимая гавань гостей — Берген».
    """
    known = term_set(asked.text)
    return any(
        (in_word_list(before.text, "forms_of_be") or _DASH.fullmatch(text[before.end : name.start]))
        and name.text[0].isupper()
        and term_set(name.text).isdisjoint(known)
        for before, name in pairwise(words)
    )


def _is_named_at(asked: QuestionType, words: Sequence[Token], at: int) -> bool:
    near = (*words[max(0, at - _NEAR) : at], *words[at + 1 : at + 1 + _NEAR])
    known = term_set(asked.text)
    owners = (one for one in words[max(0, at - 1) : at] if is_possessive(one))
    if any(term_set(one.text).isdisjoint(known) for one in owners):
        return False  # "Make's language" is no language of Ninja
    new = [one for one in near if term_set(one.text) and term_set(one.text).isdisjoint(known)]
    if any(_is_distinguishing(one.text) for one in new if one is not words[0]):
        return True
    before, after = words[max(0, at - 1) : at], words[at + 1 : at + 2]
    is_defined = any(in_word_list(one.text, "definitions") for one in after)
    return is_defined or any(one in new and _may_distinguish(one.text) for one in before)


def _may_distinguish(word: str) -> bool:
    """Return True for "regional" of "the regional bank", False for "new" and for a verb.

    «Ввести пароль» tells no password.
    """
    first = next(iter(readings(word)), None)
    is_verb = first is not None and not first.marks.isdisjoint({"VERB", "INFN", "GRND"})
    return not (is_verb or is_function_word(word) or in_word_list(word, "indefinite_adjectives"))


def _is_distinguishing(word: str) -> bool:
    """Return True for a name, a number and a Russian adjective: «кроме губернаторской»."""
    first = next(iter(readings(word)), None)
    is_adjective = first is not None and "ADJF" in first.marks and not is_function_word(word)
    return is_adjective or word[0].isupper() or word[0].isdigit()


def _statement(shown: str, library: SourceSet) -> _Statement:
    """Return a shown statement with the words above it in its source."""
    for source in library.sources:
        found = statements(source.text)
        for one in found:
            heading = heading_of(one, source)
            if one.text and shown.startswith(f"{heading}: {one.text}"):
                return _Statement(shown, " ".join(source.headings), is_listed=True)
            if shows(shown, one):
                is_listed = one.kind != "sentence"
                titles = (heading, one.lead) if enumerates(one, found) else ()
                return _Statement(one.text, _above(one, source), is_listed, titles)
    return _Statement(
        shown, " ".join(title for one in library.sources for title in one.headings), False
    )


def _above(one: Statement, source: Source) -> str:
    labels = " ".join(label for label, _ in one.cells)
    return f"{one.lead} {one.asked} {labels} {heading_of(one, source)}"
