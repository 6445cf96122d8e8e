"""Provider access: API key fields and the choice of a compatible server."""

from collections.abc import Mapping, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.llm.providers import PROVIDERS
from workbench.llm.providers.compatible import PRESETS
from workbench.ui import session
from workbench.ui.html import Html, tag
from workbench.ui.panels.widgets import chip
from workbench.ui.session_models import SessionModels, is_address
from workbench.ui.texts import Texts

_OWN = "own"
_SERVER = "wb_server"
_ADDRESS = "wb_server_address"


def draw(models: SessionModels, t: Texts) -> Mapping[str, DeltaGenerator]:
    """Draw a box for each provider; returns the places of their headings."""
    heads = {}
    for provider in PROVIDERS:
        with st.container(border=True, key=f"wb_access_{provider}", gap="xsmall"):
            heads[provider] = st.empty()
            if provider == "compatible":
                _server(models, t)
            if provider != "compatible" or models.server is not None:
                _key(models, provider, t)
    st.html(tag("p", t("models.access.note"), cls="wb-small"))
    draw_heads(heads, models, t)
    return heads


def draw_heads(heads: Mapping[str, DeltaGenerator], models: SessionModels, t: Texts) -> None:
    """Draw the headings; again once the roles have asked the providers for their models."""
    for provider, head in heads.items():
        head.html(_head(models, provider, t))


def title_of(models: SessionModels, provider: str, t: Texts) -> str:
    """A provider's title; for a compatible server, the preset's title if there is one."""
    server = models.server if provider == "compatible" else None
    return server.title if server and server.title else _title(provider, t)


def _title(provider: str, t: Texts) -> str:
    title = PROVIDERS[provider].title
    return t.get(f"models.access.{title}", title)


def _head(models: SessionModels, provider: str, t: Texts) -> Html:
    name = tag("b", _title(provider, t))
    return tag("div", name, _state(models, provider, t), cls="wb-line")


def _state(models: SessionModels, provider: str, t: Texts) -> Html:
    origin = models.key_origin(provider)
    if provider == "compatible" and models.server is None:
        return chip(t("models.access.no_server"))
    if models.refuses_key(provider):
        return chip(t("models.access.refused"), "red", symbol="error")
    if origin is not None:
        return chip(t(f"models.access.from_{origin}"), "green", symbol="key")
    if models.problem(provider) is None:
        return chip(t("models.access.keyless"), "green", symbol="check")
    return chip(t("models.access.none"))


def _key(models: SessionModels, provider: str, t: Texts) -> None:
    typed = models.key_origin(provider) == "session"
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall", wrap=False):
        st.text_input(
            t("models.access.key", title=_title(provider, t)),
            type="password",
            key=session.key_field(provider),
            on_change=session.take_key,
            args=(provider,),
            placeholder=_hint(models, provider, t),
            autocomplete="new-password",
            label_visibility="collapsed",
        )
        if typed:
            st.button(
                t("models.access.forget"),
                icon=":material/key_off:",
                help=t("models.access.forget_help"),
                key=f"wb_forget_{provider}",
                on_click=models.set_key,
                args=(provider, None),
            )
    problem = models.problem(provider)
    if typed and problem is not None:
        st.html(tag("p", str(problem), cls="wb-problem"))


def _hint(models: SessionModels, provider: str, t: Texts) -> str:
    if models.key_origin(provider) is not None:
        return t("models.access.key_replace")
    keyless = provider == "compatible" and models.problem(provider) is None
    return t("models.access.key_optional" if keyless else "models.access.key_hint")


def _server(models: SessionModels, t: Texts) -> None:
    if not session.may_name_servers():
        st.html(tag("p", t("models.access.address_closed"), cls="wb-small"))
        return
    options: Sequence[str] = ("", *PRESETS, _OWN)
    chosen = st.selectbox(
        t("models.access.server"),
        options,
        index=options.index(_chosen(models)),
        format_func=lambda name: _server_label(models, name, t),
        key=session.translated_key(_SERVER),
        label_visibility="collapsed",
        filter_mode=None,
    )
    if chosen == _OWN:
        _own_address(models, t)
    else:
        models.set_server(chosen or None)


def _chosen(models: SessionModels) -> str:
    typed = models.credentials.compatible_base_url
    if typed is None:
        return ""
    return typed if typed in PRESETS else _OWN


def _server_label(models: SessionModels, name: str, t: Texts) -> str:
    if name == _OWN:
        return t("models.access.server_own")
    if name:
        return f"{PRESETS[name].title} · {PRESETS[name].base_url}"
    said = models.settings.base_url_of("compatible")
    return t("models.access.server_settings", url=said) if said else t("models.access.server_none")


def _own_address(models: SessionModels, t: Texts) -> None:
    typed = models.credentials.compatible_base_url
    address = st.text_input(
        t("models.access.address"),
        value=typed if typed and typed not in PRESETS else "",
        key=_ADDRESS,
        placeholder="http://127.0.0.1:8000/v1",
        label_visibility="collapsed",
        autocomplete="off",
    ).strip()
    if address and not is_address(address):
        st.html(tag("p", t("models.access.address_bad"), cls="wb-problem"))
    models.set_server(address if is_address(address) else None)
