"""The filters of the entities panel: one can be replaced, removed or added by hand."""

import streamlit as st

from workbench.domain.entities import Candidate, Resolution, SlotMention
from workbench.domain.run import Run, Stage
from workbench.ui import actions, entity_edits, plan_edits, session, session_edits
from workbench.ui.html import Html, tag
from workbench.ui.panels.choose_node import choose_node
from workbench.ui.panels.widgets import chip
from workbench.ui.role_controls import permit
from workbench.ui.run_view_model import RunViewModel
from workbench.workspace.plan_names import slot_values


def draw(frame: RunViewModel, place: int, slot: SlotMention) -> None:
    """Draw a filter with what replaces and removes it."""
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center", wrap=False):
        st.html(told(frame, slot), width="stretch")
        if not frame.finished:
            return
        if slot.slot in frame.workspace.spec.slots:
            _replace(frame, place, slot)
        left = entity_edits.without_filter(session_edits.resolution(frame.run), place)
        remove_button(frame, f"wb_icon_remove_filter_{place}", left)


def told(frame: RunViewModel, slot: SlotMention) -> Html:
    """A filter with the words that name it, or with who added it and whether the plan has it."""
    t, named = frame.t, frame.filter_text(slot.slot, slot.value)
    if slot.span is not None:
        words = t("common.quoted", text=slot.label)
        return tag("p", chip(named, "blue", words), cls="wb-row")
    notes = [t("ask.entities.by_hand")]
    if frame.finished and slot in frame.run.slots and not _is_planned(frame.run, slot):
        notes.append(t("ask.entities.not_planned"))
    return tag(
        "p", chip(named, "blue"), tag("span", " · ".join(notes), cls="wb-small"), cls="wb-row"
    )


def _is_planned(run: Run, slot: SlotMention) -> bool:
    """Whether a call of the plan is filtered by the value, or begins with it."""
    calls = [call.args for call in run.plan.tool_calls] if run.plan else []
    pairs = {pair for args in calls for pair in plan_edits.pairs_of(args.applied_filters)}
    return (slot.slot, slot.value) in pairs or slot.value in {args.subject_id for args in calls}


def remove_button(frame: RunViewModel, key: str, left: Resolution) -> None:
    """Draw the button after which ``left`` remains of what was recognised."""
    st.button(
        frame.t("ask.entities.remove"),
        icon=":material/close:",
        type="tertiary",
        key=key,
        on_click=session_edits.set_resolution,
        args=(frame.run, left),
        **permit("fork_stream", help=frame.t("ask.entities.remove")),
    )


def draw_new(frame: RunViewModel) -> None:
    """Draw the choice of a slot and of its value, and the button that adds them as a filter."""
    t, run, spec = frame.t, frame.run, frame.workspace.spec
    slot = st.selectbox(
        t("ask.entities.filter"),
        list(spec.slots),
        format_func=lambda one: frame.filter_text(one, "").rstrip(": "),
        key=session.translated_key(f"wb_new_filter_{run.id}"),
    )
    value = _choose_value(frame, slot)
    shown = session_edits.resolution(run)
    edited = entity_edits.with_filter(shown, slot, value) if value else shown
    st.button(
        t("ask.entities.add_filter"),
        type="primary",
        disabled=edited == shown,
        key=f"wb_add_filter_{run.id}",
        on_click=session_edits.set_resolution,
        args=(run, edited),
    )


def _choose_value(frame: RunViewModel, slot: str) -> str | None:
    """Draw the choice of a value: entities of the slot's type are searched for."""
    t, run, kind = frame.t, frame.run, frame.workspace.spec.slots[slot].node_type
    key = f"filter_{slot}_{run.id}"
    if kind:
        node: Candidate | None = choose_node(frame, key, kind)
        return node.canonical_id if node else None
    known = set(slot_values(slot, frame.workspace)[0])
    present = {one.value for one in session_edits.resolution(run).slots if one.slot == slot}
    value: str | None = st.selectbox(
        t("ask.entities.value"),
        sorted(known - present),
        index=None,
        accept_new_options=not known,
        placeholder=t("ask.entities.value_placeholder"),
        format_func=lambda one: frame.filter_text(slot, one).partition(": ")[2],
        key=session.translated_key(f"wb_new_{key}_{session_edits.made()}"),
    )
    return value


def _replace(frame: RunViewModel, place: int, slot: SlotMention) -> None:
    """Draw the other values of a filter, and the button that plans again with the chosen one."""
    t, run = frame.t, frame.run
    known = sorted(slot_values(slot.slot, frame.workspace)[0])
    with st.popover(
        t("ask.entities.other_value"),
        icon=":material/swap_horiz:",
        type="tertiary",
        key=f"wb_icon_values_{place}_{run.id}",
        **permit("fork_stream"),
    ):
        value = st.selectbox(
            t("ask.entities.choose", mention=slot.label or slot.value),
            list(dict.fromkeys([slot.value, *known])),
            format_func=lambda one: frame.filter_text(slot.slot, one),
            key=session.translated_key(f"wb_filter_value_{run.id}_{place}"),
        )
        if st.button(
            t("ask.entities.use_value"),
            type="primary",
            key=f"wb_use_value_{run.id}_{place}",
            **permit("fork_stream", disabled=value == slot.value),
        ):
            edited = entity_edits.with_value(session_edits.resolution(run), place, value)
            actions.fork(run, Stage.RESOLVE, edited)
