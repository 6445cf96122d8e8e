"""Say in one sentence what was edited in a run and what that changed."""

import re
from collections.abc import Callable, Iterator, Sequence

from workbench.checks.diagnostics.confidence.config import CONSTANTS
from workbench.domain.comparison import Effect
from workbench.domain.edits import Edit
from workbench.domain.local_text import Language, localize
from workbench.domain.plan import PlanProblem
from workbench.i18n.numbers import UNKNOWN, decimal, percent
from workbench.i18n.verdicts import verdict_name
from workbench.render_styles import RENDER_STYLES
from workbench.settings import OFFLINE
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.texts import Texts, catalogue
from workbench.ui.verdicts import shown_probability

NAMED = 3
"""Edits that a sentence names; the others are counted."""
_FILTER = re.compile(r"\.filters\.(\w+)(?:\[\d+\])?$")
"""``$.tool_calls[0].args.filters.category``: the slot."""
_CALL = re.compile(r"^\$\.tool_calls\[(\d+)\]\.")
_KEY = re.compile(r"(\w+)(?:\[\d+\])?$")
"""The last key of a path: ``max_items``, ``intents`` of ``$.intents[1]``."""
_PART = re.compile(r"\.(\w+)(?:\[(\d+)\])?")
"""One step of a path: ``.limits``, or ``.tool_calls[0]`` with its place."""
_LABELS = {"max_response_length": "length", "system_instructions": "instructions"}
"""Options whose label has a name of its own."""
_WORDS = {"true": "on", "false": "off", "": "unset", "null": "unset", None: "unset"}
"""Values of options that are told in words."""
_NOTHING = (None, "null", "{}")
"""The leaves of a plan without a value: {} of an empty mapping, such as a call without filters."""


def sentence(found: Effect, frame: RunViewModel) -> str:
    """Return the sentence: "Filter “Category: Databases” added: 14 facts removed, …"."""
    edited = edit_phrase(found.edits, frame)
    told = outcome(found, frame.t)
    return frame.t("compare.effect.sentence", edit=_capitalized(edited), outcome=told)


def edit_phrase(edits: Sequence[Edit], frame: RunViewModel) -> str:
    """Return what was edited, without its effect."""
    phrases = list(dict.fromkeys(_phrases(edits, frame)))
    if not phrases:
        return frame.t("compare.edit.none")
    named = "; ".join(phrases[:NAMED])
    more = len(phrases) - NAMED
    return f"{named} {frame.t('compare.edit.more', n=more)}" if more > 0 else named


def outcome(found: Effect, t: Texts) -> str:
    """Return what an edit changed in facts shown, claims and scores."""
    counts = {
        "facts_lost": len(found.lost),
        "facts_gained": len(found.gained),
        "claims_lost": len(found.claims_lost),
        "claims_gained": len(found.claims_gained),
    }
    parts = [t(f"compare.effect.{name}", n=n) for name, n in counts.items() if n]
    likely = list(zip(found.label, found.probability, strict=True))
    moved = {
        "label": [
            label and verdict_name(label, t.language, share, grounding)
            for (label, share), grounding in zip(likely, found.grounding, strict=True)
        ],
        "grounding": [_told(decimal, value, t) for value in found.grounding],
        "probability": [_told(percent, shown_probability(*one), t) for one in likely],
    }
    parts += [
        t(f"compare.effect.{name}", before=before, after=after)
        for name, (before, after) in moved.items()
        if before and after and before != after
    ]
    return ", ".join(parts) or t("compare.effect.same")


def _told(
    written: Callable[[float | None, Language], str], value: float | None, t: Texts
) -> str | None:
    return None if value is None else written(value, t.language)


def capitalized_edit(edits: Sequence[Edit], frame: RunViewModel) -> str:
    """The edits as the beginning of a sentence."""
    return _capitalized(edit_phrase(edits, frame))


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _phrases(edits: Sequence[Edit], frame: RunViewModel) -> Iterator[str]:
    t = frame.t
    yield from _facts(edits, t)
    whole = {call for edit in edits if (call := _whole_call(edit)) is not None}
    for edit in edits:
        match edit.kind:
            case "question" | "answer":
                yield t(f"compare.edit.{edit.kind}", after=edit.after or "")
            case "option":
                yield t(
                    "compare.edit.option",
                    name=_option_name(edit.path, t),
                    before=_option(edit.path, edit.before, t),
                    after=_option(edit.path, edit.after, t),
                )
            case "model":
                role = t.get(f"ask.menu.role_{edit.path}", edit.path)
                before, after = (_model(name, t) for name in (edit.before, edit.after))
                yield t("compare.edit.model", role=role, before=before, after=after)
            case "template":
                yield t("compare.edit.template", role=t(f"ask.menu.role_{edit.path}"))
            case "entity":
                yield _entity(edit, frame)
            case "plan":
                yield _plan(edit, frame, whole)


def _facts(edits: Sequence[Edit], t: Texts) -> Iterator[str]:
    given = [edit for edit in edits if edit.kind == "fact"]
    dropped = sum(edit.after is None for edit in given)
    added = sum(edit.before is None for edit in given)
    if dropped:
        yield t("compare.edit.facts_dropped", n=dropped)
    if added:
        yield t("compare.edit.facts_given", n=added)
    if given and not dropped and not added:
        yield t("compare.edit.facts_ordered")


def _option_name(name: str, t: Texts) -> str:
    """The label of an option, or of a constant of the formula: ``confidence_config.beta``."""
    constant = CONSTANTS.get(name.partition(".")[2])
    named = localize(constant.label, t.language) if constant else name
    return t.get(f"ask.options.{_LABELS.get(name, name)}", named)


def _option(name: str, value: str | None, t: Texts) -> str:
    if value in _WORDS:
        return t(f"ask.options.{_WORDS[value]}")
    return t.get(f"ask.options.{name}s.{value}", str(value))


def _model(name: str | None, t: Texts) -> str:
    return t("ask.menu.no_model") if name in (None, OFFLINE) else str(name)


def _entity(edit: Edit, frame: RunViewModel) -> str:
    before, after = (_entity_name(edit, name, frame) for name in (edit.before, edit.after))
    if before and after:
        return frame.t("compare.edit.entity_replaced", before=before, after=after)
    kind = "added" if after else "removed"
    return frame.t(f"compare.edit.entity_{kind}", before=before, after=after)


def _entity_name(edit: Edit, name: str | None, frame: RunViewModel) -> str:
    """A node's name as recorded, or a filter ``slot=value`` with its label."""
    slot, is_filter, value = (name or "").partition("=")
    if is_filter and edit.path.startswith(f"{slot}="):
        return frame.filter_text(slot, value)
    return name or ""


def _whole_call(edit: Edit) -> tuple[str, bool] | None:
    """The place of a call that was added or removed as a whole, and whether it was added."""
    match = _CALL.match(edit.path) if edit.path.endswith("].tool") else None
    if match is None or None not in (edit.before, edit.after):
        return None
    return match[1], edit.before is None


def _plan(edit: Edit, frame: RunViewModel, whole: set[tuple[str, bool]]) -> str:
    """One field of the plan; the fields of a call added as a whole are one edit."""
    t, call = frame.t, _CALL.match(edit.path)
    for added in (True, False):
        if call and (call[1], added) in whole:
            return t(f"compare.edit.call_{'added' if added else 'removed'}")
    if slot := filter_slot(edit.path):
        return _filter(slot, edit, frame)
    before, after = (plan_value(value, frame) for value in (edit.before, edit.after))
    return t(
        "compare.edit.field_changed",
        field=field_label(edit.path, frame),
        before=before,
        after=after,
    )


def _filter(slot: str, edit: Edit, frame: RunViewModel) -> str:
    given = {"before": edit.before, "after": edit.after}
    shown = {name: frame.filter_text(slot, value) for name, value in given.items() if value}
    kind = "changed" if len(shown) > 1 else "added" if edit.after else "removed"
    return frame.t(f"compare.edit.filter_{kind}", **shown)


def filter_slot(path: str) -> str:
    """The slot of a filter in a plan; empty for other fields."""
    found = _FILTER.search(path)
    return found[1] if found else ""


def field_label(path: str, frame: RunViewModel) -> str:
    """The name of a plan field in words, by the last key of its path; of a filter its slot."""
    slot, key = filter_slot(path), _KEY.search(path)
    if slot:
        return frame.filter_text(slot, "").rstrip(": ")
    if not key:
        return path
    described = (one.fields for one in frame.workspace.tool_specs.values() if key[1] in one.fields)
    argument = localize(next(described, {}).get(key[1], key[1]), frame.language)
    return frame.t.get(f"ask.fields.{key[1]}", argument)


def plan_place(path: str, frame: RunViewModel) -> str:
    """Where in a plan a path leads: "Call 1 · Category" for ``…[0].args.filters.category``."""
    t, parts = frame.t, _PART.findall(path)
    if not parts:
        return t("ask.plan.place.whole")
    words = []
    for at, (name, place) in enumerate(parts):
        last = at == len(parts) - 1
        if place and f"ask.plan.place.{name}" in catalogue():
            words.append(t(f"ask.plan.place.{name}", n=int(place) + 1))
        elif last and place:
            label = field_label(path, frame)
            words.append(t("ask.plan.place.other", name=label, n=int(place) + 1))
        elif last:
            words.append(field_label(path, frame))
    return _capitalized(" · ".join(words))


def in_words(problem: PlanProblem, frame: RunViewModel) -> PlanProblem:
    """A problem of a plan with titles in place of the names that the plan has for things."""
    slots = frame.workspace.spec.slots

    def told(value: str) -> str:
        if value in slots:
            return localize(slots[value].label, frame.language)
        if value in frame.workspace.all_intents:
            return frame.t("common.quoted", text=frame.intent_title(value))
        return plan_value(value, frame)

    words = {
        name: ", ".join(map(told, value.split(", "))) if isinstance(value, str) else value
        for name, value in problem.words.items()
    }
    return problem.model_copy(update={"words": words})


def plan_value(value: str | None, frame: RunViewModel) -> str:
    """A value of a plan in words: an intent's title, a node's name, a tool's label, or itself."""
    if value in _NOTHING:
        return UNKNOWN
    if value in frame.workspace.all_intents:
        return frame.intent_title(value)
    if value in frame.workspace.nodes:
        return frame.entity(value)
    if value in frame.workspace.spec.node_types:
        return frame.node_type(value)
    titles = {name: style.title for name, style in RENDER_STYLES.items()}
    specs = frame.workspace.tool_specs
    titles |= {name: specs[kind].label for name, kind in frame.workspace.tool_names.items()}
    if value in titles:
        return localize(titles[value], frame.language)
    return frame.t.get(f"ask.fields.{value}", value)
