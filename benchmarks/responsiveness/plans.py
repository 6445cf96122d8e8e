"""Figure 6: an invalid plan until the editor lists the error with its path and Run is disabled."""

from playwright.sync_api import Browser, Page

from benchmarks.responsiveness.chromium import opened, seen, watch
from benchmarks.responsiveness.figures import ROUNDS, Figure

RUN = '[class*="st-key-wb_run_plan_"] button'
INTENT = "$.intents[0]"


def measure(browser: Browser, address: str, run: str) -> Figure:
    """Misspell the intent of a run's plan with Ctrl+Enter, once for each round."""
    with opened(browser, f"{address}/?run={run}", {"run": (RUN, "")}) as page:
        page.get_by_text("JSON", exact=True).click()
        page.get_by_label("План запроса в JSON").wait_for()
        page.wait_for_timeout(1_000)
        spent = [_spent(page, f"NO_SUCH_INTENT_{number}") for number in range(ROUNDS)]
    return Figure("6  Ctrl+Enter on an invalid plan to the error with its path", spent, 1000)


def _spent(page: Page, name: str) -> float:
    """Milliseconds until the error about an intent of this name is listed."""
    intents = page.get_by_label("План запроса в JSON").locator(".cm-line").nth(2)
    intents.click()
    page.keyboard.press("Home")
    page.keyboard.press("Shift+End")
    page.keyboard.type(f'"{name}"')
    problem = f'.problems li:has(button[title="{INTENT}"])'
    watch(page, {"problem": (problem, name), "disabled": (f"{RUN}:disabled", "")}, "keydown")
    page.keyboard.press("Control+Enter")
    found = seen(page)
    return max(found["problem"], found["disabled"])
