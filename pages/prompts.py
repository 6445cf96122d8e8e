"""The Prompts page: edit, check, preview, try and promote prompt templates."""

import streamlit as st

from workbench.ui import session, session_prompts
from workbench.ui.html import tag
from workbench.ui.navigation import Page
from workbench.ui.panels import prompt_editor, prompt_preview, prompt_trial
from workbench.ui.texts import Texts

PAGE = Page(
    title={"ru": "Промпты", "en": "Prompts"},
    help={
        "ru": "Шаблоны промптов: правка, проверка, точные сообщения, сравнение и выпуск версий.",
        "en": "Prompt templates: edit, check, see the exact messages, compare, promote versions.",
    },
    icon=":material/edit_note:",
)


def main() -> None:
    """Draw the page."""
    t = session.texts()
    session.write_address(with_run=False)
    st.html(tag("h1", t("prompts.title")) + tag("p", t("prompts.lead"), cls="wb-lead"))
    draw(t, session.workspace_id())


def draw(t: Texts, workspace: str) -> None:
    """Draw the choice of a template, its editor, and what it gives for a run."""
    templates = {one.kind.name: one for one in session.workbench().prompts(workspace)}
    with st.container(horizontal=True, vertical_alignment="bottom", key="wb_prompt_choice"):
        roles = list(dict.fromkeys(one.kind.role for one in templates.values()))
        role = st.segmented_control(
            t("prompts.role"),
            roles,
            default=roles[0],
            required=True,
            format_func=lambda name: t(f"prompts.roles.{name}"),
            key=session.translated_key(session_prompts.ROLE),
            persist_state="session",
        )
        labels = prompt_editor.labels(
            templates.values(), role, prompt_preview.languages(workspace), t
        )
        name = st.selectbox(
            t("prompts.template"),
            list(labels),
            format_func=labels.__getitem__,
            key=session.translated_key(session_prompts.name_key(role), *labels.values()),
            persist_state="session",
        )
    template = templates[name]
    left, right = st.columns([12, 10], gap="medium")
    with left:
        edited = prompt_editor.draw(t, workspace, template)
    with right:
        run = prompt_preview.choose_run(t, workspace)
        views = [t("prompts.messages"), t("prompts.difference"), t("prompts.trial.title")]
        messages, difference, trial = st.tabs(views)
        with messages:
            prompt_preview.draw(t, run, template, edited)
        with difference:
            prompt_preview.draw_difference(t, template, edited.text)
        with trial:
            prompt_trial.draw(t, workspace, run, template, edited)


if __name__ == "__main__":
    main()
