"""The Matrix page: a few questions over models, templates, settings and workspaces at once."""

import streamlit as st

from workbench.ui import session, session_compare, session_matrix
from workbench.ui.components.link_actions import clicked_link
from workbench.ui.html import tag
from workbench.ui.navigation import Page
from workbench.ui.panels import matrix
from workbench.ui.workspace_titles import workspace_titles

PAGE = Page(
    title={"ru": "Матрица", "en": "Matrix"},
    help={
        "ru": "Несколько вопросов сразу по разным моделям, шаблонам, параметрам и областям.",
        "en": "A few questions over several models, templates, settings and workspaces at once.",
    },
    icon=":material/grid_view:",
)


def main() -> None:
    """Draw the page."""
    t = session.texts()
    titles = workspace_titles()
    job = session_matrix.shown()
    session_matrix.fill_axes(job)
    clicked = clicked_link(("run", "pick"), key="wb_matrix_links")
    if clicked and clicked[0] == "pick":
        session_matrix.pick(clicked[1], session_compare.MOST)
    st.html(tag("h1", t("matrix.title")) + tag("p", t("matrix.lead"), cls="wb-lead"))
    with st.container(border=True, key="wb_matrix_axes", gap="small"):
        running = job is not None and not job.snapshot.finished
        matrix.draw_start(t, matrix.draw_axes(t, titles), running=running)
    session_matrix.write_address()
    if session_matrix.is_lost():
        st.info(t("matrix.lost"), icon=":material/search_off:")
    if job is not None:
        matrix.draw_grid(t, job, titles)
    if clicked and clicked[0] == "run":
        run = session.workbench().run(clicked[1])
        session.visit_run(run.id, run.workspace)


if __name__ == "__main__":
    main()
