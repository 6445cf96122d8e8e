"""Index the evidence of an answer in windows of one or two statements."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from workbench.domain.answer import Rendered
from workbench.domain.evidence import Evidence, FactsPayload
from workbench.nlp.amounts import Amount, amounts
from workbench.nlp.spelling import ALPHANUMERICS, normalize_spelling
from workbench.nlp.terms import term_set
from workbench.text.statements import Statement, statements

# Stripped from both ends of a text before it is compared verbatim.
_AROUND = " .;:,!?•*#-–—"
# A verbatim clause follows one of these; «|» borders a cell.
_OPENS = '.;:!?—–-•(«"|'
_CLOSES = '.;!?)»"|•'
"""What ends a clause. A colon does not: "Baggage cover: no" does not say "Baggage cover"."""
# Words and numbers: «10 000 ₽» has "10" and "000".
_WORD = re.compile(ALPHANUMERICS)


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

    @cached_property
    def words(self) -> frozenset[str]:
        """Stems and folded spellings of the window and its context."""
        return (term_set(self.text) & term_set(self.source)) | term_set(self.context)

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

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of the evidence."""
        return frozenset[str]().union(*(window.words for window in self.windows))

    def verbatim(self, claim: str) -> Window | None:
        """Return the window that contains a claim verbatim as a complete clause, else None.

        Every word of the claim must occur in the document, ignoring case and Unicode form.
        """
        wanted = plain(claim)
        words = _word_set(claim)
        return next(
            (
                one
                for one in self.windows
                if wanted and _contains_clause(one.plain, wanted) and words <= _word_set(one.source)
            ),
            None,
        )

    def of(self, evidence_id: str) -> "EvidenceIndex":
        """Return the windows of one piece of evidence."""
        return EvidenceIndex(tuple(one for one in self.windows if one.evidence_id == evidence_id))


def plain(text: str) -> str:
    """Return a text without case, layout and surrounding punctuation."""
    flat = " ".join(normalize_spelling(text).replace("|", " ").split())
    return flat.casefold().strip(_AROUND)


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
    return (not before or before[-1] in _OPENS) and (not after or after[0] in _CLOSES)


def index_evidence(evidence: Iterable[Evidence]) -> EvidenceIndex:
    """Return the windows of the given evidence."""
    return EvidenceIndex(tuple(window for item in evidence for window in _windows(item)))


def provided_evidence(facts: FactsPayload, rendered: Rendered) -> list[Evidence]:
    """Return the evidence that the answer was written from, in the order of its numbers."""
    by_id = facts.evidence_by_id()
    return [by_id[source] for source in rendered.sources if source in by_id]


def _windows(item: Evidence) -> list[Window]:
    """Return windows: a passage's statements and their pairs, or a fact and its quote."""
    context = _context(item)
    said = statements(item.content) if item.span is not None else ()
    if not said:
        stated = [item.quote.text] if item.quote else []
        if (
            item.rows or item.path
        ) and item.title:  # the conditions of a query, as the heading of its rows or nodes
            stated.append(item.title)
        is_computed = item.path is not None and item.type in COMPUTED
        own = Window(item.id, item.content, item.content, context, is_computed)
        return [own, *(Window(item.id, text, text, context) for text in stated)]
    single = [_window(item, (one,), context) for one in said]
    return single + [_window(item, pair, context) for pair in pairwise(said)]


def _window(item: Evidence, said: Sequence[Statement], context: str) -> Window:
    above = [part for one in said for part in (one.asked, *one.headings)]
    told = dict.fromkeys(part for one in said for part in (one.lead, one.text) if part)
    under = " ".join([context, *dict.fromkeys(above)])
    return Window(item.id, " ".join(told), item.content, under)


def _context(item: Evidence) -> str:
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
