"""Tell whether a sentence of a document states what a table could compute."""

from workbench.extractive.answerability import assess_answer
from workbench.extractive.sentence_selection import rank_statements
from workbench.extractive.sources import Source
from workbench.retrieval.embedders import Embedder
from workbench.retrieval.search import Retriever
from workbench.workspace import Workspace

STATED = 0.9
"""Share of the question's words, by weight, that one sentence has to have."""
PASSAGES = 3
"""Passages that are read for it, the most relevant ones."""


class StatedInText:
    """Finds such a sentence: "The maximum age of a student member is 29"."""

    def __init__(self, workspace: Workspace, retriever: Retriever) -> None:
        """Read the documents of ``retriever`` that are no files of rows."""
        files = workspace.tables.values()
        self._files = {table.document_id for table in files if not table.is_in_text}
        self._retriever = retriever

    async def __call__(self, question: str, embedder: Embedder | None = None) -> bool:
        """Return True if the best sentence has the question's words and the value asked for."""
        found = await self._retriever.search_with_report(
            question, top_k=PASSAGES, embedder=embedder
        )
        sources = [Source.of(one) for one in found.passages]
        texts = [one for one in sources if one.document not in self._files]
        ranked = rank_statements(question, texts)
        best = ranked[0] if ranked else None
        if best is None or best.statement.kind != "sentence":
            return False
        headings = " ".join(texts[best.source].headings)
        assessed = assess_answer(question, texts, [best.text], headings)
        return assessed.best_coverage >= STATED and assessed.is_outright
