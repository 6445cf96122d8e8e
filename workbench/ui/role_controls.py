"""Disable a control whose action a person's role does not allow, and say which role does."""

from typing import TypedDict

from workbench.ui import errors, session
from workbench.ui.role_access import NEEDED, refusal
from workbench.ui.sign_in import Role


class Control(TypedDict):
    """Arguments of a Streamlit widget: whether it can be used, and its tooltip."""

    disabled: bool
    help: str | None


def refused(method: str) -> str:
    """Return why the person of this session may not call a method; empty if they may."""
    needed = NEEDED.get(method, Role.EDITOR)
    if session.person().may(needed):
        return ""
    return errors.translate_error(refusal(needed), session.texts()).message


def permit(method: str, *, disabled: bool = False, help: str | None = None) -> Control:
    """Return the arguments of a widget that calls a method of the Workbench.

    Args:
        method: of the Workbench or its run store, such as ``save_prompt``.
        disabled: whether the widget is disabled for everyone.
        help: its tooltip for a person who may use it.
    """
    reason = refused(method)
    return {"disabled": disabled or bool(reason), "help": reason or help}
