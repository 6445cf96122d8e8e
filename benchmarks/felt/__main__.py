"""Measure what a person waits for, beside a trivial Streamlit app: ``python -m benchmarks.felt``.

Both apps are used in Chromium, one after the other: Enter to the question with its steps and to the
answer, a page switched and idle. Prints medians of five with their ratios, and exits with 1 if the
app takes more of the trivial app's time than the bars allow or if its layout shifts.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS, served
from workbench import Workbench
from workbench.settings import Settings

WATCH = (Path(__file__).parent / "watch.js").read_text("utf-8")
WORKSPACE = "portfolio"
QUIET_MS = 700
"""A page that has not changed for this long is idle."""
FIELD = '[data-testid="stChatInput"] textarea'
TEXT = '[data-testid="stMarkdownContainer"]'
SHIFT = 0.1
"""Cumulative layout shift that Web Vitals call good."""
QUESTIONS = {
    "Какие достижения были на проекте АЛОР Брокер?": "АЛОР",
    "Где применял RAG?": "RAG",
    "Где сейчас работает инженер?": "Aston",
    "Какие технологии использовались в проекте АЛОР Брокер?": "Python",
    "Какие технологии использовались в проекте AI-Portfolio?": "Python",
    "Какие базы данных он использовал?": "PostgreSQL",
}
"""Questions with a part of their answer. The first one warms both apps and is not counted."""
PAGES = {"Документы": "documents", "Запуски": "runs"}
ROUNDS = 3
"""How often every page is opened; the first one of each is not counted."""

Wanted = Mapping[str, tuple[str, str]]
"""What is waited for, by name: a selector and a part of its text."""
Seen = dict[str, float]


class Bar(NamedTuple):
    """What a person waits for, in milliseconds on a quiet machine, and as a ratio to the peer."""

    name: str
    title: str
    ms: float
    ratio: float


BARS = (
    Bar("question", "Enter to the question and its steps", 150, 3.0),
    Bar("answer", "Enter to the answer", 350, 5.0),
    Bar("switch", "click to the other page", 500, 3.0),
    Bar("idle", "click to an idle page", 1000, 5.0),
)


class App(NamedTuple):
    """An app and how it is used."""

    script: str
    path: str
    ask: Callable[[Page, str], Seen]
    switch: Callable[[Page, str], Seen]


def in_the_workbench(page: Page, question: str) -> Seen:
    """Ask the app."""
    asked = f'.stApp:has(.wb-question[title="{question}"])'
    answer = f'{asked} [class*="st-key-wb_panel_answer"] {TEXT}'
    return ask(
        page,
        question,
        {"question": (f"{asked} .wb-strip", ""), "answer": (answer, QUESTIONS[question])},
    )


def in_the_trivial_app(page: Page, question: str) -> Seen:
    """Ask the peer."""
    return ask(
        page, question, {"question": ("strong", question), "answer": (TEXT, f": {question}")}
    )


def ask(page: Page, question: str, wanted: Wanted) -> Seen:
    """Type a question and press Enter."""
    field = page.locator(FIELD)
    field.fill(question)
    page.wait_for_timeout(300)
    watch(page, wanted, "keydown")
    field.press("Enter")
    return seen(page)


def switch(page: Page, link: str, heading: str) -> Seen:
    """Press a link of the navigation."""
    watch(page, {"switch": ("h1", heading)}, "mousedown")
    page.locator('[data-testid="stSidebarNav"] a', has_text=link).click()
    return seen(page)


WORKBENCH = App(
    "app.py", f"/?w={WORKSPACE}", in_the_workbench, lambda page, name: switch(page, name, name)
)
TRIVIAL = App(
    "benchmarks/felt/trivial_app.py",
    "/",
    in_the_trivial_app,
    lambda page, name: switch(page, PAGES[name], PAGES[name].title()),
)


def watch(page: Page, wanted: Wanted, event: str) -> None:
    """Begin to watch with the next event of this kind."""
    page.evaluate("([wanted, event]) => window.feltWatch(wanted, event)", [wanted, event])


def seen(page: Page) -> Seen:
    """When what was wanted appeared, once the page has stopped changing."""
    try:
        page.wait_for_function(f"window.feltSeen().quiet > {QUIET_MS}", timeout=60_000)
    except TimeoutError as error:
        missing = page.evaluate("window.feltMissing()")
        what = f"{missing} did not appear" if missing else "The page keeps changing"
        raise SystemExit(f"{what} at {page.url}") from error
    found: Seen = page.evaluate("window.feltSeen()")
    return found


def measured(browser: Browser, home: Path, app: App) -> tuple[list[Seen], list[Seen]]:
    """What was seen of the questions and of the pages, in an app that runs alone."""
    with served(app.script, home) as address, opened(browser, address + app.path) as page:
        questions = [app.ask(page, question) for question in QUESTIONS][1:]
        pages = [app.switch(page, name) for _ in range(ROUNDS) for name in PAGES][len(PAGES) :]
        return questions, pages


@contextmanager
def opened(browser: Browser, address: str) -> Iterator[Page]:
    """A page in a context of its own, with the observer in it."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="ru-RU")
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(address)
    page.locator(FIELD).wait_for()
    page.wait_for_timeout(2_000)
    yield page
    context.close()


def middle(figures: tuple[list[Seen], list[Seen]], name: str) -> float:
    """The median of one figure."""
    return median(one[name] for one in (figures[1] if name in ("switch", "idle") else figures[0]))


def main() -> int:
    """Print the table; 1 if a bar is missed."""
    with sync_playwright() as playwright, TemporaryDirectory() as home:
        Workbench.open(Settings(workbench_home=Path(home))).sync.prepare(WORKSPACE)
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        ours, peer = (measured(browser, Path(home), app) for app in (WORKBENCH, TRIVIAL))
        browser.close()
    missed = False
    print(f"{'':38}{'ours':>8} {'trivial':>8} {'ratio':>6} {'bar':>5}   on a quiet machine")
    for bar in BARS:
        mine, theirs = middle(ours, bar.name), middle(peer, bar.name)
        late = mine > bar.ratio * theirs
        missed |= late
        print(
            f"{bar.title:38}{mine:5.0f} ms {theirs:5.0f} ms {mine / theirs:6.2f} {bar.ratio:5.1f}"
            f"   {bar.ms:4.0f} ms{'  missed' if late else ''}"
        )
    shift = max(one["shifts"] for part in ours for one in part)
    shifted = "  missed" if shift > SHIFT else ""
    print(f"{'largest layout shift':38}{shift:8.3f} {'':17}{SHIFT:5.1f}{shifted}")
    return int(missed or shift > SHIFT)


if __name__ == "__main__":
    sys.exit(main())
