"""The list of runs as data: words in the reader's language, raw values to sort by."""

from datetime import UTC

from tests.support.long_run import long_run
from tests.support.sample_run import QUESTION, sample_run
from workbench.domain.run import RunSummary, summarize
from workbench.ui import run_table
from workbench.ui.texts import Texts


def rows(*runs: RunSummary, language: str = "ru") -> list[dict[str, dict[str, object]]]:
    """The rows that the component gets."""
    table = run_table.table(
        runs,
        Texts(language),  # type: ignore[arg-type]
        {"portfolio": "Портфолио инженера"},
        UTC,
    )
    found: list[dict[str, dict[str, object]]] = table["rows"]
    return found


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
