"""The options panel for the next question: format, limits, writing and models."""

from enum import Enum
from itertools import cycle
from typing import TypeVar

import streamlit as st

from workbench.checks.diagnostics.confidence.config import CONSTANTS
from workbench.citation_styles import CITATION_STYLES
from workbench.domain import limits
from workbench.domain.answer import (
    AskOptions,
    Audience,
    Format,
    Mode,
    Role,
    Template,
)
from workbench.domain.local_text import localize
from workbench.settings import OFFLINE
from workbench.ui import session
from workbench.ui.navigation import page_path
from workbench.ui.panels.widgets import heading
from workbench.ui.session_models import ROLES, SessionModels
from workbench.ui.texts import Texts

E = TypeVar("E", bound=Enum)


def draw(t: Texts, now: AskOptions, default: str) -> AskOptions:
    """Draw the options and return the chosen ones.

    Args:
        t: the interface's texts.
        now: the current options.
        default: the workspace's citation style.
    """
    with st.container(key="wb_options_box", gap="small"):
        shown, written, served = st.columns(3, gap="medium")
        with shown:
            heading(t("ask.options.shown"), t("ask.options.at_once"))
            changes = _shown(t, now, default)
            heading(t("ask.options.limits"), t("ask.options.next"))
            changes |= _limits(t, now)
        with written:
            heading(t("ask.options.written"), t("ask.options.next"))
            changes |= _written(t, now)
        with served:
            heading(t("ask.options.served"), t("ask.options.next"))
            _models(t, session.models())
        changes["confidence_config"] = _constants(t, now)
        changes["system_instructions"] = _instructions(t, now)
    return now.model_copy(update=changes)


def _shown(t: Texts, now: AskOptions, default: str) -> dict[str, object]:
    styles = ["", *CITATION_STYLES]
    titles = {name: localize(one.title, t.language) for name, one in CITATION_STYLES.items()}
    titles[""] = t("ask.options.workspace_default", style=titles[default])
    style = st.selectbox(
        t("ask.options.citations"),
        styles,
        index=styles.index(now.citations or ""),
        format_func=titles.__getitem__,
        key=session.translated_key("wb_option_citations", default),
    )
    chosen = _choice(t, "format", now.format, Format)
    confidence = st.toggle(
        t("ask.options.show_confidence"),
        value=now.show_confidence,
        help=t("ask.options.show_confidence_help"),
        key="wb_option_confidence",
    )
    return {
        "citations": style or None,
        "format": chosen,
        "show_confidence": confidence,
    }


def _written(t: Texts, now: AskOptions) -> dict[str, object]:
    schemas = {"": t("ask.options.no_schema")}
    schemas |= {name: name for name in session.workbench().schemas}
    mode = _choice(t, "mode", now.mode, Mode)
    template = _choice(t, "template", now.template, Template)
    audience = _choice(t, "audience", now.audience, Audience)
    schema = st.selectbox(
        t("ask.options.schema"),
        list(schemas),
        index=list(schemas).index(now.output_schema or ""),
        format_func=schemas.__getitem__,
        help=t("ask.options.schema_help"),
        key=session.translated_key("wb_option_schema"),
    )
    return {
        "mode": mode,
        "template": template,
        "audience": audience,
        "output_schema": schema or None,
    }


def _limits(t: Texts, now: AskOptions) -> dict[str, object]:
    length = st.number_input(
        t("ask.options.length"),
        min_value=1,
        max_value=10_000,
        value=now.max_response_length,
        step=50,
        key="wb_option_length",
    )
    grounded = st.toggle(
        t("ask.options.require_grounding"),
        value=now.require_grounding,
        help=t("ask.options.require_grounding_help"),
        key="wb_option_grounding",
    )
    return {"max_response_length": int(length), "require_grounding": grounded}


def _constants(t: Texts, now: AskOptions) -> dict[str, float]:
    """Draw the confidence formula's constants; returns those that differ from the workspace's."""
    workbench, workspace = session.workbench(), session.workspace_id()
    if not workbench.is_ready(workspace):
        return now.confidence_config
    usual = workbench.confidence_config(workspace)
    with st.expander(t("ask.options.constants")):
        columns = st.columns(3, gap="medium")
        chosen = {
            name: column.number_input(
                localize(one.label, t.language),
                min_value=float(one.least),
                max_value=float(one.most),
                value=float(now.confidence_config.get(name, usual[name])),
                step=0.05 if one.most <= 2 else 1.0,
                format="%g",
                key=session.translated_key(f"wb_constant_{name}"),
            )
            for (name, one), column in zip(CONSTANTS.items(), cycle(columns), strict=False)
        }
    return {name: value for name, value in chosen.items() if value != usual[name]}


def _instructions(t: Texts, now: AskOptions) -> str:
    return st.text_area(
        t("ask.options.instructions"),
        value=now.system_instructions,
        placeholder=t("ask.options.instructions_hint"),
        height=76,
        max_chars=limits.INSTRUCTIONS,
        key="wb_option_instructions",
    ).strip()


def _models(t: Texts, models: SessionModels) -> None:
    for role in ROLES:
        _model(t, models, role)
    st.page_link(page_path("models"), label=t("ask.options.models"), icon=":material/neurology:")


def _model(t: Texts, models: SessionModels, role: Role) -> None:
    names, now = models.known_models(), models.choice(role).model
    labels = {name: name for name in names} | {OFFLINE: t("models.offline")}
    chosen = st.selectbox(
        t(f"models.role.{role}"),
        names,
        index=names.index(now),
        format_func=labels.__getitem__,
        key=session.translated_key(f"wb_option_model_{role}"),
    )
    if chosen != now:
        models.choose(role, None if chosen == models.configured(role).model else chosen)


def _choice(t: Texts, name: str, now: E, kind: type[E]) -> E:
    members = list(kind)
    return st.selectbox(
        t(f"ask.options.{name}"),
        members,
        index=members.index(now),
        format_func=lambda one: t(f"ask.options.{name}s.{one.value}"),
        key=session.translated_key(f"wb_option_{name}"),
    )
