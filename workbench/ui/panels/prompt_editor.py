"""The editor of a prompt template, with its versions and what can be done with them."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

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
    _draw_actions(t, _Chosen(workspace, template, number, edited))
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


class _Chosen(NamedTuple):
    """The chosen version of a template, with the text in the editor."""

    workspace: str
    template: PromptTemplate
    number: int
    edited: EditedTemplate

    @property
    def name(self) -> str:
        return self.template.kind.name

    @property
    def place(self) -> str:
        return f"{self.workspace}/{self.name}"

    @property
    def is_edited(self) -> bool:
        return self.edited.text != self.template.history.text(self.number, self.template.original)


def _draw_actions(t: Texts, chosen: _Chosen) -> None:
    """Draw the buttons that save the text, promote the chosen version and roll back."""
    try:
        with st.container(horizontal=True, gap="small", key="wb_prompt_actions"):
            _save_button(t, chosen)
            _candidate_button(t, chosen)
            _live_button(t, chosen)
            _roll_back_button(t, chosen)
    except WorkbenchError as error:
        errors.draw(error, t)


def _save_button(t: Texts, chosen: _Chosen) -> None:
    if st.button(
        t("prompts.save"),
        icon=":material/save:",
        type="primary" if chosen.is_edited else "secondary",
        key="wb_prompt_save",
        **permit("save_prompt", disabled=not chosen.is_edited),
    ):
        saved = session.workbench().save_prompt(
            chosen.workspace, chosen.name, chosen.edited.text, author=session.person().name
        )
        session_prompts.forget_draft(chosen.place, chosen.number)
        session_prompts.choose_version(chosen.place, saved.number)
        st.rerun()


def _candidate_button(t: Texts, chosen: _Chosen) -> None:
    label_now = chosen.template.history.label(chosen.number)
    if st.button(
        t("prompts.to_candidate"),
        icon=":material/science:",
        key="wb_prompt_candidate",
        **permit(
            "label_prompt",
            disabled=chosen.is_edited or label_now in ("candidate", "live", None),
        ),
    ):
        _label(chosen, "candidate")
        st.rerun()


def _live_button(t: Texts, chosen: _Chosen) -> None:
    is_live = chosen.number == chosen.template.history.live
    if st.button(
        t("prompts.to_live"),
        icon=":material/rocket_launch:",
        type="secondary" if chosen.is_edited else "primary",
        key="wb_prompt_live",
        **permit(
            "label_prompt",
            disabled=chosen.is_edited or chosen.edited.is_wrong or is_live,
            help=t("prompts.to_live_help"),
        ),
    ):
        _label(chosen, "live")
        st.toast(t("prompts.is_live"), icon=":material/rocket_launch:")
        st.rerun()


def _label(chosen: _Chosen, name: Literal["candidate", "live"]) -> None:
    session.workbench().label_prompt(
        chosen.workspace, chosen.name, chosen.number, name, author=session.person().name
    )
    session_prompts.choose_version(chosen.place, chosen.number)


def _roll_back_button(t: Texts, chosen: _Chosen) -> None:
    if st.button(
        t("prompts.roll_back"),
        icon=":material/undo:",
        key="wb_prompt_roll_back",
        **permit(
            "roll_back_prompt",
            disabled=chosen.template.history.before_live is None,
            help=t("prompts.roll_back_help"),
        ),
    ):
        earlier = session.workbench().roll_back_prompt(
            chosen.workspace, chosen.name, author=session.person().name
        )
        session_prompts.choose_version(chosen.place, earlier)
        session_prompts.replace_text(chosen.place)
        st.rerun()
