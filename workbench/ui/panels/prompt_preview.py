"""What a template gives for a run: the exact messages with tokens, and the changed lines."""

import difflib
from collections.abc import Iterator, Sequence

import streamlit as st

from workbench.bootstrap.values import PromptTemplate
from workbench.domain.prompts import PromptPreview
from workbench.domain.run import Run, RunStatus
from workbench.domain.run_summary import RunSummary
from workbench.errors import WorkbenchError
from workbench.i18n.numbers import integer
from workbench.ui import errors, session
from workbench.ui.html import Html, join, tag
from workbench.ui.panels.prompt_editor import EditedTemplate
from workbench.ui.panels.widgets import chip, muted
from workbench.ui.run_labels import run_labels
from workbench.ui.texts import Texts

_OFFERED = 40
"""Recent runs that the page offers."""


def languages(workspace: str) -> tuple[str, ...]:
    """The language of the run that is offered first, then those of the workspace."""
    known = session.summary().languages
    offered = [one.id for one in _runs(workspace)]
    if not offered:
        return known
    first = session.workbench().runs.get(_first(offered))
    return (first.language, *known) if first else known


def choose_run(t: Texts, workspace: str) -> Run | None:
    """Draw the choice of the run that the template is shown for; None if there is none."""
    found = _runs(workspace)
    if not found:
        st.info(t("prompts.no_runs"), icon=":material/info:")
        return None
    lines = run_labels(t, found, session.time_zone())
    run_id = st.selectbox(
        t("prompts.run"),
        list(lines),
        index=list(lines).index(_first(list(lines))),
        format_func=lines.__getitem__,
        key=session.translated_key(f"wb_prompt_run_{workspace}"),
        persist_state="session",
    )
    return session.workbench().runs.get(run_id) if run_id else None


def _runs(workspace: str) -> Sequence[RunSummary]:
    """The runs that the page offers, the newest first."""
    return session.workbench().runs.list(workspace=workspace, status=RunStatus.DONE, limit=_OFFERED)


def _first(offered: Sequence[str]) -> str:
    """The run that is open on the Ask page, or else the newest."""
    current = session.current_name()
    return current if current and current in offered else offered[0]


def draw(t: Texts, run: Run | None, template: PromptTemplate, edited: EditedTemplate) -> None:
    """Draw the messages that the run's model would be sent, with tokens by section."""
    if run is None or edited.is_wrong:
        st.html(muted(t("prompts.no_messages" if run is None else "prompts.has_errors")))
        return
    try:
        shown = session.workbench().preview_prompt(run, template.kind.name, edited.text)
    except WorkbenchError as error:
        errors.draw(error, t)
        return
    st.html(_sections(t, shown))
    with st.container(height=520, border=False, key="wb_prompt_messages"):
        for message in shown.messages:
            tokens = t("common.count.tokens", n=message.tokens)
            st.html(tag("h3", t(f"prompts.roles_of_messages.{message.role}"), " ", chip(tokens)))
            st.code(message.text, language=None, wrap_lines=True)


def _sections(t: Texts, shown: PromptPreview) -> Html:
    """The tokens of each section, and of all together."""
    parts = [
        chip(f"{t(f'ask.prompt.{name}')}: {integer(tokens, t.language)}", "blue")
        for name, tokens in shown.sections.items()
    ]
    total = t("ask.prompt.about", tokens=integer(shown.tokens, t.language))
    return tag("p", total, " ", join(parts, " "), cls="wb-small")


def draw_difference(t: Texts, template: PromptTemplate, text: str) -> None:
    """Draw the lines of the editor that differ from another version, the live one at first."""
    history = template.history
    numbers = [history.live, *(n for n in (0, *_numbers(template)) if n != history.live)]
    number = st.selectbox(
        t("prompts.compare_with"),
        numbers,
        format_func=lambda one: _told(t, template, one),
        key=session.translated_key(f"wb_prompt_diff_{template.kind.name}", history.live),
    )
    lines = list(_changes(history.text(number, template.original), text))
    if not any(one.startswith(("<del", "<ins")) for one in lines):
        st.html(muted(t("prompts.no_difference")))
        return
    st.html(tag("div", tag("div", *lines), cls="wb-diff wb-prompt-diff"))


def _numbers(template: PromptTemplate) -> tuple[int, ...]:
    return tuple(one.number for one in template.history.versions)


def _told(t: Texts, template: PromptTemplate, number: int) -> str:
    built_in = "prompts.own_file" if template.is_own else "prompts.built_in"
    name = t("prompts.version", number=number) if number else t(built_in)
    state = template.history.label(number)
    return f"{name} · {t(f'prompts.state.{state}')}" if state else name


def _changes(before: str, after: str) -> Iterator[Html]:
    """Yield the lines of both texts, marked as removed, added or unchanged."""
    names = {"- ": "del", "+ ": "ins", "  ": "span"}
    for line in difflib.ndiff(before.splitlines(), after.splitlines()):
        if name := names.get(line[:2]):
            yield tag(name, line[2:] or " ")
