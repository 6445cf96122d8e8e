"""The passages of one question, with the weight of each word among them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from workbench.domain.evidence import Evidence, title_and_headings
from workbench.extractive.word_credit import match_credit
from workbench.nlp.by_script import ByScript, list_by_script
from workbench.nlp.grammar import in_word_list
from workbench.nlp.question_type import QuestionType
from workbench.nlp.terms import Term, Weights, contains, stem_key, term_set
from workbench.text.statements import statements

_COMMON_WEIGHT = 0.5
"""Weight factor of words of general use, such as «account» or «approach»."""

_IMPLIED = ("source_words", "own_organization_words")
"""Lists of words for what the sources are and whose they are."""
_CARRIED_WEIGHT = 0.5
"""Weight factor of words that a follow-up takes over from the question before it."""


@dataclass(frozen=True)
class Source:
    """A passage to select statements from: text, heading path, and relevance on 0-1."""

    text: str
    headings: tuple[str, ...] = ()
    relevance: float = 1.0
    document: str = ""

    @classmethod
    def of(cls, item: Evidence) -> "Source":
        """Return a passage as a source; one without a score counts as fully relevant."""
        return cls(
            item.content,
            title_and_headings(item),
            1.0 if item.score is None else item.score,
            item.span.document_id if item.span else "",
        )


class SourceSet:
    """The sources of one question, and the weight of each term among them."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = sources
        found = [one for source in sources for one in statements(source.text)]
        self._weights = Weights([f"{one.text} {one.lead} {one.asked}" for one in found])
        self._texts = [text for one in sources for text in (one.text, *one.headings)]
        self._words = term_set("\n".join(self._texts))

    def weight(self, term: Term) -> float:
        """Return the weight of a term: its rarity, halved for words of general use.

        What the sources need not name weighs nothing.
        """
        if self.is_implied(term):
            return 0.0
        common = term.key in _common_keys() or term.folded in _common_keys()
        return self._weights(term) * (_COMMON_WEIGHT if common else 1.0)

    def is_implied(self, term: Term) -> bool:
        """Whether a word is for the sources themselves or for whose they are, and none has it.

        "FAQ" is one, and "company" of "Who founded the company?".
        """
        is_listed = any(in_word_list(term.text, name) for name in _IMPLIED)
        return is_listed and not contains(term, self._words)

    def weight_in(self, asked: QuestionType, term: Term) -> float:
        """Return the weight of a term of a question; less for one that an earlier question has."""
        return self.weight(term) * (_CARRIED_WEIGHT if term.key in asked.carried else 1.0)

    def has(self, term: Term) -> bool:
        """Whether a source or a heading has a term, or a word of its meaning."""
        return any(match_credit(term, text) for text in self._texts)

    def share(self, asked: QuestionType, text: str) -> float:
        """Return the weighted share of the question's terms that a text has, on 0-1."""
        weights = [self.weight_in(asked, term) for term in asked.terms]
        total = sum(weights)
        found = sum(
            weight * match_credit(term, text)
            for weight, term in zip(weights, asked.terms, strict=True)
        )
        return found / total if total else 0.0


@cache
def _common_keys() -> ByScript[str]:
    return list_by_script("common", lambda word: (stem_key(word),))
