"""The Entities page: search, correct and review the entities of a workspace."""

import streamlit as st

from workbench.ui import session
from workbench.ui.html import tag
from workbench.ui.navigation import Page
from workbench.ui.panels import empty, registry, registry_lists
from workbench.ui.texts import Texts

PAGE = Page(
    title={"ru": "Сущности", "en": "Entities"},
    help={
        "ru": "Названия сущностей: поиск, исправления, дубликаты и имена без сущности.",
        "en": "Names of entities: search, corrections, duplicates and unlinked names.",
    },
    icon=":material/sell:",
)
VIEWS = {
    "entities": registry.draw,
    "duplicates": registry_lists.draw_duplicates,
    "mentions": registry_lists.draw_mentions,
    "corrections": registry_lists.draw_corrections,
}


def main() -> None:
    """Draw the page."""
    t = session.texts()
    session.write_address(with_run=False)
    st.html(tag("h1", t("registry.title")))
    view = draw_views(t)
    if session.preparation(session.workspace_id()) is not None:
        empty.draw_preparing(t, session.workspace_id())
        return
    if view != "corrections":  # where the last correction stands in the list
        registry_lists.draw_notice(t)
    VIEWS[view](t)


def draw_views(t: Texts) -> str:
    """Draw the switch between the views; returns the chosen one."""
    chosen = st.segmented_control(
        t("registry.view"),
        list(VIEWS),
        default="entities",
        format_func=lambda name: t(f"registry.views.{name}"),
        label_visibility="collapsed",
        key=session.translated_key("wb_registry_view"),
        required=True,
    )
    return str(chosen)


if __name__ == "__main__":
    main()
