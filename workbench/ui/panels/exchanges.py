"""The model call dialog: prompt, reply, tokens, price and time of every attempt."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import streamlit as st

from workbench.domain.evidence import StageError
from workbench.domain.plan import PlanProblem
from workbench.domain.run import ModelExchange, ModelUse, Run
from workbench.i18n.numbers import duration, integer, money
from workbench.llm.embedding.run_vectors import ROLE as EMBEDDER
from workbench.llm.embedding.run_vectors import vector_size
from workbench.text.escape_markdown import escape
from workbench.ui import errors
from workbench.ui.html import Html, tag
from workbench.ui.panels.prompt import sections
from workbench.ui.panels.widgets import chip, muted
from workbench.ui.run_view_model import RunViewModel


@dataclass(frozen=True)
class Attempt:
    """One attempt at a model call; without messages if another run recorded them."""

    role: str
    model: str
    reply: str
    ms: float
    messages: tuple[tuple[str, str], ...] = ()
    """Role (system, user, assistant) and text of each message."""
    use: ModelUse | None = None
    error: StageError | None = None
    problems: tuple[PlanProblem, ...] = ()
    cached: bool = False
    gaps: tuple[str, ...] = ()
    """The calls of the first plan that found nothing, for which this attempt adds others."""


def attempts(run: Run, role: str | None = None) -> tuple[Attempt, ...]:
    """The attempts of a role, or of all; for a reused plan, only its recorded attempts."""
    found = tuple(one for one in _recorded(run) if role in (None, one.role))
    if found or role not in (None, "planner"):
        return found
    return tuple(
        Attempt("planner", one.model, one.reply, one.ms, problems=one.problems, gaps=one.gaps)
        for one in run.plan_attempts
    )


def _recorded(run: Run) -> Iterator[Attempt]:
    uses, attempts = iter(run.usage.calls), iter(run.plan_attempts)
    for exchange in run.exchanges:
        use = next(uses, None) if exchange.error is None else None
        planned = exchange.role == "planner" and exchange.error is None
        attempt = next(attempts, None) if planned else None
        yield Attempt(
            role=exchange.role,
            model=exchange.model,
            reply=exchange.reply,
            ms=exchange.ms,
            messages=_messages(exchange),
            use=use,
            error=exchange.error,
            problems=attempt.problems if attempt else (),
            cached=exchange.cached,
            gaps=attempt.gaps if attempt else (),
        )


def _messages(exchange: ModelExchange) -> tuple[tuple[str, str], ...]:
    system = str(exchange.request.get("system") or "")
    sent = [(message["role"], message["text"]) for message in exchange.request.get("messages", ())]
    return (("system", system), *sent) if system else tuple(sent)


def open_dialog(frame: RunViewModel, role: str | None = None) -> None:
    """Show every attempt in a dialog."""
    found = attempts(frame.run, role)

    @st.dialog(frame.t(f"ask.calls_of.{role or 'all'}"), width="large")
    def dialog() -> None:
        if not found:
            st.html(muted(frame.t("ask.calls_of.none")))
        for place, one in enumerate(found):
            _draw(frame, one, place, only=len(found) == 1)

    dialog()


def _draw(frame: RunViewModel, one: Attempt, place: int, *, only: bool) -> None:
    t = frame.t
    with st.expander(_label(frame, one, place), expanded=only, icon=_symbol(one)):
        st.html(tag("p", *_chips(frame, one), cls="wb-row"))
        if one.error is not None:
            happened, hint = errors.translate_error(one.error, t)
            st.html(tag("p", tag("b", happened), f" {hint}", cls="wb-problem"))
        if one.gaps:
            st.html(tag("p", t("ask.calls_of.replanned")))
            st.html(tag("ul", *(tag("li", tag("code", gap)) for gap in one.gaps), cls="wb-reasons"))
        if one.problems:
            st.html(_problems(frame, one.problems))
        reply, sent = st.tabs([t("ask.calls_of.reply"), t("ask.calls_of.sent")])
        with reply:
            _reply(frame, one)
        with sent:
            if not one.messages:
                st.html(muted(t("ask.calls_of.elsewhere")))
            if one.role == "answer" and frame.run.answer and frame.run.answer.prompt:
                st.html(sections(t, frame.run.answer))
            for who, text in one.messages:
                st.html(tag("h3", t(f"ask.calls_of.by_{who}")))
                st.code(text, language=None, wrap_lines=True)


def _symbol(one: Attempt) -> str:
    if one.error is not None:
        return ":material/error:"
    wrong = any(problem.severity == "error" for problem in one.problems)
    return ":material/warning:" if wrong else ":material/check_circle:"


def _label(frame: RunViewModel, one: Attempt, place: int) -> str:
    t, role = frame.t, frame.t.get(f"models.role.{one.role}", one.role)
    parts = [
        t("ask.calls_of.number", n=place + 1, role=role),
        one.model,
        duration(one.ms, t.language),
    ]
    if one.problems:
        parts.append(t("ask.plan.problems", n=len(one.problems)))
    return " · ".join(escape(part) for part in parts)


def _chips(frame: RunViewModel, one: Attempt) -> list[Html]:
    t, use = frame.t, one.use
    found = [chip(errors.kind(one.error, t), "red", one.error.kind)] if one.error else []
    if one.cached:
        found.append(cached_chip(frame))
    if use is not None:
        n_in, n_out = integer(use.input_tokens, t.language), integer(use.output_tokens, t.language)
        found.append(chip(t("ask.header.tokens", n_in=n_in, n_out=n_out)))
        known = use.price_usd is not None and not one.cached
        if not one.cached:
            price = money(use.price_usd or 0.0, t.language) if known else None
            found.append(chip(price or t("ask.header.price_unknown")))
    return found


def cached_chip(frame: RunViewModel) -> Html:
    """A chip for a reply that came from a run's record or from the cache."""
    kind, t = source_of_cached(frame), frame.t
    return chip(t(f"ask.header.{kind}"), "blue", t(f"ask.header.{kind}_help"), "history")


def source_of_cached(frame: RunViewModel) -> str:
    """The source of a run's cached replies: its parent's record, or the cache."""
    return "recorded" if frame.run.parent_id else "cached"


def _problems(frame: RunViewModel, problems: tuple[PlanProblem, ...]) -> Html:
    return tag("ul", *(_problem(frame, one) for one in problems), cls="wb-reasons")


def _problem(frame: RunViewModel, problem: PlanProblem) -> Html:
    wrong, tip = errors.translate_problem(problem, frame.t)
    right = tag("span", tip, cls="wb-small") if tip else ""
    return tag("li", tag("code", problem.path), f" {wrong} ", right)


def _reply(frame: RunViewModel, one: Attempt) -> None:
    if not one.reply:
        st.html(muted(frame.t("ask.calls_of.no_reply")))
        return
    if one.role == EMBEDDER:
        st.html(muted(frame.t("ask.calls_of.vector", n=vector_size(one.reply))))
        return
    try:
        data = json.loads(one.reply)
    except ValueError:
        st.code(one.reply, language=None, wrap_lines=True)
    else:
        text = json.dumps(data, ensure_ascii=False, indent=2)
        st.code(text, language="json", wrap_lines=True)
