"""Make a workspace of a world by ``workbench new`` alone and ask its questions without a model."""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench import Settings, Workbench
from workbench.bootstrap.new_workspace import create_workspace
from workbench.domain.run import Run
from workbench.domain.run_summary import shown_confidence

NAME = "world"


async def ask_all(
    source: Path, rows: Sequence[Mapping[str, Any]], home: Path
) -> dict[str, tuple[Run, float]]:
    """Ask every question, a follow-up in the thread of the question before it.

    Args:
        source: the folder of documents, or the file of a graph.
        rows: the questions, each with ``id``, ``question`` and ``follows``.
        home: an empty folder for the workspace and its runs.

    Returns:
        The run and its milliseconds, by the id of the question.
    """
    settings = Settings(_env_file=None, workbench_home=home)
    create_workspace(NAME, settings, source)
    workbench = Workbench.open(settings)
    await asyncio.to_thread(workbench.prepare, NAME)
    threads: dict[str, str] = {}
    runs = {}
    for row in rows:
        thread = threads.get(row.get("follows") or "", row["id"])
        threads[row["id"]] = thread
        started = time.perf_counter()
        run = await workbench.ask(row["question"], workspace=NAME, thread=thread)
        runs[row["id"]] = run, (time.perf_counter() - started) * 1000
    return runs


def scored_form(run: Run, ms: float) -> dict[str, Any]:
    """A run in the form that the scorer reads."""
    answer, diagnostics = run.answer, run.diagnostics
    grounding = diagnostics.grounding.score if diagnostics else None
    cited = {citation.evidence_id for citation in answer.citations} if answer else set()
    facts = [
        {
            "id": fact.id,
            "document": fact.span.document_id if fact.span else "",
            "text": "\n".join((*(fact.span.heading_path if fact.span else ()), fact.text or "")),
        }
        for fact in (run.facts.items if run.facts else ())
    ]
    return {
        "answer": answer.text if answer else "",
        "outcome": answer.outcome if answer else "failed",
        "confidence": shown_confidence(run),
        "grounding": grounding,
        "facts": facts,
        "citations": [fact for fact in facts if fact["id"] in cited],
        "ms": ms,
        "plan": json.loads(run.plan.model_dump_json()) if run.plan else None,
    }
