"""Test every embedding provider with every fault, while indexing and while answering.

    python -m benchmarks.embedding_faults

Exits with 1 when a raw exception or an error without a hint escapes; when the index changes; when a
question does not fall back to word search or the outage is not reported; when a call exceeds its
deadline by more than a second.
"""

import asyncio
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
from tests.support.embedded_museum import HALLS, Indexed, indexed_museum
from workbench.errors import WorkbenchError
from workbench.llm.wrappers.retry import TRIES
from workbench.logs import configure_logs

Moment = Literal["index", "ask"]

SPARE_S = 1.0
"""Seconds by which a call may exceed its deadline."""
OF_SEVERAL_TEXTS = frozenset({"last first", "shifted", "another size"})
"""Faults of batches, which cannot occur with the single vector of a question."""


@dataclass(frozen=True)
class Case:
    """One provider with one fault at one moment."""

    provider: str
    fault: str
    moment: Moment


@dataclass(frozen=True)
class Cell:
    """The outcome of a case."""

    outcome: str
    seconds: float
    tries: int
    wrong: str = ""

    def __str__(self) -> str:
        return f"{self.outcome:<19} {self.seconds:4.1f} s {self.tries}×"


def measure(home: Path) -> dict[Case, Cell]:
    """Run every case, the providers concurrently."""
    with ThreadPoolExecutor(len(EMBEDDERS)) as pool:
        parts = pool.map(lambda name: _provider(name, home), EMBEDDERS)
        return {case: cell for part in parts for case, cell in part.items()}


def _provider(name: str, home: Path) -> dict[Case, Cell]:
    provider = name.partition(":")[0]
    cells: dict[Case, Cell] = {}
    with ModelServer() as server:
        museum = indexed_museum(name, _folder(home, provider), server)
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
    outcome, wrong = "indexed", "invalid vectors were indexed"
    try:
        museum.open(fault.deadline_s)
    except WorkbenchError as error:
        outcome = error.code.partition(".")[2] or error.kind
        wrong = "" if error.hint else "no hint"
    except Exception as error:
        outcome, wrong = "RAW", f"{type(error).__name__}: {error}"
    seconds, tries = time.monotonic() - started, len(museum.server.requests)
    if museum.state() != before:
        wrong += " the index was changed"
    return Cell(outcome, seconds, tries, wrong + _late(fault, seconds, tries))


def _asked(museum: Indexed, fault: EmbeddingFault) -> Cell:
    """Ask a question that word search can answer, with a new embedder and no cached vectors."""
    retriever = museum.open(fault.deadline_s).retriever
    museum.server.always(fault.answer)
    museum.server.requests.clear()
    started = time.monotonic()
    outcome, wrong = "by words", ""
    try:
        report = asyncio.run(retriever.search_with_report("carved beads"))
    except Exception as error:
        outcome, wrong = "RAW", f"{type(error).__name__}: {error}"
    else:
        if not report.passages:
            wrong = "nothing was found"
        elif report.outage is None or not report.outage.hint:
            wrong = "the outage was not reported"
    seconds, tries = time.monotonic() - started, len(museum.server.requests)
    return Cell(outcome, seconds, tries, wrong + _late(fault, seconds, tries))


def _late(fault: EmbeddingFault, seconds: float, tries: int) -> str:
    late = " it took too long" if seconds > fault.deadline_s + SPARE_S else ""
    return late + (" it took too many attempts" if tries > TRIES else "")


def show(cells: Mapping[Case, Cell]) -> None:
    """Print one table for indexing and one for questions."""
    titles: Mapping[Moment, str] = {
        "index": "embeddings of new documents: error, seconds, attempts; the index stays unchanged",
        "ask": "the embedding of a question: outcome, seconds, attempts",
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
    """Print the tables; return 1 when a check fails."""
    configure_logs("error")
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as home:
        cells = measure(Path(home))
    show(cells)
    counts = ", ".join(
        f"{n} {name}" for name, n in Counter(c.outcome for c in cells.values()).items()
    )
    print(f"\n{len(cells)} cells in {time.monotonic() - started:.0f} s: {counts}.")
    print('Outcomes are the codes of typed errors; "by words" means that the other channels')
    print("searched and the report names the outage.")
    wrong = {case: cell for case, cell in cells.items() if cell.wrong}
    for case, cell in wrong.items():
        where = f"{case.provider}, {case.fault}, {case.moment}"
        print(f"FAILED {where}: {cell.wrong.strip()}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
