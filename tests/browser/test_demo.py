"""The demo plays in the browser: by itself, by keys, for a customer, in both languages."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import THEMES

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
SIZES = [(1920, 1080), (1440, 900), (1024, 768), (390, 844)]


def at_its_end(page: Page) -> Page:
    """The demo without motion: a scene is at its end at once."""
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    expect(page.locator(".demo.ended")).to_be_visible()
    return page


def test_a_scene_plays_through_its_captions_to_the_light(open_real: Open) -> None:
    page = open_real("/?view=demo&lang=en")
    expect(page.locator(".beats .now")).to_have_count(1)
    expect(page.locator(".caption")).to_contain_text("from these facts alone")
    expect(page.locator(".light.green")).to_have_text("Confirmed by the sources")
    expect(page.locator(".beats .done")).to_have_count(5)


def test_a_phone_shows_the_whole_head_of_a_short_scene(open_real: Open) -> None:
    page = at_its_end(open_real("/?view=demo&lang=ru", size=(390, 844)))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".light.gray")).to_be_visible()
    main = page.get_by_test_id("stMain")
    assert main.evaluate("node => node.scrollHeight - node.clientHeight") <= 0
    brand = page.locator(".brand").bounding_box()
    assert brand is not None and 0 <= brand["y"] < 30


def test_a_pause_holds_the_scene(open_real: Open) -> None:
    page = open_real("/?view=demo&lang=en")
    page.wait_for_selector(".beats .now")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    held = page.locator(".beats .done").count()
    page.wait_for_timeout(2500)
    assert page.locator(".beats .done").count() == held
    page.keyboard.press("Space")
    expect(page.locator(".demo.ended")).to_be_visible()


def test_scenes_views_and_languages_have_keys(open_real: Open) -> None:
    page = at_its_end(open_real("/?view=demo&lang=ru"))
    for tone in ("green", "green", "gray", "orange", "green"):
        expect(page.locator(".light")).to_have_class(re.compile(tone))
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("mark.doubtful")).to_have_text("Решение окупилось за два месяца.")
    page.keyboard.press("c")
    expect(page.locator(".answer")).to_be_visible()
    expect(page.locator(".cite, .light, .source:visible, mark")).to_have_count(0)
    page.keyboard.press("c")
    page.keyboard.press("l")
    expect(page.locator("mark.doubtful")).to_have_text(
        "Every windscreen is repaired within 24 hours."
    )


def test_an_invented_sentence_is_marked_by_the_check_and_not_before(open_real: Open) -> None:
    page = open_real("/?view=demo&lang=en")
    page.wait_for_selector(".beats .now")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    sentence = page.locator("mark.doubtful")
    expect(sentence).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(page.locator(".light.orange")).to_be_visible()
    expect(sentence).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")


def test_a_citation_opens_its_passage_by_keyboard(open_real: Open) -> None:
    page = at_its_end(open_real("/?view=demo&lang=en"))
    page.locator("a.cite").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".source mark")).to_be_in_viewport()
    expect(page.locator(".source h2")).to_be_focused()


@pytest.mark.parametrize("size", SIZES)
def test_every_scene_fits_the_width(open_real: Open, size: tuple[int, int]) -> None:
    page = at_its_end(open_real("/?view=demo&lang=ru", size=size))
    for theme, key in zip(THEMES, ("ArrowRight", "ArrowLeft"), strict=True):
        page.emulate_media(color_scheme=theme)
        for _ in range(5):
            wide = page.evaluate(
                "Math.max(document.documentElement.scrollWidth,"
                " document.querySelector('.stMain').scrollWidth)"
            )
            assert wide <= size[0], theme
            sizes = page.locator(".demo *:visible").evaluate_all(
                "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
            )
            assert min(sizes) >= 12, theme
            page.keyboard.press(key)
