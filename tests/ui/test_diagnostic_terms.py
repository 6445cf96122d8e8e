"""Each number of the diagnostics is explained with its meaning, formula, values and origin."""

import re

import pytest

from workbench import Workbench
from workbench.checks.diagnostics.confidence.formula import STEP_WORDS
from workbench.checks.diagnostics.estimate.model import fitted_models
from workbench.domain.diagnostics import Confidence, ConfidenceStep, Diagnostics
from workbench.domain.local_text import LANGUAGES, Language
from workbench.domain.run import Run
from workbench.ui.diagnostic_terms import catalogue, filled
from workbench.ui.diagnostic_values import run_values
from workbench.ui.texts import Texts

GRAPH = ("portfolio", "Which technologies did he use at Aston?")
DOCUMENTS = ("insurance", "What is the windscreen excess?")
OFF_TOPIC = ("insurance", "Write a haiku about autumn")


def asked(workbench: Workbench, workspace: str, question: str) -> tuple[Run, Diagnostics]:
    run = workbench.sync.ask(question, workspace=workspace)
    assert run.diagnostics is not None
    return run, run.diagnostics


def lines(run: Run, found: Diagnostics, name: str, language: Language = "en") -> list[str]:
    values = run_values(run, found, Texts(language))
    return catalogue().terms[name].values_in(values, language)


def numbers(text: str) -> list[float]:
    return [float(one) for one in re.findall(r"\d+(?:\.\d+)?", text)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("question", [GRAPH, DOCUMENTS, OFF_TOPIC])
def test_every_explanation_can_be_filled_in(
    workbench: Workbench, question: tuple[str, str], language: Language
) -> None:
    run, found = asked(workbench, *question)
    values = run_values(run, found, Texts(language))
    for one in (*catalogue().terms.values(), *catalogue().steps.values()):
        shown = [one.formula_in(values, language), *one.values_in(values, language)]
        assert not any("{" in line or "None" in line for line in shown)


@pytest.mark.parametrize("question", [GRAPH, DOCUMENTS])
def test_an_answer_has_its_values_beside_each_formula(
    workbench: Workbench, question: tuple[str, str]
) -> None:
    run, found = asked(workbench, *question)
    for name, term in catalogue().terms.items():
        if term.place != "judge":
            assert lines(run, found, name), name


def test_the_values_give_the_number_that_they_explain(workbench: Workbench) -> None:
    run, found = asked(workbench, *DOCUMENTS)
    supported, checkable, share = numbers(lines(run, found, "grounding")[0])
    assert share == pytest.approx(supported / checkable, abs=0.005)
    cited, shared, count, baseline = numbers(lines(run, found, "baseline")[0])
    assert baseline == pytest.approx((cited + shared / 2) / count, abs=0.005)
    *factors, score = numbers(lines(run, found, "confidence")[0].partition(";")[0])
    product = 1.0
    for factor in factors:
        product *= factor
    assert score == pytest.approx(product, abs=0.02)


def test_a_limit_is_told_after_the_product_and_is_no_factor(workbench: Workbench) -> None:
    run, found = asked(workbench, *GRAPH)
    steps = (
        ConfidenceStep(name="mean_relevance", factor=0.98, value_after=0.98),
        ConfidenceStep(name="specificity", factor=1.15, value_after=1.127),
        ConfidenceStep(name="clamp", factor=0.887, value_after=1.0),
    )
    limited = found.model_copy(update={"confidence": Confidence(score=1.0, steps=steps)})
    assert lines(run, limited, "confidence") == ["0.98 × 1.15 = 1.13; limited to 1.00"]


def test_a_number_that_is_unknown_is_a_dash_without_values(workbench: Workbench) -> None:
    run, found = asked(workbench, *OFF_TOPIC)
    values = run_values(run, found, Texts("en"))
    assert catalogue().terms["grounding"].value_in(values, "en") == "—"
    assert lines(run, found, "grounding") == []


def test_values_that_no_longer_give_the_recorded_number_are_not_shown(
    workbench: Workbench,
) -> None:
    run, found = asked(workbench, *DOCUMENTS)
    other = found.grounding.model_copy(update={"overlap_baseline": 0.123})
    assert lines(run, found.model_copy(update={"grounding": other}), "baseline") == []
    assert found.verdict is not None
    sure = found.verdict.model_copy(update={"probability": 1.0})
    assert lines(run, found.model_copy(update={"verdict": sure}), "verdict") == []


def test_numbers_are_written_as_the_language_has_them() -> None:
    assert filled("{half} {half:1} {count}", {"half": 0.5, "count": 3}, "ru") == "0,50 0,5 3"
    assert filled("{nothing}", {"nothing": None}, "en") is None


def test_a_path_that_leads_nowhere_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        filled("{absent}", {}, "en")


def test_each_step_of_the_formula_and_each_signal_is_explained() -> None:
    assert catalogue().steps.keys() == STEP_WORDS.keys()
    signals = {name for model in fitted_models().values() for name in model.weights}
    assert catalogue().signals.keys() == signals
