"""The downloads of a run: one button for each format of an export, named by what it gives."""

from functools import partial

import streamlit as st

from workbench.domain.local_text import localize
from workbench.export.formats import EXPORT_FORMATS
from workbench.ui import errors, session
from workbench.ui.run_view_model import RunViewModel


def draw(frame: RunViewModel) -> None:
    """Draw the buttons; a file is made when its button is clicked."""
    run, workbench = frame.run, session.workbench()
    st.caption(frame.t("ask.menu.export"), help=frame.t("ask.menu.export_help"))
    with st.grid(2, gap="xsmall", key=f"wb_downloads_{run.id}"):
        for name, form in EXPORT_FORMATS.items():
            problem = form.problem()
            st.download_button(
                localize(form.title, frame.language),
                partial(workbench.export, run, name, language=frame.language),
                file_name=form.file_name(run.id),
                mime=form.mime,
                icon=":material/download:",
                width="stretch",
                on_click="ignore",
                disabled=not frame.finished or problem is not None,
                help=errors.sentence(problem, frame.t) if problem else None,
                key=f"wb_download_{name}_{run.id}",
            )
