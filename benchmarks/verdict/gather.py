"""Ask labelled questions offline, and read the signals of each answer."""

import asyncio
import json
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from benchmarks.worlds.asking import ask_all
from workbench import Settings, Workbench
from workbench.checks.diagnostics.estimate.verdict import read_signals
from workbench.domain.run import Run
from workbench.evaluation.golden import run_golden
from workbench.workspace.intents import Intent

ANSWERABLE, UNANSWERABLE = 60, 50
"""Questions asked of each public set, and questions whose paragraphs are taken away."""
BORROWED = 60
"""Questions of each other set that are asked of a sample."""
NO_INTENTS: Mapping[str, Intent] = MappingProxyType({})
_EVERY = 4
"""One paragraph in so many is taken away."""
_NO_ANSWER = ("unanswerable", "off_topic")


@dataclass(frozen=True)
class Row:
    """An answer that was given: its signals, and whether it is right."""

    set: str
    source: str
    signals: Mapping[str, float]
    right: bool
    """Whether the answer passes."""
    answers: bool
    """Whether it passes as an answer; to a question without one, none does."""
    type: str
    limited: Callable[[float], float]
    """What the estimate becomes where something limits it."""
    declined: bool
    """Whether it opens by saying that the documents do not have it."""


def row_of(
    name: str,
    run: Run,
    right: bool,
    kind: str,
    *,
    declined: bool = False,
    intents: Mapping[str, Intent] = NO_INTENTS,
) -> Row | None:
    """Return the row of a run; None if the question was declined."""
    if run.answer is None or run.diagnostics is None or run.answer.outcome != "answered":
        return None
    source, signals, doubts = read_signals(run, run.answer, run.diagnostics, intents)
    answers = right and kind not in _NO_ANSWER
    return Row(name, source, signals, right, answers, kind, doubts.limited, declined)


def world_rows(folder: Path, score: ModuleType) -> Iterator[Row]:
    """Yield the rows of a foreign set of documents, or of a graph."""
    asked = score.read_questions(folder / "questions.jsonl")
    documents = folder / "documents"
    source = documents if documents.is_dir() else folder / "graph.json"
    for question, run in _asked(source, asked):
        text = run.answer.text if run.answer else ""
        right, declined = score.passes(question, text), score.declined({"answer": text})
        if row := row_of(folder.name, run, right, question["type"], declined=declined):
            yield row


def sample_rows() -> Iterator[Row]:
    """Yield the rows of the samples' golden questions."""
    with tempfile.TemporaryDirectory() as home:
        workbench = Workbench.open(Settings(_env_file=None, workbench_home=Path(home)))
        for one in workbench.workspaces():
            path = workbench.prepare(one.id).workspace.root / "golden.jsonl"
            asker = _Keeping(workbench)
            intents = workbench.sync.workspace(one.id).spec.intents
            report = asyncio.run(run_golden(asker, one.id, path, lambda _: None))
            for result in report.results:
                right = result.scores["facts"].value in (None, 1.0)
                right &= result.scores["forbidden"].value in (None, 1.0)
                if result.scores["facts"].value is None and result.case.kind not in _NO_ANSWER:
                    continue
                run = asker.runs[result.run_id]
                if row := row_of(f"golden {one.id}", run, right, result.case.kind, intents=intents):
                    yield row


class _Keeping:
    """Answers questions and keeps the runs."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self.runs: dict[str, Run] = {}

    async def ask(self, question: str, *, workspace: str, thread: str | None = None) -> Run:
        """Answer a question and keep its run."""
        run = await self._workbench.ask(question, workspace=workspace, thread=thread)
        self.runs[run.id] = run
        return run


def borrowed_rows(worlds: Sequence[Path]) -> Iterator[Row]:
    """Yield the rows of questions asked of a sample that belong elsewhere: no answer is right."""
    with tempfile.TemporaryDirectory() as home:
        workbench = Workbench.open(Settings(_env_file=None, workbench_home=Path(home)))
        roots = {one.id: workbench.prepare(one.id).workspace.root for one in workbench.workspaces()}
        for name in roots:
            files = [root / "golden.jsonl" for other, root in roots.items() if other != name]
            files += [world / "questions.jsonl" for world in worlds]
            for text in (text for file in files for text in _standalone(file)):
                run = workbench.sync.ask(text, workspace=name)
                intents = workbench.sync.workspace(name).spec.intents
                if row := row_of(f"borrowed {name}", run, False, "off_topic", intents=intents):
                    yield row


def _standalone(path: Path) -> list[str]:
    """Return the questions of a file that follow no other and have a subject, at most BORROWED."""
    asked = [
        one["question"]
        for one in _lines(path)
        if one.get("kind", one.get("type")) not in _NO_ANSWER
        and not (one.get("follows") or one.get("history"))
    ]
    random.Random(5).shuffle(asked)
    return asked[:BORROWED]


def public_rows(data: Path, name: str) -> Iterator[Row]:
    """Yield the rows of a public set: questions whose paragraph is there, and others."""
    documents = {one["id"]: one["text"] for one in _lines(data / f"{name}.docs.jsonl")}
    queries = _lines(data / f"{name}.queries.jsonl")
    random.Random(5).shuffle(queries)
    absent = set(list(documents)[::_EVERY])
    has_answer: Callable[[Any], bool] = lambda query: absent.isdisjoint(query["rel"])  # noqa: E731
    inside = [query for query in queries if has_answer(query)][:ANSWERABLE]
    outside = [query for query in queries if not has_answer(query)][:UNANSWERABLE]
    with tempfile.TemporaryDirectory() as folder:
        for key in documents.keys() - absent:
            Path(folder, f"{key}.md").write_text(f"{documents[key]}\n", "utf-8")
        asked = [
            {"id": query["id"], "question": query["text"], "answer": query["answer"]}
            for query in (*inside, *outside)
        ]
        known = {query["id"] for query in inside}
        for question, run in _asked(Path(folder), asked):
            text = run.answer.text.casefold() if run.answer else ""
            kind = "lookup" if question["id"] in known else "unanswerable"
            right = kind == "lookup" and str(question["answer"]).casefold() in text
            if row := row_of(name, run, right, kind):
                yield row


def _asked(
    source: Path, questions: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[Mapping[str, Any], Run]]:
    with tempfile.TemporaryDirectory() as home:
        asked = asyncio.run(ask_all(source, questions, Path(home)))
    yield from ((question, asked[question["id"]][0]) for question in questions)


def _lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
