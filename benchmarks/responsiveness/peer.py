"""Questions and page switches, as ratios against a trivial Streamlit app in the same run.

Both apps are used one after the other: Enter to the question with its steps and to the answer, a
page switched and idle. Medians of five.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, Page

from benchmarks.responsiveness.chromium import FIELD, Seen, Wanted, opened, seen, switch, watch
from tests.browser.conftest import served

WORKSPACE = "portfolio"
TEXT = '[data-testid="stMarkdownContainer"]'
SHIFT = 0.1
"""Cumulative layout shift that Web Vitals call good."""
QUESTIONS = {
    "Какие достижения были на проекте АЛОР Брокер?": "Довёл до 62 %",
    "Где применял RAG?": "Проекты, где применялась",
    "Где сейчас работает инженер?": "сейчас работает в компании",
    "Какие технологии использовались в проекте АЛОР Брокер?": "Технологии проекта «АЛОР Брокер»",
    "Какие технологии использовались в проекте AI-Portfolio?": "Технологии проекта «AI-Portfolio»",
    "Какие базы данных он использовал?": "Базы данных — уровень",
}
"""Questions with a part of their answer that the answer before does not have, since that one stays
on the screen for a moment. The first one warms both apps and is not counted."""
PAGES = {"Документы": "documents", "Запуски": "runs"}
ROUNDS = 3
"""How often every page is opened; the first one of each is not counted."""


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


class Measured(NamedTuple):
    """What was seen of the questions and of the pages."""

    questions: Sequence[Seen]
    pages: Sequence[Seen]

    def middle(self, name: str) -> float:
        """The median of one figure."""
        of = self.pages if name in ("switch", "idle") else self.questions
        return median(one[name] for one in of)

    @property
    def shift(self) -> float:
        """The largest layout shift."""
        return max(one["shifts"] for one in (*self.questions, *self.pages))


def in_the_workbench(page: Page, question: str) -> Seen:
    """Ask the app."""
    asked = f'.stApp:has(.wb-question[title="{question}"])'
    answer = f'{asked} [class*="st-key-wb_panel_answer"] {TEXT}'
    sent = ".wb-echo:has(.wb-strip) .wb-echo-question"
    return ask(
        page, question, {"question": (sent, question), "answer": (answer, QUESTIONS[question])}
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


WORKBENCH = App(
    "app.py",
    f"/?w={WORKSPACE}",
    in_the_workbench,
    lambda page, name: switch(page, name, {"switch": ("h1", name)}),
)
TRIVIAL = App(
    "benchmarks/responsiveness/trivial_app.py",
    "/",
    in_the_trivial_app,
    lambda page, name: switch(page, PAGES[name], {"switch": ("h1", PAGES[name].title())}),
)


def measured(browser: Browser, home: Path, app: App) -> Measured:
    """Use an app that runs alone."""
    wanted = {"field": (FIELD, "")}
    with served(app.script, home) as address, opened(browser, address + app.path, wanted) as page:
        page.wait_for_timeout(2_000)
        questions = [app.ask(page, question) for question in QUESTIONS][1:]
        pages = [app.switch(page, name) for _ in range(ROUNDS) for name in PAGES][len(PAGES) :]
        return Measured(questions, pages)


def compare(browser: Browser, home: Path) -> bool:
    """Print the app beside the trivial one; returns whether a bar is missed."""
    ours, peer = (measured(browser, home, app) for app in (WORKBENCH, TRIVIAL))
    missed = False
    print(f"{'':38}{'ours':>8} {'trivial':>8} {'ratio':>6} {'bar':>5}   on a quiet machine")
    for bar in BARS:
        mine, theirs = ours.middle(bar.name), peer.middle(bar.name)
        late = mine > bar.ratio * theirs
        missed |= late
        print(
            f"{bar.title:38}{mine:5.0f} ms {theirs:5.0f} ms {mine / theirs:6.2f} {bar.ratio:5.1f}"
            f"   {bar.ms:4.0f} ms{'  missed' if late else ''}"
        )
    shift = max(ours.shift, peer.shift)
    shifted = "  missed" if shift > SHIFT else ""
    print(f"{'largest layout shift':38}{shift:8.3f} {'':17}{SHIFT:5.1f}{shifted}")
    return missed or shift > SHIFT
