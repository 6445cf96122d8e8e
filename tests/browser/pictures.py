"""Pictures of the screens, written by tests where ``PICTURES`` names a folder."""

import io
import os
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

FOLDER = os.environ.get("PICTURES", "")
COLOURS = 128
"""Of a picture: text on a plain ground needs no more."""
_METHOD = Image.Quantize.MAXCOVERAGE
"""Keeps small marks in their colour, such as the edge of a verdict."""


def picture(page: Page, name: str) -> None:
    """Write ``name.png`` of the window into the folder; nothing where none is named."""
    if FOLDER:
        write_picture(page, Path(FOLDER) / f"{name}.png")


def write_picture(page: Page, file: Path) -> None:
    """Write a picture of the window once nothing on it moves."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(600)  # drawers, toasts and the graph come to rest
    with Image.open(io.BytesIO(page.screenshot(animations="disabled"))) as shot:
        plain = shot.convert("RGB").quantize(COLOURS, _METHOD, dither=Image.Dither.NONE)
        plain.save(file, optimize=True)
