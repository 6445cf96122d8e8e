"""What an answer must not say: forbidden phrases, referrals, confidence, absence, speculation."""

import re
from collections.abc import Iterator

from workbench.checks.postcheck.inspection import Fix, Inspection, Violation
from workbench.domain.answer import CITATION_MARKER
from workbench.nlp.grammar import in_word_list
from workbench.nlp.morphology import is_cyrillic, lemma
from workbench.nlp.phrases import Phrase, find_phrases, has_phrase
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

_ADVICE_REACH = 3
"""Words between advice and asking: «рекомендую дополнительно всё уточнить»."""
_LINKS = 4
"""Words between a measure and its level: «уверенность в этом ответе — высокая»."""
_ENDS_STATEMENT = re.compile(r"[.!?;\n]")
"""The words of one phrase stand in one statement, so the text between them has no such sign."""
_FIGURES = re.compile(r"(?<!\w)\d+(?:[.,]\d+)?(?:\s*%)?")
"""A level in figures: "0.86", «86 %»."""
_BRACKETED = re.compile(r"[(\[]\s*(\w+)\b[^)\]\n]{0,40}[)\]]")
"""«(confidence: …)», whatever the level."""
_SENTENCE_STARTS = ("", ".", "!", "?", "\n", ")", "]", "-", "*")


def phrases(marked: str, inspection: Inspection) -> Iterator[Violation]:
    """The workspace's own forbidden phrases."""
    by_language = inspection.workspace.spec.text_rules.forbidden_phrases
    for found in find_phrases(marked, [one for group in by_language.values() for one in group]):
        yield _violation("forbidden_phrase", marked, found.start, found.end)


def referrals(marked: str, inspection: Inspection) -> Iterator[Violation]:
    """Advice to ask somebody else, unless a source gives the same."""
    for advice, asking in _referrals(marked):
        given = (_referrals(content) for content in inspection.contents)
        own = {(one.phrase, other.phrase) for pairs in given for one, other in pairs}
        if (advice.phrase, asking.phrase) not in own:
            yield _violation("forbidden_phrase", marked, advice.start, asking.end)


def _referrals(text: str) -> Iterator[tuple[Phrase, Phrase]]:
    asking = list(find_phrases(text, word_list("referral_asking")))
    for advice in find_phrases(text, word_list("referral_advice")) if asking else ():
        for other in asking:
            between = text[advice.end : other.start]
            if (
                advice.end <= other.start
                and len(tokens(between)) <= _ADVICE_REACH
                and not _ENDS_STATEMENT.search(between)
            ):
                yield advice, other


def confidence(marked: str, inspection: Inspection) -> Iterator[Violation]:
    """Statements of how sure the answer is, unless a source has them."""
    for start, end in (*_bracketed(marked), *_measured(marked)):
        if not inspection.in_evidence(marked[start:end].strip(" .")):
            yield _violation("confidence_leak", marked, start, end, "remove")


def _bracketed(marked: str) -> Iterator[tuple[int, int]]:
    for match in _BRACKETED.finditer(marked):
        if next(_same_words(match.group(1), "confidence_measures"), None):
            yield match.span()


def _measured(marked: str) -> Iterator[tuple[int, int]]:
    """A measure with its level behind it or before it, and the words that belong to them."""
    measures = list(_same_words(marked, "confidence_measures"))
    if not measures:
        return
    words = [one[:2] for one in _same_words(marked, "confidence_levels")]
    figures = [match.span() for match in _FIGURES.finditer(marked)]
    for measure in measures:
        for start, end in sorted([*words, *figures]):
            first, last = min(start, measure.start), max(end, measure.end)
            between = marked[min(end, measure.end) : max(start, measure.start)]
            if _are_links(between):
                first = _with_links_before(marked, first)
                opens = marked[:first].rstrip(" \t")[-1:] in _SENTENCE_STARTS
                yield first, last + (opens and marked.startswith(".", last))
                break


def _are_links(between: str) -> bool:
    said = tokens(between)
    is_one_statement = len(said) <= _LINKS and not _ENDS_STATEMENT.search(between)
    return is_one_statement and all(in_word_list(word.text, "confidence_links") for word in said)


def _with_links_before(marked: str, start: int) -> int:
    """Where «Моя степень» of «Моя степень уверенности» begins, on the same line."""
    for word in reversed(tokens(marked[:start])[-_LINKS:]):
        is_apart = marked[word.end : start].strip(" ")
        if is_apart or not in_word_list(word.text, "confidence_links"):
            break
        start = word.start
    return start


_STATED_BEFORE = re.compile(rf"[.!?…;:\n]\s|{CITATION_MARKER.pattern}")
"""The end of a sentence or clause, or the mark of a citation."""


def absence(marked: str, inspection: Inspection) -> Iterator[Violation]:
    """Reports of absence, unless asked for, or the facts do have gaps, or a source says so.

    An answer that opens with one declines: "The sources do not say when it closes. It opened …".
    """
    if not inspection.facts.found or inspection.facts.meta.gaps:
        return
    if has_phrase(inspection.question.text, word_list("absence_questions")):
        return
    for found in find_phrases(marked, word_list("absence")):
        if _STATED_BEFORE.search(marked[: found.start]) and not inspection.evidence_has_phrase(
            found.phrase
        ):
            yield _violation("needless_absence", marked, found.start, found.end)


def speculation(marked: str, inspection: Inspection) -> Iterator[Violation]:
    """Words of speculation, unless a source or the workspace's rules have them."""
    rules = inspection.workspace.spec.text_rules
    own = {one for group in rules.speculation.values() for one in group}
    allowed = {one for group in rules.allowed_speculation.values() for one in group}
    listed = sorted((own | set(word_list("speculation"))) - allowed)
    for found in find_phrases(marked, listed):
        if _speculates(marked, found) and not inspection.evidence_has_phrase(found.phrase):
            yield _violation("speculation", marked, found.start, found.end)


def _speculates(marked: str, found: Phrase) -> bool:
    """Not the noun or adjective of its stem, and a parenthesis where only that speculates."""
    if not _is_same_word(marked, found):
        return False
    if found.phrase not in word_list("parentheticals"):
        return True
    before, after = marked[: found.start].rstrip(" *_"), marked[found.end :].lstrip(" *_")
    is_set_off = not before or not (before[-1].isalnum() or before[-1] in '»"”')
    return is_set_off and after.startswith((",", ")", "—", "–"))


def _same_words(text: str, name: str) -> Iterator[Phrase]:
    return (one for one in find_phrases(text, word_list(name)) if _is_same_word(text, one))


def _is_same_word(text: str, found: Phrase) -> bool:
    """False for another word of the stem: «вероятность» for «вероятно», "probable"."""
    word = text[found.start : found.end].lower()
    if " " in found.phrase:
        return True
    return lemma(word) == lemma(found.phrase) if is_cyrillic(word) else word == found.phrase


def _violation(
    code: str, marked: str, start: int, end: int, fix: Fix = "drop_sentence"
) -> Violation:
    return Violation(code, start, end, marked[start:end].strip(), fix)
