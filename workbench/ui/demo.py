"""Build the demo's scenes from recorded runs: captions by their events, the answer, its sources."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from workbench.bootstrap.bundles import bundled_workspace
from workbench.domain.answer import DECLINED, NO_CITATIONS, Audience
from workbench.domain.evidence import empty_facts
from workbench.domain.local_text import LANGUAGES, Language
from workbench.domain.run import Run, Stage
from workbench.domain.run_events import AnswerDelta, StageFinished, StageStarted
from workbench.export.answer_html import answer_html
from workbench.export.bundle import Content, read_bundle
from workbench.export.report import Report
from workbench.export.report_source import Source
from workbench.pipeline.recorded_events import recorded_events
from workbench.rendering.display import display
from workbench.text import parse
from workbench.ui import style
from workbench.ui.texts import Texts

SCENES = ("answers", "compares", "refuses", "caught", "edited")
"""The scenes in the order of the demo; ``demo_runs`` has a bundle of each in each language."""
BEFORE = "edited_before"
"""The run whose plan is edited in the last scene."""

PAUSE_MS = 1500
"""Milliseconds for which a stage's caption stays before the next stage begins."""
WORD_MS = 60
"""Milliseconds for each word of the answer: the pace of a fast reader."""
LETTER_MS, LONGEST_MS = 35, 4500
"""Milliseconds for each letter of a caption, and the longest that one stays."""
_CAPTIONS = {
    Stage.RESOLVE: "resolve",
    Stage.PLAN: "plan",
    Stage.EXECUTE: "execute",
    Stage.WRITE: "write",
    Stage.DIAGNOSE: "check",
}
"""The stages that have a caption; the others take no part in the story."""

Data = dict[str, Any]


class Recorded(NamedTuple):
    """A recorded run, as a report in its language."""

    report: Report
    t: Texts

    @property
    def run(self) -> Run:
        """The run."""
        return self.report.run


@cache
def demo_data() -> Data:
    """Return the texts and scenes of the demo in every language, for the component."""
    return {language: _in_language(language) for language in LANGUAGES}


def _in_language(language: Language) -> Data:
    t = Texts(language)
    names = (
        "brand", "customer", "analyst", "replay", "pause", "play", "next", "previous", "more",
        "source", "open_source", "before", "keys", "badge", "language", "scenes", "claims", "steps",
    )  # fmt: skip
    return {
        "texts": {name: t(f"demo.{name}") for name in names},
        "mark": style.mark(),
        "scenes": [_scene(name, t) for name in SCENES],
    }


def _scene(name: str, t: Texts) -> Data:
    recorded = _recorded(name, t)
    report, run = recorded.report, recorded.run
    scene = {
        "name": name,
        "title": t(f"demo.scene.{name}.title"),
        "lead": t(f"demo.scene.{name}.lead"),
        "question": run.question,
        "beats": list(_beats(recorded)),
        "answer": _answer(report),
        "customer": _customer(report),
        "light": _light(recorded),
        "sources": [
            {"number": one.number, "label": one.label, "pieces": _passage(one)}
            for one in report.sources
            if one.is_cited
        ],
        "steps": [" · ".join(parts) for parts in _calls(report)],
        "claims": [
            {"text": text, "verdict": verdict, "kind": claim.verdict, "why": why}
            for (text, verdict, _, why), claim in zip(report.claims, report.stated, strict=True)
            if claim.probability is not None
        ],
    }
    return scene | (_before(t) if name == "edited" else {})


def _beats(recorded: Recorded) -> Iterator[Data]:
    """Yield a caption for each stage that has one, with its time, from the run's events."""
    words = 0
    for event in recorded_events(recorded.run):
        if isinstance(event, StageStarted):
            words = 0
        elif isinstance(event, AnswerDelta):
            words += 1
        elif isinstance(event, StageFinished) and event.stage in _CAPTIONS:
            name = _CAPTIONS[event.stage]
            caption = _caption(name, recorded, event.run)
            yield {
                "name": recorded.t(f"demo.beat.{name}"),
                "caption": caption,
                "writes": event.stage is Stage.WRITE,
                "ms": max(PAUSE_MS, words * WORD_MS, min(len(caption) * LETTER_MS, LONGEST_MS)),
            }


def _caption(name: str, recorded: Recorded, so_far: Run) -> str:
    """What a stage gave, in words for anybody."""
    t, report = recorded.t, recorded.report
    if name == "resolve":
        found = ", ".join(dict.fromkeys(one.name for one in so_far.entities))
        return t("demo.caption.resolve", names=found) if found else t("demo.caption.resolve_none")
    if name == "plan":
        told = _planned(report)
        return t("demo.caption.plan", steps=told) if told else t("demo.caption.plan_none")
    count = len((so_far.facts or empty_facts()).items)
    answer = recorded.run.answer
    if answer is not None and answer.outcome in DECLINED:
        ending = "_beside" if count and name == "execute" else "_none"
    else:
        ending = "" if count else "_none"
    return t(f"demo.caption.{name}{ending}", n=count)


def _planned(report: Report) -> str:
    """What the plan looks up; calls for the same are told once, with all that they are about."""
    subjects: dict[str, list[str]] = {}
    for title, *about in _calls(report):
        subjects.setdefault(title, []).append(" — ".join(about))
    told = (
        " — ".join(filter(None, (title, ", ".join(dict.fromkeys(filter(None, about))))))
        for title, about in subjects.items()
    )
    return _within("; ".join(told).rstrip("?.!"))


def _within(text: str) -> str:
    """A phrase as it stands within a sentence: «Достижения» begins small, «RAG» does not."""
    return text[:1].lower() + text[1:] if not text[1:2].isupper() else text


def _answer(report: Report) -> str:
    return answer_html(report.clean.parsed, report.citations_at(), _link, report.flags)


def _link(number: int) -> str:
    return f'\u2060<a class="cite" href="#source-{number}">{number}</a>'


def _customer(report: Report) -> str:
    """Return the answer as its customer reads it: clean text, without marks."""
    run = report.run
    if run.answer is None:
        return ""
    text = display(
        run.answer.marked,
        run.answer.citations,
        run.facts or empty_facts(),
        NO_CITATIONS,
        report.language,
        Audience.CUSTOMER,
        workspace=report.workspace,
    )
    return answer_html(parse(text), {}, _link)


def _light(recorded: Recorded) -> Data:
    """The one traffic light: its colour, and what it means here."""
    report = recorded.report
    tone = report.tone
    if tone == "green" and any(one.is_doubtful for one in _claims(recorded.run)):
        tone = "orange"
    return {"tone": tone, "label": recorded.t(f"demo.light.{tone}")}


def _claims(run: Run) -> Any:
    return run.diagnostics.claims if run.diagnostics else ()


def _passage(source: Source) -> list[list[Any]]:
    """The pieces of a passage without Markdown, a line below the other."""
    pieces: list[list[Any]] = []
    for line in source.lines:
        pieces += [*([["\n\n", False]] if pieces else ()), *map(list, line.pieces)]
    return pieces or [[source.fact, True]]


def _before(t: Texts) -> Data:
    """The answer before the edit, and the edit in one sentence."""
    reports = [_recorded(name, t).report for name in (BEFORE, "edited")]
    facts = [len((one.run.facts or empty_facts()).items) for one in reports]
    parts = [[part for call in _calls(one) for part in call] for one in reports]
    old, new = (
        ", ".join(part for part in mine if part not in others)
        for mine, others in (parts, reversed(parts))
    )
    edit = t("demo.edit", old=old, new=new, before=facts[0], after=facts[1])
    return {"before": _answer(reports[0]), "edit": edit}


def _calls(report: Report) -> list[list[str]]:
    """Return each call of the plan in words: what is looked up, of what, with which filters."""
    plan = report.run.plan
    return [
        [
            *([report.intent_title(call.args.intent_id)] if call.args.intent_id else []),
            *([report.entity(call.args.subject_id)] if call.args.subject_id else []),
            *(report.filter_text(*one) for one in call.args.applied_filters.items()),
            *([call.args.search_text] if call.args.search_text else []),
        ]
        for call in (plan.tool_calls if plan else ())
    ]


def _recorded(name: str, t: Texts) -> Recorded:
    content = _content(f"{name}.{t.language}.zip")
    with bundled_workspace(content) as workspace:
        documents = {one.id: one for one in content.documents}
        report = Report(content.run, workspace, documents.get, t.language, "")
        return Recorded(report, t)


@cache
def _content(file: str) -> Content:
    return read_bundle((files("workbench.ui") / "demo_runs" / file).read_bytes()).content
