"""Measure what a person waits for in Chromium: ``python -m benchmarks.responsiveness``.

Prints questions and page switches as ratios against a trivial Streamlit app, then pages, citations,
plans and graphs as medians of three, each beside its bar. Exits with 1 if a bar is missed.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from benchmarks.responsiveness import citations, graphs, pages, peer, plans
from benchmarks.responsiveness.chromium import chromium
from benchmarks.responsiveness.figures import Figure
from tests.browser.conftest import served
from workbench import Workbench
from workbench.settings import Settings

QUESTION = "Какие достижения были на проекте АЛОР Брокер?"


def main() -> int:
    """Print the tables; 1 if a bar is missed."""
    with chromium() as browser, TemporaryDirectory() as temporary:
        home = Path(temporary)
        Workbench.open(Settings(workbench_home=home)).sync.prepare(peer.WORKSPACE)
        missed = peer.compare(browser, home)
        print(f"\n{'':62}{'median':>9}   {'bar':>8}")
        for figure in measured(browser, home):
            missed |= figure.is_missed
            print(figure, flush=True)
    return int(missed)


def measured(browser: Browser, home: Path) -> Iterator[Figure]:
    """The figures of an app with runs over a sample and over graphs of several sizes."""
    folder = home / "graphs"
    graphs.write_graphs(folder)
    bench = Workbench.open(Settings(workbench_home=home, workbench_workspaces=(folder,)))
    run = bench.sync.ask(QUESTION, workspace=peer.WORKSPACE).id
    asked = graphs.ask_graphs(bench)
    with served("app.py", home, WORKBENCH_WORKSPACES=str(folder)) as address:
        yield from pages.measure(browser, address, peer.WORKSPACE, run)
        yield from citations.measure(browser, address, run)
        yield plans.measure(browser, address, run)
        yield from graphs.measure(browser, address, asked)
    yield pages.measure_first_requests(browser, home, peer.WORKSPACE)
    with served("tests/browser/fake_app.py", home) as address:
        yield citations.measure_streaming(browser, address, "Где применял RAG?")


if __name__ == "__main__":
    sys.exit(main())
