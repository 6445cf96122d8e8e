"""Who uses the app: sign-in by OpenID Connect, and the role that the settings give a person.

Without roles in the settings nobody signs in, and everyone may do everything. The command line and
the Python API know no roles: whoever runs them has the files.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import NamedTuple

import streamlit as st
from streamlit.errors import StreamlitAuthError

from workbench.logs import log
from workbench.settings import Settings
from workbench.ui import session_toast, style
from workbench.ui.html import tag
from workbench.ui.texts import Texts


class Role(IntEnum):
    """What a person may do; each role may do what the ones before it may."""

    NOBODY = 0
    VIEWER = 1
    """Looks at runs, documents, graph, entities and prompts."""
    ANALYST = 2
    """Asks, takes runs apart, annotates them."""
    EDITOR = 3
    """Changes documents, entities, graph, prompts and golden cases, and deletes runs."""


class Person(NamedTuple):
    """Someone in front of the app."""

    name: str
    """The address that the identity provider vouches for; ``app`` without sign-in."""
    role: Role

    def may(self, role: Role) -> bool:
        """Whether the person has this role or a higher one."""
        return self.role >= role


ANYONE = Person("app", Role.EDITOR)
"""Everyone, where nobody signs in."""


def shown_author(name: str, t: Texts) -> str:
    """Who made a change: an address, or where it was made if nobody had signed in."""
    return t.get(f"common.author.{name}", name)


def signs_in(settings: Settings) -> bool:
    """Whether the settings name anyone, so that people sign in."""
    return bool(
        settings.workbench_viewers or settings.workbench_analysts or settings.workbench_editors
    )


def role_of(address: str, settings: Settings) -> Role:
    """The highest role that the settings give an address."""
    lists = {
        Role.EDITOR: settings.workbench_editors,
        Role.ANALYST: settings.workbench_analysts,
        Role.VIEWER: settings.workbench_viewers,
    }
    return next((role for role, names in lists.items() if _named(address, names)), Role.NOBODY)


def _named(address: str, names: Iterable[str]) -> bool:
    """Whether a list names an address: itself, its domain as ``@example.org``, or ``*``."""
    known = address.casefold()
    domain = known[known.rfind("@") :]
    return any(name in ("*", known, domain) for name in map(str.casefold, names))


def current(settings: Settings) -> Person:
    """The person of this session; someone without a role before signing in."""
    if not signs_in(settings):
        return ANYONE
    claims = st.user.to_dict()
    address = str(claims.get("email") or "")
    # Whoever may choose an address at the provider without proving it is not its owner.
    if not claims.get("is_logged_in") or "@" not in address or not _verified(claims):
        return Person(address, Role.NOBODY)
    return Person(address, role_of(address, settings))


def _verified(claims: Mapping[str, object]) -> bool:
    """Whether the provider vouches for the address; some leave the claim out for all of theirs."""
    return claims.get("email_verified", True) in (True, "true")


def draw_gate(person: Person, t: Texts) -> None:
    """Draw the page of someone who may not see the app: sign in, or ask for a role."""
    with st.container(key="wb_sign_in", gap="small"):
        st.html(tag("div", cls="wb-mark") + tag("h1", style.PRODUCT))
        if not st.user.to_dict().get("is_logged_in"):
            st.html(tag("p", t("common.person.lead"), cls="wb-lead"))
            st.button(
                t("common.person.sign_in"),
                type="primary",
                icon=":material/login:",
                on_click=_login,
                args=(t,),
            )
            return
        st.html(tag("p", t("common.person.no_role", name=person.name or "?"), cls="wb-lead"))
        draw_sign_out(t, st.logout)


def _login(t: Texts) -> None:
    try:
        st.login()
    except StreamlitAuthError as error:  # no authlib, or no [auth] in secrets.toml
        log.error("sign_in_not_configured", reason=str(error))
        session_toast.tell(t("common.person.not_configured"), icon=":material/error:")


def draw_sign_out(t: Texts, sign_out: Callable[[], None]) -> None:
    """Draw the button that signs out."""
    st.button(t("common.person.sign_out"), icon=":material/logout:", on_click=sign_out)
