"""The entities panel: entities and filters found in the question, with other candidates."""

from collections.abc import Sequence

import streamlit as st

from workbench.domain.base import Span
from workbench.domain.entities import Candidate, Resolution, ResolvedEntity
from workbench.domain.run import Stage
from workbench.i18n.numbers import decimal
from workbench.ui import actions, entity_edits, session, session_edits, session_entities
from workbench.ui.html import Html, tag
from workbench.ui.navigation import page_path
from workbench.ui.option_labels import distinct_labels
from workbench.ui.panels import calls, question_filters, registry_lists
from workbench.ui.panels.choose_node import choose_node
from workbench.ui.panels.panel_fragment import panel_fragment
from workbench.ui.panels.widgets import bar, box, chip, heading, muted, pending
from workbench.ui.role_controls import permit
from workbench.ui.run_view_model import RunViewModel


def draw(frame: RunViewModel) -> None:
    """Draw the panel."""
    t, run = frame.t, frame.run
    with box("entities"):
        heading(t("ask.entities.title"))
        if not frame.has(Stage.RESOLVE):
            st.html(pending(frame, "entities"))
            return
        _content(frame)
        made = session_entities.last_correction()
        if frame.finished and made is not None and made[0].run_id == run.id:
            registry_lists.draw_notice(t)


@panel_fragment
def _content(frame: RunViewModel) -> None:
    """Draw the question with its recognised words, then the entities and filters as edited."""
    t, run = frame.t, frame.run
    shown = session_edits.resolution(run)
    if run.entities or run.slots:
        st.html(marked_question(frame, shown))
    if frame.finished and session_edits.has_edited_entities(run):
        _edited(frame)
    for place, entity in enumerate(shown.entities):
        _row(frame, place, entity)
    for place, slot in enumerate(shown.slots):
        question_filters.draw(frame, place, slot)
    if not shown.entities and not shown.slots:
        st.html(muted(t("ask.entities.none")))
    if frame.finished:
        _actions(frame)


def _edited(frame: RunViewModel) -> None:
    """Draw what plans again with the edits, and what takes them back."""
    t, run = frame.t, frame.run
    with st.container(horizontal=True, gap="xsmall", key="wb_entities_edited"):
        if st.button(
            t("ask.entities.replan"),
            icon=":material/play_arrow:",
            type="primary",
            key=f"wb_replan_{run.id}",
            **permit("fork_stream"),
        ):
            actions.fork(run, Stage.RESOLVE, session_edits.resolution(run))
        st.button(
            t("ask.plan.reset"),
            icon=":material/undo:",
            key=f"wb_reset_entities_{run.id}",
            on_click=session_edits.set_resolution,
            args=(run, run.resolution),
        )


def _actions(frame: RunViewModel) -> None:
    """Draw what adds an entity or a filter, and what saves an alias."""
    t, run = frame.t, frame.run
    with st.container(horizontal=True, gap="xsmall"):
        adding = st.popover(
            t("ask.entities.add"),
            icon=":material/add:",
            type="tertiary",
            key=session_edits.add_key(run),
            on_change="rerun",
            **permit("fork_stream"),
        )
        with adding:
            if adding.open:
                _add(frame)
        _correct(frame)


def _add(frame: RunViewModel) -> None:
    """Draw what adds an entity, or a filter where the workspace has any."""
    t, run = frame.t, frame.run
    kinds = {"entity": t("ask.entities.entity"), "filter": t("ask.entities.filter")}
    kind: str | None = "entity"
    if frame.workspace.spec.slots:
        kind = st.segmented_control(
            t("ask.entities.added"),
            list(kinds),
            default="entity",
            required=True,
            format_func=kinds.__getitem__,
            label_visibility="collapsed",
            key=session.translated_key(f"wb_add_kind_{run.id}"),
        )
    if kind == "filter":
        question_filters.draw_new(frame)
    elif node := choose_node(frame, f"add_{run.id}", without=_known_ids(frame)):
        st.button(
            t("ask.entities.add_it"),
            type="primary",
            key=f"wb_add_entity_{run.id}",
            on_click=session_edits.set_resolution,
            args=(run, entity_edits.added(session_edits.resolution(run), node)),
        )


def marked_question(frame: RunViewModel, found: Resolution) -> Html:
    """The question with the words marked that became the entities and filters of ``found``."""
    run, parts, end = frame.run, list[Html | str](), 0
    named: list[tuple[Span, str, str | None]] = [
        (one.span, one.name, one.canonical_id) for one in found.entities if one.span
    ]
    named += [
        (one.span, frame.filter_text(one.slot, one.value), None) for one in found.slots if one.span
    ]
    for span, name, node in sorted(named, key=lambda one: (one[0].start, -one[0].end)):
        if span.start < end:
            continue
        parts.append(run.normalized[end : span.start])
        became = frame.t("ask.entities.became", name=name)
        words = run.normalized[span.start : span.end]
        hidden = tag("span", f" {became}", cls="wb-hidden")
        parts.append(tag("mark", words, hidden, title=became, data_node=node))
        end = span.end
    return tag("p", *parts, run.normalized[end:], cls="wb-asked")


def _correct(frame: RunViewModel) -> None:
    """Draw what saves words of the question as an alias of an entity."""
    t, run = frame.t, frame.run
    with st.popover(
        t("ask.entities.correct"),
        icon=":material/edit:",
        type="tertiary",
        **permit("correct"),
    ):
        named = [text for one in run.entities if (text := frame.mention(one.span))]
        words = st.text_input(
            t("ask.entities.words"),
            value=named[0] if named else "",
            max_chars=200,
            key=f"wb_correct_words_{run.id}",
        )
        if words.strip():
            registry_lists.choose_entity(
                t, frame.workspace, words.strip(), f"wb_correct_{run.id}", run.id
            )


def _row(frame: RunViewModel, place: int, entity: ResolvedEntity) -> None:
    t, run = frame.t, frame.run
    known = entity.canonical_id in frame.workspace.nodes
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="top", wrap=False):
        st.html(entity_facts(frame, entity), width="stretch")
        if known and st.button(
            t("ask.entities.in_graph"),
            icon=":material/hub:",
            type="tertiary",
            help=t("ask.entities.in_graph"),
            key=f"wb_icon_graph_{place}",
        ):
            st.switch_page(page_path("graph"), query_params={"node": entity.canonical_id})
        if not frame.finished:
            return
        replacing = st.popover(
            t("ask.entities.other"),
            icon=":material/swap_horiz:",
            type="tertiary",
            key=session_edits.replace_key(run, place),
            on_change="rerun",
            **permit("fork_stream"),
        )
        with replacing:
            _replace(frame, place, entity, is_open=bool(replacing.open))
        left = entity_edits.without(session_edits.resolution(run), place)
        question_filters.remove_button(frame, f"wb_icon_remove_{place}", left)


def entity_facts(frame: RunViewModel, entity: ResolvedEntity) -> Html:
    """Return an entity with its type, its mention and how it was recognised."""
    t = frame.t
    score = decimal(entity.confidence, frame.language)
    mention = frame.mention(entity.span)
    how = [t("common.quoted", text=mention)] if mention else []
    if not mention and entity.matched_by != "manual":
        how.append(t("ask.entities.carried"))
    if mention or entity.matched_by != "context":
        how.append(t(f"common.matched.{entity.matched_by}"))
    if len(entity.candidates) > 1:
        how.append(t("common.count.candidates", n=len(entity.candidates)))
    return tag(
        "div",
        tag(
            "div",
            tag("b", entity.name),
            chip(frame.node_type(entity.type)),
            _proposed(frame, entity),
            cls="wb-line",
        ),
        tag(
            "div",
            _recognised(frame, entity, how),
            bar(entity.confidence, t("ask.entities.confidence", value=score)),
            tag("span", score, cls="wb-number"),
            cls="wb-line wb-small",
        ),
        cls="wb-entity",
        data_node=entity.canonical_id,
    )


def _recognised(frame: RunViewModel, entity: ResolvedEntity, how: Sequence[str]) -> Html:
    """How an entity was recognised; it opens to the claims that rest on it, which light up."""
    places = frame.provenance.claims_of_node(entity.canonical_id)
    if not places or frame.run.diagnostics is None:
        return tag("span", " · ".join(how))
    claims = frame.run.diagnostics.claims
    counted = frame.t("ask.entities.claims", n=len(places))
    return tag(
        "details",
        tag("summary", " · ".join([*how, counted])),
        tag("ul", *(tag("li", calls.claim_link(frame, at, claims[at])) for at in places)),
        cls="wb-dependents",
        data_claims=" ".join(map(str, places)),
    )


def _proposed(frame: RunViewModel, entity: ResolvedEntity) -> Html | str:
    """Return a mark for an entity that was proposed from the documents."""
    node = frame.workspace.nodes.get(entity.canonical_id)
    if node is None or not node.proposed:
        return ""
    t = frame.t
    return chip(t("ask.entities.proposed"), hover=t("ask.entities.proposed_help"))


def _replace(frame: RunViewModel, place: int, entity: ResolvedEntity, *, is_open: bool) -> None:
    """Draw the other candidates for the words, and a search over all nodes.

    The search needs the whole graph, which is read when the popover opens.
    """
    t, run, key = frame.t, frame.run, f"replace_{frame.run.id}_{place}"
    likely = sorted(entity.candidates, key=lambda candidate: candidate.type != entity.type)
    by_id = {candidate.canonical_id: candidate for candidate in likely}
    chosen: Candidate | None = None
    if len(by_id) > 1:
        labels = distinct_labels(
            {one: candidate.name for one, candidate in by_id.items()},
            lambda one: frame.node_type(by_id[one].type),
        )
        name = st.radio(
            t("ask.entities.choose", mention=frame.mention(entity.span) or entity.name),
            list(by_id),
            index=list(by_id).index(entity.canonical_id) if entity.canonical_id in by_id else 0,
            format_func=labels.__getitem__,
            captions=[_caption(frame, candidate) for candidate in by_id.values()],
            key=f"wb_candidate_{run.id}_{place}",
        )
        chosen = by_id[name]
        with st.expander(t("ask.entities.any_node")):
            other = choose_node(frame, key, without=by_id) if is_open else None
            chosen = other or chosen
    elif is_open:
        chosen = choose_node(frame, key, without=_known_ids(frame))
    if st.button(
        t("ask.entities.use"),
        type="primary",
        key=f"wb_use_candidate_{run.id}_{place}",
        **permit(
            "fork_stream", disabled=chosen is None or chosen.canonical_id == entity.canonical_id
        ),
    ):
        assert chosen is not None
        edited = entity_edits.replaced(session_edits.resolution(run), place, chosen)
        actions.fork(run, Stage.RESOLVE, edited)


def _known_ids(frame: RunViewModel) -> list[str]:
    """The ids of the entities that the question is already read to be about."""
    return [one.canonical_id for one in frame.run.entities]


def _caption(frame: RunViewModel, candidate: Candidate) -> str:
    score = decimal(candidate.confidence, frame.language)
    how = frame.t(f"common.matched.{candidate.matched_by}")
    return f"{frame.node_type(candidate.type)} · {score} · {how}"
