"""Figures 1 and 5: the first element of every page, idle, switches, and pages after a start."""

from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page

from benchmarks.responsiveness.chromium import FIRST, load, opened, seen, switch
from benchmarks.responsiveness.figures import ROUNDS, Figure, slowest
from tests.browser.conftest import served
from workbench.domain.local_text import localize
from workbench.ui.navigation import page_entry, pages_folder

ASK = "ask"


def measure(browser: Browser, address: str, workspace: str, run: str) -> Iterator[Figure]:
    """Open every page by its address, and Ask with a run too; then use the navigation."""
    paths = _paths(workspace) | {f"{_title(ASK)}, ?run=": f"/?run={run}"}
    found = {
        title: [load(browser, address + path, FIRST) for _ in range(ROUNDS)]
        for title, path in paths.items()
    }
    for name, label, bar in (("first", "first element", 2500), ("idle", "idle", 5000)):
        yield slowest(
            [
                Figure(f"1  {label}, slowest of {len(found)}: {title}", [s[name] for s in one], bar)
                for title, one in found.items()
            ]
        )
    with opened(browser, address + paths[_title(ASK)], FIRST) as page:
        yield _switches(page, list(_paths(workspace)))


def measure_first_requests(browser: Browser, home: Path, workspace: str) -> Figure:
    """Open every page by its address as the first request after a start of the app, once."""
    found = []
    for title, path in _paths(workspace).items():
        with served("app.py", home) as address:
            spent = load(browser, address + path, FIRST)["first"]
        found.append(Figure(f"5  first request after a start, slowest: {title}", [spent], 10_000))
    return slowest(found)


def _paths(workspace: str) -> dict[str, str]:
    """The addresses of all pages by their titles."""
    names = sorted(file.stem for file in pages_folder().glob("*.py"))
    return {_title(name): f"/{'' if name == ASK else name}?w={workspace}" for name in names}


def _switches(page: Page, titles: list[str]) -> Figure:
    """Switch to each page in turn; the first time tells its heading and is not counted."""
    headings = {title: _heading(page, title) for title in titles}
    found: dict[str, list[float]] = {title: [] for title in titles}
    for _ in range(ROUNDS):
        for title, heading in headings.items():
            found[title].append(switch(page, title, {"switch": ("h1", heading)})["switch"])
    return slowest(
        [
            Figure(f"1  page switch, slowest of {len(titles)}: {title}", spent, 2000)
            for title, spent in found.items()
        ]
    )


def _heading(page: Page, title: str) -> str:
    """Open a page; returns its heading."""
    page.locator('[data-testid="stSidebarNav"] a', has_text=title).click()
    page.wait_for_timeout(2_000)
    seen(page)
    return page.locator("h1:visible").first.inner_text()


def _title(name: str) -> str:
    return localize(page_entry(name).title, "ru")
