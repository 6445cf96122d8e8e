"""The conversation column: the thread's questions, how they were read, and their answers."""

from collections.abc import Sequence

import streamlit as st

from workbench.domain.diagnostics import Diagnostics
from workbench.domain.run import Run
from workbench.domain.run_summary import RunSummary
from workbench.text.plain_text import without_markdown
from workbench.ui import session, session_thread
from workbench.ui.html import Html, tag
from workbench.ui.panels.answer_sources import shorten
from workbench.ui.panels.widgets import box, title
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.verdicts import verdict_chip

_SHOWN = 20
"""The latest turns, whose runs are read from the store."""
_LONGEST = 600
"""Characters of an answer that the column shows; the page has the whole."""


def draw_button(frame: RunViewModel, turns: Sequence[RunSummary]) -> None:
    """Draw the button that opens and closes the column; a single question has none."""
    if len(turns) < 2:
        return
    st.button(
        _label(frame, turns),
        icon=":material/forum:",
        key=f"wb_thread_{frame.run.id}",
        on_click=session_thread.toggle_conversation,
    )


def draw(frame: RunViewModel, turns: Sequence[RunSummary]) -> None:
    """Draw the turns, oldest first."""
    t = frame.t
    with box("talk"):
        with st.container(horizontal=True, vertical_alignment="center", wrap=False):
            st.html(title(_label(frame, turns)), width="stretch")
            st.button(
                t("ask.graph.close"),
                icon=":material/close:",
                type="tertiary",
                help=t("ask.graph.close"),
                key="wb_icon_talk_close",
                on_click=session_thread.toggle_conversation,
            )
        for turn in turns[-_SHOWN:]:
            _turn(frame, turn)


def _label(frame: RunViewModel, turns: Sequence[RunSummary]) -> str:
    questions = frame.t("common.count.questions", n=len(turns))
    return frame.t("ask.thread.label", questions=questions)


def _turn(frame: RunViewModel, turn: RunSummary) -> None:
    is_shown = turn.id == frame.run.id
    if st.button(
        turn.question,
        key=f"wb_turn_{turn.id}",
        type="tertiary",
        disabled=is_shown,
        icon=":material/arrow_forward:",
    ):
        session.open_run(turn.id)
        st.rerun()
    run = frame.run if is_shown else session.workbench().runs.get(turn.id)
    if run is not None:
        told = read_as(frame, run)
        read = tag("p", told) if told else ""
        st.html(tag("div", read, _answer(frame, run), cls="wb-turn"))


def read_as(frame: RunViewModel, run: Run) -> str:
    """How a follow-up was read: rewritten, with what it took over, or after which question."""
    memory = run.memory
    if memory is None or memory.decision == "independent":
        return ""
    if memory.rewritten:
        return frame.t("ask.thread.rewritten", question=memory.rewritten)
    if carried := ", ".join(one.name for one in run.entities if one.span is None):
        return frame.t("ask.thread.carried", names=carried)
    before = memory.carried.question if memory.carried else ""
    return frame.t("ask.thread.continues", question=before) if before else ""


def _answer(frame: RunViewModel, run: Run) -> Html | None:
    if run.answer is None:
        return None
    verdict = _verdict(frame, run.diagnostics) if run.diagnostics else ""
    text = shorten(without_markdown(run.answer.text), _LONGEST)
    summary = tag("summary", frame.t("ask.answer.tab"), " ", verdict)
    return tag("details", summary, tag("p", text))


def _verdict(frame: RunViewModel, found: Diagnostics) -> Html:
    if found.verdict is None:
        return Html()
    label, probability = found.verdict.label, found.verdict.probability
    return verdict_chip(label, probability, found.grounding.score, frame.t)
