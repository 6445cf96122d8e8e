"""Figure 3: a click on a citation until the sentence that it stands for is highlighted."""

from collections.abc import Iterator

from playwright.sync_api import Browser, Locator, Page

from benchmarks.responsiveness.chromium import opened, seen, watch
from benchmarks.responsiveness.figures import ROUNDS, Figure

MARK = "mark:not(.wb-asked mark)"
"""A sentence marked in a source; the words of the question are marked too."""
CITATIONS = '[data-testid="stMarkdownContainer"] a[href*="#cite-"]'
BAR_MS = 300


def measure(browser: Browser, address: str, run: str) -> Iterator[Figure]:
    """Use the mouse, then the keyboard, on the citations of a run."""
    with opened(browser, f"{address}/?run={run}", {"citation": (CITATIONS, "")}) as page:
        marked = _marked(page)
        for event, label in (("mousedown", "click"), ("keydown", "Enter")):
            spent = [_spent(page, marked, place, event) for place in range(ROUNDS)]
            yield Figure(f"3  {label} on a citation to its highlighted sentence", spent, BAR_MS)


def measure_streaming(browser: Browser, address: str, question: str) -> Figure:
    """Click a citation of an answer that is still being written."""
    spent = []
    for _ in range(ROUNDS):
        with opened(browser, address) as page:
            page.get_by_role("button", name=question).click()
            first = page.locator(CITATIONS).first
            first.wait_for()
            watch(page, {"marked": (MARK, "")}, "mousedown")
            first.click()
            page.wait_for_function("'marked' in window.feltSeen()")
            assert page.locator(".st-key-wb_stop").is_visible(), "the answer is still written"
            spent.append(page.evaluate("window.feltSeen().marked"))
    return Figure("3  click on a citation while the answer streams", spent, BAR_MS)


def _marked(page: Page) -> list[tuple[Locator, str]]:
    """Citations with the sentence that each marks; no two that follow each other mark the same."""
    found: list[tuple[Locator, str]] = []
    for link in page.locator(CITATIONS).all():
        link.click()
        seen(page)
        sentences = page.locator(MARK).all_inner_texts()
        if sentences and (not found or found[-1][1] != sentences[0]):
            found.append((link, sentences[0]))
    assert len({sentence for _, sentence in found}) > 1, "the run cites several sentences"
    return found


def _spent(page: Page, marked: list[tuple[Locator, str]], place: int, event: str) -> float:
    """Milliseconds until the sentence of another citation than the last one is marked."""
    link, sentence = marked[place % len(marked)]
    watch(page, {"marked": (MARK, sentence)}, event)
    if event == "keydown":
        link.press("Enter")
    else:
        link.click()
    page.wait_for_function("'marked' in window.feltSeen()")
    return float(page.evaluate("window.feltSeen().marked"))
