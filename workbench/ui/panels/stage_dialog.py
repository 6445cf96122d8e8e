"""The dialog of a step of the strip: what went in, what came out, and a run from there."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import streamlit as st

from workbench.domain.run import Stage
from workbench.text.plain_text import without_markdown
from workbench.ui import actions, session, session_edits, session_plan
from workbench.ui.claim_reasons import worst_first
from workbench.ui.effect_text import edit_phrase
from workbench.ui.fork_options import fork_options, option_edits
from workbench.ui.html import Html, join, tag
from workbench.ui.panels import facts_editor, question_filters
from workbench.ui.panels.entities import entity_facts, marked_question
from workbench.ui.panels.plan_view import readable
from workbench.ui.panels.step_strip import STEPS, Step
from workbench.ui.panels.widgets import chip, muted
from workbench.ui.role_controls import permit
from workbench.ui.run_view_model import RunViewModel
from workbench.understanding.memory import reasons_in_language

_LONGEST = 20_000
"""Characters of an answer that a person may write."""


def open_dialog(frame: RunViewModel, name: str) -> None:
    """Show a step's input and output in a dialog."""
    step = next((one for one in STEPS if one.name == name), None)
    if step is None:
        return
    t = frame.t

    @st.dialog(t(f"ask.strip.{name}"), width="large")
    def dialog() -> None:
        last = frame.run.stage(step.stages[-1])
        if last is None:
            st.html(muted(t("ask.stage.not_run")))
            return
        if last.reused:
            st.html(tag("p", chip(t("ask.stage.reused"), "blue", symbol="alt_route")))
        st.html(_titled(frame, "went_in", *_INPUTS[name](frame)))
        st.html(_titled(frame, "came_out", *_OUTPUTS[name](frame) if name in _OUTPUTS else ()))
        if name in _EDITORS:
            _EDITORS[name](frame)
        _again(frame, step)

    dialog()


def _again(frame: RunViewModel, step: Step) -> None:
    """Draw what runs the step again, as it was or with what was chosen in the options since."""
    t, run, stage = frame.t, frame.run, step.stages[0]
    options = fork_options(run, stage, session.options(), session.models().by_role)
    with st.container(horizontal=True, gap="xsmall"):
        if st.button(
            t("ask.stage.again"),
            icon=":material/replay:",
            key=f"wb_again_{run.id}_{step.name}",
            **permit("fork_stream"),
        ):
            actions.fork(run, stage)
        if options is not None and st.button(
            t("ask.stage.again_with"),
            icon=":material/tune:",
            key=f"wb_again_with_{run.id}",
            **permit("fork_stream"),
        ):
            actions.fork(run, stage, options=options)
    told = (
        t("ask.stage.options_hint")
        if options is None
        else t("ask.stage.options", changes=edit_phrase(option_edits(run, options), frame))
    )
    st.html(muted(told))


def _titled(frame: RunViewModel, name: str, *content: Html | str) -> Html:
    return join((tag("h3", frame.t(f"ask.stage.{name}")), *content))


# --- inputs and outputs ---------------------------------------------------------------------------


def _question(frame: RunViewModel) -> list[Html | str]:
    """The question, and the reasons for which it was read as a follow-up or not."""
    memory = frame.run.memory
    told: list[Html | str] = [tag("p", frame.run.question)]
    if memory is not None and memory.reasons:
        label = frame.t(f"ask.answer.memory.{memory.decision}")
        recorded = reasons_in_language(memory.reasons, frame.language)
        reasons = [tag("li", reason) for reason in _without_shared_head(recorded)]
        told += [muted(label), tag("ul", *reasons, cls="wb-reasons")]
    return told


def _without_shared_head(reasons: Sequence[str]) -> Iterator[str]:
    """The reasons; a beginning that several share, "Looks like a follow-up:", is said once."""
    before = ""
    for reason in reasons:
        head, colon, tail = reason.partition(": ")
        yield tail if colon and head == before else reason
        before = head


def _recognised(frame: RunViewModel) -> list[Html | str]:
    t, run = frame.t, frame.run
    found = [entity_facts(frame, entity) for entity in run.entities]
    filters = [question_filters.told(frame, one) for one in run.slots]
    none = not found and not filters
    return [
        tag("p", f"{t('ask.stage.read_as')}: ", marked_question(frame, run.resolution)),
        *found,
        *filters,
        muted(t("ask.entities.none")) if none else "",
    ]


def _plan(frame: RunViewModel) -> list[Html | str]:
    plan = frame.run.plan
    return [readable(frame, plan)] if plan else [muted(frame.t("ask.stage.not_run"))]


def _graph(frame: RunViewModel) -> list[Html | str]:
    """The edges as sentences: what the drawing shows, for reading."""
    graph = frame.subgraph
    if not graph.nodes:
        return [muted(frame.t("ask.graph.unused"))]
    names = {node.id: node.label for node in graph.nodes}
    edges = [
        tag("li", tag("b", names[e.source]), f" — {e.label} → ", tag("b", names[e.target]))
        for e in graph.edges
        if e.source in names and e.target in names
    ]
    joined = {end for edge in graph.edges for end in (edge.source, edge.target)}
    alone = [tag("li", tag("b", node.label)) for node in graph.nodes if node.id not in joined]
    return [muted(frame.t("ask.stage.same_graph")), tag("ul", *edges, *alone, cls="wb-listed")]


def _answer(frame: RunViewModel) -> list[Html | str]:
    answer = frame.run.answer
    return [tag("p", answer.text, cls="wb-whole")] if answer else []


def _rendered(frame: RunViewModel) -> list[Html | str]:
    rendered = frame.run.rendered
    return [tag("p", rendered.text, cls="wb-whole")] if rendered else []


def _claims(frame: RunViewModel) -> list[Html | str]:
    diagnostics = frame.run.diagnostics
    if diagnostics is None or not diagnostics.claims:
        return [muted(frame.t("ask.diagnostics.no_claims"))]
    rows = [
        tag(
            "li",
            without_markdown(claim.statement),
            " ",
            chip(
                frame.t(f"common.verdict.{claim.verdict}"),
                "green"
                if claim.verdict == "supported"
                else "orange"
                if claim.is_doubtful
                else "gray",
            ),
        )
        for _, claim in worst_first(diagnostics.claims)
    ]
    return [tag("ul", *rows, cls="wb-listed")]


_Content = Callable[[RunViewModel], list[Html | str]]
_INPUTS: Mapping[str, _Content] = {
    "entities": _question,
    "plan": _recognised,
    "tools": _plan,
    "subgraph": _plan,
    "answer": _rendered,
    "grounding": _answer,
}
_OUTPUTS: Mapping[str, _Content] = {
    "entities": _recognised,
    "plan": _plan,
    "subgraph": _graph,
    "answer": _answer,
    "grounding": _claims,
}


# --- editors --------------------------------------------------------------------------------------


def _edit_answer(frame: RunViewModel) -> None:
    """Draw the answer with its markers as text, which can be edited and checked again."""
    t, run = frame.t, frame.run
    if run.answer is None:
        return
    text = st.text_area(
        t("ask.stage.text"),
        value=run.answer.marked or run.answer.text,
        height=220,
        max_chars=_LONGEST,
        key=f"wb_answer_text_{run.id}",
    )
    if st.button(
        t("ask.stage.check"),
        icon=":material/rule:",
        type="primary",
        key=f"wb_check_answer_{run.id}",
        **permit(
            "fork_stream",
            disabled=not text.strip() or text == (run.answer.marked or run.answer.text),
        ),
    ):
        actions.fork(run, Stage.WRITE, text)


def _edit_entities(frame: RunViewModel) -> None:
    """Draw buttons that lead to the panel where an entity is replaced, or one is added."""
    t, run = frame.t, frame.run
    with st.container(horizontal=True, gap="xsmall"):
        for place, entity in enumerate(session_edits.resolution(run).entities):
            if st.button(
                t("ask.stage.edit_entity", name=entity.name),
                icon=":material/swap_horiz:",
                key=f"wb_edit_entity_{run.id}_{place}",
                **permit("fork_stream"),
            ):
                session_edits.open_popover(session_edits.replace_key(run, place))
                st.rerun()
        if st.button(
            t("ask.stage.add_entity"),
            icon=":material/add:",
            key=f"wb_edit_new_entity_{run.id}",
            **permit("fork_stream"),
        ):
            session_edits.open_popover(session_edits.add_key(run))
            st.rerun()


def _edit_plan(frame: RunViewModel) -> None:
    """Draw the button that opens the plan's editor in the middle column."""
    run = frame.run
    if st.button(
        frame.t("ask.stage.edit_plan"), icon=":material/edit:", key=f"wb_edit_stage_plan_{run.id}"
    ):
        session_plan.enlarge(run.id)
        st.rerun()


def _edit_graph(frame: RunViewModel) -> None:
    """Say that the calls make the subgraph, and draw the editor of what they found."""
    st.html(muted(frame.t("ask.stage.graph_of_calls")))
    facts_editor.draw(frame)


_EDITORS: Mapping[str, Callable[[RunViewModel], None]] = {
    "entities": _edit_entities,
    "plan": _edit_plan,
    "tools": facts_editor.draw,
    "subgraph": _edit_graph,
    "answer": _edit_answer,
}
