"""The role panels: current model and its origin, choice for this session, and test."""

from collections.abc import Callable, Sequence

import streamlit as st

from workbench.domain.answer import Role
from workbench.domain.evidence import StageError
from workbench.i18n.numbers import duration, integer, money
from workbench.llm.probe import Probe
from workbench.llm.providers import PROVIDERS
from workbench.llm.session import Session
from workbench.settings import OFFLINE
from workbench.ui import errors, session
from workbench.ui.html import Html, icon, tag
from workbench.ui.panels.access import title_of
from workbench.ui.panels.embedder import draw_change
from workbench.ui.panels.widgets import chip
from workbench.ui.role_controls import permit
from workbench.ui.session_models import (
    ROLES,
    ModelChoice,
    ModelListResult,
    ProbeResult,
    SessionModels,
)
from workbench.ui.texts import Texts

_TONES = {"session": "blue", "chosen": "blue", "environment": "green", "default": "gray"}
Test = Callable[[str, Session], Probe]


def draw(models: SessionModels, t: Texts) -> None:
    """Draw a box for each role, and one for the embedder, which all sessions share."""
    for role in ROLES:
        with st.container(border=True, key=f"wb_role_{role}", gap="xsmall"):
            _role(models, role, t)
    with st.container(border=True, key="wb_role_embedder", gap="xsmall"):
        _embedder(models, t)


def _embedder(models: SessionModels, t: Texts) -> None:
    embedder = models.embedder
    kind = "semantic" if embedder.is_semantic else "lexical"
    built_in = chip(t("models.embedder.built_in").lower(), hover=embedder.choice.model)
    st.html(_head("embedder", embedder.choice, t, None if embedder.is_semantic else built_in))
    st.html(tag("p", t(f"models.embedder.{kind}"), cls="wb-small"))
    if embedder.problem is not None:
        happened, hint = errors.translate_error(embedder.problem, t)
        st.html(tag("p", tag("b", happened), f" {hint}", cls="wb-problem"))
    draw_change(models, t)


def _role(models: SessionModels, role: Role, t: Texts) -> None:
    head = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        provider = _provider(models, role, t)
        if provider in PROVIDERS:
            model = _model(models, role, provider, t)
            models.choose(role, f"{provider}:{model}" if model else None)
        else:
            models.choose(role, provider or None)
    now = models.choice(role)
    head.html(_head(role, now, t))
    if provider in PROVIDERS:
        _trouble(models, role, provider, t)
    waiting = provider in PROVIDERS and role not in models.chosen
    if waiting or not now.is_offline:
        _try(models, role, now, t, waiting=waiting)


def _head(role: str, now: ModelChoice, t: Texts, name: Html | None = None) -> Html:
    """The heading of a box: the role, what it does, and the name or label of its model."""
    does = t.get(f"models.role.{role}_offline", "") if now.is_offline else ""
    if name is None:
        offline = chip(t("models.offline"), "gray", does)
        name = offline if now.is_offline else tag("code", now.model)
    told = tag("span", t(f"models.role.{role}_does"), cls="wb-small")
    fallbacks = ", ".join(now.fallbacks)
    return tag(
        "div",
        tag("div", tag("b", t(f"models.role.{role}")), " ", told),
        tag("span", name, " ", chip(t(f"models.origin.{now.origin}"), _TONES[now.origin])),
        tag("small", t("models.fallbacks", names=fallbacks)) if fallbacks else "",
        cls="wb-role",
    )


def _provider(models: SessionModels, role: Role, t: Texts) -> str:
    options = ("", OFFLINE, *PROVIDERS)
    chosen = models.chosen.get(role, "").partition(":")[0]
    reachable = models.configured_providers

    def label(name: str) -> str:
        title = title_of(models, name, t)
        return title if name in reachable else t("models.no_access", title=title)

    labels = {"": t("models.as_settings"), OFFLINE: t("models.without")}
    labels |= {name: label(name) for name in PROVIDERS}
    return st.selectbox(
        t("models.provider"),
        options,
        index=options.index(chosen),
        format_func=labels.__getitem__,
        key=session.translated_key(f"wb_role_provider_{role}"),
        label_visibility="collapsed",
        filter_mode=None,
        width=230,
    )


def _model(models: SessionModels, role: Role, provider: str, t: Texts) -> str:
    """The model name, chosen from the provider's list or typed; empty if not chosen yet."""
    current = models.chosen.get(role, "").removeprefix(f"{provider}:")
    names = _names(_listed(models, provider, t))
    if not names:
        return _typed(role, provider, current, t)
    if current and current not in names:
        names = (current, *names)
    chosen = st.selectbox(
        t("models.model"),
        names,
        index=names.index(current) if current else None,
        placeholder=t("models.choose_model"),
        accept_new_options=True,
        label_visibility="collapsed",
        key=f"wb_role_model_{role}_{provider}",
        width="stretch",
    )
    return (chosen or "").strip().removeprefix(f"{provider}:")


def _typed(role: Role, provider: str, current: str, t: Texts) -> str:
    text = st.text_input(
        t("models.model"),
        value=current,
        placeholder=t("models.type_model"),
        label_visibility="collapsed",
        autocomplete="off",
        key=f"wb_role_typed_{role}_{provider}",
        width="stretch",
    )
    return text.strip().removeprefix(f"{provider}:")


def _names(listed: "ModelListResult | None") -> tuple[str, ...]:
    if listed is None or isinstance(listed, StageError):
        return ()
    return tuple(info.name.partition(":")[2] for info in listed)


def _listed(models: SessionModels, provider: str, t: Texts) -> "ModelListResult | None":
    if models.problem(provider) is not None:
        return None
    with st.spinner(t("models.listing", title=title_of(models, provider, t))):
        return models.model_list(provider, session.workbench().list_models)


def _trouble(models: SessionModels, role: Role, provider: str, t: Texts) -> None:
    """Draw why no model can be chosen: the provider is not configured, or its list failed."""
    title = title_of(models, provider, t)
    if models.problem(provider) is not None:
        st.html(tag("p", t("models.blocked", title=title), cls="wb-problem"))
        return
    listed = models.model_list(provider, session.workbench().list_models)
    if isinstance(listed, StageError):
        _no_list(models, role, listed, t)


def _no_list(models: SessionModels, role: Role, why: StageError, t: Texts) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", wrap=False):
        told = f"{errors.sentence(why, t)} {t('models.no_list')}"
        st.html(tag("p", told, cls="wb-small"), width="stretch")
        st.button(
            t("models.list_again"),
            icon=":material/refresh:",
            type="tertiary",
            on_click=models.forget_failed_lists,
            key=f"wb_list_again_{role}",
        )


def _try(models: SessionModels, role: Role, now: ModelChoice, t: Texts, *, waiting: bool) -> None:
    """Draw the test button with the result of the last test next to it."""
    with st.container(horizontal=True, gap="small", wrap=False, key=f"wb_trial_{role}"):
        pressed = st.button(
            t("models.try.button"),
            icon=":material/bolt:",
            key=f"wb_try_{role}",
            **permit("test_model", disabled=waiting),
        )
        beside = st.empty()
    if pressed:
        beside.html(_going(now, t))
        models.probe(now.model, session.workbench().test_model)
    tried = None if waiting else models.probe_result(now.model)
    beside.html(_untried(t) if tried is None else probe_outcome(tried, t))


def _untried(t: Texts) -> Html:
    return tag("p", t("models.try.help"), cls="wb-tried wb-small")


def _going(now: ModelChoice, t: Texts) -> Html:
    told = t("models.try.going", model=now.model)
    return tag("p", icon("progress_activity"), tag("span", told), cls="wb-tried going")


def probe_outcome(tried: ProbeResult, t: Texts) -> Html:
    """The result of a test: time, tokens and price, or the error with its hint."""
    if isinstance(tried, StageError):
        happened, hint = errors.translate_error(tried, t)
        kind = chip(errors.kind(tried, t), "gray", tried.kind)
        told = tag("span", tag("b", happened), f" {hint} ", kind)
        return tag("p", icon("error"), told, cls="wb-tried bad")
    told = tag("span", " · ".join(_figures(tried, t)))
    return tag("p", icon("check_circle"), told, cls="wb-tried good")


def _figures(trial: Probe, t: Texts) -> Sequence[str]:
    language = t.language
    price = trial.price_usd
    return (
        t("models.try.good", time=duration(trial.ms, language)),
        t(
            "models.try.tokens",
            n_in=integer(trial.input_tokens, language),
            n_out=integer(trial.output_tokens, language),
        ),
        t("models.try.price_unknown") if price is None else money(price, language),
        t("common.quoted", text=trial.text[:40]),
    )
