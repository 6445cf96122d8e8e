"""Make a part of a run's panel run by itself once the run has ended."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

import streamlit as st

from workbench.ui import session_reload, session_toast
from workbench.ui.run_view_model import RunViewModel

P = ParamSpec("P")


def panel_fragment(
    draw: Callable[Concatenate[RunViewModel, P], None],
) -> Callable[Concatenate[RunViewModel, P], None]:
    """Make a drawing function a fragment, except while its run is in progress.

    A run in progress is drawn inside a fragment that is run again and again. When Streamlit runs a
    fragment again, it drops what it has not sent of the fragment itself, but sends what is left of
    fragments inside it: their parents are missing in the browser, and the app stops with
    "Bad delta path index".
    """

    @st.fragment
    def fragment(frame: RunViewModel, *args: P.args, **kwargs: P.kwargs) -> None:
        session_toast.draw()
        draw(frame, *args, **kwargs)
        session_reload.keep()

    @wraps(draw)
    def drawn(frame: RunViewModel, /, *args: P.args, **kwargs: P.kwargs) -> None:
        (fragment if frame.finished else draw)(frame, *args, **kwargs)

    return drawn
