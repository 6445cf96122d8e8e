"""An answer taken apart into claims: what could be true or false, each with its place."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from workbench.language.assertions import has_verb, is_sentence, names_amount
from workbench.language.fence import fences
from workbench.language.grammar import in_list
from workbench.language.lists import word_list
from workbench.language.phrases import has_phrase
from workbench.language.sentences import sentences
from workbench.language.structured import STRING, structured
from workbench.language.terms import content_terms
from workbench.language.tokens import tokens

_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"[\s|:\-]+$")
_HEADING = re.compile(r"^[ \t]*(?:#{1,6}\s.*|\*\*[^*\n]+\*\*:?)[ \t]*$", re.MULTILINE)
_JOINT = re.compile(r"[;,]?\s+(?P<word>[^\W\d_]+(?: [^\W\d_]+)?)\s+")
_SEMICOLON = re.compile(r";\s+")
_ESCAPED_BREAK = re.compile(r"\\[nrt]")
_COMMA = re.compile(r"\s*[,–—]\s+")
_ENOUGH_TERMS = 3
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
        states = names_amount(said) if _rule_follows(text, end) else True
        yield _span(text, start, end, checkable=states)


def _rule_follows(text: str, end: int) -> bool:
    """True after the head of a table."""
    row = _ROW.match(text, end + 1)
    return row is not None and _RULE.match(row.group()) is not None


def _prose(text: str, start: int, end: int) -> Iterator[ClaimSpan]:
    piece = text[start:end]
    for span in sentences(piece):
        for a, b in _parts(piece, span.start, span.end):
            if piece[a:b].strip(_MARKUP):
                said = _without_colon(piece[a:b], text[start + b :])
                yield _span(text, start + a, start + b, checkable=_states(said))


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


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence, cut where it joins two facts that could be checked apart."""
    if has_phrase(text[start:end], word_list("absence")):
        yield from _beside_absence(text, start, end)
        return
    for cut_end, next_start in _cuts(text, start, end):
        left, right = text[start:cut_end], text[next_start:end]
        if min(len(content_terms(left)), len(content_terms(right))) >= _ENOUGH_TERMS:
            yield start, cut_end
            start = next_start
    yield start, end


def _beside_absence(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A report of absence, cut where another clause states something («…, but it is free»)."""
    joints = _cuts(text, start, end)
    cuts = sorted({*joints, *(match.span() for match in _COMMA.finditer(text, start, end))})
    ends = [cut_end for cut_end, _ in cuts[1:]] + [end]
    for (cut_end, next_start), clause_end in zip(cuts, ends, strict=False):
        clause = text[next_start:clause_end]
        stands = _stands_apart if (cut_end, next_start) in joints else _tells_sum
        if cut_end > start and stands(clause):
            yield start, cut_end
            start = next_start
    yield start, end


def _stands_apart(clause: str) -> bool:
    """A clause with a verb or a sum of its own, and not one more thing that is absent."""
    if not content_terms(clause):
        return False
    adds = any(in_list(token.text, "additions") for token in tokens(clause)[:2])
    return has_verb(clause) or (names_amount(clause) and not adds)


def _tells_sum(clause: str) -> bool:
    return has_verb(clause) and names_amount(clause)


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
