"""BANKING77 and CANARD: the intent of a question, and whether it needs the turns before it."""

import json
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.bars import Bar
from workbench.domain.question import Turn
from workbench.planner.classifier import IntentClassifier
from workbench.planner.classifier_features import Vocabulary
from workbench.tools.registry import TOOL_SPECS
from workbench.understanding.entity_registry import EntityRegistry
from workbench.understanding.memory import recall
from workbench.understanding.normalize import normalize
from workbench.workspace import open_workspace

EXAMPLES = 10
"""Training questions of each intent: the first in the file."""
QUESTIONS = 1000
"""Test questions of BANKING77: every n-th one."""
WORKSPACE = Path("data/insurance")
"""A workspace whose names no question of CANARD has."""


def report_intents(folder: Path) -> Bar:
    """Print the share of intents recognised with ten examples of each; return its bar."""
    examples: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in _rows(folder / "banking77.train.jsonl"):
        if len(examples[row["label"]]) < EXAMPLES:
            examples[row["label"]].append((row["text"], row["label"]))
    start = time.process_time()
    classifier = IntentClassifier(
        Vocabulary({}), [one for some in examples.values() for one in some]
    )
    asked = _rows(folder / "banking77.test.jsonl")
    asked = asked[:: max(1, len(asked) // QUESTIONS)]
    right = sum(classifier.classify(one["text"])[0].intent == one["label"] for one in asked)
    print(f"\nBANKING77, {EXAMPLES} examples of each of {len(examples)} intents: "
          f"{right / len(asked):.3f} of {len(asked)} right, "
          f"{time.process_time() - start:.0f} s of CPU")  # fmt: skip
    return Bar("BANKING77, right", right / len(asked), least=0.75)


def report_gate(path: Path) -> Bar:
    """Print how well follow-ups are told from independent questions, both counting alike."""
    workspace = open_workspace(WORKSPACE, TOOL_SPECS)
    registry = EntityRegistry.build(workspace)
    hits: dict[bool, list[bool]] = {True: [], False: []}
    for row in _rows(path):
        turns = _turns(row["history"])
        needed = bool(row["needs_context"])
        decision = recall(normalize(row["question"], ("en",)), turns, registry).decision
        hits[needed].append((decision == "follow_up") == needed)
    shares = [sum(some) / len(some) for some in hits.values()]
    print(f"CANARD, follow-ups {shares[0]:.3f}, independent {shares[1]:.3f}, "
          f"balanced accuracy {sum(shares) / 2:.3f}")  # fmt: skip
    return Bar("CANARD, balanced accuracy", sum(shares) / 2, least=0.93)


def _turns(history: Sequence[str]) -> list[Turn]:
    """Return the earlier questions with their answers, oldest first."""
    pairs = zip(history[::2], [*history[1::2], ""], strict=False)
    return [
        Turn(run_id=str(number), question=question, answer=answer)
        for number, (question, answer) in enumerate(pairs)
    ]


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
