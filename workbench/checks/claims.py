"""An answer taken apart into claims: what could be true or false, each with its place."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.language.lists import word_list
from workbench.language.markers import code_spans
from workbench.language.phrases import has_phrase
from workbench.language.sentences import sentences
from workbench.language.structured import STRING, structured
from workbench.language.terms import content_terms

_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"[\s|:\-]+$")
_HEADING = re.compile(r"^[ \t]*(?:#{1,6}\s.*|\*\*[^*\n]+\*\*:?)[ \t]*$", re.MULTILINE)
_JOINT = re.compile(r"[;,]?\s+(?P<word>[^\W\d_]+(?: [^\W\d_]+)?)\s+")
_SEMICOLON = re.compile(r";\s+")
_ESCAPED_BREAK = re.compile(r"\\[nrt]")
_ENOUGH_TERMS = 3
_MARKUP = " \t\n-*•>|"


class ClaimSpan(NamedTuple):
    """A stretch of the answer; headings, questions and courtesies are not checkable."""

    text: str
    start: int
    end: int
    checkable: bool


def split_claims(text: str) -> tuple[ClaimSpan, ...]:
    """The claims of a text in order: sentences, list items, table rows, parts of joined facts."""
    if structured(text) is not None:
        return tuple(_json_claims(text))
    return tuple(_claims(text))


def _claims(text: str) -> Iterator[ClaimSpan]:
    position = 0
    for start, end, is_row in _regions(text):
        yield from _prose(text, position, start)
        if not (is_row and _RULE.match(text[start:end])):
            yield _span(text, start, end, checkable=is_row and not _rule_follows(text, end))
        position = end
    yield from _prose(text, position, len(text))


def _regions(text: str) -> list[tuple[int, int, bool]]:
    """Table rows (True), headings and fenced code (False), in order."""
    rows = [(*match.span(), True) for match in _ROW.finditer(text)]
    headings = [(*match.span(), False) for match in _HEADING.finditer(text)]
    fences = [(a, b, False) for a, b in code_spans(text) if "\n" in text[a:b]]
    inside = [one for one in rows + headings if not any(a <= one[0] < b for a, b, _ in fences)]
    return sorted(inside + fences)


def _rule_follows(text: str, end: int) -> bool:
    """True after the head of a table."""
    row = _ROW.match(text, end + 1)
    return row is not None and _RULE.match(row.group()) is not None


def _prose(text: str, start: int, end: int) -> Iterator[ClaimSpan]:
    piece = text[start:end]
    for span in sentences(piece):
        for a, b in _parts(piece, span.start, span.end):
            if piece[a:b].strip(_MARKUP):
                yield _span(text, start + a, start + b, checkable=_states(piece[a:b]))


def _span(text: str, start: int, end: int, *, checkable: bool) -> ClaimSpan:
    raw = text[start:end]
    start += len(raw) - len(raw.lstrip())
    end = start + len(raw.strip())
    return ClaimSpan(text[start:end], start, end, checkable)


def _states(sentence: str) -> bool:
    """True when there is something to check: no question, lead-in, courtesy, report of absence."""
    bare = sentence.strip().rstrip("*_ ")
    if bare.endswith(("?", ":")) or has_phrase(bare, word_list("offers")):
        return False
    if has_phrase(bare, word_list("absence")):
        return False
    courtesies = word_list("courtesy")
    return any(term.text.lower() not in courtesies for term in content_terms(bare))


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence, cut where it joins two facts that could be checked apart."""
    for cut_end, next_start in _cuts(text, start, end):
        left, right = text[start:cut_end], text[next_start:end]
        if min(len(content_terms(left)), len(content_terms(right))) >= _ENOUGH_TERMS:
            yield start, cut_end
            start = next_start
    yield start, end


def _cuts(text: str, start: int, end: int) -> list[tuple[int, int]]:
    joints = word_list("joints")
    cuts = [match.span() for match in _SEMICOLON.finditer(text, start, end)]
    for match in _JOINT.finditer(text, start, end):
        words = match["word"].lower()
        first = words.split(" ")[0]
        plain_and = first in ("and", "и")
        if (words in joints or first in joints) and (not plain_and or "," in match.group()[:1]):
            cuts.append((match.start(), match.start("word")))
    return sorted(cuts)


def _json_claims(text: str) -> Iterator[ClaimSpan]:
    """The strings of a JSON answer, sentence by sentence; names of fields are no claims."""
    for match in STRING.finditer(text):
        if match["name"]:
            continue
        start, end = match.span("value")
        piece = _ESCAPED_BREAK.sub("\n ", text[start:end])
        for span in sentences(piece):
            sentence = piece[span.start : span.end]
            yield _span(text, start + span.start, start + span.end, checkable=_states(sentence))
