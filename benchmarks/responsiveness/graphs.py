"""Figure 7: graphs of 200 and of 1,000 nodes, drawn, and a click on a node until its details.

The Ask page draws all that a run's facts follow from; the Graph page draws a part of the graph, and
its details come from Python. Each time, a graph that no one has drawn yet is laid out. Counted is
from the heading of the page on, since the switch to a page has a bar of its own.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page

from benchmarks.responsiveness.chromium import opened, seen, switch, watch
from benchmarks.responsiveness.figures import ROUNDS, Figure
from benchmarks.responsiveness.graph_folder import QUESTION, plan, write_graph
from workbench import Workbench

DRAWN_MS: Mapping[int, int] = {200: 1000, 1000: 3000}
"""Milliseconds until a graph is drawn, by its nodes."""
DETAILS_MS = 500


class GraphRun(NamedTuple):
    """A run whose facts follow from all nodes of its graph."""

    workspace: str
    run: str


Graphs = Mapping[int, tuple[GraphRun, ...]]
"""The runs over the graphs of each size."""


class Spent(NamedTuple):
    """Milliseconds from a page's heading to its drawn graph, and from a click to the details."""

    drawn: float
    details: float


def write_graphs(folder: Path) -> None:
    """Write a workspace for each size and round."""
    for size in DRAWN_MS:
        for number in range(ROUNDS):
            write_graph(folder / _name(size, number), size, seed=number)


def ask_graphs(bench: Workbench) -> Graphs:
    """Ask each workspace for its whole graph."""
    return {
        size: tuple(_asked(bench, _name(size, number)) for number in range(ROUNDS))
        for size in DRAWN_MS
    }


def measure(browser: Browser, address: str, graphs: Graphs) -> Iterator[Figure]:
    """Switch to the Ask page and to the Graph page of each graph, and click a node there."""
    for size, asked in graphs.items():
        on_ask = [_on_ask(browser, address, one, size) for one in asked]
        on_page = [_on_graph_page(browser, address, one) for one in asked]
        for spent, label in ((on_ask, "Ask"), (on_page, "Graph page")):
            drawn = [one.drawn for one in spent]
            yield Figure(
                f"7  graph of {size:,} nodes: heading to drawn, {label}", drawn, DRAWN_MS[size]
            )
            details = [one.details for one in spent]
            yield Figure(
                f"7  graph of {size:,} nodes: click to details, {label}", details, DETAILS_MS
            )


def _name(size: int, number: int) -> str:
    return f"graph-{size}-{number}"


def _asked(bench: Workbench, workspace: str) -> GraphRun:
    run = bench.sync.ask(QUESTION, workspace=workspace, plan=plan())
    return GraphRun(workspace, run.id)


def _on_ask(browser: Browser, address: str, asked: GraphRun, size: int) -> Spent:
    """The subgraph of a run, and the details beside it."""
    canvas = f'.canvas[data-drawn="{size}"]'
    with opened(browser, f"{address}/models?run={asked.run}") as page:
        return Spent(_drawn(page, "Вопрос", QUESTION, canvas), _details(page, "aside.card"))


def _on_graph_page(browser: Browser, address: str, asked: GraphRun) -> Spent:
    """The overview of a graph, and the node in the column beside it."""
    with opened(browser, f"{address}/models?w={asked.workspace}") as page:
        drawn = _drawn(page, "Граф", "Граф", ".canvas[data-drawn]")
        return Spent(drawn, _details(page, ".wb-node"))


def _drawn(page: Page, link: str, heading: str, canvas: str) -> float:
    """Switch to a page; returns the milliseconds from its heading to its drawn graph."""
    found = switch(page, link, {"heading": ("h1", heading), "drawn": (canvas, "")})
    return found["drawn"] - found["heading"]


def _details(page: Page, details: str) -> float:
    """Click a node whose label is drawn; returns the milliseconds until its details are there."""
    canvas = page.locator(".canvas")
    place = canvas.evaluate(
        """canvas => {
        const inside = ({ x, y }) =>
          x > 20 && y > 20 && x < canvas.clientWidth - 20 && y < canvas.clientHeight - 20
        const ids = canvas.workbenchLabels().map((label) => label.id ?? label)
        return ids.filter((id) => id.startsWith("book:")).map(canvas.workbenchPlace).find(inside)
        }"""
    )
    watch(page, {"details": (details, "Volume")}, "mousedown")
    canvas.click(position=place)
    return seen(page)["details"]
