"""Requests for more of a list: "show the rest", «выведи весь список», "the other 46"."""

from collections.abc import Sequence
from typing import NamedTuple

from workbench.domain.listing import ListedPart, Listing, Page
from workbench.domain.question import Question, Turn
from workbench.nlp.grammar import in_list, is_function_word
from workbench.nlp.terms import stem_key
from workbench.nlp.tokens import Token, tokens

MAX_ITEMS = 100
"""The most that one page shows of a list: the plan's own upper limit."""


class Continuation(NamedTuple):
    """The turn whose list is asked for, and the pages of it."""

    turn: Turn
    pages: tuple[Page, ...]
    part: str
    """What of the list is asked for: ``rest``, ``some`` of the rest, or the ``whole``."""


def continuation(question: Question, turns: Sequence[Turn]) -> Continuation | None:
    """What a request for more of a list asks to see; None for any other question.

    Such a request names no subject of its own: its words ask for the rest or for the whole of a
    list, ask to show it, count, or come back from the question that began the list.

    Args:
        question: the follow-up.
        turns: of the thread, oldest first; the latest list that the words fit is meant.
    """
    asked = _read(question)
    if not (asked.rest or asked.whole):
        return None
    for turn in reversed(turns):
        if turn.listing is not None and asked.subject <= _stems(_words_of(turn.listing)):
            return Continuation(turn, *_pages(asked, turn.listing))
    return None


class _Request(NamedTuple):
    """The words of a question by what they ask."""

    rest: bool
    whole: bool
    number: int | None
    subject: frozenset[str]
    """Stems of the words that are about something."""


def _read(question: Question) -> _Request:
    words = tokens(question.text)
    rest = [word for word in words if _is(word, "remainder")]
    whole = [word for word in words if _is(word, "whole_list")]
    numbers = [int(word.text) for word in words if word.text.isdecimal()]
    subject = [
        word.text
        for word in words
        if word not in rest
        and word not in whole
        and not word.text.isdecimal()
        and not _is(word, "list_requests")
        and not is_function_word(word.text)
    ]
    return _Request(
        rest=bool(rest),
        whole=bool(whole),
        number=numbers[0] if len(numbers) == 1 else None,
        subject=frozenset(map(stem_key, subject)),
    )


def _is(word: Token, name: str) -> bool:
    """True for a word of the list; an acronym such as REST is a name."""
    return in_list(word.text, name) and not (len(word.text) > 1 and word.text.isupper())


def _words_of(listing: Listing) -> str:
    return " ".join([listing.question, *(part.heading for part in listing.parts)])


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem_key(word.text) for word in tokens(text))


def _pages(asked: _Request, listing: Listing) -> tuple[tuple[Page, ...], str]:
    """A page of every part; the whole list again where nothing is left of it."""
    if not asked.rest or not listing.remaining:
        return tuple(_page(part, 0, MAX_ITEMS) for part in listing.parts), "whole"
    most = min(asked.number or MAX_ITEMS, MAX_ITEMS)
    pages = tuple(_page(part, part.shown, most) for part in listing.parts)
    is_all = sum(page.items for page in pages) == listing.remaining
    return pages, "rest" if is_all else "some"


def _page(part: ListedPart, offset: int, most: int) -> Page:
    return Page(call=part.call, offset=offset, items=min(part.total - offset, most))
