"""Recognise requests for more of a list: "show the rest", «выведи весь список», "the other 46"."""

from collections.abc import Sequence
from typing import NamedTuple

from workbench.domain.listing import ListedPart, Listing, Page
from workbench.domain.question import Question, Turn
from workbench.nlp.grammar import in_word_list, is_function_word
from workbench.nlp.terms import stem_key
from workbench.nlp.tokens import Token, tokens

MAX_ITEMS = 100
"""Facts on one page of a list at most; the upper limit of ``Limits.max_items``."""


class Continuation(NamedTuple):
    """The turn whose list is requested, and the pages."""

    turn: Turn
    pages: tuple[Page, ...]
    part: str
    """The requested part: ``rest``, ``some`` of the rest, ``whole``; ``ended`` if none is left."""


def continuation(question: Question, turns: Sequence[Turn]) -> Continuation | None:
    """Parse a request for more of a list; None for any other question.

    Such a request names no new subject: its words ask for the rest or the whole of a list, ask to
    show it, are numbers, or repeat words of the question that began the list.

    Args:
        question: the follow-up.
        turns: the turns of the thread, oldest first; the latest matching list is continued.
    """
    request = _parse_request(question)
    if not (request.rest or request.whole):
        return None
    for turn in reversed(turns):
        if turn.listing is not None and request.subject <= _stems(_words_of(turn.listing)):
            return Continuation(turn, *_pages(request, turn.listing))
    return None


class _Request(NamedTuple):
    """What the words of a question ask for."""

    rest: bool
    whole: bool
    number: int | None
    subject: frozenset[str]
    """Stems of the content words."""


def _parse_request(question: Question) -> _Request:
    words = tokens(question.text)
    rest = [word for word in words if _is_listed(word, "remainder")]
    whole = [word for word in words if _is_listed(word, "whole_list")]
    numbers = [int(word.text) for word in words if word.text.isdecimal()]
    subject = [
        word.text
        for word in words
        if word not in rest
        and word not in whole
        and not word.text.isdecimal()
        and not _is_listed(word, "list_requests")
        and not is_function_word(word.text)
    ]
    return _Request(
        rest=bool(rest),
        whole=bool(whole),
        number=numbers[0] if len(numbers) == 1 else None,
        subject=frozenset(map(stem_key, subject)),
    )


def _is_listed(word: Token, name: str) -> bool:
    """True for a word of the list, but not for an acronym such as REST, which is a name."""
    return in_word_list(word.text, name) and not (len(word.text) > 1 and word.text.isupper())


def _words_of(listing: Listing) -> str:
    return " ".join([listing.question, *(part.heading for part in listing.parts)])


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem_key(word.text) for word in tokens(text))


def _pages(request: _Request, listing: Listing) -> tuple[tuple[Page, ...], str]:
    """Build a page of every part of the list, empty where all was shown, and name what it is."""
    if not request.rest:
        return tuple(_page(part, 0, MAX_ITEMS) for part in listing.parts), "whole"
    most = min(request.number or MAX_ITEMS, MAX_ITEMS)
    pages = tuple(_page(part, part.shown, most) for part in listing.parts)
    if not listing.remaining:
        return pages, "ended"
    is_all = sum(page.items for page in pages) == listing.remaining
    return pages, "rest" if is_all else "some"


def _page(part: ListedPart, offset: int, most: int) -> Page:
    return Page(call=part.call, offset=offset, items=min(part.total - offset, most))
