"""The Entities page in a real browser: it fits every size."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_ask import overflow

pytestmark = pytest.mark.browser
Open = Callable[..., Page]


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_fits(open_real: Open, theme: str, size: tuple[int, int]) -> None:
    page = open_real("/registry?w=portfolio", theme=theme, size=size)
    expect(page.locator(".st-key-wb_registry").get_by_role("option").first).to_be_visible()
    assert overflow(page)["across"] == 0
