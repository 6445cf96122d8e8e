"""Twenty browsers on one server: nothing that one types or chooses is sent to another."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

pytestmark = [pytest.mark.browser, pytest.mark.alone]
BROWSERS = 20
ANSWERED_WITHIN = 150_000
"""Milliseconds. Twenty answers that are drawn at once on two cores took 22 seconds."""


class Visitor:
    """A browser of its own, with all that the server sends it."""

    def __init__(self, browser: Browser, server: str, number: int) -> None:
        self.word = f"visitor{number:02}"
        """Stands in what this one types, and in nothing of the others."""
        self.types_a_key = number % 2 == 0
        self.received: list[bytes] = []
        self.context = browser.new_context(locale="en-GB")
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.page.on("websocket", self._listen)
        self.page.goto(f"{server}/models")

    def _listen(self, socket: WebSocket) -> None:
        socket.on(
            "framereceived",
            lambda frame: self.received.append(frame if isinstance(frame, bytes) else b""),
        )

    def type_a_key(self) -> None:
        field = self.page.locator(".st-key-wb_key_openai input")
        expect(field).to_be_visible()
        if self.types_a_key:
            field.fill(f"sk-{self.word}")
            field.press("Enter")

    def choose_options(self) -> None:
        self.page.get_by_role("link", name="Ask", exact=True).click()
        self.page.get_by_role("button", name="Options").click()
        instructions = self.page.locator(".st-key-wb_option_instructions textarea")
        instructions.fill(f"Instructions of {self.word}")
        instructions.press("Control+Enter")
        self.page.keyboard.press("Escape")

    def ask(self) -> None:
        box = self.page.get_by_placeholder("Ask a question")
        box.fill(f"Question of {self.word}")
        box.press("Enter")
        expect(box, "the browser has sent it").to_have_value("")

    def check(self, others: list["Visitor"]) -> None:
        question = self.page.locator(".wb-question")
        expect(question).to_have_text(f"Question of {self.word}", timeout=ANSWERED_WITHIN)
        stop = self.page.get_by_role("button", name="Stop")
        expect(stop).to_have_count(0, timeout=ANSWERED_WITHIN)
        self.page.get_by_role("button", name="Options").click()
        instructions = self.page.locator(".st-key-wb_option_instructions textarea")
        expect(instructions).to_have_value(f"Instructions of {self.word}")
        self.page.keyboard.press("Escape")
        self.page.get_by_role("link", name="Models", exact=True).click()
        expect(self.page.locator(".st-key-wb_key_openai input")).to_be_visible()
        typed = self.page.get_by_text("key entered here")
        expect(typed).to_have_count(1 if self.types_a_key else 0)
        sent = b"".join(self.received)
        assert self.word.encode() in sent
        assert [one.word for one in others if one.word.encode() in sent] == []


@pytest.fixture
def visitors(server: str, browser: Browser) -> Iterator[list[Visitor]]:
    found = [Visitor(browser, server, number) for number in range(BROWSERS)]
    yield found
    for one in found:
        one.context.close()


def test_no_value_of_one_session_reaches_another(visitors: list[Visitor]) -> None:
    for step in (Visitor.type_a_key, Visitor.choose_options, Visitor.ask):
        for one in visitors:
            step(one)
    for one in visitors:
        one.check([other for other in visitors if other is not one])
