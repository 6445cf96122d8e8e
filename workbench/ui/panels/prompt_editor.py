"""The editor of a prompt template, with its versions and what can be done with them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import streamlit as st

from workbench.bootstrap.prompt_catalogue import PromptKind
from workbench.bootstrap.values import PromptTemplate
from workbench.domain.local_text import localize
from workbench.domain.prompts import ORIGINAL, PromptProblem
from workbench.errors import WorkbenchError
from workbench.i18n.numbers import moment
from workbench.ui import errors, session, session_prompts
from workbench.ui.components.plan_editor import plan_editor
from workbench.ui.role_controls import permit
from workbench.ui.texts import Texts


def kind_label(kind: PromptKind, t: Texts) -> str:
    """The name of a template with the language that it is for."""
    name = localize(kind.label, t.language)
    return f"{name} · {kind.language.upper()}" if kind.language else name


def label(template: PromptTemplate, t: Texts) -> str:
    """The name of a template in a list, with its language and its live version."""
    parts = [kind_label(template.kind, t)]
    if template.history.live != ORIGINAL:
        parts.append(t("prompts.version", number=template.history.live))
    return " · ".join(parts)


def labels(
    templates: Iterable[PromptTemplate], role: str, languages: Sequence[str], t: Texts
) -> dict[str, str]:
    """The names of the templates of a role, those for the first language first."""
    main = languages[0] if languages else None
    found = [one for one in templates if one.kind.role == role]
    found.sort(key=lambda one: one.kind.language not in (main, None))
    return {one.kind.name: label(one, t) for one in found}


class EditedTemplate(NamedTuple):
    """What stands in the editor."""

    text: str
    is_wrong: bool
    """Whether it has an error, so that no message can be made of it."""


def draw(t: Texts, workspace: str, template: PromptTemplate) -> EditedTemplate:
    """Draw the versions, the editor and the actions; returns what was edited."""
    place = f"{workspace}/{template.kind.name}"
    number = _draw_versions(t, place, template)
    stored = template.history.text(number, template.original)
    text = session_prompts.text(place, number, stored)
    problems = session.workbench().lint_prompt(template.kind.name, text, t.language, workspace)
    data = {
        "text": text,
        "revision": session_prompts.revision(place),
        "label": t("prompts.editor", name=template.kind.name),
        "problems": [_problem(one, t) for one in problems],
        "variables": [
            {"name": name, "detail": localize(meaning, t.language)}
            for name, meaning in template.kind.variables.items()
        ],
    }
    with st.container(key="wb_prompt_editor"):
        plan_editor(
            data,
            key=session_prompts.editor_key(place),
            on_text_change=lambda: session_prompts.save_text(place, number),
        )
    edited = EditedTemplate(text, any(one.severity == "error" for one in problems))
    _draw_actions(t, workspace, template, number, edited)
    return edited


def _problem(problem: PromptProblem, t: Texts) -> dict[str, str]:
    return {
        "path": t("prompts.line", number=problem.line),
        "message": problem.message,
        "tip": "",
        "severity": problem.severity,
    }


def _draw_versions(t: Texts, place: str, template: PromptTemplate) -> int:
    """Draw the choice of a version; what was typed into another one is kept for its return."""
    history = template.history
    numbers = [*(one.number for one in reversed(history.versions)), ORIGINAL]
    session_prompts.set_version(place, history.live)
    key = session_prompts.version_key(place)

    number: int = st.selectbox(
        t("prompts.version_label"),
        numbers,
        format_func=lambda one: _version(t, template, one),
        key=session.translated_key(key, len(history.events)),
        on_change=lambda: session_prompts.replace_text(place),
        persist_state="session",
    )
    return number


def _version(t: Texts, template: PromptTemplate, number: int) -> str:
    state = template.history.label(number)
    told = [t(f"prompts.state.{state}")] if state else []
    if number == ORIGINAL:
        return " · ".join([t("prompts.own_file" if template.is_own else "prompts.built_in"), *told])
    version = next(one for one in template.history.versions if one.number == number)
    when = moment(version.created_at, t.language, session.time_zone())
    return " · ".join([t("prompts.version", number=number), *told, when])


def _draw_actions(
    t: Texts,
    workspace: str,
    template: PromptTemplate,
    number: int,
    edited: EditedTemplate,
) -> None:
    """Draw the buttons that save the text, promote the chosen version and roll back."""
    history, name = template.history, template.kind.name
    is_edited = edited.text != history.text(number, template.original)
    bench, place = session.workbench(), f"{workspace}/{name}"
    author = session.person().name
    try:
        with st.container(horizontal=True, gap="small", key="wb_prompt_actions"):
            if st.button(
                t("prompts.save"),
                icon=":material/save:",
                type="primary" if is_edited else "secondary",
                key="wb_prompt_save",
                **permit("save_prompt", disabled=not is_edited),
            ):
                saved = bench.save_prompt(workspace, name, edited.text, author=author)
                session_prompts.forget_draft(place, number)
                session_prompts.choose_version(place, saved.number)
                st.rerun()
            if st.button(
                t("prompts.to_candidate"),
                icon=":material/science:",
                key="wb_prompt_candidate",
                **permit(
                    "label_prompt",
                    disabled=is_edited or history.label(number) in ("candidate", "live", None),
                ),
            ):
                bench.label_prompt(workspace, name, number, "candidate", author=author)
                session_prompts.choose_version(place, number)
                st.rerun()
            if st.button(
                t("prompts.to_live"),
                icon=":material/rocket_launch:",
                type="secondary" if is_edited else "primary",
                key="wb_prompt_live",
                **permit(
                    "label_prompt",
                    disabled=is_edited or edited.is_wrong or number == history.live,
                    help=t("prompts.to_live_help"),
                ),
            ):
                bench.label_prompt(workspace, name, number, "live", author=author)
                session_prompts.choose_version(place, number)
                st.toast(t("prompts.is_live"), icon=":material/rocket_launch:")
                st.rerun()
            if st.button(
                t("prompts.roll_back"),
                icon=":material/undo:",
                key="wb_prompt_roll_back",
                **permit(
                    "roll_back_prompt",
                    disabled=history.before_live is None,
                    help=t("prompts.roll_back_help"),
                ),
            ):
                earlier = bench.roll_back_prompt(workspace, name, author=author)
                session_prompts.choose_version(place, earlier)
                session_prompts.replace_text(place)
                st.rerun()
    except WorkbenchError as error:
        errors.draw(error, t)
