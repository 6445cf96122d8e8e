"""The form of a plan: its intents, entities, calls, filters, limits and style as controls."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, TypedDict

import streamlit as st

from workbench.domain.entities import Candidate, ResolvedEntity
from workbench.domain.local_text import localize
from workbench.domain.plan import PlanEntity, QueryPlan, ToolArgs, ToolCall
from workbench.render_styles import RENDER_STYLES
from workbench.ui import plan_edits, session_plan
from workbench.ui.html import tag
from workbench.ui.panels.choose_node import choose_node
from workbench.ui.panels.widgets import chip, muted
from workbench.ui.plan_editor_data import plan_json
from workbench.ui.plan_edits import Pair
from workbench.ui.run_view_model import RunViewModel
from workbench.workspace import Workspace
from workbench.workspace.plan_names import field_values, slot_values

_MOST_VALUES = 200
"""Values of a filter that are offered; others can be written in JSON."""
_MOST_FOUND = 50
"""Passages that one search may be asked for."""


class _Bound(TypedDict):
    """Arguments that tie a control to the draft."""

    key: str
    on_change: Callable[[], None]


def draw(frame: RunViewModel, plan: QueryPlan) -> None:
    """Draw the controls of a draft; each change writes the draft anew, in the editor too."""
    t = frame.t
    intents = list(dict.fromkeys([*plan.intents, *frame.workspace.all_intents]))
    st.multiselect(
        t("ask.form.intents"),
        intents,
        select_all=False,
        format_func=frame.intent_title,
        placeholder=t("ask.form.choose"),
        **_bound(
            frame, "intents", list(plan.intents), lambda names: _with(plan, "intents", tuple(names))
        ),
    )
    _entities(frame, plan)
    for place, call in enumerate(plan.tool_calls):
        _call(frame, plan, place, call)
    _add_call(frame, plan)
    _limits(frame, plan)
    _style(frame, plan)
    st.toggle(
        t("ask.form.fallback"),
        **_bound(frame, "fallback", plan.fallback.enabled, partial(_with_fallback, plan)),
    )


def _bound(
    frame: RunViewModel, name: str, value: object, change: Callable[[Any], QueryPlan]
) -> _Bound:
    """Tie a control to the draft: it shows ``value``, and writes what ``change`` returns."""
    run_id = frame.run.id
    key = session_plan.field(run_id, name, value)

    def changed() -> None:
        edited = change(session_plan.field_value(key))
        session_plan.set_plan_text(run_id, plan_json(edited))

    return {"key": key, "on_change": changed}


def _with_fallback(plan: QueryPlan, enabled: bool) -> QueryPlan:
    return plan.model_copy(
        update={"fallback": plan.fallback.model_copy(update={"enabled": enabled})}
    )


def _planned(found: Candidate | ResolvedEntity) -> PlanEntity:
    return PlanEntity(type=found.type, id=found.canonical_id, name=found.name)


def _entities(frame: RunViewModel, plan: QueryPlan) -> None:
    """Draw the plan's entities, with those of the question and a search over all nodes."""
    t, run = frame.t, frame.run
    known = {one.id: one for one in plan.entities}
    for entity in run.entities:
        known.setdefault(entity.canonical_id, _planned(entity))
        known |= {one.canonical_id: _planned(one) for one in entity.candidates} | known
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall", wrap=False):
        st.multiselect(
            t("ask.form.entities"),
            list(known),
            select_all=False,
            format_func=lambda one: f"{frame.entity(one)} · {frame.node_type(known[one].type)}",
            placeholder=t("ask.form.choose"),
            **_bound(
                frame,
                "entities",
                [one.id for one in plan.entities],
                lambda ids: plan_edits.with_entities(plan, ids, known.values()),
            ),
        )
        adding = st.popover(
            t("ask.form.find"),
            icon=":material/search:",
            type="tertiary",
            key=f"wb_icon_form_add_{run.id}_{session_plan.plan_revision(run.id)}",
            on_change="rerun",
        )
    with adding:
        node = choose_node(frame, f"form_{run.id}") if adding.open else None
        if node is not None:
            edited = plan.model_copy(update={"entities": (*plan.entities, _planned(node))})
            st.button(
                t("ask.entities.add_it"),
                type="primary",
                disabled=node.canonical_id in {one.id for one in plan.entities},
                key=f"wb_form_add_{run.id}",
                on_click=session_plan.set_plan_text,
                args=(run.id, plan_json(edited)),
            )


def _call(frame: RunViewModel, plan: QueryPlan, place: int, call: ToolCall) -> None:
    """Draw the arguments of a call; what has no control is changed in JSON."""
    t, spec = frame.t, frame.workspace.tool_specs[call.kind]
    with st.container(border=True, gap="xsmall", key=f"wb_form_call_{place}"):
        with st.container(horizontal=True, vertical_alignment="center", wrap=False):
            label = chip(localize(spec.label, frame.language), spec.tone, symbol=spec.icon)
            subject = spec.describe(call.args, frame).subject
            st.html(tag("p", f"{place + 1}. ", label, " ", tag("b", subject)), width="stretch")
            st.button(
                t("ask.form.remove_call", n=place + 1),
                icon=":material/close:",
                type="tertiary",
                help=t("ask.form.remove_call", n=place + 1),
                key=f"wb_icon_form_remove_{place}",
                on_click=session_plan.set_plan_text,
                args=(frame.run.id, plan_json(plan_edits.without_call(plan, place))),
            )
        drawn = [draw_one(frame, plan, place, call.args) for draw_one in _ARGUMENTS]
        if not any(drawn):
            st.html(muted(t("ask.form.in_json")))


def _add_call(frame: RunViewModel, plan: QueryPlan) -> None:
    """Draw a button for each tool that adds a call of it to the draft."""
    t, run = frame.t, frame.run
    with st.container(horizontal=True, gap="xsmall"):
        for call in plan_edits.new_calls(plan, run.question, frame.workspace):
            tool = localize(frame.workspace.tool_specs[call.kind].label, frame.language)
            st.button(
                t("ask.form.add_call", tool=tool),
                icon=":material/add:",
                type="tertiary",
                key=f"wb_form_add_call_{run.id}_{call.tool}",
                on_click=session_plan.set_plan_text,
                args=(run.id, plan_json(plan_edits.with_call(plan, call))),
            )


def _argument(
    frame: RunViewModel, plan: QueryPlan, place: int, args: ToolArgs, name: str
) -> _Bound:
    """Tie a control to an argument of a call."""
    change = partial(plan_edits.with_argument, plan, place, name)
    return _bound(frame, f"{place}_{name}", getattr(args, name), change)


def _has(args: ToolArgs, name: str, kind: type | tuple[type, ...]) -> bool:
    """Whether the arguments have one of this name and type."""
    return name in type(args).model_fields and isinstance(getattr(args, name), kind)


def _draw_intent(frame: RunViewModel, plan: QueryPlan, place: int, args: ToolArgs) -> bool:
    if not _has(args, "intent", str):
        return False
    st.selectbox(
        frame.t("ask.form.intent"),
        list(dict.fromkeys([*filter(None, [args.intent_id]), *frame.workspace.all_intents])),
        format_func=frame.intent_title,
        **_bound(
            frame,
            f"{place}_intent",
            args.intent_id,
            partial(plan_edits.with_intent, plan, place),
        ),
    )
    return True


def _draw_entity(frame: RunViewModel, plan: QueryPlan, place: int, args: ToolArgs) -> bool:
    if not _has(args, "entity_id", (str, type(None))):
        return False
    known = dict.fromkeys([None, args.subject_id, *(one.id for one in plan.entities)])
    st.selectbox(
        frame.t("ask.form.entity"),
        list(known),
        format_func=lambda one: frame.entity(one) if one else frame.t("ask.form.any_entity"),
        **_argument(frame, plan, place, args, "entity_id"),
    )
    return True


def _draw_query(frame: RunViewModel, plan: QueryPlan, place: int, args: ToolArgs) -> bool:
    if not _has(args, "query", str):
        return False
    st.text_input(frame.t("ask.form.query"), **_argument(frame, plan, place, args, "query"))
    if _has(args, "top_k", (int, type(None))):
        st.number_input(
            frame.t("ask.form.top_k"),
            min_value=1,
            max_value=_MOST_FOUND,
            placeholder=frame.t("ask.form.default"),
            **_argument(frame, plan, place, args, "top_k"),
        )
    return True


def _draw_filters(frame: RunViewModel, plan: QueryPlan, place: int, args: ToolArgs) -> bool:
    if not _has(args, "filters", dict):
        return False
    chosen = plan_edits.pairs_of(args.applied_filters)
    options = list(dict.fromkeys([*chosen, *_offered(frame, plan, args)]))
    st.multiselect(
        frame.t("ask.form.filters"),
        options,
        select_all=False,
        disabled=not options,
        format_func=lambda pair: frame.filter_text(*pair),
        placeholder=frame.t("ask.form.no_filters" if options else "ask.form.takes_no_filters"),
        **_bound(
            frame,
            f"{place}_filters",
            chosen,
            lambda pairs: plan_edits.with_argument(
                plan, place, "filters", plan_edits.filters_of(pairs)
            ),
        ),
    )
    return True


_ARGUMENTS = (_draw_intent, _draw_entity, _draw_query, _draw_filters)


def _offered(frame: RunViewModel, plan: QueryPlan, args: ToolArgs) -> list[Pair]:
    """The filters that a call may have; of nodes, those that are entities of the plan."""
    workspace, spec = frame.workspace, frame.workspace.spec
    ids = [one.id for one in plan.entities]
    used = _slots(workspace, args)
    found: list[Pair] = []
    for name, slot in spec.slots.items():
        if name not in used:
            continue
        values = ids if slot.node_type else sorted(slot_values(name, workspace)[0])
        kind = slot.node_type
        found += [(name, one) for one in values if not kind or one.startswith(f"{kind}:")]
    if args.search_text:
        for name in spec.documents.metadata:
            found += [(name, one) for one in sorted(field_values(name, workspace)[0])]
    return found[:_MOST_VALUES]


def _slots(workspace: Workspace, args: ToolArgs) -> Collection[str]:
    """The filters of a graph call that its intent uses from where it starts; else all of them."""
    intent = workspace.spec.intents.get(args.intent_id or "")
    if intent is None or not intent.is_structured:
        return workspace.spec.slots
    node = workspace.nodes.get(args.subject_id or "")
    start = intent.starts.get(node.type if node else intent.any_of or "")
    return start.slots() if start else workspace.spec.slots


def _limits(frame: RunViewModel, plan: QueryPlan) -> None:
    most = {"max_items": 100, "max_groups": 50, "max_paragraphs": 20}
    st.html(tag("h3", frame.t("ask.plan.limits")))
    with st.container(horizontal=True, gap="xsmall", key="wb_form_limits"):
        for name, top in most.items():
            st.number_input(
                frame.t(f"ask.form.{name}"),
                min_value=1,
                max_value=top,
                **_bound(
                    frame,
                    name,
                    getattr(plan.limits, name),
                    partial(plan_edits.with_limit, plan, name),
                ),
            )


def _style(frame: RunViewModel, plan: QueryPlan) -> None:
    t, spec = frame.t, frame.workspace.spec
    layouts = {name: localize(one.title, t.language) for name, one in RENDER_STYLES.items()}
    default = spec.default_style(frame.run.language)
    by_language = t("ask.form.style_default", name=t.get(f"ask.fields.{default}", default))
    styles = {name: t.get(f"ask.fields.{name}", name) for name in spec.all_answer_styles}
    for name, labels in (("render_style", layouts), ("answer_style", {"": by_language, **styles})):
        value = getattr(plan, name)
        st.selectbox(
            t(f"ask.form.{name}"),
            list(dict.fromkeys([*labels, value])),
            format_func=partial(_label, labels),
            **_bound(frame, name, value, partial(_with, plan, name)),
        )


def _label(labels: Mapping[str, str], name: str) -> str:
    return labels.get(name, name)


def _with(plan: QueryPlan, name: str, value: object) -> QueryPlan:
    return plan.model_copy(update={name: value})
