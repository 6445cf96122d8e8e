"""The table of settings in the documentation lists every setting, and none that does not exist."""

import re
from pathlib import Path

from workbench.llm.providers import PROVIDERS
from workbench.settings import ENV_FILE, Settings

PAGE = Path(__file__).parents[1] / "docs" / "configuration.md"
SETTINGS = {name.upper() for name in Settings.model_fields} | {ENV_FILE}
OF_PROVIDERS = {f"{name.upper()}_{kind}" for name in PROVIDERS for kind in ("API_KEY", "BASE_URL")}


def listed() -> list[str]:
    """Return the names in the first column of the table, in order."""
    table = PAGE.read_text("utf-8").partition("| setting | default | |")[2].partition("\n\n")[0]
    first = (row.split("|")[1] for row in table.splitlines() if row.startswith("| `"))
    return [name for cell in first for name in re.findall(r"`([A-Z_]+)`", cell)]


def test_the_page_lists_every_setting_once() -> None:
    names = listed()

    assert len(names) == len(set(names))
    assert set(names) == SETTINGS | OF_PROVIDERS
