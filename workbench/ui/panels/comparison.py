"""The panels of the Compare page: effects, scores, answers, facts, claims, plans and calls."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import tzinfo

import streamlit as st

from workbench.domain.comparison import ComparedCall, RunComparison, RunScores, compare_runs
from workbench.domain.evidence import Evidence
from workbench.domain.local_text import Language
from workbench.i18n.numbers import UNKNOWN, decimal, duration, integer, moment, money, percent
from workbench.i18n.verdicts import grounding_tone, probability_tone
from workbench.settings import OFFLINE
from workbench.text.plain_text import without_markdown
from workbench.ui.citation_links import Highlight, link_citations
from workbench.ui.effect_text import filter_slot, plan_place, plan_value, sentence
from workbench.ui.html import Html, icon, join, tag
from workbench.ui.panels.answer_sources import marks
from workbench.ui.panels.calls import subject
from workbench.ui.panels.widgets import chip, heading, muted
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.verdicts import shown_probability, verdict_chip

LETTERS = "ABCD"
SHOWN = 6
"""Rows of a table that are open; the others are folded."""
_VERDICT_TONES = {"supported": "green", "contradicted": "red", "not_in_sources": "orange"}


@dataclass(frozen=True)
class Row:
    """One line of a table: its name and a cell for each run."""

    name: Html | str
    cells: Sequence[Html | str]


def draw(frames: Sequence[RunViewModel], zone: tzinfo | None) -> None:
    """Draw the comparison of the runs, the first of which the others are compared to."""
    found = compare_runs([frame.run for frame in frames])
    with st.container(key="wb_compare", gap="small"):
        _effects(frames, found)
        _section("scores", _scores(frames, found, zone))
        _answers(frames, found)
        _section("facts", _facts(frames, found))
        _section("claims", _claims(frames, found))
        _section("plan", _plan(frames, found))
        _section("entities", _entities(frames, found))
        _section("calls", _calls(frames, found))


def _section(name: str, content: Html) -> None:
    with st.container(border=True, key=f"wb_compare_{name}", gap="xsmall"):
        st.html(content)


def _titled(frames: Sequence[RunViewModel], name: str, *content: Html | str) -> Html:
    return join((tag("h2", frames[0].t(f"compare.{name}"), cls="wb-title"), *content))


def _effects(frames: Sequence[RunViewModel], found: RunComparison) -> None:
    """Draw one sentence for each further run: what was edited, and what that changed."""
    pairs = zip(frames[1:], LETTERS[1:], found.effects, strict=False)
    lines = [
        tag("p", _letter(letter), " ", sentence(effect, frame), cls="wb-effect")
        for frame, letter, effect in pairs
    ]
    with st.container(border=True, key="wb_compare_effects", gap="xsmall"):
        st.html(_titled(frames, "effects", *lines))


def _letter(letter: str) -> Html:
    return tag("b", letter, cls="wb-letter")


def differences(frames: Sequence[RunViewModel], corner: str, rows: Sequence[Row]) -> Html:
    """A table of what differs, the rows after the first ones folded."""
    first = table(frames, corner, rows[:SHOWN])
    if len(rows) <= SHOWN + 1:
        return table(frames, corner, rows)
    more = tag("summary", frames[0].t("compare.more_rows", n=len(rows) - SHOWN))
    rest = table(frames, corner, rows[SHOWN:])
    return join((first, tag("details", more, rest, cls="wb-folded")))


def table(frames: Sequence[RunViewModel], corner: str, rows: Iterable[Row]) -> Html:
    """A table with a column for each run; its heads open the runs."""
    t = frames[0].t
    heads = [
        tag(
            "th",
            tag(
                "a",
                _letter(letter),
                icon("open_in_new"),
                tag("span", t("compare.open"), cls="wb-hidden"),
                href=f"#run-{frame.run.id}",
                title=frame.run.question,
            ),
            scope="col",
        )
        for frame, letter in zip(frames, LETTERS, strict=False)
    ]
    body = [
        tag(
            "tr",
            tag("th", row.name, scope="row"),
            *(
                tag("td", cell, data_run=letter)
                for cell, letter in zip(row.cells, LETTERS, strict=False)
            ),
        )
        for row in rows
    ]
    head = tag("thead", tag("tr", tag("th", corner, scope="col"), *heads))
    return tag(
        "div",
        tag("table", head, tag("tbody", *body), cls="wb-compared"),
        cls="wb-across",
        tabindex="0",
        role="region",
        aria_label=corner or t("compare.title"),
    )


# --- scores ---------------------------------------------------------------------------------------


def _scores(frames: Sequence[RunViewModel], found: RunComparison, zone: tzinfo | None) -> Html:
    t, language = frames[0].t, frames[0].language
    figures: dict[str, Callable[[RunScores], Html | str]] = {
        "label": lambda one: _verdict(one, frames[0]),
        "probability": lambda one: _likely(one, frames[0]),
        "grounding": lambda one: _grounding(one, language),
        "confidence": lambda one: decimal(one.confidence, language),
        "claims": lambda one: t("compare.of", part=one.supported, whole=one.claims),
        "facts": lambda one: t("compare.of", part=one.facts_shown, whole=one.facts_found),
        "tokens": lambda one: integer(one.input_tokens + one.output_tokens, language),
        "price": lambda one: UNKNOWN if one.price_usd is None else money(one.price_usd, language),
        "ms": lambda one: duration(one.ms, language),
    }
    rows = [
        Row(t(f"compare.score.{name}"), [figure(one) for one in found.scores])
        for name, figure in figures.items()
    ]
    answering = [frame.run.models.get("answer", OFFLINE) for frame in frames]
    models = [t("ask.menu.no_model") if name == OFFLINE else name for name in answering]
    rows += [Row(t("compare.score.models"), models), *_templates(frames)]
    begun = [moment(frame.run.created_at, language, zone) for frame in frames]
    rows.append(Row(t("compare.score.created"), begun))
    return _titled(frames, "scores", table(frames, "", rows))


def _templates(frames: Sequence[RunViewModel]) -> list[Row]:
    """The hashes of the answer's prompt templates; no row where no run has any."""
    hashes = [frame.run.templates.get("answer") for frame in frames]
    cells = [tag("code", one) if one else UNKNOWN for one in hashes]
    return [Row(frames[0].t("compare.score.templates"), cells)] if any(hashes) else []


def _verdict(one: RunScores, frame: RunViewModel) -> Html | str:
    if one.label is None:
        return UNKNOWN
    return verdict_chip(one.label, one.probability, one.grounding, frame.t)


def _likely(one: RunScores, frame: RunViewModel) -> Html:
    value = shown_probability(one.label, one.probability)
    return tag("b", percent(value, frame.language), cls=probability_tone(value, one.grounding))


def _grounding(one: RunScores, language: Language) -> Html:
    return tag("b", decimal(one.grounding, language), cls=grounding_tone(one.grounding))


# --- answers --------------------------------------------------------------------------------------


def _answers(frames: Sequence[RunViewModel], found: RunComparison) -> None:
    """Draw the answers side by side, with the statements marked that another one lacks."""
    t = frames[0].t
    with st.container(border=True, key="wb_compare_answers", gap="xsmall"):
        heading(t("compare.answers"), t("compare.answers_help"))
        # Where the columns would stand below each other, the style sheet shows the chosen one.
        chosen = st.segmented_control(
            t("compare.answer_of"),
            list(LETTERS[: len(frames)]),
            default=LETTERS[0],
            required=True,
            label_visibility="collapsed",
            key="wb_compare_answer_of",
        )
        for place, column in enumerate(st.columns(len(frames), gap="medium")):
            shown = "chosen" if LETTERS[place] == chosen else "other"
            with column, st.container(key=f"wb_compare_{shown}_{place}", gap="xsmall"):
                _answer(frames, place, found)


def _answer(frames: Sequence[RunViewModel], place: int, found: RunComparison) -> None:
    frame = frames[place]
    st.html(tag("p", _letter(LETTERS[place]), " ", tag("span", frame.run.question)))
    if not frame.marked:
        st.html(muted(frame.t("compare.no_answer")))
        return
    with st.container(key=f"wb_compare_answer_{place}"):
        text = link_citations(
            frame.marked,
            frame.run.id,
            frame.numbers,
            marks(frame),
            _alone(frame, place, found),
        )
        st.markdown(text, anchors=False)


def _alone(frame: RunViewModel, place: int, found: RunComparison) -> list[Highlight]:
    """The statements that some other answer lacks."""
    effects = found.effects if place == 0 else (found.effects[place - 1],)
    kind = "lost" if place == 0 else "gained"
    alone = {
        (claim.start, claim.end)
        for effect in effects
        for claim in (effect.claims_lost if place == 0 else effect.claims_gained)
    }
    hover = frame.t("compare.only_here")
    target = f"#run-{frame.run.id}?{kind}"
    return [Highlight(start, end, target, hover) for start, end in sorted(alone)]


# --- facts and claims -----------------------------------------------------------------------------


def _facts(frames: Sequence[RunViewModel], found: RunComparison) -> Html:
    t = frames[0].t
    if not found.facts:
        return _titled(frames, "facts", muted(t("compare.facts_none")))
    shared = [row.evidence for row in found.facts if all(row.shown)]
    states = {True: ("green", "shown"), False: ("orange", "found")}
    rows = []
    for row in found.facts:
        if all(row.shown) or not any(row.shown):
            continue
        cells = [
            chip(t(f"compare.{states[shown][1]}"), states[shown][0])
            if found_
            else t("compare.absent")
            for shown, found_ in zip(row.shown, row.found, strict=True)
        ]
        rows.append(Row(_fact(row.evidence), cells))
    parts: list[Html] = [differences(frames, t("compare.fact"), rows)] if rows else []
    if shared:
        items = [tag("li", _fact(item)) for item in shared]
        parts.append(_folded(t("compare.facts_same", n=len(shared)), items))
    return _titled(frames, "facts", *parts)


def _fact(item: Evidence) -> str:
    """A fact's text; of a passage its beginning."""
    text = without_markdown(item.content)
    return text if len(text) <= 220 else text[:220].rsplit(" ", 1)[0] + "…"


def _folded(title: str, items: Sequence[Html]) -> Html:
    return tag("details", tag("summary", title), tag("ul", *items), cls="wb-folded")


def _claims(frames: Sequence[RunViewModel], found: RunComparison) -> Html:
    t = frames[0].t
    if not found.claims:
        return _titled(frames, "claims", muted(t("ask.diagnostics.no_claims")))
    same = [row for row in found.claims if len(set(row.verdicts)) == 1]
    rows = [
        Row(
            without_markdown(row.text),
            [
                chip(t(f"common.verdict.{one}"), _VERDICT_TONES.get(one, "gray"))
                if one
                else t("compare.absent")
                for one in row.verdicts
            ],
        )
        for row in found.claims
        if row not in same
    ]
    parts: list[Html] = [differences(frames, t("ask.source.claim"), rows)] if rows else []
    if same:
        items = [tag("li", without_markdown(row.text)) for row in same]
        parts.append(_folded(t("compare.claims_same", n=len(same)), items))
    return _titled(frames, "claims", *parts)


# --- plans, entities, calls -----------------------------------------------------------------------


def _plan(frames: Sequence[RunViewModel], found: RunComparison) -> Html:
    t = frames[0].t
    if not found.plan:
        return _titled(frames, "plan", muted(t("compare.plan_same")))
    rows = [
        Row(
            tag("span", plan_place(row.path, frames[0]), title=row.path),
            [
                _field(row.path, value, frame)
                for value, frame in zip(row.values, frames, strict=True)
            ],
        )
        for row in found.plan
    ]
    told = [row for row in rows if len(set(map(str, row.cells))) > 1]
    return _titled(frames, "plan", differences(frames, t("compare.field"), told))


def _field(path: str, value: str | None, frame: RunViewModel) -> str:
    slot = filter_slot(path)
    if slot and value:
        return frame.filter_text(slot, value).partition(": ")[2]
    return plan_value(value, frame)


def _entities(frames: Sequence[RunViewModel], found: RunComparison) -> Html:
    t = frames[0].t
    if not found.entities:
        return _titled(frames, "entities", muted(t("compare.entities_none")))
    rows = [
        Row(
            tag("span", row.name, tag("small", frames[0].node_type(row.type))),
            [
                chip(t("compare.present"), "blue") if present else t("compare.absent")
                for present in row.in_runs
            ],
        )
        for row in found.entities
    ]
    return _titled(frames, "entities", differences(frames, t("compare.entity"), rows))


def _calls(frames: Sequence[RunViewModel], found: RunComparison) -> Html:
    t = frames[0].t
    if not found.calls:
        return _titled(frames, "calls", muted(t("compare.calls_none")))
    rows = [_call(frames, row) for row in found.calls]
    return _titled(frames, "calls", differences(frames, t("compare.call"), rows))


def _call(frames: Sequence[RunViewModel], row: ComparedCall) -> Row:
    t = frames[0].t
    frame, place = next(
        (frame, place) for frame, place in zip(frames, row.places, strict=True) if place is not None
    )
    cells = [
        t("compare.not_made")
        if items is None or ms is None
        else f"{t('common.count.facts', n=items)} · {duration(ms, frame.language)}"
        for items, ms in zip(row.items, row.ms, strict=True)
    ]
    call = frame.run.tool_calls[place]
    spec = frame.workspace.tool_specs[call.args.kind]
    details = " · ".join(frame.call_details(call.args, spec.describe(call.args, frame)))
    return Row(tag("span", subject(frame, call), tag("small", details)), cells)
