"""What a reader sees after Enter: the question with its steps at once, and a layout that stays."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from benchmarks.responsiveness.chromium import FIELD, WATCH, seen, watch
from benchmarks.responsiveness.peer import SHIFT

pytestmark = [pytest.mark.browser, pytest.mark.alone]
Open = Callable[..., Page]
QUESTION = "Какие достижения были на проекте АЛОР Брокер?"


def asked(page: Page) -> dict[str, float]:
    """When question and answer appeared in milliseconds, and how far the layout shifted."""
    sent = ".wb-echo:has(.wb-strip .running) .wb-echo-question"
    run = f'.stApp:has(.wb-question[title="{QUESTION}"])'
    answer = f'{run} [class*="st-key-wb_panel_answer"] li'
    page.locator(FIELD).fill(QUESTION)
    page.wait_for_timeout(300)
    wanted = {
        "sent": (sent, QUESTION),
        "question": (f"{run} .wb-strip", ""),
        "answer": (answer, ""),
    }
    watch(page, wanted, "keydown")
    page.locator(FIELD).press("Enter")
    return seen(page)


def test_a_question_shows_its_steps_before_its_answer_and_moves_nothing(open_page: Open) -> None:
    page = open_page()
    page.add_init_script(WATCH)
    page.reload()
    page.locator(FIELD).wait_for()
    page.wait_for_timeout(2_000)
    found = asked(page)
    assert found["sent"] <= found["question"] <= found["answer"]
    assert not page.locator(".wb-echo").count()
    assert found["shifts"] < SHIFT
