"""The entities panel: entities and filters found in the question, with other candidates."""

import streamlit as st

from workbench.domain.entities import Candidate, Resolution, ResolvedEntity
from workbench.domain.run import Run, Stage
from workbench.i18n.numbers import decimal
from workbench.ui import actions, session_entities
from workbench.ui.html import Html, join, tag
from workbench.ui.navigation import page_path
from workbench.ui.panels import registry_lists
from workbench.ui.panels.widgets import bar, box, chip, heading, muted, pending
from workbench.ui.run_view_model import RunViewModel


def draw(frame: RunViewModel) -> None:
    """Draw the panel."""
    t, run = frame.t, frame.run
    with box("entities"):
        heading(t("ask.entities.title"))
        if not frame.has(Stage.RESOLVE):
            st.html(pending(frame, "entities"))
            return
        for place, entity in enumerate(run.entities):
            _row(frame, place, entity)
        if run.slots:
            chips = [
                chip(
                    frame.filter_text(slot.slot, slot.value),
                    "blue",
                    frame.t("common.quoted", text=slot.label),
                )
                for slot in run.slots
            ]
            st.html(tag("p", join(chips, " "), cls="wb-row"))
        if not run.entities and not run.slots:
            st.html(muted(t("ask.entities.none")))
        if frame.finished:
            _correct(frame)


def _correct(frame: RunViewModel) -> None:
    """Draw what saves words of the question as an alias, and what the last such change did."""
    t, run = frame.t, frame.run
    made = session_entities.last_correction()
    if made is not None and made[0].run_id == run.id:
        registry_lists.draw_notice(t)
    with st.popover(t("ask.entities.correct"), icon=":material/edit:", type="tertiary"):
        named = [text for one in run.entities if (text := frame.mention(one.span))]
        words = st.text_input(
            t("ask.entities.words"),
            value=named[0] if named else "",
            max_chars=200,
            key=f"wb_correct_words_{run.id}",
        )
        if words.strip():
            nodes = frame.workspace.nodes
            registry_lists.choose_entity(t, nodes, words.strip(), f"wb_correct_{run.id}", run.id)


def _row(frame: RunViewModel, place: int, entity: ResolvedEntity) -> None:
    others = [c for c in entity.candidates if c.canonical_id != entity.canonical_id]
    known = entity.canonical_id in frame.workspace.nodes
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="top", wrap=False):
        st.html(entity_facts(frame, entity), width="stretch")
        if known and st.button(
            frame.t("ask.entities.in_graph"),
            icon=":material/hub:",
            type="tertiary",
            help=frame.t("ask.entities.in_graph"),
            key=f"wb_icon_graph_{place}",
        ):
            st.switch_page(page_path("graph"), query_params={"node": entity.canonical_id})
        if others:
            with st.popover(
                frame.t("ask.entities.other"),
                icon=":material/alt_route:",
                type="tertiary",
                key=f"wb_icon_candidates_{place}",
            ):
                _choose(frame, place, entity)


def entity_facts(frame: RunViewModel, entity: ResolvedEntity) -> Html:
    """Return an entity with its type, its mention and how it was recognised."""
    t = frame.t
    score = decimal(entity.confidence, frame.language)
    mention = frame.mention(entity.span)
    how = [
        t("common.quoted", text=mention) if mention else t("ask.entities.carried"),
        t(f"common.matched.{entity.matched_by}"),
    ]
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
            tag("span", " · ".join(how)),
            bar(entity.confidence, t("ask.entities.confidence", value=score)),
            tag("span", score, cls="wb-number"),
            cls="wb-line wb-small",
        ),
        cls="wb-entity",
    )


def _proposed(frame: RunViewModel, entity: ResolvedEntity) -> Html | str:
    """Return a mark for an entity that was proposed from the documents."""
    node = frame.workspace.nodes.get(entity.canonical_id)
    if node is None or not node.proposed:
        return ""
    t = frame.t
    return chip(t("ask.entities.proposed"), hover=t("ask.entities.proposed_help"))


def _choose(frame: RunViewModel, place: int, entity: ResolvedEntity) -> None:
    t = frame.t
    by_id = {candidate.canonical_id: candidate for candidate in entity.candidates}
    chosen = st.radio(
        t("ask.entities.choose", mention=frame.mention(entity.span) or entity.name),
        list(by_id),
        index=list(by_id).index(entity.canonical_id) if entity.canonical_id in by_id else 0,
        format_func=lambda key: by_id[key].name,
        captions=[_caption(frame, candidate) for candidate in by_id.values()],
        key=f"wb_candidate_{frame.run.id}_{place}",
    )
    if st.button(
        t("ask.entities.use"),
        type="primary",
        disabled=not frame.finished or chosen == entity.canonical_id,
        key=f"wb_use_candidate_{frame.run.id}_{place}",
    ):
        actions.fork(frame.run, Stage.RESOLVE, with_entity(frame.run, place, by_id[chosen]))


def _caption(frame: RunViewModel, candidate: Candidate) -> str:
    score = decimal(candidate.confidence, frame.language)
    how = frame.t(f"common.matched.{candidate.matched_by}")
    return f"{frame.node_type(candidate.type)} · {score} · {how}"


def with_entity(run: Run, place: int, candidate: Candidate) -> Resolution:
    """The run's resolution with another node chosen for one mention."""
    entities = list(run.entities)
    entities[place] = entities[place].model_copy(
        update={
            "canonical_id": candidate.canonical_id,
            "type": candidate.type,
            "name": candidate.name,
            "aliases": (),
            "confidence": 1.0,
            "matched_by": "manual",
        }
    )
    return Resolution(entities=tuple(entities), slots=run.slots)
