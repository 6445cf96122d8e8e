"""Measure speed and size against peers in one run, and hold the ratios against their bars.

    python -m benchmarks.bench PEERS [DATA] [--parts search,graph,questions] [--sizes 10000,100000]

PEERS is the Python of an environment with benchmarks/requirements.txt. DATA holds XQuAD as for
`benchmarks.retrieval`; without it the corpora are generated. Both sides of a search use the same
hashing embedder, so that its time cancels out and nobody's ranking profits from a better one.
Prints each row as it is measured, the whole table at the end, and exits with 1 when a bar is
missed. An interrupted run prints the table of what it has measured. Ratios are of CPU time.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path

from benchmarks.bench import graphs, questions, search
from benchmarks.bench.table import HEAD, Row, line, table
from workbench.logs import configure_logs

SIZES = (10_000, 100_000)


def main() -> int:
    """Print the table; return 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description="Speed and size against peers.")
    parser.add_argument("peers", help="Python of the peers' environment")
    parser.add_argument("data", nargs="?", type=Path, help="folder with XQuAD")
    parser.add_argument("--parts", default="questions,graph,search")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    arguments = parser.parse_args()
    configure_logs("error")
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        sizes = [int(size) for size in arguments.sizes.split(",")]
        parts = _parts(Path(name), arguments.peers, arguments.data, sizes)
        measures = [measure for part in arguments.parts.split(",") for measure in parts[part]]
        print(HEAD, flush=True)
        with suppress(KeyboardInterrupt):
            for row in chain.from_iterable(measure() for measure in measures):
                print(line(row), flush=True)
                rows.append(row)
    held = [row for row in rows if row.bar is not None]
    missed = [row for row in held if not row.met]
    print(f"\n{table(rows)}\n\n{len(held) - len(missed)} of {len(held)} bars met")
    return 1 if missed else 0


def _parts(
    folder: Path, peers: str, data: Path | None, sizes: list[int]
) -> Mapping[str, list[Callable[[], Iterable[Row]]]]:
    return {
        "questions": [
            partial(questions.cold, folder, peers),
            partial(questions.warm, folder),
            partial(questions.model_calls, folder),
        ],
        "graph": [partial(graphs.compare, folder, peers)],
        "search": [partial(search.compare, size, data, folder, peers) for size in sizes],
    }


if __name__ == "__main__":
    sys.exit(main())
