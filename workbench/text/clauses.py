"""Sentences cut where they join what could be checked apart, and what such a part speaks of."""

import re
from collections.abc import Iterator

from workbench.nlp.assertions import has_verb, names_amount
from workbench.nlp.grammar import in_list
from workbench.nlp.phrases import find_phrases, has_phrase
from workbench.nlp.terms import content_terms
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

_JOINT = re.compile(r"[;,]?\s+(?P<word>[^\W\d_]+(?: [^\W\d_]+)?)\s+")
_SEMICOLON = re.compile(r";\s+")
_COMMA = re.compile(r"\s*[,–—]\s+")
_ENOUGH_TERMS = 3


def split_clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
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


def subject_of(report: str) -> str:
    """The words for what is absent, without numbers; nothing for another sentence."""
    found = next(find_phrases(report, word_list("absence")), None)
    if found is None:
        return ""
    words = tokens(f"{report[: found.start]} {report[found.end :]}")
    return " ".join(word.text for word in words if not any(c.isdigit() for c in word.text))


def starts_with_pronoun(clause: str) -> bool:
    """True for a clause that opens with «it» or «they», a joint before it or not."""
    opening = [token.text for token in tokens(clause)[:2]]
    return any(in_list(word, name) for word in opening for name in ("pointing", "personal"))


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
