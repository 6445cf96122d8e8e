"""What can be asked after an answer: the rest of a list, next questions, examples."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import streamlit as st

from workbench.domain.listing import Listing
from workbench.domain.local_text import Language
from workbench.domain.turns import listing_of
from workbench.rendering.messages import localized_text
from workbench.ui import actions, session, session_plan
from workbench.ui.html import tag
from workbench.ui.navigation import page_path
from workbench.ui.role_controls import permit, refused
from workbench.ui.run_view_model import RunViewModel

_ENOUGH = 3
"""Example questions in the reader's language that need none in another."""


def draw_examples(frame: RunViewModel) -> None:
    """Draw buttons that ask the workspace's first examples."""
    shown = examples(frame.workspace.spec.examples, frame.run.language)[:3]
    _questions(frame, shown, frame.t("ask.answer.try"))


def draw_next_questions(frame: RunViewModel) -> None:
    """Draw buttons that ask what follows from the answer; forks have no conversation."""
    run = frame.run
    if frame.finished and run.parent_id is None:
        found = session.workbench().next_questions(run, run.language)
        _questions(frame, found, frame.t("ask.answer.ask_next"))


def _questions(frame: RunViewModel, questions: Sequence[str], heading: str) -> None:
    if questions:
        st.html(tag("h3", heading))
    for place, question in enumerate(questions):
        st.button(
            question,
            key=f"wb_try_{frame.run.id}_{place}",
            icon=":material/arrow_forward:",
            type="tertiary",
            on_click=actions.ask,
            args=(question,),
            **permit("stream"),
        )


def draw_next_steps(frame: RunViewModel) -> None:
    """Draw what one can do about a question that was declined."""
    t, run = frame.t, frame.run
    st.html(tag("h3", t("ask.answer.next")))
    if run.plan is not None:
        st.button(
            t("ask.answer.edit_plan"),
            icon=":material/edit_note:",
            type="tertiary",
            key=f"wb_next_plan_{run.id}",
            on_click=session_plan.edit_plan,
            args=(run.id,),
        )
    if st.button(
        t("ask.answer.look_up"),
        icon=":material/manage_search:",
        type="tertiary",
        key=f"wb_next_documents_{run.id}",
    ):
        st.switch_page(page_path("documents"))


def draw_rest(frame: RunViewModel) -> None:
    """Draw a button that asks for the items cut by the limits."""
    listing = _rest(frame)
    if listing is None:
        return
    label, key = frame.t("ask.answer.show_rest", n=listing.remaining), f"wb_rest_{frame.run.id}"
    if st.button(
        label,
        key=key,
        icon=":material/expand_more:",
        type="tertiary",
        **permit("stream"),
    ):
        ask_rest(frame)


def _rest(frame: RunViewModel) -> Listing | None:
    """The list that the limits cut; forks have no conversation to ask for the rest in."""
    run, listing = frame.run, listing_of(frame.run)
    asks = frame.finished and run.thread_id is not None and run.parent_id is None
    return listing if asks and listing is not None and listing.remaining else None


def ask_rest(frame: RunViewModel) -> None:
    """Ask for the items that the limits cut from the answer's list."""
    if listing := _rest(frame):
        words = localized_text(frame.run.language)["show_rest"]
        actions.ask(words.format(question=listing.question))
        st.rerun()


def with_rest_link(frame: RunViewModel, text: str) -> str:
    """The displayed answer with "4 more (ask to see them)" as a link that asks."""
    if _rest(frame) is None or refused("stream"):
        return text
    before, after = map(re.escape, localized_text(frame.run.language)["more"].split("{count}"))
    return re.sub(rf"(?<!\[)({before}\d+{after})", rf"[\1](#rest-{frame.run.id})", text)


def examples(by_language: Mapping[Any, tuple[str, ...]], language: Language) -> tuple[str, ...]:
    """Example questions in a language; where they are few, those in the others follow.

    Few questions in Russian can be made from documents in English.
    """
    own = by_language.get(language, ())
    if len(own) >= _ENOUGH:
        return own
    others = (some for name, some in by_language.items() if name != language)
    return tuple(chain(own, *others))
