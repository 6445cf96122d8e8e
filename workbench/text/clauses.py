"""Split compound sentences into checkable clauses, and find what a clause is about."""

import re
from collections.abc import Iterator

from workbench.nlp.assertions import has_verb, names_amount
from workbench.nlp.grammar import in_word_list
from workbench.nlp.phrases import find_phrases, has_phrase
from workbench.nlp.terms import content_terms
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

_JOINT = re.compile(r"[;,]?\s+(?P<word>[^\W\d_]+(?: [^\W\d_]+)?)\s+")
"""One or two words that may be a conjunction: ``, but ``, ``, and also ``."""
_SEMICOLON = re.compile(r";\s+")
_COMMA = re.compile(r"\s*[,–—]\s+")
"""A comma or a dash between clauses."""
_LABEL = re.compile(r"([^:;\d]*\w):\s+|([^:;\d]*\w)\s+[—–]\s+")
"""A label without a number at the beginning of a text: "Dental treatment: "."""
_ENOUGH_TERMS = 3
"""Content terms that each side of a cut must have."""


def split_clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the offsets of a sentence's clauses that can be checked separately."""
    if has_phrase(text[start:end], word_list("absence")):
        yield from _split_absence(text, start, end)
        return
    for cut_end, next_start in _cuts(text, start, end):
        left, right = text[start:cut_end], text[next_start:end]
        if min(len(content_terms(left)), len(content_terms(right))) >= _ENOUGH_TERMS:
            yield start, cut_end
            start = next_start
    yield start, end


def _split_absence(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Split a report of absence from a clause that asserts something («…, but it is free»)."""
    joints = _cuts(text, start, end)
    cuts = sorted({*joints, *(match.span() for match in _COMMA.finditer(text, start, end))})
    ends = [cut_end for cut_end, _ in cuts[1:]] + [end]
    for (cut_end, next_start), clause_end in zip(cuts, ends, strict=False):
        clause = text[next_start:clause_end]
        stands = _is_independent if (cut_end, next_start) in joints else _states_amount
        if cut_end > start and stands(clause):
            yield start, cut_end
            start = next_start
    yield start, end


def subject_of(report: str) -> str:
    """Return the subject of a report of absence, without numbers; "" for other sentences."""
    found = next(find_phrases(report, word_list("absence")), None)
    if found is None:
        return ""
    words = tokens(f"{report[: found.start]} {report[found.end :]}")
    return " ".join(word.text for word in words if not any(c.isdigit() for c in word.text))


def label_of(sentence: str, clause: str) -> str:
    """Return the labels of a sentence that hold for a later clause without a verb, else "".

    "Plus 60" of "Injury: Basic 40; Plus 60" and "Plus: 60" of "Injury: Basic: 40; Plus: 60" are
    both of the injury.
    """
    if has_verb(clause):
        return ""
    labels, own = _labels(sentence), _labels(clause)
    return " ".join(f"{label}:" for label in (labels[: -len(own)] if own else labels))


def _labels(text: str) -> list[str]:
    found, at = [], 0
    while (label := _LABEL.match(text, at)) is not None:
        found.append((label[1] or label[2]).strip())
        at = label.end()
    return found


def starts_with_pronoun(clause: str) -> bool:
    """Return True for a clause that opens with «it» or «they», also after a conjunction."""
    opening = [token.text for token in tokens(clause)[:2]]
    return any(
        in_word_list(word, name)
        for word in opening
        for name in ("anaphoric_words", "personal_pronouns")
    )


def _is_independent(clause: str) -> bool:
    """Return True for a clause with its own verb or amount that adds no further absent item."""
    if not content_terms(clause):
        return False
    adds = any(in_word_list(token.text, "additions") for token in tokens(clause)[:2])
    return has_verb(clause) or (names_amount(clause) and not adds)


def _states_amount(clause: str) -> bool:
    return has_verb(clause) and names_amount(clause)


def _cuts(text: str, start: int, end: int) -> list[tuple[int, int]]:
    joints = word_list("clause_conjunctions")
    cuts = [match.span() for match in _SEMICOLON.finditer(text, start, end)]
    for match in _JOINT.finditer(text, start, end):
        words = match["word"].lower()
        first = words.split(" ")[0]
        plain_and = first in ("and", "и")
        if (words in joints or first in joints) and (not plain_and or "," in match.group()[:1]):
            cuts.append((match.start(), match.start("word")))
    return sorted(cuts)
