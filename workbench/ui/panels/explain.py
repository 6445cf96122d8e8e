"""The ways to explain a run: facts left out, the stage to blame, the plan made again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import streamlit as st

from workbench.domain.ablation import AblatedFact, Ablation, facts_of_claims
from workbench.domain.blame import BLAMABLE, Blame, TriedStage, differs
from workbench.domain.diagnostics import Claim
from workbench.domain.edits import edits
from workbench.domain.model_calls import CallsEstimate
from workbench.domain.run import Run
from workbench.domain.run_summary import RunSummary
from workbench.domain.stability import PlanStability, SampledField
from workbench.errors import WorkbenchError
from workbench.evaluation.cases import Case
from workbench.i18n.numbers import percent
from workbench.settings import OFFLINE
from workbench.text.plain_text import without_markdown
from workbench.ui import errors, session, session_explain
from workbench.ui.effect_text import edit_phrase, plan_place, plan_value
from workbench.ui.html import Html, join, tag
from workbench.ui.panels.model_calls import told_calls
from workbench.ui.panels.widgets import bar, chip, muted
from workbench.ui.role_controls import permit, refused
from workbench.ui.run_labels import run_labels
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.texts import Texts

MOST_SAMPLES = 20
MOST_FACTS = 30
_CASE = "case:"
"""Tells a golden case from a run among the choices."""
_GOOD = 4
"""Least rating of a run that is taken to be right, of ``BEST_RATING``."""


class Work(NamedTuple):
    """What one explanation does, once its parameters are chosen."""

    name: str
    """Tells it from explanations of the run with other parameters."""
    steps: Callable[[], Iterator[Any]]
    result: type[Any]
    total: int
    """Steps at most."""
    estimate: Callable[[], CallsEstimate]


def draw(frame: RunViewModel, way: str) -> None:
    """Draw one way: what it does, its parameters and price, its progress and its result."""
    t = frame.t
    st.html(tag("p", t(f"explain.{way}.lead"), cls="wb-small"))
    work = _WAYS[way](frame)
    if work is None:
        return
    place = f"{frame.run.id}/{way}/{work.name}"
    job = session_explain.job(place)
    if job is not None and not job.snapshot.finished:
        _follow(t, job, work.total)
        return
    _draw_start(t, work, place, again=job is not None)
    if job is None:
        st.html(muted(t(f"explain.{way}.gives")))
        return
    if job.snapshot.error:
        errors.draw(job.snapshot.error, t)
    if job.snapshot.result is not None:
        st.html(_RESULTS[way](frame, job.snapshot.result))


def _draw_start(t: Texts, work: Work, place: str, *, again: bool) -> None:
    reason = refused("ablation_stream")
    try:
        told = muted(reason) if reason else told_calls(t, work.estimate())
    except WorkbenchError as error:
        errors.draw(error, t)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            t("explain.again" if again else "explain.go"),
            type="secondary" if again else "primary",
            icon=":material/play_arrow:",
            on_click=session_explain.start,
            args=(place, work.steps, work.result),
            key="wb_explain_go",
            **permit("ablation_stream"),
        )
        st.html(told, width="stretch")


@st.fragment(run_every=0.4)
def _follow(t: Texts, job: session_explain.ExplainJob, total: int) -> None:
    """Draw the progress; reruns the page at the end."""
    seen = job.snapshot
    if seen.finished:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            t("matrix.stop"),
            icon=":material/stop_circle:",
            on_click=job.cancel,
            disabled=seen.cancelled,
            key="wb_explain_stop",
        )
        done = min(seen.steps, total)
        st.progress(done / total, text=t("explain.progress", done=done, total=total))


# --- the ways -------------------------------------------------------------------------------------


def _say_nothing(frame: RunViewModel, way: str) -> None:
    """Say why a way cannot explain the run."""
    st.html(muted(frame.t(f"explain.{way}.nothing")))


def _facts(frame: RunViewModel) -> Work | None:
    """Leave out facts, as many as are chosen."""
    run, models = frame.run, session.models().session
    found = len(facts_of_claims(run))
    if not found:
        _say_nothing(frame, "facts")
        return None
    bench, most = session.workbench(), min(found, MOST_FACTS)
    if most > 1 and not _is_offline(run):
        most = st.slider(
            frame.t("explain.facts.most"),
            1,
            most,
            value=most,
            key=session_explain.key("facts", run.id),
        )
    return Work(
        str(most),
        lambda: bench.ablation_stream(run, most, models),
        Ablation,
        most,
        lambda: bench.estimate_ablation(run, most, models),
    )


def _blame(frame: RunViewModel) -> Work | None:
    """Compare with a run that a person holds to be right, or with a golden case."""
    run, t, bench = frame.run, frame.t, session.workbench()
    others = [one for one in _right_runs(run) if one.id != run.id]
    cases = {f"{_CASE}{case.id}": _told_case(t, case) for case in _cases(frame)}
    if not others and not cases:
        _say_nothing(frame, "blame")
        return None
    labels = {**cases, **run_labels(t, others, session.time_zone())}
    chosen = st.selectbox(
        t("explain.blame.reference"),
        list(labels),
        index=None,
        placeholder=t("explain.blame.choose"),
        format_func=lambda one: labels[one],
        key=session.translated_key(session_explain.key("reference", run.id)),
    )
    if chosen is None:
        return None
    models = session.models().session
    if chosen in cases:
        case = chosen.removeprefix(_CASE)
        return Work(
            chosen,
            lambda: bench.blame_case_stream(run, case, models),
            Blame,
            len(BLAMABLE),
            lambda: bench.estimate_blame_case(run, case, models),
        )
    right = bench.run(chosen)
    stages = [stage for stage in BLAMABLE if differs(run, right, stage)]
    return Work(
        chosen,
        lambda: bench.blame_stream(run, chosen, models),
        Blame,
        max(len(stages), 1),
        lambda: bench.estimate_blame(run, chosen, models),
    )


def _cases(frame: RunViewModel) -> Sequence[Case]:
    """The golden cases of the question; draws the error where their file cannot be read."""
    try:
        return session.workbench().cases_of(frame.run)
    except WorkbenchError as error:
        errors.draw(error, frame.t)
        return ()


def _told_case(t: Texts, case: Case) -> str:
    """Name a golden case by the facts that it expects, or by its id if it expects none."""
    expected = "; ".join(fact.split("|")[0] for fact in case.facts)
    return t("explain.blame.case", case=expected or case.id)


def _right_runs(run: Run) -> Sequence[RunSummary]:
    """The workspace's runs of the same question; forks and those rated as good come first."""
    recent = session.workbench().runs.list(workspace=run.workspace, limit=200)
    same = [one for one in recent if one.question == run.question or one.parent_id == run.id]
    return sorted(same, key=lambda one: one.parent_id != run.id and (one.rating or 0) < _GOOD)


def _plan(frame: RunViewModel) -> Work | None:
    """Plan the question as often as is chosen."""
    run, models, bench = frame.run, session.models().session, session.workbench()
    if run.plan is None:
        _say_nothing(frame, "plan")
        return None
    samples = st.slider(
        frame.t("explain.plan.samples"),
        2,
        MOST_SAMPLES,
        value=5,
        key=session_explain.key("samples", run.id),
    )
    return Work(
        str(samples),
        lambda: bench.stability_stream(run, samples, models),
        PlanStability,
        samples,
        lambda: bench.estimate_stability(run, samples, models),
    )


_WAYS: Mapping[str, Callable[[RunViewModel], Work | None]] = {
    "facts": _facts,
    "blame": _blame,
    "plan": _plan,
}
WAYS = tuple(_WAYS)
"""The ways to explain a run, in the order in which they are offered."""


def told_ways(t: Texts) -> Html:
    """What each way does, for a page that has no run to explain."""
    ways = (
        join((tag("dt", t(f"explain.{way}.title")), tag("dd", t(f"explain.{way}.lead"))))
        for way in WAYS
    )
    return tag("dl", *ways, cls="wb-facts")


def _is_offline(run: Run) -> bool:
    return run.models.get("answer", OFFLINE) == OFFLINE


# --- results --------------------------------------------------------------------------------------


def ablation(frame: RunViewModel, found: Ablation) -> Html:
    """The claims that did not come from the facts, then what each fact carries."""
    t = frame.t
    memory = found.from_memory
    verdict = _verdict(
        "red" if memory else "green",
        t("explain.facts.memory", n=len(memory)) if memory else t("explain.facts.no_memory"),
    )
    planted = tag("ul", *(tag("li", _said(claim)) for claim in memory), cls="wb-reasons")
    rows = [
        tag("tr", tag("td", without_markdown(fact.evidence.content)), tag("td", _outcome(t, fact)))
        for fact in found.facts
    ]
    head = (t("compare.fact"), t("explain.facts.without"))
    return join((verdict, planted if memory else "", _table(head, rows)))


def _outcome(t: Texts, fact: AblatedFact) -> Html:
    """What becomes of the claims without the fact; those that stay without support are shown."""
    told = [
        (fact.lost, "lost", "green"),
        (fact.supported, "supported", "gray"),
        (fact.unsupported, "unsupported", "red"),
    ]
    return join(
        tag(
            "details",
            tag("summary", chip(t(f"explain.facts.{name}", n=len(claims)), tone)),
            tag("ul", *(tag("li", _said(one)) for one in claims), cls="wb-reasons"),
            open="" if name == "unsupported" else None,
        )
        for claims, name, tone in told
        if claims
    )


def _said(claim: Claim) -> str:
    return without_markdown(claim.statement)


def blame(frame: RunViewModel, found: Blame) -> Html:
    """The stage to blame, then the stages that were given the right output."""
    t = frame.t
    if not found.tried:
        told = "right" if found.already_right else "same"
        return _verdict("gray", t(f"explain.blame.{told}"))
    stage = found.stage
    verdict = (
        _verdict("orange", t("explain.blame.found", stage=t(f"common.stage.{stage}")))
        if stage
        else _verdict("gray", t("explain.blame.none"))
    )
    rows = [tag("tr", *_tried(t, one)) for one in found.tried]
    head = (t("explain.blame.stage"), t("explain.blame.given"))
    return join((verdict, _difference(frame, found), _table(head, rows)))


def _difference(frame: RunViewModel, found: Blame) -> Html | str:
    """What the right run has in place of this one's; nothing of a golden case."""
    right = session.workbench().runs.get(found.reference_id)
    changed = edits(frame.run, right) if right else ()
    if not changed:
        return ""
    return muted(frame.t("explain.blame.difference", edit=edit_phrase(changed, frame)))


def _tried(t: Texts, one: TriedStage) -> tuple[Html, Html]:
    word, tone = ("recovered", "green") if one.recovered else ("not_recovered", "gray")
    told = chip(t(f"explain.blame.{word}"), tone)
    return tag("td", t(f"common.stage.{one.stage}")), tag("td", told)


def stability(frame: RunViewModel, found: PlanStability) -> Html:
    """How many plans are the same, then the fields that differ."""
    t = frame.t
    tone = "green" if found.same == found.samples else "orange"
    told = t("explain.plan.same", same=found.same, samples=found.samples)
    verdict = _verdict(tone, told)
    if found.planner == OFFLINE:
        verdict = join((verdict, muted(t("explain.plan.offline"))))
    if not found.unstable:
        return verdict
    rows = [tag("tr", *_sampled(frame, field)) for field in found.unstable]
    head = (t("compare.field"), t("explain.plan.values"), t("explain.plan.agreement"))
    return join((verdict, _table(head, rows)))


def _sampled(frame: RunViewModel, field: SampledField) -> tuple[Html, Html, Html]:
    name = tag("span", plan_place(field.path, frame), title=field.path)
    values = join(
        chip(f"{plan_value(one.value, frame)} × {one.plans}", "gray") for one in field.values
    )
    share = percent(field.agreement, frame.language)
    return tag("td", name), tag("td", values), tag("td", bar(field.agreement, share), " ", share)


def _verdict(tone: str, text: str) -> Html:
    return tag("div", tag("p", tag("b", text)), cls=f"wb-verdict {tone}")


def _table(head: Sequence[str], rows: Sequence[Html]) -> Html:
    if not rows:
        return Html("")
    titles = tag("thead", tag("tr", *(tag("th", one, scope="col") for one in head)))
    table = tag("table", titles, tag("tbody", *rows), cls="wb-listing")
    return tag("div", table, cls="wb-across", tabindex="0", role="region", aria_label=head[0])


_RESULTS: Mapping[str, Callable[[RunViewModel, Any], Html]] = {
    "facts": ablation,
    "blame": blame,
    "plan": stability,
}
