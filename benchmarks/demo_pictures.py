"""Make two pictures of the README again: ``python -m benchmarks.demo_pictures``.

Plays the demo in Chromium and writes ``docs/images/demo.gif``, a recording of the first and the
fourth scene; asks a question of the sample and writes ``docs/images/ask.png``, the Ask page with
the first citation opened.
"""

import io
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS, served
from tests.browser.pictures import write_picture
from tests.browser.test_ask import ready, settled

IMAGES = Path(__file__).parents[1] / "docs" / "images"
FILE = IMAGES / "demo.gif"
ASK_FILE = IMAGES / "ask.png"
ASK_SIZE = ViewportSize(width=1440, height=900)
QUESTION = "Compare baggage cover in travel and home insurance"
"""An example on the empty page of the sample."""
SIZE = ViewportSize(width=1280, height=800)
SHOWN = (960, 600)
HELD_MS = 2500
"""Milliseconds for which the end of a scene stays."""
COLOURS = 64
"""Of the recording: text on a plain ground needs no more."""
FRAME_S = 0.2
LEAST_MS = 100
"""Milliseconds of a frame at least; browsers show shorter ones slowly."""
CAUGHT = 3
"""How often the key of the next scene is pressed to come to the invented sentence."""


def main() -> int:
    """Record the demo and the Ask page and print the sizes of the files."""
    with (
        TemporaryDirectory() as home,
        served("app.py", Path(home)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        page = browser.new_page(viewport=SIZE, color_scheme="light", locale="en")
        page.goto(f"{address}/?view=demo&lang=en")
        page.wait_for_selector(".beats .now")
        frames = [*_until_its_end(page), *_passage(page)]
        for _ in range(CAUGHT):
            page.keyboard.press("ArrowRight")
        frames += _until_its_end(page)
        _ask(browser, address)
        browser.close()
    _write(frames, FILE)
    for file in (FILE, ASK_FILE):
        print(f"{file.name}: {file.stat().st_size // 1000} kB")
    return 0


def _ask(browser: Browser, address: str) -> None:
    """Ask the question, open its first citation and write the picture of the page."""
    page = browser.new_page(viewport=ASK_SIZE, color_scheme="light", locale="en")
    page.goto(f"{address}/?w=insurance&lang=en")
    page.get_by_role("button", name=QUESTION).click()
    settled(ready(page))
    page.locator('[class*="st-key-wb_panel_answer"] a[href*="#cite-"]').first.click()
    page.wait_for_selector(".wb-entity.wb-lit")
    write_picture(page, ASK_FILE)


class Frame(NamedTuple):
    """A picture, and how long it is shown."""

    picture: Image.Image
    ms: int


def _until_its_end(page: Page) -> Iterator[Frame]:
    """Yield a frame after each pause until the scene has played, and hold its end."""
    while page.locator(".demo.ended").count() == 0:
        began = time.monotonic()
        picture = _picture(page)
        time.sleep(FRAME_S)
        yield Frame(picture, max(LEAST_MS, round((time.monotonic() - began) * 1000)))
    yield Frame(_picture(page), HELD_MS)


def _passage(page: Page) -> Iterator[Frame]:
    """Yield the frame of a citation that is opened."""
    page.locator("a.cite").first.click()
    page.wait_for_selector(".source mark")
    yield Frame(_picture(page), HELD_MS)


def _picture(page: Page) -> Image.Image:
    with Image.open(io.BytesIO(page.screenshot())) as picture:
        return picture.convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)


def _write(frames: list[Frame], file: Path) -> None:
    palette = frames[-1].picture.quantize(COLOURS)
    first, *others = (
        one.picture.quantize(palette=palette, dither=Image.Dither.NONE) for one in frames
    )
    durations = [one.ms for one in frames]
    first.save(file, save_all=True, append_images=others, duration=durations, loop=0)


if __name__ == "__main__":
    sys.exit(main())
