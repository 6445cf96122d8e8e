"""The editor of a run's facts: drop, reorder, add by hand with a note, and run from there."""

from collections.abc import Sequence

import streamlit as st

from workbench.domain.evidence import Evidence
from workbench.domain.given_facts import given_execution, note
from workbench.domain.limits import QUESTION
from workbench.domain.run import Run, Stage
from workbench.text.plain_text import without_markdown
from workbench.ui import actions, session_edits
from workbench.ui.html import tag
from workbench.ui.panels.widgets import muted
from workbench.ui.role_controls import permit
from workbench.ui.run_view_model import RunViewModel

SHOWN = 40
"""Facts that are drawn at first, and those that are added at a click."""
_ORIGIN = 200
"""The longest note about an added fact."""


def draw(frame: RunViewModel) -> None:
    """Draw the facts with their buttons, the form for a new one, and the button that runs."""
    t, run = frame.t, frame.run
    facts = session_edits.facts(run)
    st.html(muted(t("ask.facts.help" if facts else "ask.facts.none")))
    with st.container(key="wb_facts_list", gap="xsmall"):
        shown = st.session_state.get(_shown_key(run), SHOWN)
        for place, item in enumerate(facts[:shown]):
            _row(frame, facts, place, item)
        if shown < len(facts):
            st.button(
                t("ask.facts.more", n=min(SHOWN, len(facts) - shown)),
                icon=":material/expand_more:",
                key=f"wb_more_facts_{run.id}",
                on_click=_show_more,
                args=(run,),
            )
    _new(frame, facts)
    with st.container(horizontal=True, gap="xsmall"):
        if st.button(
            t("ask.facts.run"),
            icon=":material/play_arrow:",
            type="primary",
            key=f"wb_run_facts_{run.id}",
            **permit("fork_stream", disabled=not session_edits.has_edited_facts(run)),
        ):
            actions.fork(run, Stage.EXECUTE, given_execution(run, session_edits.facts(run)))
        if session_edits.has_edited_facts(run):
            st.button(
                t("ask.plan.reset"),
                icon=":material/undo:",
                key=f"wb_reset_facts_{run.id}",
                on_click=session_edits.set_facts,
                args=(run, run.facts.items if run.facts else ()),
            )


def _shown_key(run: Run) -> str:
    return f"wb_facts_shown_{run.id}"


def _show_more(run: Run) -> None:
    key = _shown_key(run)
    st.session_state[key] = st.session_state.get(key, SHOWN) + SHOWN


def _row(frame: RunViewModel, facts: Sequence[Evidence], place: int, item: Evidence) -> None:
    t, run, number = frame.t, frame.run, place + 1
    text = without_markdown(item.content)
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="top", wrap=False):
        subject = frame.subject(item)
        told = tag("span", text if len(text) < 240 else text[:240].rsplit(" ", 1)[0] + "…")
        st.html(
            tag("div", tag("b", f"{number}. "), told, tag("small", subject), cls="wb-fact"),
            width="stretch",
        )
        for name, symbol, edited in (
            ("first", "vertical_align_top", moved_to(facts, place, 0)),
            ("up", "arrow_upward", moved_to(facts, place, max(place - 1, 0))),
            ("drop", "close", (*facts[:place], *facts[place + 1 :])),
        ):
            st.button(
                t(f"ask.facts.{name}", n=number),
                icon=f":material/{symbol}:",
                type="tertiary",
                help=t(f"ask.facts.{name}", n=number),
                disabled=edited == facts,
                key=f"wb_icon_fact_{name}_{place}",
                on_click=session_edits.set_facts,
                args=(run, edited),
            )


def moved_to(facts: Sequence[Evidence], place: int, other: int) -> tuple[Evidence, ...]:
    """Return the facts with the one of a place at another, and the order of the rest kept."""
    rest = [*facts[:place], *facts[place + 1 :]]
    return (*rest[:other], facts[place], *rest[other:])


def _new(frame: RunViewModel, facts: Sequence[Evidence]) -> None:
    t, run, made = frame.t, frame.run, session_edits.made()
    text, origin = f"wb_new_fact_{run.id}_{made}", f"wb_new_origin_{run.id}_{made}"
    st.text_area(t("ask.facts.text"), key=text, height=80, max_chars=QUESTION)
    st.text_input(
        t("ask.facts.origin"),
        placeholder=t("ask.facts.origin_hint"),
        key=origin,
        max_chars=_ORIGIN,
    )

    def add() -> None:
        stated, known = session_edits.typed(text), session_edits.typed(origin)
        call = facts[0].call if facts else 0
        if stated:
            given = note(stated, known or t("ask.facts.default_origin"), call)
            session_edits.set_facts(run, (given, *facts))

    st.button(t("ask.facts.add"), icon=":material/add:", key=f"wb_add_fact_{run.id}", on_click=add)
