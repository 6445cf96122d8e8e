"""The audit of a workspace on the Runs page: who changed entities, graph and prompts, and when."""

import streamlit as st

from workbench.bootstrap.prompt_catalogue import prompt_kinds
from workbench.domain.changes import Change
from workbench.domain.local_text import localize
from workbench.errors import WorkbenchError
from workbench.i18n.numbers import moment
from workbench.ui import corrections, errors, session
from workbench.ui.html import Html, tag
from workbench.ui.navigation import page_entry, page_path
from workbench.ui.panels import empty
from workbench.ui.panels.prompt_editor import kind_label
from workbench.ui.panels.widgets import chip, muted, nothing
from workbench.ui.sign_in import shown_author
from workbench.ui.texts import Texts

AREAS = ("registry", "graph", "prompts")
"""The pages on which changes are made."""
SHOWN = 100
"""Changes that are drawn; ``workbench changes`` lists them all."""


def draw(t: Texts) -> None:
    """Draw the changes of the current workspace, the newest first."""
    name = session.workspace_id()
    if session.preparation(name) is not None:
        empty.draw_preparing(t, name)
        return
    try:
        found = session.workbench().changes(name)
    except WorkbenchError as error:
        errors.draw(error, t)
        return
    title = localize(session.summary().title, t.language)
    if not found:
        _draw_nothing(t, title)
        return
    st.html(muted(t("runs.changes.lead", workspace=title)))
    st.html(_table(found[:SHOWN], t))
    if len(found) > SHOWN:
        st.caption(t("runs.changes.more", n=len(found) - SHOWN))


def _draw_nothing(t: Texts, title: str) -> None:
    """Say what will be listed, with the pages where changes are made."""
    st.html(nothing(t("runs.changes.none", workspace=title), t("runs.changes.none_hint")))
    with st.container(horizontal=True, gap="medium"):
        for page in AREAS:
            entry = page_entry(page)
            st.page_link(page_path(page), label=localize(entry.title, t.language), icon=entry.icon)


def _table(found: tuple[Change, ...], t: Texts) -> Html:
    names = ("when", "who", "where", "what")
    head = (tag("th", t(f"runs.changes.{name}"), scope="col") for name in names)
    rows = (tag("tr", *(tag("td", cell) for cell in _cells(one, t))) for one in found)
    table = tag("table", tag("thead", tag("tr", *head)), tag("tbody", *rows), cls="wb-listing")
    label = t("runs.view.changes")
    return tag("div", table, cls="wb-across", tabindex="0", role="region", aria_label=label)


def _cells(change: Change, t: Texts) -> tuple[Html | str, ...]:
    when = moment(change.at, t.language, session.time_zone())
    area = t(f"runs.changes.area.{change.area}")
    return when, shown_author(change.author, t), area, _what(change, t)


def _what(change: Change, t: Texts) -> Html:
    """What was changed; a change that was undone since is quiet and says so."""
    what = told(change, t)
    if change.is_undone:
        return tag("span", t("runs.changes.taken_back", what=what))
    if change.correction is None or change.correction.counts:
        return tag("span", what)
    return tag("span", what, " ", chip(t("registry.corrections.undone")), cls="wb-quiet")


def told(change: Change, t: Texts) -> str:
    """Say in one line what was changed."""
    if change.correction is not None:
        return corrections.sentence(change.correction, t)
    kind = prompt_kinds().get(change.template)
    name = kind_label(kind, t) if kind else change.template
    of_version = "file" if change.number == 0 else change.kind
    return t(f"runs.changes.prompt.{of_version}", name=name, number=change.number)
