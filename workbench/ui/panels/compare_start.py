"""The Compare page before runs are chosen: what it shows, and pairs of runs to start with."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

import streamlit as st

from workbench.domain.run_summary import RunSummary
from workbench.i18n.numbers import moment
from workbench.ui import session, session_compare
from workbench.ui.html import tag
from workbench.ui.navigation import page_path
from workbench.ui.run_labels import numbered
from workbench.ui.texts import Texts

_MOST = 4
"""Pairs that are offered."""
_UNBROKEN = "\u00a0"
"""Between the words of a date, which a line of a button does not divide."""
_GIVES = ("effect", "answers", "plans")


def draw(t: Texts, recent: Sequence[RunSummary]) -> None:
    """Draw what a comparison shows, then pairs among recent runs, or the way to ask a question."""
    told = (tag("li", t(f"compare.start.{name}")) for name in _GIVES)
    title = tag("h2", t("compare.start.gives"), cls="wb-title")
    lead = tag("p", t("compare.too_few"), cls="wb-lead")
    st.html(lead + title + tag("ul", *told, cls="wb-reasons"))
    offered = list(islice(pairs(t, recent), _MOST))
    if not offered:
        st.html(tag("p", t("compare.start.none")))
        if st.button(t("runs.empty.ask"), type="primary", icon=":material/forum:"):
            st.switch_page(page_path("ask"))
        return
    st.html(tag("h2", t("compare.start.choose"), cls="wb-title"))
    with st.grid(2, min_column_width=300, gap="small", key="wb_compare_pairs"):
        for (first, second, _), label in zip(offered, labels(t, offered, recent), strict=True):
            st.button(
                label,
                icon=":material/compare_arrows:",
                key=f"wb_pair_{first}_{second}",
                width="stretch",
                wrap=True,
                on_click=session_compare.choose,
                args=([first, second],),
            )


def labels(
    t: Texts, offered: Sequence[tuple[str, str, str]], recent: Sequence[RunSummary]
) -> list[str]:
    """Return the names of pairs; those that share one are told apart by the later run."""
    times = Counter(label for *_, label in offered)
    begun = {run.id: run.created_at for run in recent}
    zone = session.time_zone()
    names = {
        second: label
        if times[label] == 1
        else f"{label} · {moment(begun[second], t.language, zone).replace(' ', _UNBROKEN)}"
        for _, second, label in offered
    }
    told = numbered(t, names)
    return [told[second] for _, second, _ in offered]


def pairs(t: Texts, recent: Sequence[RunSummary]) -> Iterator[tuple[str, str, str]]:
    """Yield pairs of ids with their names: forks and their parents, questions asked twice.

    Args:
        t: the interface's texts.
        recent: runs of the workspace, the newest first.
    """
    known = {run.id for run in recent}
    forks = [run for run in recent if run.forked_at and run.parent_id in known]
    for run in forks:
        stage = t(f"common.stage.{run.forked_at}")
        yield run.parent_id or "", run.id, f"{run.question} · {t('runs.forked', stage=stage)}"
    newest: dict[str, RunSummary] = {}
    again = False
    for run in recent:
        if run.parent_id:
            continue
        if later := newest.get(run.question):
            again = True
            yield run.id, later.id, f"{run.question} · {t('compare.start.again')}"
        newest[run.question] = run
    if not forks and not again and len(recent) > 1:
        yield recent[1].id, recent[0].id, t("compare.start.latest")
