"""A page of Chromium that records when what a person waits for appears."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS

WATCH = (Path(__file__).parent / "watch.js").read_text("utf-8")
FIELD = '[data-testid="stChatInput"] textarea'
QUIET_MS = 700
"""A page that has not changed for this long is idle."""

Wanted = Mapping[str, tuple[str, str]]
"""What is waited for, by name: a selector and a part of its text."""
FIRST: Wanted = {"first": ("h1", "")}
"""The heading, which every page draws first."""
Seen = dict[str, float]
"""Milliseconds until each, until the page is ``idle``, and how far it ``shifts``."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def opened(browser: Browser, address: str, wanted: Wanted = FIRST) -> Iterator[Page]:
    """Yield a page in a context of its own, watched for what is wanted from the navigation on."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="ru-RU")
    context.add_init_script(f"{WATCH}\n;feltWatch({json.dumps(wanted)}, 'load')")
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(address)
    seen(page)
    yield page
    context.close()


def load(browser: Browser, address: str, wanted: Wanted) -> Seen:
    """What was seen of a page that is opened in a new context."""
    with opened(browser, address, wanted) as page:
        return seen(page)


def watch(page: Page, wanted: Wanted, event: str) -> None:
    """Begin to watch with the next event of this kind; of ``keydown`` only Enter counts."""
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


def switch(page: Page, link: str, wanted: Wanted) -> Seen:
    """What was seen after a press of a link of the navigation."""
    watch(page, wanted, "mousedown")
    page.locator('[data-testid="stSidebarNav"] a', has_text=link).click()
    return seen(page)
