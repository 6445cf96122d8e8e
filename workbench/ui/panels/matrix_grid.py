"""The grid of a matrix: a row for each question, a column for each way to ask it, their totals."""

from collections.abc import Mapping, Sequence

from workbench.citation_styles import CITATION_STYLES
from workbench.domain.comparison import RunScores
from workbench.domain.local_text import localize
from workbench.domain.matrix import MatrixCell, MatrixColumn, MatrixSpec
from workbench.domain.run import RunStatus
from workbench.i18n.numbers import UNKNOWN, duration, integer, money, percent
from workbench.i18n.verdicts import probability_tone
from workbench.settings import OFFLINE
from workbench.ui import errors
from workbench.ui.html import Html, icon, join, tag
from workbench.ui.panels.widgets import chip, muted
from workbench.ui.texts import Texts
from workbench.ui.verdicts import run_verdict, shown_probability

_ANSWERED = ("answered", "corrected")
"""Verdicts on a question that got its answer."""


def grid(
    t: Texts,
    spec: MatrixSpec,
    cells: Sequence[MatrixCell],
    titles: Mapping[str, str],
    picked: Sequence[str],
) -> Html:
    """The cells as a table: a row for each question, a column for each way to ask it."""
    labels = [column_label(t, column, titles) for column in spec.columns]
    found = {(cell.row, cell.column): cell for cell in cells}
    head = [tag("th", t("matrix.question"), scope="col")]
    head += [tag("th", label, scope="col") for label in labels]
    rows = [
        tag(
            "tr",
            tag("th", question, scope="row"),
            *(
                tag("td", _cell(t, found.get((row, at)), label, picked), data_run=label)
                for at, label in enumerate(labels)
            ),
        )
        for row, question in enumerate(spec.questions)
    ]
    sums = _totals(t, spec, cells, labels) if len(spec.questions) > 1 else ()
    table = tag("table", tag("thead", tag("tr", *head)), tag("tbody", *rows), *sums)
    return tag(
        "div",
        table,
        cls="wb-across wb-matrix",
        tabindex="0",
        role="region",
        aria_label=t("matrix.title"),
        style=f"--columns: {len(labels)}",
    )


def _totals(
    t: Texts, spec: MatrixSpec, cells: Sequence[MatrixCell], labels: Sequence[str]
) -> tuple[Html, ...]:
    """The foot of the table: what each column comes to, once a run of it has ended."""
    by_column = [
        [one.scores for one in cells if one.column == at and one.scores is not None]
        for at, _ in enumerate(labels)
    ]
    if not any(by_column):
        return ()
    sums = (
        tag("td", _total(t, found, len(spec.questions)) if found else "", data_run=label)
        for found, label in zip(by_column, labels, strict=True)
    )
    return (tag("tfoot", tag("tr", tag("th", t("matrix.total"), scope="row"), *sums)),)


def _total(t: Texts, found: Sequence[RunScores], asked: int) -> Html:
    """How many questions were answered, the mean confidence and time, tokens and price in all."""
    answered = sum(one.label in _ANSWERED for one in found)
    told = t("matrix.answered", done=answered, total=asked)
    likely = [
        value
        for one in found
        if (value := shown_probability(one.label, one.probability)) is not None
    ]
    mean = sum(likely) / len(likely) if likely else None
    time = duration(sum(one.ms for one in found) / len(found), t.language)
    return join(
        (
            chip(told, "green" if answered == asked else "gray"),
            "" if mean is None else tag("b", percent(mean, t.language), cls=probability_tone(mean)),
            tag("small", " · ".join([*_spent(t, found), t("matrix.mean_time", time=time)])),
        )
    )


def _spent(t: Texts, found: Sequence[RunScores]) -> list[str]:
    """Tokens and price of runs, where a model was called."""
    called = [one for one in found if one.input_tokens + one.output_tokens]
    if not called:
        return []
    tokens = sum(one.input_tokens + one.output_tokens for one in called)
    prices = [one.price_usd for one in called]
    known = [one for one in prices if one is not None]
    price = money(sum(known), t.language) if len(known) == len(prices) else UNKNOWN
    return [t("matrix.tokens", n=integer(tokens, t.language)), price]


def column_label(t: Texts, column: MatrixColumn, titles: Mapping[str, str]) -> str:
    """What tells a column from the others, in the interface's language."""
    named = (
        titles.get(column.values[axis], column.values[axis])
        if axis == "workspace"
        else value_name(t, axis, column.values[axis])
        for axis in column.varied
    )
    return " · ".join(named)


def _cell(t: Texts, cell: MatrixCell | None, label: str, picked: Sequence[str]) -> Html:
    if cell is None:
        return muted(t("matrix.waiting"))
    if cell.status is RunStatus.RUNNING:
        return chip(t("common.status.running"), "blue", symbol="progress_activity")
    if cell.scores is None:
        why = errors.sentence(cell.error, t) if cell.error else ""
        return join((chip(t("common.status.failed"), "red"), tag("small", why)))
    found = cell.scores
    word, colour = run_verdict(t, found.label, found.probability, found.grounding, cell.status)
    figures = [*_spent(t, [found]), duration(found.ms, t.language)]
    value = shown_probability(found.label, found.probability)
    likely = "" if value is None else tag("b", percent(value, t.language), cls=colour)
    is_picked = cell.run_id in picked
    return join(
        (
            tag(
                "a",
                chip(word, colour),
                likely,
                href=f"#run-{cell.run_id}",
                title=t("compare.open"),
            ),
            tag(
                "a",
                icon("check_box" if is_picked else "check_box_outline_blank"),
                href=f"#pick-{cell.run_id}",
                cls="wb-pick",
                role="checkbox",
                aria_checked=str(is_picked).lower(),
                aria_label=t("matrix.pick", name=label),
            ),
            tag("p", cell.answer, title=cell.answer) if cell.answer else "",
            tag("small", " · ".join(figures)),
        )
    )


def value_name(t: Texts, axis: str, value: str) -> str:
    """A value of an axis in the interface's language; workspaces are named by the caller."""
    if axis == "citations" and value in CITATION_STYLES:
        return localize(CITATION_STYLES[value].title, t.language)
    if axis == "model" and value == OFFLINE:
        return t("runs.no_model")
    return t.get(f"ask.options.{axis}s.{value}", value) or value
