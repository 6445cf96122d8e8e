"""Render a plan for reading, and its diff against the planner's plan."""

from itertools import count, repeat

from workbench.domain.comparison import Effect, effect
from workbench.domain.dry_run import DryRun
from workbench.domain.edits import Change, differences
from workbench.domain.local_text import localize
from workbench.domain.model_calls import CallsEstimate
from workbench.domain.plan import FallbackCondition, QueryPlan, ToolCall
from workbench.domain.run import Run, Stage
from workbench.i18n.numbers import decimal, integer, money
from workbench.render_styles import RENDER_STYLES
from workbench.ui import errors
from workbench.ui.effect_text import plan_place, plan_value, sentence
from workbench.ui.html import Html, join, tag
from workbench.ui.panels import calls
from workbench.ui.panels.widgets import chip, muted
from workbench.ui.plan_editor_data import editable_fields
from workbench.ui.run_view_model import RunViewModel

_ORIGIN_TONES = {"model": "blue", "offline": "gray", "emergency": "orange", "edited": "blue"}


def readable(frame: RunViewModel, plan: QueryPlan) -> Html:
    """Render a plan's origin, intents, steps, fallback and limits."""
    t = frame.t
    parts = [_origin(frame, plan), *_fallback_answer(frame)]
    if plan.scope == "off_topic":
        parts.append(tag("p", t("ask.plan.off_topic")))
    else:
        parts += [_intent(frame, name) for name in plan.intents]
    if plan.tool_calls:
        parts.append(
            tag("ol", *map(_step, repeat(frame), count(), plan.tool_calls), cls="wb-steps")
        )
    parts.append(tag("dl", *_settings(frame, plan), cls="wb-facts"))
    parts += _alternatives(frame)
    label = t("ask.plan.title")
    return tag("div", *parts, cls="wb-plan", tabindex="0", role="region", aria_label=label)


def _origin(frame: RunViewModel, plan: QueryPlan) -> Html:
    t, origin = frame.t, frame.run.plan_origin or "offline"
    score = decimal(plan.confidence, frame.language)
    return tag(
        "p",
        chip(t(f"common.origin.{origin}"), _ORIGIN_TONES[origin]),
        " ",
        tag("span", t("ask.plan.confidence", value=score), cls="wb-small"),
    )


def _fallback_answer(frame: RunViewModel) -> list[Html]:
    """The error that made the planner fall back to the built-in plan."""
    record = frame.run.stage(Stage.PLAN)
    if record is None or record.error is None:
        return []
    told = frame.t("ask.plan.stand_in")
    return [
        tag(
            "p",
            told,
            " ",
            tag("span", errors.translate_error(record.error, frame.t).message),
            cls="wb-problem",
        )
    ]


def _intent(frame: RunViewModel, name: str) -> Html:
    return tag("p", frame.intent(name) or name, cls="wb-intent")


def _step(frame: RunViewModel, place: int, call: ToolCall) -> Html:
    spec = frame.workspace.tool_specs[call.kind]
    text = spec.describe(call.args, frame)
    filters = [frame.filter_text(*one) for one in call.args.applied_filters.items()]
    details = frame.call_details(call.args, text)
    return tag(
        "li",
        tag(
            "p",
            chip(localize(spec.label, frame.language), spec.tone, symbol=spec.icon),
            " ",
            tag("b", text.subject),
            cls="wb-step",
        ),
        tag("div", " · ".join([*details, *filters]), cls="wb-small"),
        data_step=place,
    )


def _settings(frame: RunViewModel, plan: QueryPlan) -> list[Html]:
    t, limits = frame.t, plan.limits
    conditions = [
        t(
            "ask.plan.no_results"
            if when is FallbackCondition.NO_RESULTS
            else "ask.plan.low_coverage"
        )
        for when in plan.fallback.when
    ]
    filters = [frame.filter_text(slot, value) for slot, value in plan.fallback.filters.items()]
    when = t("ask.plan.when", conditions=f" {t('common.or')} ".join(conditions))
    told = " · ".join([when, *filters])
    fallback = told if plan.fallback.enabled else t("ask.plan.fallback_off")
    counts = [
        t("common.count.items", n=limits.max_items),
        t("common.count.groups", n=limits.max_groups),
        t("common.count.paragraphs", n=limits.max_paragraphs),
    ]
    layout = RENDER_STYLES.get(plan.render_style)
    shape = localize(layout.title, t.language) if layout else plan.render_style
    name = plan.answer_style or frame.workspace.spec.default_style(frame.run.language)
    style = t.get(f"ask.fields.{name}", name)
    rows = [
        (t("ask.plan.fallback"), fallback),
        (t("ask.plan.limits"), ", ".join(counts)),
        (t("ask.plan.style"), f"{shape}, {style}"),
    ]
    return [join((tag("dt", name), tag("dd", value))) for name, value in rows]


def _alternatives(frame: RunViewModel) -> list[Html]:
    planned = frame.run.plan.intents if frame.run.plan else ()
    others = [
        (name, score)
        for name, score in frame.run.plan_scores
        if name not in planned and score >= 0.05
    ]
    if not others:
        return []
    listed = [
        tag("li", f"{frame.intent_title(name)} · {decimal(score, frame.language)}")
        for name, score in others[:3]
    ]
    heading = f"{frame.t('ask.plan.alternatives')}:"
    return [tag("div", heading, tag("ul", *listed, cls="wb-reasons"), cls="wb-small")]


def tried(frame: RunViewModel, found: DryRun) -> Html:
    """Render a dry run: what each call finds, how much is shown, what the models would cost."""
    t = frame.t
    rows = [
        tag("li", calls.subject(frame, call), " · ", calls.found_in(frame, call))
        for call in found.calls
    ]
    shown = [t("ask.tried.shown", facts=t("common.count.facts", n=found.shown))]
    if found.omitted:
        shown.append(t("ask.tried.omitted", n=found.omitted))
    return tag(
        "div",
        tag("h3", t("ask.tried.title")),
        tag("ol", *rows) if rows else muted(t("ask.calls.none")),
        tag("p", " ".join(shown)),
        tag("p", _price(frame, found.models)),
        cls="wb-tried-plan",
        role="status",
    )


def _price(frame: RunViewModel, calls_made: CallsEstimate) -> str:
    t = frame.t
    if calls_made.is_free:
        return t("ask.tried.free")
    usd = calls_made.price_usd
    price = t("ask.header.price_unknown") if usd is None else money(usd, t.language)
    most = integer(calls_made.input_tokens + calls_made.output_tokens, t.language)
    return t(
        "ask.tried.price",
        models=", ".join(calls_made.models),
        calls=t("common.count.calls", n=calls_made.calls),
        tokens=most,
        price=price,
    )


def comparison(
    frame: RunViewModel, planners: QueryPlan, edited: object, parent: Run | None
) -> Html:
    """Render the fields that differ, and for a fork the effect on facts and scores."""
    t = frame.t
    changes = differences(editable_fields(planners), edited)
    parts = [tag("p", t("ask.plan.diff_against"), cls="wb-small")]
    if changes:
        parts.append(tag("div", *(_change(frame, change) for change in changes), cls="wb-diff"))
    else:
        parts.append(muted(t("ask.plan.no_diff")))
    if parent is not None and frame.finished:
        parts.append(_effect(frame, effect(parent, frame.run)))
    label = t("ask.plan.diff")
    return tag("div", *parts, cls="wb-plan", tabindex="0", role="region", aria_label=label)


def _change(frame: RunViewModel, change: Change) -> Html:
    return tag(
        "div",
        tag("p", plan_place(change.path, frame), " ", tag("code", change.path)),
        tag("del", plan_value(change.before, frame)) if change.before is not None else "",
        tag("ins", plan_value(change.after, frame)) if change.after is not None else "",
    )


def _effect(frame: RunViewModel, found: Effect) -> Html:
    """What the edit changed: the sentence, then the facts that are shown no more or newly."""
    t = frame.t
    listed = [tag("ins", item.content) for item in found.gained] + [
        tag("del", item.content) for item in found.lost
    ]
    return tag(
        "div",
        tag("h3", t("ask.plan.effect")),
        tag("p", sentence(found, frame)),
        tag("div", *(tag("div", one) for one in listed), cls="wb-diff"),
    )
