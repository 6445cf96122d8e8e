"""Values of a class are labels or statements; the built-in schemas hold statements alone."""

import json
from typing import get_args

import pytest

from workbench.answer.output_schemas import SCHEMAS
from workbench.checks.grounding.claims import split_claims
from workbench.checks.grounding.json_labels import PROSE, assertions, is_assertion
from workbench.text.citation_marks import without_markers


@pytest.mark.parametrize(
    "label",
    [
        "",
        "USD",
        "per_claim",
        "PLAN_2",
        "one_time",
        "v1.2",
        "active",
        "not approved",
        "Car Insurance",
        "за случай",
        "2024-05-01",
        "2024-05",
        "2026-01-02T03:04:05Z",
        "3",
    ],
)
def test_codes_states_dates_and_a_word_or_two_are_labels(label: str) -> None:
    assert not is_assertion(label, "value")


@pytest.mark.parametrize(
    "said",
    [
        "$100",
        "12 months",
        "за 3 дня",
        "The windscreen is covered.",
        "free helicopter ride to Mars",
        "Стекло покрыто по всем тарифам.",
    ],
)
def test_sums_and_sentences_are_statements(said: str) -> None:
    assert is_assertion(said, "value")


def test_the_fields_of_the_built_in_schemas_hold_statements() -> None:
    def is_text(kind: object) -> bool:
        return kind is str or any(is_text(part) for part in get_args(kind))

    texts = {
        name
        for schema in SCHEMAS.values()
        for name, field in schema.model_fields.items()
        if is_text(field.annotation)
    }
    assert texts == PROSE
    assert all(is_assertion("No", name) for name in texts)


def test_strings_and_claims_agree_on_what_is_stated() -> None:
    data = {
        "answer": "Free.",
        "codes": ["USD", "EUR"],
        "key_facts": ["Gold only", "$100"],
        "of": {"product": "car", "said": "Every plan covers glass."},
    }
    told = ["Free.", "Gold only", "$100", "Every plan covers glass."]
    assert list(assertions(data)) == told
    assert [
        one.text for one in split_claims(without_markers(json.dumps(data))) if one.checkable
    ] == told
