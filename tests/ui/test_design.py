"""The page on the design language names the colours and sizes that the app has."""

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[2]
DESIGN = (PROJECT / "docs" / "design.md").read_text("utf-8")
THEME = tomllib.loads((PROJECT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]
SHEET = (PROJECT / "workbench" / "ui" / "style.css").read_text("utf-8")
OPTIONS = {"surface": "secondaryBackgroundColor"}
"""Options of the theme whose token has another name."""


def test_the_colours_are_those_of_both_themes() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(#\w+)` \| `(#\w+)` \|", DESIGN, re.MULTILINE)
    assert len(rows) == 11
    for token, *colours in rows:
        option = OPTIONS.get(token, f"{token}Color")
        assert colours == [THEME[mode][option] for mode in ("light", "dark")], token


def test_the_style_sheet_has_no_colour_of_its_own() -> None:
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{]*;)", SHEET) == []


def test_the_sizes_are_those_of_the_style_sheet() -> None:
    assert f"{THEME['baseFontSize']} px" in DESIGN
    for size in re.findall(r"([\d.]+) rem", DESIGN.partition("## Type")[2].partition("##")[0]):
        found = f"{size}rem" in SHEET or f"{size}rem" in str(THEME)
        assert found, size
