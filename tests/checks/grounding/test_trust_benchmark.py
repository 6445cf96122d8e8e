"""`make trust`: the own pairs are whole, and the figures are those of the textbook."""

import json
from pathlib import Path

import pytest

from benchmarks.trust import questions
from benchmarks.trust.figures import auroc, calibration_error
from benchmarks.trust.judging import judged
from benchmarks.trust.pairs import HELD_OUT, families

KINDS = {
    *("number", "unit", "number_word", "date", "conversion", "sum", "range", "bound"),
    *("entity", "plan", "product", "row", "direction", "translit"),
    *("negation", "paraphrase", "inflection", "language"),
}
"""Every kind of edit that was found to be judged wrongly."""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_each_language_has_300_pairs_of_every_kind_in_looked_at_and_held_out_families(
    language: str,
) -> None:
    own = [family for family in families() if family.language == language]

    assert sum(len(family.pairs) for family in own) >= 300
    for held_out in (True, False):
        part = [family for family in own if family.is_held_out == held_out]
        assert {pair.kind for family in part for pair in family.pairs} == KINDS
        assert len(part) == 3


def test_held_out_families_exist() -> None:
    assert {family.name for family in families()} > HELD_OUT


def test_no_claim_is_asked_twice() -> None:
    claims = [(family.name, pair.claim) for family in families() for pair in family.pairs]

    assert len(set(claims)) == len(claims)


def test_auroc_is_the_share_of_pairs_ranked_right_and_a_tie_is_half() -> None:
    assert auroc([0.9, 0.8, 0.2, 0.1], [True, True, False, False]) == 1.0
    assert auroc([0.9, 0.2, 0.8, 0.1], [True, True, False, False]) == 0.75
    assert auroc([0.5, 0.5], [True, False]) == 0.5


def test_the_calibration_error_is_the_gap_between_figure_and_share() -> None:
    assert calibration_error([0.75] * 4, [True, True, True, False]) == 0.0
    assert calibration_error([0.95, 0.15], [False, True]) == pytest.approx(0.9)


def test_the_worst_claim_of_a_text_is_its_verdict() -> None:
    family = next(one for one in families() if one.name == "food_safety")

    text = "Cooked rice is never reheated twice. Gloves are not required with Alkaplus."

    assert judged(text, family.pool).verdict == "contradicted"
    assert judged("Cooked rice is never reheated twice.", family.pool).verdict == "supported"


def test_questions_of_public_sets_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [
        {"text": f"{verb} my {thing} {n}", "label": thing}
        for thing in ("card", "loan")
        for n, verb in enumerate(("block", "find", "show"))
    ]
    follow_up = {"history": ["Who painted it?", "Ada Lund."], "needs_context": 1}
    turns = [
        {**follow_up, "question": "When was she born?"},
        {**follow_up, "question": "What does the windscreen excess cost?", "needs_context": 0},
    ]
    for name, rows in (("banking77.train", asked), ("banking77.test", asked), ("canard", turns)):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")

    questions.report_intents(tmp_path)
    questions.report_gate(tmp_path / "canard.jsonl")

    printed = capsys.readouterr().out
    assert "2 intents: 1.000 of 6 right" in printed
    assert "balanced accuracy 1.000" in printed
