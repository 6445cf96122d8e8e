"""Measure "not found" against "not ours": which questions the offline planner declines.

    python -m benchmarks.scope [DATA]

For each sample workspace and each folder of DATA with documents and a `questions.jsonl`, prints the
share of its own questions that stay in scope and the share of all others' that are declined, at
several thresholds of document relevance. A folder of DATA is opened as a workspace of documents
alone.
"""

import asyncio
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import yaml

from workbench.bootstrap.opened_workspace import OpenedWorkspace, open_parts
from workbench.domain.question import MemoryDecision
from workbench.planner.protocol import PlanRequest
from workbench.planner.scope import ScopeGate
from workbench.retrieval.embedders import Embedder
from workbench.settings import Settings
from workbench.understanding.entities import resolve
from workbench.understanding.normalize import normalize

SAMPLES = Path("data")
EXTRA = Path("tests/pipeline/scope_questions.yaml")
SPEC = Path("workbench/workspace/neutral.yaml")
FLOORS = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6)
"""Relevance from which on an unfamiliar question stays in scope."""
OFF_TOPIC = ("off_topic", "injection")
CONTEXTUAL = ("followup", "follow_up")


def main(data: Path | None) -> int:
    """Print a curve for every workspace."""
    with tempfile.TemporaryDirectory() as home:
        asyncio.run(_measure(data, Path(home)))
    return 0


async def _measure(data: Path | None, home: Path) -> None:
    folders = {path.parent.name: path.parent for path in sorted(SAMPLES.glob("*/workspace.yaml"))}
    worlds = sorted(path.parent for path in data.glob("*/questions.jsonl")) if data else []
    asked = {name: list(_own(folder / "golden.jsonl")) for name, folder in folders.items()}
    asked |= {world.name: list(_own(world / "questions.jsonl")) for world in worlds}
    folders |= {
        world.name: _workspace(world, home) for world in worlds if (world / "documents").is_dir()
    }
    extra = yaml.safe_load(EXTRA.read_text("utf-8"))
    for name, folder in folders.items():
        opened = await open_parts(folder, Settings(workbench_home=home))
        others = [text for other, texts in asked.items() if other != name for text in texts]
        more = extra.get(name) or {"in_scope": [], "off_topic": _general(extra)}
        gate = _gate(opened)
        own = [await _evidence(text, opened, gate) for text in (*asked[name], *more["in_scope"])]
        foreign = [await _evidence(text, opened, gate) for text in (*others, *more["off_topic"])]
        _print_curve(name, own, foreign, gate.floor)


def _print_curve(name: str, own: Sequence[float], others: Sequence[float], chosen: float) -> None:
    print(f"\n{name}: {len(own)} own questions, {len(others)} others; the floor is {chosen:.2f}")
    for floor in FLOORS:
        kept, declined = (sum(one >= floor for one in own), sum(one < floor for one in others))
        print(f"  {floor:.2f}  kept {kept / len(own):.3f}  declined {declined / len(others):.3f}")


def _gate(opened: OpenedWorkspace) -> ScopeGate:
    async def probe(text: str, _: Embedder | None) -> float:
        return await opened.retriever.best_relevance(text)

    return ScopeGate(opened.workspace, opened.planner.reader, probe)


async def _evidence(text: str, opened: OpenedWorkspace, gate: ScopeGate) -> float:
    """Return the evidence that a question is in scope, on 0-1; 1 for a familiar one."""
    question = normalize(text, opened.workspace.spec.languages)
    independent = MemoryDecision(decision="independent")
    request = PlanRequest(question, independent, resolve(question, independent, opened.registry))
    best = opened.planner.reader.guesses(request)[0]
    return 1.0 if gate.is_familiar(request, best) else await gate.evidence(request, best)


def _own(path: Path) -> Iterator[str]:
    """Yield the questions that stand alone and are about the documents or the graph."""
    for line in path.read_text("utf-8").splitlines():
        case = json.loads(line)
        kind = case.get("kind") or case.get("type")
        if kind not in (*OFF_TOPIC, *CONTEXTUAL) and not case.get("history"):
            yield case["question"]


def _general(extra: dict[str, dict[str, list[str]]]) -> list[str]:
    return list(dict.fromkeys(text for one in extra.values() for text in one["off_topic"]))


def _workspace(world: Path, home: Path) -> Path:
    """Copy the documents of a world into a workspace without a graph."""
    folder = home / "worlds" / world.name.replace("_", "-")
    shutil.copytree(world / "documents", folder / "documents")
    spec = yaml.safe_load(SPEC.read_text("utf-8")) | {"id": folder.name}
    (folder / "workspace.yaml").write_text(yaml.safe_dump(spec, allow_unicode=True), "utf-8")
    return folder


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
