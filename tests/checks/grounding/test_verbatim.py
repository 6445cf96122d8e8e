"""What the evidence says word for word is supported, unless a condition was cut off."""

from dataclasses import replace

import pytest

from tests.support.accents import CASTLE, MULLER, YOD
from tests.support.insurance_workspace import windscreen
from workbench.checks.grounding import evidence_index
from workbench.checks.grounding.evidence_index import index_evidence
from workbench.checks.grounding.verdicts import judge_claims
from workbench.domain.evidence import Evidence, Quote
from workbench.text.citation_marks import without_markers
from workbench.text.statements import statements

LIMITS = "Windscreen: Basic $500; Plus $1,500; Premier no limit (each policy year)"


def verdicts(text: str, said: str) -> list[str]:
    pool = index_evidence([Evidence(type="limit", text=said)])
    return [claim.verdict for claim in judge_claims(without_markers(text), pool, "en")]


def test_a_fact_repeated_whole_is_supported_in_each_of_its_parts() -> None:
    assert set(verdicts(f"- {LIMITS}", LIMITS)) == {"supported"}


HIRE = "Hire vehicle: Basic not covered; Plus $50 a day for up to 7 days; Premier $80 a day"
HIRE_TERMS = "Under Plus we pay $50 a day for up to 7 days; Basic has no hire vehicle."


def test_a_part_of_a_labelled_line_is_not_denied_by_what_the_label_shares_with_another() -> None:
    quoted = Evidence(
        type="limit",
        text=HIRE,
        quote=Quote(document_id="terms.md", text=HIRE_TERMS, start=0, end=len(HIRE_TERMS)),
    )

    claims = judge_claims(without_markers(f"- {HIRE}"), index_evidence([quoted]), "en")

    assert [claim.verdict for claim in claims] == ["supported"] * 3


def test_a_part_of_a_line_with_another_label_is_not_taken_for_the_same() -> None:
    said = "- Hire vehicle: Basic $20; Plus $75 a day"

    assert verdicts(said, "Trailer: Basic $20; Plus $75 a day")[-1] != "supported"


def test_both_clauses_of_a_quoted_sentence_are_supported() -> None:
    said = "We do not pay for wear of the engine, but we do pay for an accident that follows it."

    assert verdicts(said, said) == ["supported", "supported"]


def test_another_amount_in_the_same_words_is_not() -> None:
    assert "supported" not in verdicts("- Windscreen: Basic $900", LIMITS)


def test_a_condition_that_was_cut_off_is_not_taken_for_the_whole() -> None:
    said = "Flood damage to the car is covered unless it stood below sea level."
    pool = index_evidence([Evidence(type="passage", text=said)])

    assert pool.verbatim("Flood damage to the car is covered.") is None
    assert pool.verbatim(said) is not None


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("Müller signed the lease in May.", f"{MULLER} signed the lease in May."),
        (f"{MULLER} signed the lease in May.", "Müller signed the lease in May."),
        ("In May the lease was signed by Müller.", f"The lease was signed in May by {MULLER}."),
        ("Старый замок стоит над рекой.", f"Старый {CASTLE} стоит над рекой."),
        ("Над рекой стоит старый замок.", f"Старый {CASTLE} стоит над рекой."),
        ("В аптечке есть йод и бинт.", f"В аптечке есть {YOD} и бинт."),
    ],
)
def test_a_true_claim_is_supported_however_accents_are_written(claim: str, said: str) -> None:
    assert verdicts(claim, said) == ["supported"]


def test_words_that_the_document_does_not_have_support_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However a passage was cut into statements, a claim is held against the passage itself."""
    said = "Добавили правило: при росте нагрузки очередь режется."
    mangled = "Добавили правилпри росте нагрузки очередь режется."
    passage = windscreen().model_copy(update={"text": said})
    cut = replace(statements(said)[0], text=mangled)
    monkeypatch.setattr(evidence_index, "statements", lambda _: (cut,))

    pool = index_evidence([passage])

    assert pool.verbatim(mangled) is None
    assert not any(form.startswith("правилпр") for form in pool.words)


def test_a_row_of_a_table_is_said_word_for_word() -> None:
    table = "| Ferry | **Price** |\n|---|---|\n| North | 4 crowns |\n"
    pool = index_evidence([windscreen().model_copy(update={"text": table})])

    assert pool.verbatim("North — Price: 4 crowns") is not None
    assert pool.verbatim("North — Price: 5 crowns") is None
