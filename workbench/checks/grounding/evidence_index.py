"""Index the evidence of an answer in windows of one or two statements."""

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from itertools import pairwise

from workbench.checks.grounding.evidence_parts import PartedStatement
from workbench.domain.answer import Rendered
from workbench.domain.diagnostics import Claim
from workbench.domain.evidence import Evidence, FactsPayload
from workbench.nlp.amounts import Amount, amounts
from workbench.nlp.grammar import in_word_list
from workbench.nlp.spelling import ALPHANUMERICS, normalize_spelling
from workbench.nlp.terms import Term, Weights, content_terms, stem_key, term_set
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list
from workbench.text.clauses import label_of
from workbench.text.statements import Statement, statements

# Stripped from both ends of a text before it is compared verbatim.
_AROUND = " .;:,!?•*#-–—"
# A verbatim clause follows one of these; «|» borders a cell.
_OPENS = '.;:!?—–-•(«"|'
_CLOSES = '.;!?)»"|•'
"""What ends a clause. A colon does not: "Baggage cover: no" does not say "Baggage cover"."""
# Words and numbers: «10 000 ₽» has "10" and "000".
_WORD = re.compile(ALPHANUMERICS)


_COMMON_WEIGHT = 0.3
"""Weight of a word of general use; other words have 1."""
_OPENING = 4
"""Words at the beginning of a statement in which a pronoun may be its subject."""
COMPUTED = ("count", "aggregate")
"""Types of facts that state a number of nodes, or of their values."""


@dataclass(frozen=True)
class Window:
    """A stretch of one piece of evidence; ``context`` has its entity, title and headings."""

    evidence_id: str
    text: str
    """Its words without Markdown, table rows as «Label: value»."""
    source: str
    """The evidence as the document has it: only words that occur here can support a claim."""
    context: str = ""
    is_computed: bool = False
    """Whether it states a number that was computed from a graph, with the members counted."""
    parted: PartedStatement | None = None
    """The statement in parts; None for a window of two."""

    @cached_property
    def words(self) -> frozenset[str]:
        """Stems and folded spellings of the window and its context."""
        return (term_set(self.text) & term_set(self.source)) | term_set(self.context)

    @property
    def said(self) -> str:
        """The text of the window, followed by its context."""
        return f"{self.text} {self.context}"

    @cached_property
    def plain(self) -> str:
        """The window's text without case and layout."""
        return plain(self.text)

    @cached_property
    def amounts(self) -> tuple[Amount, ...]:
        """The amounts in the window."""
        return amounts(self.text)


@dataclass(frozen=True)
class EvidenceIndex:
    """All windows of all evidence."""

    windows: tuple[Window, ...]
    judged: dict[Hashable, Claim] = field(default_factory=dict, compare=False, repr=False)
    """The claims that were judged against it, by all that their verdict depends on."""
    _parts: "dict[str, EvidenceIndex]" = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of the evidence."""
        return frozenset[str]().union(*(window.words for window in self.windows))

    @cached_property
    def statements(self) -> tuple[Window, ...]:
        """The windows of one statement."""
        return tuple(one for one in self.windows if one.parted is not None)

    @cached_property
    def names(self) -> dict[str, str]:
        """The spelling, by stem and folded form, of words that always have a capital.

        The first word of a statement counts only before another one: "Zoya Lind".
        """
        plain = {
            t.key for one in self.statements for t in content_terms(one.said) if t.text[0].islower()
        }
        found = (term for one in self.statements for term in _capitalised(one))
        return {
            form: term.text
            for term in found
            if term.key not in plain
            for form in (term.key, term.folded)
        }

    @cached_property
    def labels(self) -> frozenset[str]:
        """The words of the columns of its tables."""
        cells = {cell for one in self.statements if one.parted for cell in one.parted.cells}
        return frozenset[str]().union(*(term_set(label) for label, _ in cells))

    @cached_property
    def _weigh(self) -> Weights:
        return Weights([one.said for one in self.statements])

    def weight(self, term: Term) -> float:
        """Return how much a word distinguishes statements of the evidence; above 0."""
        return self._weigh(term) * general_weight(term)

    def verbatim(self, claim: str, about: str = "") -> Window | None:
        """Return the window that contains a claim verbatim as a complete clause, else None.

        Every word of the claim must occur in the document, ignoring case and Unicode form. The
        window has what the claim is about as well, as "Injury:" of "Injury: Basic 40; Plus 60".
        """
        wanted, label = plain(claim), plain(about)
        words = _word_set(claim)
        return next(
            (
                one
                for one in self.windows
                if wanted and _contains_clause(one.plain, wanted) and words <= _word_set(one.source)
                if label in one.plain
            ),
            None,
        )

    def with_code(self, code: str) -> Window | None:
        """Return a window whose evidence has these lines of code one after the other, else None."""
        wanted = _lines(code)
        return next((one for one in self.windows if wanted and wanted in _lines(one.source)), None)

    def of(self, evidence_id: str) -> "EvidenceIndex":
        """Return the windows of one piece of evidence; the same index each time."""
        if evidence_id not in self._parts:
            own = tuple(one for one in self.windows if one.evidence_id == evidence_id)
            self._parts[evidence_id] = self if own == self.windows else EvidenceIndex(own)
        return self._parts[evidence_id]


def general_weight(term: Term) -> float:
    """Return 1, or less for a word of general use (``company``)."""
    return _COMMON_WEIGHT if term.key in common_words() else 1.0


@cache
def common_words() -> frozenset[str]:
    """Return the stems of words of general use."""
    return frozenset(stem_key(word) for word in word_list("common"))


def plain(text: str) -> str:
    """Return a text without case, layout and surrounding punctuation."""
    flat = " ".join(normalize_spelling(text).replace("|", " ").split())
    return flat.casefold().strip(_AROUND)


@lru_cache(maxsize=64)
def _lines(text: str) -> str:
    """Return the lines of a text without indents and empty lines, each between line breaks."""
    return "".join(f"\n{line.strip()}\n" for line in text.splitlines() if line.strip())


@lru_cache(maxsize=1024)
def _word_set(text: str) -> frozenset[str]:
    """Return the words of a text, hyphenated ones split («**Q4**-отчёт», «Q4-отчёт»)."""
    return frozenset(_WORD.findall(normalize_spelling(text).casefold()))


def _contains_clause(said: str, claim: str) -> bool:
    """Return True if a text contains a claim as a complete clause, not as part of a condition."""
    at = said.find(claim)
    if at < 0:
        return False
    before, after = said[:at].rstrip(), said[at + len(claim) :].lstrip()
    opens = not before or before[-1] in _OPENS or _is_joined(before, claim)
    return opens and (not after or after[0] in _CLOSES)


def _is_joined(before: str, claim: str) -> bool:
    """Return True for a clause that a comma and a conjunction join: ", but we pay for …"."""
    return before.endswith(",") and in_word_list(claim.split(maxsplit=1)[0], "clause_conjunctions")


_INDEXED = 64
"""Indexes kept for the next stage of their runs; a process seldom checks more answers at once."""


class _SameEvidence:
    """Evidence as a key: equal if the objects are the same, which is fast to tell."""

    def __init__(self, evidence: tuple[Evidence, ...]) -> None:
        self.evidence = evidence
        self._ids = tuple(map(id, evidence))

    def __hash__(self) -> int:
        return hash(self._ids)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SameEvidence) and self._ids == other._ids


def index_evidence(evidence: Iterable[Evidence], subjects: Sequence[str] = ()) -> EvidenceIndex:
    """Return the windows of the given evidence; the stages of a run share one index.

    Args:
        evidence: the facts and passages.
        subjects: names that the whole workspace is about: a claim may say of whom a fact is,
            which the fact itself does not.
    """
    return _indexed(_SameEvidence(tuple(evidence)), " ".join(subjects))


@lru_cache(maxsize=_INDEXED)
def _indexed(same: _SameEvidence, subjects: str) -> EvidenceIndex:
    return EvidenceIndex(
        tuple(window for item in same.evidence for window in _windows(item, subjects))
    )


def provided_evidence(facts: FactsPayload, rendered: Rendered) -> list[Evidence]:
    """Return the evidence that the answer was written from, in the order of its numbers."""
    by_id = facts.evidence_by_id()
    return [by_id[source] for source in rendered.sources if source in by_id]


def _windows(item: Evidence, subjects: str) -> list[Window]:
    """Return windows: a passage's statements and their pairs, or a fact and its quote."""
    context = f"{context_of(item)} {subjects}".rstrip()
    said = statements(item.content) if item.span is not None else ()
    if not said:
        stated = [item.quote.text] if item.quote else []
        if (
            item.rows or item.path
        ) and item.title:  # the conditions of a query, as the heading of its rows or nodes
            stated.append(item.title)
        is_computed = item.path is not None and item.type in COMPUTED
        own = _alone(Window(item.id, item.content, item.content, context, is_computed))
        return [own, *(_alone(Window(item.id, text, text, context)) for text in stated)]
    single = list(_singles(item, said, context))
    return single + [_window(item, pair, context) for pair in pairwise(said)]


def _capitalised(window: Window) -> Iterator[Term]:
    """Yield the words with a capital; the first word of a window only before another one."""
    opening = tokens(window.text)[:2]
    is_name = len(opening) == 2 and all(token.text[0].isupper() for token in opening)
    begins = opening[0].start if opening and not is_name else -1
    cells = window.parted.cells if window.parted is not None else ()
    beside = " ".join([window.context, *(text for cell in cells for text in cell)])
    inside = (term for term in content_terms(window.text) if term.start > begins)
    for term in (*content_terms(beside), *inside):
        if term.text[0].isupper():
            yield term


def _alone(window: Window) -> Window:
    """Return a window of one statement with its parts."""
    return replace(window, parted=PartedStatement(window.text, window.context))


def _singles(item: Evidence, said: Sequence[Statement], context: str) -> Iterator[Window]:
    """Yield a window for each statement, with the names and labels of those before it.

    A pronoun brings the names; "Plus $60" after "Ropes: Basic $40; " has the label "Ropes".
    """
    names = first = ""
    for one in said:
        refers = _refers_back(one.text)
        around = names if refers else label_of(first, one.text) if first else ""
        window = _window(item, (one,), f"{context} {around}".strip())
        yield replace(window, parted=PartedStatement(window.text, window.context, one.cells))
        own = " ".join(term.text for term in content_terms(one.text) if term.text[0].isupper())
        names = f"{around} {own}" if refers else own
        is_list = f"{one.text};" in item.content
        first = (first or one.text) if is_list else ""


def _refers_back(text: str) -> bool:
    """Return True for a statement with a pronoun near its beginning: "Before that he ran …"."""
    return any(
        in_word_list(token.text, name)
        for token in tokens(text)[:_OPENING]
        for name in ("anaphoric_words", "personal_pronouns")
    )


def _window(item: Evidence, said: Sequence[Statement], context: str) -> Window:
    above = [part for one in said for part in (one.asked, *one.headings)]
    parts = dict.fromkeys(part for one in said for part in (one.lead, one.text) if part)
    under = " ".join([context, *dict.fromkeys(above)])
    return Window(item.id, " ".join(parts), item.content, under)


def context_of(item: Evidence) -> str:
    """Return the names of the evidence's type, entity, group, document, headings and cells."""
    parts = [
        item.type,
        item.source.title if item.source else "",
        item.group or "",
        item.title or "",
    ]
    if item.span is not None:
        parts += [item.span.title, *item.span.heading_path]
    parts += [text for cell in item.cells for text in (cell.label, cell.value)]
    return " ".join(part for part in parts if part)
