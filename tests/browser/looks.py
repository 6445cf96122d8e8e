"""One page in many sizes and themes: the window changes, and the page is not opened anew."""

from collections.abc import Iterator, Sequence
from typing import Literal

from playwright.sync_api import Page

Size = tuple[int, int]
WIDE: Size = (1440, 900)
SMALL: Size = (1024, 768)
PHONE: Size = (390, 844)
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
DRAWN_AFTER = 400
"""Milliseconds until a page has the columns of another width, or another theme."""


def looks(page: Page, sizes: Sequence[Size] = (WIDE, SMALL, PHONE)) -> Iterator[str]:
    """Change the window to each size in each theme; yields the name of what is then to be seen."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            page.wait_for_timeout(DRAWN_AFTER)
            yield f"{theme}, {width} wide"
