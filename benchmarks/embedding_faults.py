"""Every provider of embeddings with every fault: when documents are indexed and when one asks.

    python -m benchmarks.embedding_faults

Exits with 1 when an error that is not ours shows, or one without a hint; when the index is not as
before; when a question is not answered by words, or the outage is not said; when it takes longer
than its deadline and a second.
"""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.llm.vendors import EMBEDDERS
from tests.modelserver.embedding_faults import EMBEDDING_FAULTS, EmbeddingFault
from tests.modelserver.server import ModelServer
from tests.support.embedded import HALLS, Indexed, indexed
from workbench.errors import WorkbenchError
from workbench.llm.retry import TRIES
from workbench.logs import configure_logs

Moment = Literal["index", "ask"]

SPARE_S = 1.0
OF_SEVERAL_TEXTS = frozenset({"last first", "shifted", "another size"})
"""Faults that one vector cannot have."""


@dataclass(frozen=True)
class Case:
    """One provider with one fault at one moment."""

    provider: str
    fault: str
    moment: Moment


@dataclass(frozen=True)
class Cell:
    """What came of a case."""

    outcome: str
    seconds: float
    tries: int
    wrong: str = ""

    def __str__(self) -> str:
        return f"{self.outcome:<19} {self.seconds:4.1f} s {self.tries}×"


def measure(home: Path) -> dict[Case, Cell]:
    """Every cell, the providers side by side."""
    with ThreadPoolExecutor(len(EMBEDDERS)) as pool:
        parts = pool.map(lambda name: _provider(name, home), EMBEDDERS)
        return {case: cell for part in parts for case, cell in part.items()}


def _provider(name: str, home: Path) -> dict[Case, Cell]:
    provider = name.partition(":")[0]
    cells: dict[Case, Cell] = {}
    with ModelServer() as server:
        museum = indexed(name, _folder(home, provider), server)
        for fault, how in EMBEDDING_FAULTS.items():
            if fault not in OF_SEVERAL_TEXTS:
                cells[Case(provider, fault, "ask")] = _asked(museum, how)
        for hall in HALLS:
            museum.write(hall, "new things")
        for fault, how in EMBEDDING_FAULTS.items():
            cells[Case(provider, fault, "index")] = _indexed(museum, how)
    return cells


def _folder(home: Path, provider: str) -> Path:
    folder = home / provider
    folder.mkdir()
    return folder


def _indexed(museum: Indexed, fault: EmbeddingFault) -> Cell:
    before = museum.state()
    museum.server.always(fault.answer)
    museum.server.requests.clear()
    started = time.monotonic()
    outcome, wrong = "indexed", "vectors that cannot be right are indexed"
    try:
        museum.open(fault.deadline_s)
    except WorkbenchError as error:
        outcome = error.code.partition(".")[2] or error.kind
        wrong = "" if error.hint else "no hint"
    except Exception as error:
        outcome, wrong = "RAW", f"{type(error).__name__}: {error}"
    seconds, tries = time.monotonic() - started, len(museum.server.requests)
    if museum.state() != before:
        wrong += " the index is not as before"
    return Cell(outcome, seconds, tries, wrong + _late(fault, seconds, tries))


def _asked(museum: Indexed, fault: EmbeddingFault) -> Cell:
    """A question that words answer too; its embedder is new and remembers no vector."""
    retriever = museum.open(fault.deadline_s).retriever
    museum.server.always(fault.answer)
    museum.server.requests.clear()
    started = time.monotonic()
    outcome, wrong = "by words", ""
    try:
        report = retriever.look_up("carved beads")
    except Exception as error:
        outcome, wrong = "RAW", f"{type(error).__name__}: {error}"
    else:
        if not report.passages:
            wrong = "nothing is found"
        elif report.outage is None or not report.outage.hint:
            wrong = "the outage is not said"
    seconds, tries = time.monotonic() - started, len(museum.server.requests)
    return Cell(outcome, seconds, tries, wrong + _late(fault, seconds, tries))


def _late(fault: EmbeddingFault, seconds: float, tries: int) -> str:
    late = " it takes too long" if seconds > fault.deadline_s + SPARE_S else ""
    return late + (" it takes too many tries" if tries > TRIES else "")


def show(cells: Mapping[Case, Cell]) -> None:
    """A block for each moment."""
    titles: Mapping[Moment, str] = {
        "index": "embeddings of new documents: error, seconds, tries; the index stays as before",
        "ask": "the embedding of a question: outcome, seconds, tries",
    }
    providers = [name.partition(":")[0] for name in EMBEDDERS]
    for moment, title in titles.items():
        print(f"\n{title}\n")
        print(f"{'':<24}" + "".join(f"{provider:<31}" for provider in providers).rstrip())
        for fault in EMBEDDING_FAULTS:
            row = [cells.get(Case(provider, fault, moment)) for provider in providers]
            if all(row):
                print(f"{fault:<24}" + "".join(f"{cell!s:<31}" for cell in row).rstrip())


def main() -> int:
    """Print the table; 1 when a promise is broken."""
    configure_logs("error")
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as home:
        cells = measure(Path(home))
    show(cells)
    counts = ", ".join(
        f"{n} {name}" for name, n in Counter(c.outcome for c in cells.values()).items()
    )
    print(f"\n{len(cells)} cells in {time.monotonic() - started:.0f} s: {counts}.")
    print("The others are typed errors with a hint, by their codes; by words: the other channels")
    print("searched, and the report says what they did without.")
    wrong = {case: cell for case, cell in cells.items() if cell.wrong}
    for case, cell in wrong.items():
        where = f"{case.provider}, {case.fault}, {case.moment}"
        print(f"BROKEN {where}: {cell.wrong.strip()}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
