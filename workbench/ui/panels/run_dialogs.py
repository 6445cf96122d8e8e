"""The dialogs of the Runs page: notes, golden case, deletion."""

from collections.abc import Sequence
from typing import get_args

import streamlit as st

from workbench.domain.run import Run
from workbench.domain.run_summary import RunAnnotation, RunSummary
from workbench.errors import WorkbenchError
from workbench.evaluation.cases import Case, Kind
from workbench.rendering.workspace_labels import LabelsFor
from workbench.ui import errors, session, session_runs
from workbench.ui.html import tag
from workbench.ui.texts import Texts

NAMED = 5
"""How many questions the deletion dialog lists."""


def annotate(t: Texts, runs: Sequence[RunSummary], known_tags: Sequence[str]) -> None:
    """Open the dialog for tags, rating and note; several runs get the tags alone."""

    @st.dialog(t("runs.notes.title"))
    def dialog() -> None:
        first = runs[0]
        alone = len(runs) == 1
        st.html(tag("p", first.question if alone else t("runs.selected", n=len(runs))))
        shared = sorted(set.intersection(*(set(run.tags) for run in runs)))
        tags = st.multiselect(
            t("runs.notes.tags"),
            sorted({*known_tags, *shared}),
            select_all=False,
            default=shared,
            accept_new_options=True,
            placeholder=t("runs.notes.tags_hint"),
        )
        stars, note = None, None
        if alone:
            st.html(tag("p", t("runs.column.rating"), cls="wb-field"))
            given = first.rating - 1 if first.rating else None
            stars = st.feedback("stars", default=given, key=f"wb_rating_{first.id}")
            note = st.text_area(t("runs.column.note"), value=first.note, key="wb_note")
        if st.button(
            t("runs.notes.save"), type="primary", icon=":material/save:", key="wb_runs_annotated"
        ):
            removed = set(shared) - set(tags)
            rating = (0 if stars is None else stars + 1) if alone else None
            for run in runs:
                wanted = (set(run.tags) | set(tags)) - removed
                if not _annotated(t, run, wanted, rating, note):
                    return
            st.rerun()

    dialog()


def _annotated(
    t: Texts, run: RunSummary, tags: set[str], rating: int | None, note: str | None
) -> RunAnnotation | None:
    try:
        return session.workbench().annotate_run(run.id, tags=tags, rating=rating, note=note)
    except WorkbenchError as error:
        errors.draw(error, t)
        return None


def save_case(t: Texts, run: Run) -> None:
    """Open the dialog that saves a run as a golden case, with a correction."""
    try:
        suggested = session.workbench().suggest_case(run)
        labels = LabelsFor(session.workbench().workspace(run.workspace), t.language)
    except WorkbenchError as error:
        errors.draw(error, t)
        return

    @st.dialog(t("runs.golden.title"), width="medium")
    def dialog() -> None:
        st.html(tag("p", run.question, cls="wb-lead"))
        if run.answer:
            with st.expander(t("runs.golden.answer")):
                st.text(run.answer.text)
        case = _corrected(t, run, suggested, labels)
        if st.button(
            t("runs.golden.save"), type="primary", icon=":material/verified:", key="wb_golden_save"
        ):
            try:
                file = session.workbench().save_case(run.workspace, case)
            except WorkbenchError as error:
                errors.draw(error, t)
                return
            st.toast(t("runs.golden.saved", file=file.name), icon=":material/verified:")
            st.rerun()

    dialog()


def _corrected(t: Texts, run: Run, suggested: Case, labels: LabelsFor) -> Case:
    """Draw the fields of a golden case; return it with what was entered."""
    kind: Kind = st.selectbox(
        t("runs.golden.kind"),
        get_args(Kind),
        index=get_args(Kind).index(suggested.kind),
        format_func=lambda name: t(f"runs.golden.kinds.{name}"),
        key=session.translated_key("wb_golden_kind"),
    )
    facts = _lines(t, "facts", suggested.facts)
    forbidden = _lines(t, "forbidden", suggested.forbidden)
    names = {one.canonical_id: one.name for one in run.entities}
    entities = st.multiselect(
        t("runs.golden.entities"),
        list(dict.fromkeys((*names, *(suggested.entities or ())))),
        select_all=False,
        default=suggested.entities or (),
        format_func=lambda name: names.get(name, name),
    )
    planned = run.plan.intents if run.plan else ()
    intents = st.multiselect(
        t("runs.golden.intents"),
        list(dict.fromkeys((*planned, *(suggested.intents or ())))),
        select_all=False,
        default=suggested.intents or (),
        format_func=labels.intent_title,
    )
    corrected = {
        "kind": kind,
        "entities": tuple(entities) or None,
        "intents": tuple(intents) or None,
        "facts": facts,
        "forbidden": forbidden,
    }
    return suggested.model_copy(update=corrected)


def _lines(t: Texts, name: str, phrases: Sequence[str]) -> tuple[str, ...]:
    """Draw a field of phrases, one a line."""
    text = st.text_area(
        t(f"runs.golden.{name}"),
        value="\n".join(phrases),
        placeholder=t(f"runs.golden.{name}_help"),
        height=90,
        key=f"wb_golden_{name}",
    )
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def confirm_deletion(t: Texts, runs: Sequence[RunSummary], times: Sequence[str]) -> None:
    """Ask for confirmation before deleting runs, listing the first of them with their times."""
    run_ids = [run.id for run in runs]
    named = [
        tag("li", run.question, tag("small", time, cls="wb-when"))
        for run, time in zip(runs[:NAMED], times, strict=False)
    ]
    more = [tag("li", "…")] if len(runs) > NAMED else []

    @st.dialog(t("runs.confirm.title"))
    def dialog() -> None:
        st.write(t("runs.confirm.body", n=len(run_ids)))
        st.html(tag("ul", *named, *more, cls="wb-reasons"))
        with st.container(horizontal=True, horizontal_alignment="right"):
            if st.button(t("runs.confirm.cancel")):
                st.rerun()
            accepted = st.button(
                t("runs.confirm.accept"),
                type="primary",
                icon=":material/delete:",
                key="wb_runs_deleted",
            )
        if accepted:
            _delete(t, run_ids)

    dialog()


def _delete(t: Texts, run_ids: list[str]) -> None:
    """Delete runs and draw the page anew, or say why they stay."""
    try:
        for run_id in run_ids:
            session.workbench().runs.delete(run_id)
    except WorkbenchError as error:
        errors.draw(error, t)
        return
    session_runs.forget_runs(run_ids)
    st.toast(t("runs.deleted", n=len(run_ids)), icon=":material/delete:")
    st.rerun()
