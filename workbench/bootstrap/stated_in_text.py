"""Tell whether a statement of a document answers what a table was asked."""

from collections.abc import Sequence

from workbench.extractive.answerability import assess_answer
from workbench.extractive.sentence_selection import rank_statements
from workbench.extractive.sources import Source
from workbench.extractive.word_credit import match_credit
from workbench.nlp.terms import content_terms
from workbench.planner.table_plan import Unread
from workbench.retrieval.embedders import Embedder
from workbench.retrieval.search import Retriever
from workbench.workspace import Workspace

STATED = 0.9
"""Share of the question's words, by weight, that a sentence has to have to go before a query."""
TOLD, TOLD_IN_ROW = 0.6, 0.8
"""Share that a sentence, or a row, has to have to go before a decline: a row that shares the name
of a customer with the question does not tell what all of its orders come to."""
PASSAGES, MORE_PASSAGES = 3, 10
"""Passages that are read for it, the most relevant ones; for a decline also those behind the rows
of the table, which share its words with the question."""


class StatedInText:
    """Finds such a statement: "The maximum age of a student member is 29"."""

    def __init__(self, workspace: Workspace, retriever: Retriever) -> None:
        """Read the documents of ``retriever`` that are not files of rows."""
        files = workspace.tables.values()
        self._files = {table.document_id for table in files if not table.is_in_text}
        self._retriever = retriever

    async def __call__(
        self, question: str, embedder: Embedder | None = None, *, unread: Unread | None = None
    ) -> bool:
        """Return True if the best statement has the question's words and the value asked for.

        Args:
            question: the question.
            embedder: the run's embedder.
            unread: the words for which a table declines the question, which the statement has to
                have; without them it is a sentence with nearly all words of the question.
        """
        found = await self._retriever.search_with_report(
            question, top_k=MORE_PASSAGES if unread else PASSAGES, embedder=embedder
        )
        sources = [Source.of(one) for one in found.passages]
        texts = [one for one in sources if unread or one.document not in self._files]
        ranked = rank_statements(question, texts)
        best = ranked[0] if ranked else None
        least = _least(best.statement.kind, unread) if best is not None else None
        if best is None or least is None:
            return False
        headings = " ".join(texts[best.source].headings)
        assessed = assess_answer(question, texts, [best.text], headings)
        has_words = _has_words(unread.words, f"{best.text} {headings}") if unread else True
        return assessed.best_coverage >= least and assessed.is_outright and has_words


def _least(kind: str, unread: Unread | None) -> float | None:
    """Return the least share of the question's words in a statement; None if it may not answer."""
    if unread is None:
        return STATED if kind == "sentence" else None
    if kind != "row":
        return TOLD
    return TOLD_IN_ROW if unread.may_be_in_row else None


def _has_words(words: Sequence[str], text: str) -> bool:
    return all(match_credit(term, text) for term in content_terms(" ".join(words)))
