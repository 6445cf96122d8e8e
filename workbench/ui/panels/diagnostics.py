"""The diagnostics panel: scores, claims, confidence steps, sufficiency and findings."""

import re
from collections.abc import Mapping, Sequence

import streamlit as st

from workbench.checks.diagnostics.confidence.config import CONSTANTS
from workbench.checks.diagnostics.confidence.formula import STEP_WORDS
from workbench.checks.diagnostics.confidence.terms.base import StepWords
from workbench.checks.messages import in_language
from workbench.domain.diagnostics import (
    Claim,
    Confidence,
    ConfidenceStep,
    Diagnostics,
    Finding,
    JudgedClaim,
    Judgement,
    VerdictLabel,
)
from workbench.domain.evidence import StageError
from workbench.domain.local_text import localize
from workbench.i18n.numbers import decimal, percent
from workbench.i18n.verdicts import verdict_name, verdict_tone
from workbench.text.plain_text import without_markdown
from workbench.tools.gap_texts import labels_of_gaps
from workbench.ui import errors
from workbench.ui.citation_links import href
from workbench.ui.claim_reasons import claim_reasons, worst_first
from workbench.ui.diagnostic_terms import Explanation, Place, Values, catalogue, terms_at
from workbench.ui.diagnostic_values import run_values
from workbench.ui.html import Html, icon, join, tag
from workbench.ui.panels.widgets import box, chip, heading, muted, pending
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.verdicts import shown_probability

_CLAIM_SYMBOLS = {
    "supported": "check_circle",
    "contradicted": "cancel",
    "not_in_sources": "help",
    "not_checkable": "remove_circle",
}


def draw(frame: RunViewModel) -> None:
    """Draw the panel."""
    t, diagnostics = frame.t, frame.run.diagnostics
    with box("diagnostics"):
        heading(t("ask.diagnostics.title"))
        if diagnostics is None:
            st.html(pending(frame, "diagnostics"))
            return
        values = run_values(frame.run, diagnostics, t)
        st.html(_tiles(frame, diagnostics, values))
        stated = sum(claim.states_something for claim in diagnostics.claims)
        views = {
            t("ask.diagnostics.claims", count=stated): _claims(frame, diagnostics.claims),
            t("ask.diagnostics.steps"): _confidence(frame, diagnostics.confidence, values),
            t("ask.diagnostics.sufficiency"): _context(frame, diagnostics, values),
            t("ask.diagnostics.findings", count=len(frame.run.findings)): _findings(
                frame, frame.run.findings
            ),
        }
        if diagnostics.judge is not None:
            views[t("ask.diagnostics.judge")] = _judgement(frame, diagnostics.judge, values)
        elif diagnostics.judge_error is not None:
            views[t("ask.diagnostics.judge")] = _unjudged(frame, diagnostics.judge_error)
        for tab, view in zip(st.tabs(list(views)), views.values(), strict=True):
            tab.html(view)


_SYMBOLS: Mapping[VerdictLabel, str] = {
    "answered": "check_circle",
    "corrected": "check_circle",
    "partly": "help",
    "unsure": "help",
    "not_found": "search_off",
    "off_topic": "do_not_disturb_on",
}


def verdict(frame: RunViewModel, found: Diagnostics) -> Html:
    """The one verdict that comes first, with its reasons; earlier releases recorded none."""
    if found.verdict is None:
        return Html("")
    t, label = frame.t, found.verdict.label
    value = shown_probability(label, found.verdict.probability)
    grounding = found.grounding.score
    colour = verdict_tone(label, value, grounding)
    likely = t("ask.diagnostics.likely", value=percent(value or 0, frame.language))
    return tag(
        "div",
        tag(
            "p",
            icon(_symbol(label, colour)),
            tag("b", verdict_name(label, t.language, value, grounding)),
            "" if value is None else tag("span", likely),
        ),
        _reasons(frame, found.verdict.reasons) if found.verdict.reasons else "",
        cls=f"wb-verdict {colour}",
    )


def _symbol(label: VerdictLabel, colour: str) -> str:
    """The symbol of a verdict; a tick is for what is green."""
    return "help" if colour == "orange" else _SYMBOLS[label]


def _reasons(frame: RunViewModel, reasons: Sequence[str]) -> Html:
    labels = labels_of_gaps(frame.run.facts, frame.workspace)
    told = (in_language(reason, frame.language, labels) for reason in reasons)
    return tag("ul", *(tag("li", reason) for reason in told), cls="wb-reasons")


def _tiles(frame: RunViewModel, found: Diagnostics, values: Values) -> Html:
    """The verdict, then the numbers behind it; each opens to what it means."""
    return join((verdict(frame, found), _terms(frame, "tiles", values)))


def _terms(frame: RunViewModel, place: Place, values: Values) -> Html:
    """Numbers by their names, which open to what explains them, also by keyboard and touch."""
    language = frame.language
    terms = [
        tag(
            "details",
            tag(
                "summary",
                tag("span", localize(term.label, language)),
                tag("b", term.value_in(values, language)),
            ),
            _explained(frame, term, values),
            name_="wb_term",
        )
        for term in terms_at(place)
    ]
    return tag("div", *terms, cls="wb-terms")


def _explained(frame: RunViewModel, found: Explanation, values: Values) -> Html:
    """What a number means, its formula with the run's values, and its origin."""
    t, language = frame.t, frame.language
    lines = {
        "formula": [found.formula_in(values, language)],
        "values": found.values_in(values, language),
        "origin": [localize(found.origin, language)],
    }
    listed = [
        join((tag("dt", t(f"ask.diagnostics.explained.{name}")), *(tag("dd", one) for one in told)))
        for name, told in lines.items()
        if any(told)
    ]
    return tag("div", tag("p", localize(found.meaning, language)), tag("dl", *listed))


def _claims(frame: RunViewModel, claims: tuple[Claim, ...]) -> Html:
    """The claims, the worst first; headings, questions and the like are folded up below."""
    stated, others = list[Html](), list[Html]()
    for place, claim in worst_first(claims):
        (stated if claim.states_something else others).append(_claim(frame, place, claim))
    return join(
        (
            tag("ul", *stated, cls="wb-claims")
            if stated
            else muted(frame.t("ask.diagnostics.no_claims")),
            tag(
                "details",
                tag("summary", frame.t("ask.diagnostics.not_claims", n=len(others))),
                tag("ul", *others, cls="wb-claims"),
                cls="wb-folded",
            )
            if others
            else "",
        )
    )


def _claim(frame: RunViewModel, place: int, claim: Claim) -> Html:
    t = frame.t
    verdict = t(f"common.verdict.{claim.verdict}")
    if claim.probability is not None:
        share = decimal(claim.probability, frame.language)
        verdict += f" · {t('ask.diagnostics.probability', value=share)}"
    return tag(
        "li",
        icon(_CLAIM_SYMBOLS[claim.verdict]),
        tag(
            "a",
            without_markdown(claim.statement),
            tag("small", " · ".join((verdict, *claim_reasons(frame, claim)))),
            href=f"#claim-{frame.run.id}-{place}-{claim.verdict}",
        ),
        cls=claim.verdict,
    )


def _confidence(frame: RunViewModel, confidence: Confidence, values: Values) -> Html:
    """A table of the confidence formula: each factor and the running product."""
    t, language = frame.t, frame.language
    head = tag(
        "tr",
        tag("th", t("ask.diagnostics.step_factor")),
        tag("th", t("ask.diagnostics.step_times")),
        tag("th", t("ask.diagnostics.step_value")),
    )
    rows = [
        _step(frame, step, values, first=not place) for place, step in enumerate(confidence.steps)
    ]
    total = tag(
        "tr",
        tag("th", localize(catalogue().terms["confidence"].label, language)),
        tag("th", ""),
        tag("th", decimal(confidence.score, language, 3)),
    )
    table = tag(
        "table", tag("thead", head), tag("tbody", *rows), tag("tfoot", total), cls="wb-table"
    )
    return join([table, *_changed_constants(frame, confidence)])


def _changed_constants(frame: RunViewModel, confidence: Confidence) -> list[Html]:
    """The constants that differ from their defaults, each with its default."""
    if not confidence.changed_constants:
        return []
    items = []
    for name, value in confidence.changed_constants.items():
        known = CONSTANTS.get(name)
        label = localize(known.label, frame.language) if known else name
        default = f" ({known.default:g})" if known else ""
        items.append(tag("li", f"{label}: {value:g}{default}"))
    title = tag("h3", frame.t("ask.diagnostics.changed_constants"))
    return [tag("div", title, tag("ul", *items, cls="wb-reasons"))]


def _step(frame: RunViewModel, step: ConfidenceStep, values: Values, *, first: bool) -> Html:
    language = frame.language
    factor = decimal(step.factor, language, 3)
    words = STEP_WORDS.get(step.name, StepWords(step.name))
    told = localize(words.detail, language).format(value=step.detail)
    label, known = localize(words.label, language), catalogue().steps.get(step.name)
    named = (
        tag(
            "details",
            tag("summary", label),
            _explained(frame, known, values),
            cls="wb-explained",
            name_="wb_term",
        )
        if known
        else label
    )
    return tag(
        "tr",
        tag("td", named, tag("small", told)),
        tag("td", factor if first else f"× {factor}"),
        tag("td", decimal(step.value_after, language, 3)),
    )


def _context(frame: RunViewModel, found: Diagnostics, values: Values) -> Html:
    reasons = found.sufficiency.reasons
    return tag("div", _terms(frame, "context", values), _reasons(frame, reasons) if reasons else "")


def _judgement(frame: RunViewModel, judge: Judgement, values: Values) -> Html:
    t = frame.t
    verdict = t("ask.diagnostics.grounded" if judge.grounded else "ask.diagnostics.ungrounded")
    return tag(
        "div",
        tag("p", chip(verdict, "green" if judge.grounded else "orange")),
        tag(
            "dl",
            tag("dt", t("ask.diagnostics.judge_model")),
            tag("dd", judge.model),
            cls="wb-facts",
        ),
        _terms(frame, "judge", values),
        tag("ul", *(_judged(frame, one) for one in _judged_claims(judge)), cls="wb-claims"),
    )


def _unjudged(frame: RunViewModel, error: StageError) -> Html:
    """Why the judge failed; the verdicts of the checks apply."""
    happened, hint = errors.translate_error(error, frame.t)
    told = frame.t("ask.diagnostics.unjudged")
    return tag("p", f"{told} ", tag("b", happened), f" {hint}", cls="wb-problem")


def _judged_claims(judge: Judgement) -> tuple[JudgedClaim, ...]:
    """Every claim the judge saw, including those it only listed as ungrounded."""
    known = {one.claim for one in judge.claims}
    rest = (one for one in judge.ungrounded_claims if one not in known)
    return (*judge.claims, *(JudgedClaim(claim=one, supported=False) for one in rest))


def _judged(frame: RunViewModel, one: JudgedClaim) -> Html:
    verdict = "supported" if one.supported else "not_in_sources"
    told = frame.t(f"common.verdict.{verdict}")
    number = _shown_number(frame, one.source)
    source = tag("a", f"[{number}]", href=href(frame.run.id, number)) if number else ""
    return tag(
        "li",
        icon(_CLAIM_SYMBOLS[verdict]),
        tag("span", without_markdown(one.claim), tag("small", told, " ", source)),
        cls=verdict,
    )


def _shown_number(frame: RunViewModel, source: str | None) -> int | None:
    """The displayed number of the judge's "Source N"."""
    found = re.search(r"\d+", source or "")
    return frame.numbers.get(int(found[0])) if found else None


def _findings(frame: RunViewModel, findings: tuple[Finding, ...]) -> Html:
    if not findings:
        return muted(frame.t("ask.diagnostics.no_findings"))
    return tag("ul", *(_finding(frame, finding) for finding in findings), cls="wb-reasons")


def _finding(frame: RunViewModel, finding: Finding) -> Html:
    told = in_language(finding.message, frame.language)
    return tag(
        "li",
        told,
        " ",
        chip(frame.t(f"ask.diagnostics.action.{finding.action}"), "gray", finding.code),
        tag("q", finding.excerpt) if finding.excerpt not in told else "",
    )
