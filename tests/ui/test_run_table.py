"""The list of runs as data: words in the reader's language, raw values to sort by."""

import csv
from collections.abc import Sequence
from datetime import UTC
from io import StringIO

from tests.support.long_run import long_run
from tests.support.sample_run import QUESTION, sample_run
from workbench.domain.run import RunStatus
from workbench.domain.run_summary import RunSummary, summarize
from workbench.ui.run_table import CHOICES, DEFAULT_COLUMNS, RunTable
from workbench.ui.texts import Texts


def rows(*runs: RunSummary, language: str = "ru") -> list[dict[str, dict[str, object]]]:
    """The rows that the component gets."""
    found: list[dict[str, dict[str, object]]] = table(language).data(runs)["rows"]
    return found


def table(language: str = "ru", columns: Sequence[str] = DEFAULT_COLUMNS) -> RunTable:
    """The table of a reader."""
    titles = {"portfolio": "Портфолио инженера"}
    return RunTable(Texts(language), titles, UTC, columns)  # type: ignore[arg-type]


def test_a_row_says_in_words_what_it_sorts_by_value() -> None:
    run = summarize(sample_run())
    (row,) = rows(run)
    assert row["cells"]["created"] == "20.11.2025, 09:24"
    assert row["raw"]["created"] == run.created_at.timestamp()
    assert row["cells"]["workspace"] == "Портфолио инженера"
    assert row["cells"]["origin"] == "Модель"
    assert row["cells"]["ms"] == "3,1\u00a0с"
    assert row["raw"]["ms"] == run.ms


def test_what_is_not_known_is_a_dash_and_sorts_as_nothing() -> None:
    (row,) = rows(summarize(sample_run()).model_copy(update={"confidence": None}))
    assert row["cells"]["confidence"] == "—"
    assert row["raw"]["confidence"] is None


def test_a_fork_names_the_question_it_comes_from() -> None:
    fork, parent = rows(summarize(long_run()), summarize(sample_run()))
    assert fork["fork"] == f"Ветка от: {QUESTION}"
    assert parent["fork"] is None


def test_a_fork_of_a_run_that_is_not_listed_names_its_id() -> None:
    (fork,) = rows(summarize(long_run()), language="en")
    assert fork["fork"] == f"Fork of: {long_run().parent_id}"


def test_only_the_chosen_columns_are_shown_in_their_order() -> None:
    shown = table(columns=["price", "tags"]).data([])["columns"]
    assert [one["name"] for one in shown] == ["created", "question", "tags", "price"]


def test_scores_and_verdicts_have_the_tone_of_what_they_mean() -> None:
    run = summarize(sample_run())
    good = run.model_copy(update={"verdict": "answered", "confidence": 0.9, "grounding": 1.0})
    doubtful = good.model_copy(update={"grounding": 0.97})
    failed = good.model_copy(update={"status": RunStatus.FAILED})
    first, likely, second = rows(good, doubtful, failed)
    assert set(first["tones"].values()) == {"green"}
    assert first["cells"]["verdict"] == "Ответ найден"
    assert set(likely["tones"].values()) == {"orange"}, "one of its claims is doubtful"
    assert likely["cells"]["verdict"] == "Вероятный ответ"
    assert (second["tones"]["verdict"], second["cells"]["verdict"]) == ("red", "Ошибка")


def test_csv_has_what_is_shown_and_no_formulas() -> None:
    run = summarize(sample_run()).model_copy(
        update={"question": "=HYPERLINK(1)", "note": "@x", "tags": ("a", "b"), "price_usd": 0.5}
    )
    text = table("en", CHOICES).csv([run]).decode("utf-8-sig")
    (cells,) = csv.DictReader(StringIO(text))
    assert cells["id"] == run.id
    assert cells["Question"] == "'=HYPERLINK(1)"
    assert cells["Note"] == "'@x"
    assert (cells["Tags"], cells["Price"]) == ("a, b", "0.5")
    assert cells["Confidence"] == str(run.confidence)
