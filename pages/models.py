"""The Models page: models per role, API keys, connection tests and spending of this session."""

import streamlit as st

from workbench.ui import session
from workbench.ui.html import icon, tag
from workbench.ui.navigation import Page
from workbench.ui.panels import access, roles, spending
from workbench.ui.session_models import ROLES, SessionModels
from workbench.ui.texts import Texts

PAGE = Page(
    title={"ru": "Модели", "en": "Models"},
    help={
        "ru": "Какая модель за что отвечает в этой вкладке, ключи, проверка связи, расход.",
        "en": "Models of this tab: roles, API keys, tests, spending.",
    },
    icon=":material/neurology:",
    needs_workspace=False,
)
VARIABLES = """OPENAI_API_KEY=…
PLANNER_MODEL=openai:gpt-4o
ANSWER_MODEL=openai:gpt-4o"""
HALVES = (58, 42)
"""Relative widths of the two columns."""
REFRESH_S = 1.0
"""Seconds between refreshes of the cool-down on screen."""


def main() -> None:
    """Draw the page."""
    t, models = session.texts(), session.models()
    session.write_address(with_run=False)
    st.html(tag("h1", t("models.title")) + tag("p", t("models.lead"), cls="wb-lead"))
    with st.container(key="wb_models"):
        left, right = st.columns(HALVES, gap="medium")
        with right:
            st.html(tag("h2", t("models.access.title"), cls="wb-section"))
            heads = access.draw(models, t)
        with left:
            st.html(tag("h2", t("models.role.title"), cls="wb-section"))
            roles.draw(models, t)
        access.draw_heads(heads, models, t)
        if is_unused(models):  # below the fields, which stay in place when it goes
            (draw_unused if models.configured_providers else draw_unconnected)(t)
        draw_state(models, t)


def is_unused(models: SessionModels) -> bool:
    """Whether no role has a model."""
    return all(models.choice(role).is_offline for role in ROLES)


def draw_unused(t: Texts) -> None:
    """Explain the next step when a provider is connected but no role uses it."""
    st.html(tag("aside", tag("p", icon("arrow_upward"), t("models.unused")), cls="wb-next"))


def draw_unconnected(t: Texts) -> None:
    """Explain what works without a model and how to connect one."""
    st.html(
        tag(
            "aside",
            tag(
                "div",
                tag("p", icon("cloud_off"), tag("b", t("models.empty.title"))),
                tag("p", t("models.empty.body")),
                tag("p", icon("check"), t("ask.offline.can")),
                tag("p", icon("close"), t("ask.offline.cannot")),
            ),
            tag("div", tag("p", t("models.empty.connect")), tag("pre", VARIABLES)),
            cls="wb-offline wb-halves",
        )
    )


def draw_state(models: SessionModels, t: Texts) -> None:
    """Draw health and spending, refreshing while a model is in its cool-down."""
    troubled = spending.has_cool_down(session.workbench().health(models.session))

    @st.fragment(run_every=REFRESH_S if troubled else None)
    def state() -> None:
        health = session.workbench().health(models.session)
        with st.container(key="wb_state"):
            left, right = st.columns(HALVES, gap="medium")
            with left:
                spending.draw_health(models, health, t)
            with right:
                spending.draw_spending(models, t)

    state()


if __name__ == "__main__":
    main()
