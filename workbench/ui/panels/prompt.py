"""Show the answer prompt's sections: estimated tokens, and what was cut to fit the budget."""

from workbench.domain.answer import Answer, PromptSection
from workbench.i18n.numbers import integer
from workbench.ui.html import Html, tag
from workbench.ui.panels.widgets import chip
from workbench.ui.texts import Texts


def sections(t: Texts, answer: Answer) -> Html:
    """A list with one line per section of the prompt."""
    total = sum(section.tokens for section in answer.prompt)
    about = t("ask.prompt.about", tokens=integer(total, t.language))
    rows = [_section(t, section) for section in answer.prompt]
    return tag("div", tag("h3", about), tag("ul", *rows, cls="wb-reasons"))


def cut_chip(t: Texts, answer: Answer) -> Html | None:
    """A chip listing what was cut from the prompt; None if nothing was."""
    cut = [section for section in answer.prompt if section.cut]
    if not cut:
        return None
    what = " ".join(_cut(t, section) for section in cut)
    return chip(t("ask.prompt.cut"), "orange", what, "content_cut")


def _section(t: Texts, section: PromptSection) -> Html:
    tokens = t("ask.prompt.tokens", n=section.tokens)
    line = f"{t(f'ask.prompt.{section.name}')}: {tokens}"
    return tag("li", line, tag("div", _cut(t, section), cls="wb-small") if section.cut else "")


def _cut(t: Texts, section: PromptSection) -> str:
    """«Sources shortened: [Source 2]; about 400 tokens left out.»"""
    return t(
        f"ask.prompt.cut_{section.name}",
        what=", ".join(section.cut),
        tokens=integer(section.left_out, t.language),
    )
