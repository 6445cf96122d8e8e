"""The workbench: a workspace of Markdown files, searched by words, characters and vectors.

    python -m benchmarks.bench.workspace_side CORPUS HOME [reopen]

With ``reopen`` it opens the index of an earlier process, asks one question and ends.
"""

import asyncio
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.bench.corpus import read_questions
from benchmarks.bench.hashing import embed
from benchmarks.bench.side import TOP_K, serve
from workbench.ingest.index_spec import OpenedIndex
from workbench.ingest.open_index import open_index
from workbench.retrieval.embedders import Purpose
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import open_workspace

_SPECIFICATION = """\
id: bench
title: Bench
languages: [en]
scope:
  description: Generated paragraphs.
  off_topic: Not in the corpus.
  no_answer: Not found.
documents:
  metadata:
    topic: {label: Topic}
retrieval: {chunk_words: 1000}
intents:
  GENERAL_UNSTRUCTURED:
    description: Anything.
    examples: [What is it?]
"""


class Hashing:
    """The embedder of both sides; it counts as semantic, so that vectors are stored and fused."""

    name = "bench-hashing"
    semantic = True
    batch_size = 514

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> Any:  # noqa: ARG002 - the same for both
        """Return one unit vector per text."""
        return await asyncio.to_thread(embed, texts) if len(texts) > 1 else embed(texts)


class WorkbenchSide:
    """A corpus as a workspace, with one event loop for all questions."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()

    def index(self, corpus: Path, home: Path) -> None:
        """Index a corpus into a folder, or open the index that is there."""
        (corpus / "workspace.yaml").write_text(_SPECIFICATION, "utf-8")
        self._opened: OpenedIndex = self._loop.run_until_complete(
            open_index(
                open_workspace(corpus, TOOL_SPECS),
                Settings(_env_file=None, workbench_home=home),
                embedder=Hashing(),
            )
        )

    def prepare(self, topics: Sequence[str]) -> None:
        """Nothing to prepare: the filter travels with each question."""

    def search(self, question: str, topic: str | None) -> Sequence[str]:
        """Return the ids of the best paragraphs: their headings."""
        filters = {} if topic is None else {"topic": topic}
        search = partial(self._opened.retriever.search, filters=filters, top_k=TOP_K)
        found = self._loop.run_until_complete(search(question))
        return [one.span.heading_path[-1] for one in found if one.span]


def main() -> None:
    """Serve the commands of the benchmark, or reopen an index and ask one question."""
    if sys.argv[3:] != ["reopen"]:
        return serve(WorkbenchSide)
    corpus, side = Path(sys.argv[1]), WorkbenchSide()
    side.index(corpus, Path(sys.argv[2]))
    assert side.search(read_questions(corpus)[0].text, None)


if __name__ == "__main__":
    main()
