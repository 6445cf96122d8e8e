"""The header of a run: question, status badges, conversation and menu."""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.domain.run import Run, RunStatus, Usage
from workbench.domain.run_summary import RunSummary, summarize
from workbench.i18n.numbers import duration, money
from workbench.llm.embedding.run_vectors import ROLE as EMBEDDER
from workbench.settings import OFFLINE
from workbench.ui import actions, session, session_compare, session_explain
from workbench.ui.html import Html, join, tag
from workbench.ui.panels import (
    conversation,
    downloads,
    exchanges,
    fork_tree,
    run_dialogs,
    shortcuts,
)
from workbench.ui.panels.panel_fragment import panel_fragment
from workbench.ui.panels.widgets import chip
from workbench.ui.role_controls import permit
from workbench.ui.run_view_model import RunViewModel


def draw(frame: RunViewModel) -> DeltaGenerator:
    """Draw the question, and return the row, which ``draw_details`` completes."""
    row = _row("wb_header")
    with row:
        _question(frame.run.question)
    return row


def draw_details(frame: RunViewModel, row: DeltaGenerator, turns: Sequence[RunSummary]) -> None:
    """Draw the badges and the menu; ``turns`` are the questions of the conversation."""
    with row:
        st.html(tag("div", *_badges(frame), cls="wb-badges"), width="content")
        conversation.draw_button(frame, turns)
        fork_tree.draw_button(frame)
        with st.container(width="content"):
            _menu(frame)


def draw_question(frame: RunViewModel) -> None:
    """Draw the header of a run that has just begun: its question."""
    draw_asked(frame.run.question)


def draw_asked(question: str) -> None:
    """Draw the header of a run that holds nothing but its question yet."""
    with _row("wb_header_begun"):
        _question(question)


def _row(key: str) -> DeltaGenerator:
    return st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=key, wrap=False
    )


def _question(question: str) -> None:
    st.html(tag("h1", question, cls="wb-question", title=question), width="stretch")


def _badges(frame: RunViewModel) -> list[Html]:
    t, run = frame.t, frame.run
    badges = []
    if run.parent_id and run.forked_at:
        stage = t(f"common.stage.{run.forked_at}")
        badges.append(
            tag(
                "a",
                chip(
                    t("ask.header.fork_of"),
                    "blue",
                    t("ask.header.fork_help", stage=stage),
                    "alt_route",
                ),
                href=f"#run-{run.parent_id}",
                aria_label=t("ask.header.parent"),
            )
        )
    if run.status is RunStatus.FAILED and run.answer is not None:
        if not (run.failure and run.failure.recovered_by):  # else a notice names the fallback
            badges.append(chip(t("ask.header.unchecked"), "orange", t("ask.header.unchecked_help")))
    elif run.status in (RunStatus.CANCELLED, RunStatus.INTERRUPTED, RunStatus.FAILED):
        tone = "red" if run.status is RunStatus.FAILED else "orange"
        badges.append(chip(t(f"common.status.{run.status}"), tone))
    if is_offline(run):
        why = t("ask.offline.unanswered" if _called(run) else "ask.offline.body")
        badges.append(chip(t("ask.offline.badge"), "orange", why, "cloud_off"))
    if frame.finished and session.workbench().outdated_runs([summarize(run)]):
        badges.append(chip(t("runs.outdated"), "orange", symbol="edit_note"))
    badges.append(chip(_elapsed(frame), "gray", t("ask.header.time_help"), "timer"))
    if _was_asked(run.usage):
        badges.append(chip(_cost(frame), "gray", _cost_by_role(frame), "toll"))
    if any(call.cached for call in run.usage.calls if call.role != EMBEDDER):
        badges.append(exchanges.cached_chip(frame))
    return badges


def is_offline(run: Run) -> bool:
    """Whether no model was used; False before a run in progress has recorded its models."""
    if run.answer is None and not run.models:
        return False
    answering = run.answer.model if run.answer else run.models.get("answer", OFFLINE)
    return all(call.role == EMBEDDER for call in run.usage.calls) and answering == OFFLINE


def _called(run: Run) -> bool:
    """Whether a model was called, successfully or not."""
    return any(one.role != EMBEDDER for one in run.exchanges)


def _elapsed(frame: RunViewModel) -> str:
    return duration(sum(record.ms for record in frame.run.stages), frame.language)


def _cost(frame: RunViewModel) -> str:
    return _sum(frame, frame.run.usage)


def _cost_by_role(frame: RunViewModel) -> str:
    roles = frame.run.usage.by_role.items()
    lines = [f"{frame.t.get(f'models.role.{role}', role)}: {_sum(frame, u)}" for role, u in roles]
    return "\n".join([frame.t("ask.header.cost_help"), *lines])


def _was_asked(usage: Usage) -> bool:
    """Whether any call went to a provider."""
    return any(not call.cached for call in usage.calls)


def _sum(frame: RunViewModel, usage: Usage) -> str:
    language = frame.language
    if not _was_asked(usage):
        return frame.t(f"ask.header.{exchanges.source_of_cached(frame)}")
    tokens = frame.t("common.count.tokens", n=usage.input_tokens + usage.output_tokens)
    price = (
        frame.t("ask.header.price_unknown")
        if usage.price_usd is None
        else money(usage.price_usd, language)
    )
    return f"{tokens} · {price}"


@panel_fragment
def _menu(frame: RunViewModel) -> None:
    t, run = frame.t, frame.run
    with (
        st.popover(t("ask.menu.label"), icon=":material/more_horiz:", key=session.menu_key(run.id)),
        st.container(gap="xsmall"),
    ):
        st.caption(t("ask.menu.link"))
        st.code(link(run), language=None, wrap_lines=True)
        downloads.draw(frame)
        _buttons_to_run_again(frame)
        _buttons_to_inspect(frame)
        if run.parent_id:
            _parent_buttons(frame, run.parent_id)
        _case_button(frame)
        if st.button(
            t("ask.keys.title"),
            icon=":material/keyboard:",
            width="stretch",
            key=f"wb_keys_{run.id}",
            on_click=session.close_menu,
        ):
            shortcuts.open_sheet(t)
        st.html(_served(frame))


def _buttons_to_run_again(frame: RunViewModel) -> None:
    t, run = frame.t, frame.run
    if st.button(
        t("ask.menu.repeat"),
        icon=":material/replay:",
        width="stretch",
        key=f"wb_repeat_{run.id}",
        **permit("stream"),
    ):
        actions.repeat(run)
    if st.button(
        t("ask.menu.replay"),
        icon=":material/history:",
        width="stretch",
        key=f"wb_replay_{run.id}",
        **permit("replay_stream", help=t("ask.menu.replay_help"), disabled=not frame.finished),
    ):
        actions.replay(run)


def _buttons_to_inspect(frame: RunViewModel) -> None:
    t, run = frame.t, frame.run
    if st.button(
        t("explain.menu"),
        icon=":material/troubleshoot:",
        disabled=not frame.finished,
        width="stretch",
        key=f"wb_explain_{run.id}",
    ):
        session_explain.open_explain(run.id)
    if run.exchanges and st.button(
        t("ask.menu.calls"),
        icon=":material/forum:",
        disabled=not frame.finished,
        width="stretch",
        key=f"wb_calls_{run.id}",
        on_click=session.close_menu,
    ):
        exchanges.open_dialog(frame)


def _case_button(frame: RunViewModel) -> None:
    t, run = frame.t, frame.run
    if st.button(
        t("ask.menu.case"),
        icon=":material/verified:",
        width="stretch",
        key=f"wb_case_{run.id}",
        on_click=session.close_menu,
        **permit("save_case", disabled=not frame.finished, help=t("runs.golden.help")),
    ):
        run_dialogs.save_case(t, run)


def _parent_buttons(frame: RunViewModel, parent_id: str) -> None:
    """Draw what leads from a fork to the run that it was made from."""
    t, run = frame.t, frame.run
    if st.button(
        t("ask.forks.compare"),
        icon=":material/compare_arrows:",
        disabled=not frame.finished,
        width="stretch",
        key=f"wb_menu_compare_{run.id}",
    ):
        session_compare.open_compare((parent_id, run.id))
    if st.button(
        t("ask.header.parent"),
        icon=":material/alt_route:",
        width="stretch",
        key=f"wb_parent_{run.id}",
    ):
        session.open_run(parent_id)
        st.rerun()


def link(run: Run) -> str:
    """The URL that opens this run in any browser."""
    page = (st.context.url or "").split("?")[0]
    return f"{page.rstrip('/')}/?run={run.id}"


def _served(frame: RunViewModel) -> Html:
    """The model of each role with its cost."""
    t, run = frame.t, frame.run
    names, usage = {OFFLINE: t("ask.menu.no_model")}, run.usage.by_role
    rows = [
        join(
            (
                tag("dt", t.get(f"ask.menu.role_{role}", role)),
                tag(
                    "dd",
                    names.get(model, model),
                    tag("small", _sum(frame, usage[role])) if role in usage else "",
                ),
            )
        )
        for role, model in run.models.items()
    ]
    return tag("dl", *rows, cls="wb-facts wb-served")
