"""An answer taken apart into claims: what could be true or false, each with its place."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from workbench.checks.clauses import split_clauses, starts_with_pronoun, subject_of
from workbench.checks.json_labels import is_assertion
from workbench.nlp.assertions import is_sentence, names_amount
from workbench.nlp.phrases import has_phrase
from workbench.nlp.terms import content_terms
from workbench.nlp.word_lists import word_list
from workbench.text.fences import fences
from workbench.text.json_text import STRING, structured
from workbench.text.sentences import sentences

_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"[\s|:\-]+$")
_HEADING = re.compile(r"^[ \t]*(?:#{1,6}\s.*|\*\*[^*\n]+\*\*:?)[ \t]*$", re.MULTILINE)
_ESCAPED_BREAK = re.compile(r"\\[nrt]")
_ENOUGH_ASKED = 4
_MARKUP = " \t\n-*•>|"

_Kind: TypeAlias = Literal["row", "heading", "code", "fence"]


class ClaimSpan(NamedTuple):
    """A stretch of the answer; labels, offers and courtesies state nothing that can be checked."""

    text: str
    start: int
    end: int
    checkable: bool
    unread: str = ""
    """Why a stretch that may state something is not checked: «code»."""
    about: str = ""
    """What a clause beside a report of absence speaks of («it»)."""

    @property
    def said(self) -> str:
        """The claim with what it speaks of."""
        return f"{self.about} {self.text}" if self.about else self.text


def split_claims(text: str) -> tuple[ClaimSpan, ...]:
    """The claims of a text in order: sentences, list items, table rows, parts of joined facts."""
    if structured(text) is not None:
        return tuple(_json_claims(text))
    return tuple(_claims(text))


def _claims(text: str) -> Iterator[ClaimSpan]:
    position = 0
    for start, end, kind in _regions(text):
        yield from _prose(text, position, start)
        yield from _region(text, start, end, kind)
        position = end
    yield from _prose(text, position, len(text))


def _regions(text: str) -> list[tuple[int, int, _Kind]]:
    """Table rows, headings, fenced code, and the lines that open and close a fence of prose."""
    code: list[tuple[int, int, _Kind]] = []
    edges: list[tuple[int, int, _Kind]] = []
    for one in fences(text):
        if one.is_code:
            code.append((one.start, one.end, "code"))
        else:
            edges.append((one.start, one.body_start, "fence"))
            edges.append((one.body_end, one.end, "fence"))
    rows: list[tuple[int, int, _Kind]] = [(*one.span(), "row") for one in _ROW.finditer(text)]
    rows += [(*one.span(), "heading") for one in _HEADING.finditer(text)]
    inside = [one for one in rows if not any(a <= one[0] < b for a, b, _ in code)]
    return sorted(inside + code + edges)


def _region(text: str, start: int, end: int, kind: _Kind) -> Iterator[ClaimSpan]:
    said = text[start:end]
    if kind == "code":
        yield _span(text, start, end, checkable=False)._replace(unread="code")
    elif kind == "heading":
        yield _span(text, start, end, checkable=names_amount(said) or is_sentence(said))
    elif kind == "row" and not _RULE.match(said):
        states = not _rule_follows(text, end) or names_amount(said)
        yield _span(text, start, end, checkable=states or any(map(is_sentence, said.split("|"))))


def _rule_follows(text: str, end: int) -> bool:
    """True after the head of a table."""
    row = _ROW.match(text, end + 1)
    return row is not None and _RULE.match(row.group()) is not None


def _prose(text: str, start: int, end: int) -> Iterator[ClaimSpan]:
    piece = text[start:end]
    for span in sentences(piece):
        before = ""
        for a, b in split_clauses(piece, span.start, span.end):
            if piece[a:b].strip(_MARKUP):
                said = _without_colon(piece[a:b], text[start + b :])
                one = _span(text, start + a, start + b, checkable=_states(said))
                yield one._replace(about=subject_of(before) if starts_with_pronoun(said) else "")
                before = said


def _without_colon(sentence: str, rest: str) -> str:
    """A whole sentence that leads to nothing is no lead-in."""
    bare = sentence.rstrip(":*_ ")
    return sentence if rest.strip() or not is_sentence(bare) else bare


def _span(text: str, start: int, end: int, *, checkable: bool) -> ClaimSpan:
    raw = text[start:end]
    start += len(raw) - len(raw.lstrip())
    end = start + len(raw.strip())
    return ClaimSpan(text[start:end], start, end, checkable)


def _states(sentence: str) -> bool:
    """True when there is something to check.

    A report of absence states nothing, nor does an offer, a lead-in, a courtesy or a short
    question, unless it names an amount. A longer question may assert («Did you know that …?»).
    """
    bare = sentence.strip().rstrip("*_ ")
    if has_phrase(bare, word_list("absence")):
        return False
    if names_amount(bare):
        return True
    if bare.endswith(":") or has_phrase(bare, word_list("offers")):
        return False
    if bare.endswith("?"):
        offers = has_phrase(bare, word_list("offering_questions"))
        return not offers and len(content_terms(bare)) >= _ENOUGH_ASKED
    courtesies = word_list("courtesy")
    return any(term.text.lower() not in courtesies for term in content_terms(bare))


def _json_claims(text: str) -> Iterator[ClaimSpan]:
    """The strings of a JSON answer, sentence by sentence; names of fields and labels are none."""
    field = ""
    for match in STRING.finditer(text):
        if match["name"]:
            field = match["value"]
            continue
        start, end = match.span("value")
        piece = _ESCAPED_BREAK.sub("\n ", text[start:end])
        is_stated = is_assertion(piece, field)
        for span in sentences(piece):
            checkable = is_stated and _states(piece[span.start : span.end])
            yield _span(text, start + span.start, start + span.end, checkable=checkable)
