"""What only a real browser shows: citations, the marked sentence, the graph, layout, themes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.looks import WIDE, looks
from tests.support import hostile_run
from tests.support.sample_run import RUN_ID

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
RUN = f"/?run={RUN_ID}"


def ready(page: Page) -> Page:
    """Wait until the last panel is there and the graph is drawn."""
    page.wait_for_selector(".wb-terms")
    page.wait_for_selector(".canvas[data-drawn]")
    return page


def settled(page: Page) -> None:
    """Wait until the server has drawn all of the page: a click before may be lost."""
    page.locator('.stApp[data-test-script-state="notRunning"]').wait_for()


SOURCE_MARK = "mark:not(.wb-asked mark)"
"""A sentence marked in a source; the words of the question are marked too."""


def mark(page: Page) -> str:
    return " ".join(page.locator(SOURCE_MARK).all_inner_texts())


def cited(page: Page, source: int) -> Locator:
    """The first mark of a source in the answer; steps and sources link to it too."""
    answer = page.locator('[data-testid="stMarkdownContainer"]')
    return answer.locator(f'a[href="#cite-{RUN_ID}-{source}"]').first


def test_ask_cite_edit_and_run_from_here(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name="Достижения на проекте АЛОР").click()
    ready(page)
    assert "run=" in page.url
    page.locator('[data-testid="stMarkdownContainer"] a[href*="#cite-"]').nth(4).click()
    expect(page.locator(SOURCE_MARK).first).to_contain_text("На вопросах о номерах пунктов")
    page.get_by_text("JSON", exact=True).click()
    editor = page.get_by_label("План запроса в JSON")
    editor.get_by_text('"PROJECT_ACHIEVEMENTS"').first.dblclick()
    page.keyboard.type("NO_SUCH_INTENT")
    page.keyboard.press("Control+Enter")
    problem = page.locator(".problems li")
    expect(problem).to_contain_text("Намерения «NO_SUCH_INTENT» нет.")
    expect(page.locator(".cm-lint-marker-error")).to_be_visible()
    run = page.get_by_role("button", name="Запустить отсюда")
    expect(run).to_be_disabled()
    problem.get_by_role("button", name="Намерение 1").click()
    page.keyboard.type('"PROJECT_TECH_STACK"')
    page.keyboard.press("Control+Enter")
    expect(run).to_be_enabled()
    run.click()
    expect(page.locator(".wb-badges", has_text="Ветка")).to_be_visible()
    expect(page.get_by_text("Изменён вручную")).to_be_visible()
    ready(page)


def test_the_editor_offers_what_the_plan_may_hold(open_page: Open) -> None:
    page = ready(open_page(RUN))
    page.get_by_text("JSON", exact=True).click()
    editor = page.get_by_label("План запроса в JSON")
    editor.get_by_text('"project:alor-broker"').first.dblclick()
    page.keyboard.press("Home")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Control+Space")
    offered = page.locator(".cm-tooltip-autocomplete li")
    expect(offered.first).to_contain_text("project:alor-broker")
    page.keyboard.press("Escape")
    editor.get_by_text('"GENERAL_UNSTRUCTURED"').first.dblclick()
    page.keyboard.type("TECH")
    expect(offered.first).to_contain_text("TECHNOLOGY_")
    page.wait_for_timeout(150)  # the editor takes no Enter for what has only just appeared
    page.keyboard.press("Enter")
    expect(editor).to_contain_text('"TECHNOLOGY_')


def test_a_citation_shows_its_sentence_at_once(open_page: Open) -> None:
    page = ready(open_page(RUN))
    link = page.locator(f'a[href="#cite-{RUN_ID}-5.2"]')
    spent = link.evaluate(
        """node => {
        const begun = performance.now()
        node.click()
        return performance.now() - begun
        }"""
    )
    assert mark(page) == "Словарный поиск такие вопросы находит сразу"
    assert spent < 300
    assert link.get_attribute("aria-current") == "true"


def test_a_sentence_further_down_is_shown_below_whole_lines(open_page: Open) -> None:
    page = ready(open_page(RUN, size=(1024, 768)))
    page.locator(f'a[href="#cite-{RUN_ID}-5.2"]').click()
    mark_top, top, begins = page.locator("section .body").evaluate(
        """body => {
        const top = body.scrollTop
        const blocks = [...body.querySelectorAll(".document > *")].map((one) => one.offsetTop)
        return [body.querySelector("mark").offsetTop, top, blocks.includes(top)]
        }"""
    )
    assert 0 < top <= mark_top
    assert begins, "a block begins at the top edge"


def test_a_percentage_in_a_passage_is_not_torn_apart(open_page: Open) -> None:
    page = ready(open_page(RUN))
    cited(page, 1).click()
    assert "62\u00a0%" in page.locator(SOURCE_MARK).first.evaluate("node => node.textContent")


def test_citations_work_by_keyboard(open_page: Open) -> None:
    page = ready(open_page(RUN))
    link = cited(page, 2)
    link.focus()
    page.keyboard.press("Enter")
    assert "с 14 минут до 3" in mark(page)
    page.keyboard.press("ArrowRight")
    assert "с 0,71 до 0,93" in mark(page)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    assert link.evaluate("node => node === document.activeElement")


def test_a_doubtful_claim_says_why(open_page: Open) -> None:
    page = ready(open_page(RUN))
    claim = page.locator('[data-testid="stMarkdownContainer"] a[href$="-not_in_sources"]')
    assert "нет в источниках" in (claim.get_attribute("title") or "")
    claim.click()
    expect(page.get_by_text("В источниках ничего похожего не нашлось.")).to_be_visible()


def test_citations_work_while_the_answer_streams(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name="Где применял RAG?").click()
    first = page.locator('[data-testid="stMarkdownContainer"] a[href*="#cite-"]').first
    first.wait_for()
    assert page.get_by_role("button", name="Остановить").is_visible()
    first.click()
    expect(page.locator(SOURCE_MARK).first).to_contain_text("62")
    ready(page)
    assert "62" in mark(page)


def test_a_run_survives_a_reload_and_another_page(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name="Где применял RAG?").click()
    page.wait_for_url("**run=*")
    page.get_by_role("link", name="Запуски").click()
    page.wait_for_selector("tbody tr")
    page.get_by_role("link", name="Вопрос").click()
    page.wait_for_selector(".wb-strip")
    page.reload()
    ready(page)
    other = ready(open_page(page.url.removeprefix(page.url.split("/?")[0])))
    expect(other.locator(".wb-question")).to_have_text("Где применял RAG?")


def test_what_was_typed_survives_another_page_and_a_reload(open_page: Open) -> None:
    page = ready(open_page(RUN))
    box = page.get_by_placeholder("Задайте вопрос")
    draft = page.get_by_text("Черновик: ещё не запускался")
    box.fill("Успею спросить")
    page.get_by_role("link", name="Запуски").click()
    page.wait_for_selector("tbody tr")
    page.get_by_role("link", name="Вопрос").click()
    expect(box).to_have_value("Успею спросить")
    page.get_by_text("JSON", exact=True).click()
    editor = page.get_by_label("План запроса в JSON")
    editor.get_by_text('"PROJECT_ACHIEVEMENTS"').first.dblclick()
    page.keyboard.type("SOMETHING_ELSE")
    page.keyboard.press("Control+Enter")
    expect(draft).to_be_visible()
    page.reload()
    expect(draft).to_be_visible()
    page.get_by_text("JSON", exact=True).click()
    expect(editor).to_contain_text("SOMETHING_ELSE")
    expect(box).to_have_value("Успею спросить")
    box.press("Enter")
    expect(page.locator(".wb-question")).to_have_text("Успею спросить")
    page.reload()
    ready(page)
    expect(box).to_have_value("")


def test_stop_stops(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name="Где применял RAG?").click()
    page.get_by_role("button", name="Остановить").click()
    expect(page.get_by_text("Запуск остановлен на этапе")).to_be_visible()


def test_a_node_shows_its_details(open_page: Open) -> None:
    page = ready(open_page(RUN))
    page.wait_for_load_state("networkidle")
    canvas = page.locator(".canvas")
    canvas.element_handle().wait_for_element_state("stable")
    box = canvas.bounding_box()
    assert box is not None
    place = canvas.evaluate("node => node.workbenchPlace('project:alor-broker')")
    page.mouse.click(box["x"] + place["x"], box["y"] + place["y"])
    card = page.locator("aside.card")
    expect(card).to_contain_text("АЛОР Брокер")
    expect(card).to_contain_text("Период")
    card.get_by_role("link", name="[3]").click()
    assert "с 0,71 до 0,93" in mark(page)


def test_the_graph_shows_the_source_from_the_first_drawing_on(open_page: Open) -> None:
    page = ready(open_page(RUN))
    lit = page.locator(".canvas").evaluate("node => node.workbenchLit()")
    assert "project:alor-broker" in lit


@pytest.mark.parametrize("locale", ["ru-RU", "en-GB"])
@pytest.mark.parametrize("path", ["/", RUN, "/runs"])
def test_it_fits_the_screen(open_page: Open, path: str, locale: str) -> None:
    page = open_page(path, locale=locale)
    page.wait_for_selector(".stHtml h1")
    if path == RUN:
        ready(page)
    for look in looks(page, [WIDE]):
        assert overflow(page) == {"page": 0, "across": 0}, look
        assert clipped(page) == [], look


@pytest.mark.parametrize("path", ["/", RUN, "/runs"])
def test_it_fits_a_small_screen(open_page: Open, path: str) -> None:
    page = open_page(path, size=(1024, 768))
    page.wait_for_selector(".stHtml h1")
    if path == RUN:
        ready(page)
    assert overflow(page)["across"] == 0
    assert clipped(page) == []
    assert broken_words(page) == []
    assert page.locator('.st-key-wb_panel_diagnostics [role="tablist"]').evaluate_all(
        "lists => lists.every((one) => one.scrollWidth <= one.clientWidth)"
    )


def broken_words(page: Page) -> list[str]:
    """Names of scores that go over more lines than they have words."""
    found: list[str] = page.locator(".wb-terms span").evaluate_all(
        """names => names.filter((name) => {
            const line = parseFloat(getComputedStyle(name).lineHeight)
            return Math.round(name.offsetHeight / line) > name.textContent.split(" ").length
        }).map((name) => name.textContent)"""
    )
    return found


def test_on_a_phone_the_panels_are_one_column_and_all_of_the_question_can_be_typed(
    open_page: Open,
) -> None:
    page = ready(open_page(RUN, size=(390, 844)))
    assert overflow(page)["across"] == 0
    panels = page.locator("[class*='st-key-wb_panel_']").all()
    places = [box for panel in panels if (box := panel.bounding_box())]
    assert {round(box["x"]) for box in places} == {round(places[0]["x"])}
    assert all(box["width"] > 340 for box in places)
    order = [
        page.locator(f"[class*='st-key-wb_panel_{name}']").first.bounding_box()
        for name in ("answer", "diagnostics", "source", "graph", "entities")
    ]
    tops = [box["y"] for box in order if box]
    assert tops == sorted(tops), "the verdict follows the answer"
    assert len(tops) == len(order)
    field = page.get_by_test_id("stChatInput").bounding_box()
    assert field is not None
    assert field["width"] > 240


def test_on_a_phone_a_citation_leads_to_its_passage_and_back(open_page: Open) -> None:
    page = ready(open_page(RUN, size=(390, 844)))
    citation = page.locator("[class*='st-key-wb_panel_answer'] a[href*='#cite-']").first
    citation.click()
    expect(page.locator(SOURCE_MARK).first).to_be_in_viewport()
    page.get_by_role("button", name="Назад к ответу").click()
    expect(citation).to_be_in_viewport()
    expect(citation).to_be_focused()


def overflow(page: Page) -> dict[str, int]:
    """How far the page is longer and wider than its window."""
    found: dict[str, int] = page.evaluate(
        """() => {
        const main = document.querySelector('[data-testid="stMain"]')
        const root = document.documentElement
        return {
            page: main.scrollHeight - main.clientHeight,
            across: Math.max(main.scrollWidth - main.clientWidth, root.scrollWidth - innerWidth),
        }}"""
    )
    return found


def clipped(page: Page) -> list[str]:
    """Labels that do not show all of their text."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('button, label, [role=tab], .wb-chip, .wb-title,'
            + '.wb-strip li, .wb-badges, .wb-terms details')]
        .filter((node) => node.offsetParent && node.clientWidth > 1
            && node.scrollWidth > node.clientWidth + 1)
        .map((node) => node.className + ': ' + node.textContent)"""
    )
    return found


def test_the_theme_follows_the_reader(open_page: Open) -> None:
    page = ready(open_page(RUN))
    colour = "node => getComputedStyle(node).color"
    text = page.locator(".wb-question")
    light = text.evaluate(colour)
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(500)
    assert text.evaluate(colour) != light
    background = page.locator(SOURCE_MARK).first.evaluate(
        "node => getComputedStyle(node).backgroundColor"
    )
    assert "1 1 0" not in background


def test_every_control_has_a_name(open_page: Open) -> None:
    page = ready(open_page(RUN))
    nameless = page.evaluate(
        """() => {
        const roots = [document, ...[...document.querySelectorAll('*')]
            .map((node) => node.shadowRoot).filter(Boolean)]
        const controls = 'button, a, input, textarea, select'
        return roots.flatMap((root) => [...root.querySelectorAll(controls)])
            .filter((node) => node.offsetParent)
            .filter((node) => !(node.textContent.trim() || node.ariaLabel || node.title
                || node.labels?.length || node.placeholder))
            .map((node) => node.outerHTML.slice(0, 200))}"""
    )
    assert nameless == []


def test_hostile_text_does_nothing(open_page: Open) -> None:
    page = ready(open_page(f"/?run={hostile_run.RUN_ID}"))
    for tab in ("Факты", "Источники", "Ответ"):
        page.get_by_role("tab", name=tab).first.click()
    links = page.locator(
        f'[data-testid="stMarkdownContainer"] a[href^="#cite-{hostile_run.RUN_ID}"]'
    )
    for place in range(links.count()):
        links.nth(place).click()
    page.locator(f'a[href*="#claim-{hostile_run.RUN_ID}"]').last.click()
    page.locator(".canvas").evaluate("(node, id) => node.workbenchShow(id)", hostile_run.ATTACK)
    page.get_by_role("link", name="Запуски").click()
    page.wait_for_selector("tbody tr")
    assert page.evaluate("window.pwned") is None
    images = page.evaluate("[...document.images].map((one) => one.src)")
    assert [one for one in images if hostile_run.OUTSIDE in one] == []


def test_the_server_sends_its_headers(open_page: Open) -> None:
    page = open_page()
    answer = page.request.get(page.url)
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"
    assert answer.headers["referrer-policy"] == "no-referrer"


def test_all_that_a_run_in_progress_draws_is_one_fragment(open_page: Open) -> None:
    """What is left unsent of a fragment inside a repeated one would stop the app."""
    drawn: list[str] = []
    polled: list[str] = []

    def read(payload: str | bytes) -> None:
        message = ForwardMsg.FromString(payload) if isinstance(payload, bytes) else ForwardMsg()
        if message.HasField("auto_rerun"):
            polled.append(message.auto_rerun.fragment_id)
        elif message.HasField("new_session") and not message.metadata.run.fragment_ids:
            polled.clear()
        elif message.HasField("delta") and polled and message.delta.fragment_id:
            drawn.append(message.delta.fragment_id)

    page = open_page()
    page.on("websocket", lambda socket: socket.on("framereceived", read))
    page.reload()
    page.get_by_role("button", name="Где применял RAG?").click()
    page.get_by_role("button", name="Остановить").wait_for()
    page.get_by_role("button", name="Остановить").wait_for(state="detached")
    assert len(drawn) > 20
    assert len(set(drawn)) == 1
