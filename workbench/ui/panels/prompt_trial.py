"""Try a template: answer a run's question with it, or compare it with the live one on runs."""

from collections.abc import Iterator, Sequence
from typing import cast

import streamlit as st

from workbench.bootstrap.values import PromptTemplate, PromptTrial, PromptTrials
from workbench.domain.answer import Role
from workbench.domain.run import Run, RunStatus
from workbench.domain.run_summary import summarize
from workbench.errors import WorkbenchError
from workbench.i18n.numbers import UNKNOWN, decimal, integer, money, percent
from workbench.ui import actions, errors, session, session_compare, session_prompts
from workbench.ui.html import Html, tag
from workbench.ui.navigation import page_path
from workbench.ui.panels.model_calls import calls_in_words
from workbench.ui.panels.prompt_editor import EditedTemplate
from workbench.ui.panels.widgets import muted
from workbench.ui.role_controls import permit
from workbench.ui.run_labels import run_labels
from workbench.ui.texts import Texts
from workbench.ui.verdicts import verdict_chip

MOST = 5
"""Runs of one comparison."""


def draw(
    t: Texts, workspace: str, run: Run | None, template: PromptTemplate, edited: EditedTemplate
) -> None:
    """Draw the trial on the chosen run and the comparison with the live template."""
    if run is None or template.kind.stage is None:
        st.html(muted(t("prompts.trial.no_run" if run is None else "prompts.trial.no_stage")))
        return
    if not session.workbench().uses_prompt(run, template.kind.name):
        st.info(t("prompts.trial.unused"), icon=":material/info:")
    if edited.is_wrong:
        st.html(muted(t("prompts.has_errors")))
        return
    choice = session.models().choice(cast(Role, template.kind.role))
    if choice.is_offline:
        st.html(muted(t("prompts.trial.offline")))
        st.page_link(page_path("models"), label=t("prompts.trial.choose_model"))
        return
    if st.button(
        t("prompts.trial.run"),
        icon=":material/play_arrow:",
        key="wb_prompt_try",
        **permit("try_prompt", help=t("prompts.trial.run_help")),
    ):
        actions.try_prompt(run, template.kind.name, edited.text, choice.model)
        st.switch_page(page_path("ask"))
    st.html(tag("h3", t("prompts.trial.ab")) + tag("p", t("prompts.trial.ab_help"), cls="wb-small"))
    _draw_comparison(t, workspace, run, template, edited.text, choice.model)


def _draw_comparison(
    t: Texts, workspace: str, run: Run, template: PromptTemplate, text: str, model: str
) -> None:
    place = f"{workspace}/{template.kind.name}/{session.thread_id()}"
    jobs = session_prompts.trial_jobs()
    job = jobs.find(place)
    is_running = job is not None and not job.snapshot.finished
    recent = session.workbench().runs.list(workspace=workspace, status=RunStatus.DONE, limit=40)
    names = run_labels(t, recent, session.time_zone())
    chosen = st.multiselect(
        t("prompts.trial.runs"),
        list(names),
        default=[run.id] if run.id in names else [],  # in each drawing, or the choice is emptied
        format_func=lambda one: names.get(one, one),
        max_selections=MOST,
        select_all=False,
        disabled=is_running,  # and drawn, or the choice is forgotten
        key=f"wb_prompt_trial_{workspace}_{t.language}",
    )
    if job is not None and is_running:
        _follow(t, job)
        return
    bench, keys = session.workbench(), session.models().session
    name = template.kind.name

    def begin() -> Iterator[PromptTrial | PromptTrials]:
        return bench.compare_prompt(chosen, name, text, session=keys, model=model)

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            t("prompts.trial.go", n=2 * len(chosen)),
            icon=":material/compare:",
            on_click=lambda: jobs.start(place, begin, PromptTrials),
            key="wb_prompt_ab",
            **permit("compare_prompt", disabled=not chosen),
        )
        if chosen:
            st.caption(_price(t, chosen, name, text, model), width="stretch")
    if job is not None:
        _draw_result(t, job)


def _price(t: Texts, chosen: Sequence[str], name: str, text: str, model: str) -> str:
    """What the comparison costs, or why that is not known."""
    try:
        return calls_in_words(t, session_prompts.estimate(chosen, name, text, model))
    except WorkbenchError as error:
        return errors.sentence(error, t)


@st.fragment(run_every=0.4)
def _follow(t: Texts, job: session_prompts.TrialJob) -> None:
    """Draw the progress; reruns the page at the end."""
    seen = job.snapshot
    if seen.finished:
        st.rerun()
    done, total = (seen.step.done, seen.step.total) if seen.step else (0, 1)
    st.progress(done / total, text=t("prompts.trial.progress", done=done, total=total))
    st.button(
        t("documents.add.cancel"),
        icon=":material/stop_circle:",
        on_click=job.cancel,
        disabled=seen.cancelled,
        key="wb_prompt_ab_cancel",
    )


def _draw_result(t: Texts, job: session_prompts.TrialJob) -> None:
    seen = job.snapshot
    if seen.error:
        errors.draw(seen.error, t)
    if seen.result is None:
        return
    for trial in seen.result.trials:
        st.html(_result(t, trial))
        if st.button(
            t("prompts.trial.compare"),
            icon=":material/compare_arrows:",
            key=f"wb_prompt_compare_{trial.tried.id}",
        ):
            session_compare.open_compare([trial.live.id, trial.tried.id])


def _result(t: Texts, trial: PromptTrial) -> Html:
    """The scores, tokens and price of both answers as a table."""
    head = tag(
        "tr",
        *(tag("th", t(f"prompts.trial.{name}")) for name in ("measure", "live", "edited")),
    )
    pairs = zip(_figures(t, trial.live), _figures(t, trial.tried), strict=True)
    rows = [
        tag("tr", tag("td", name), tag("td", live), tag("td", tried))
        for (name, live), (_, tried) in pairs
    ]
    table = tag("table", tag("thead", head), tag("tbody", *rows), cls="wb-table")
    return tag("div", tag("p", trial.live.question), table)


def _figures(t: Texts, run: Run) -> list[tuple[str, Html | str]]:
    line, usage, language = summarize(run), run.usage, t.language
    tokens = usage.input_tokens + usage.output_tokens
    price = UNKNOWN if usage.price_usd is None else money(usage.price_usd, language)
    words = len(run.answer.text.split()) if run.answer else 0
    verdict: Html | str = UNKNOWN
    if line.verdict:
        verdict = verdict_chip(line.verdict, line.confidence, line.grounding, t)
    return [
        (t("runs.column.verdict"), verdict),
        (t("runs.column.confidence"), percent(line.confidence, language)),
        (t("runs.column.grounding"), decimal(line.grounding, language)),
        (t("prompts.trial.words"), integer(words, language)),
        (t("prompts.trial.tokens"), integer(tokens, language)),
        (t("runs.column.price"), price),
    ]
