"""Filters choose documents by one value or any of several, and name what they cannot filter by."""

import pytest

from workbench.errors import InputError
from workbench.retrieval.filters import check_filters, filter_values, matching_documents

DOCUMENTS = {
    "car": {"product": "product:car", "document_type": "terms"},
    "both": {"product": "product:car, product:home", "document_type": "faq"},
    "home": {"product": "product:home", "document_type": "terms", "year": "2026"},
    "bare": {},
}


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({}, {"car", "both", "home", "bare"}),
        ({"product": "product:car"}, {"car", "both"}),
        ({"product": ["product:car", "product:home"]}, {"car", "both", "home"}),
        ({"product": "product:car", "document_type": "terms"}, {"car"}),
        ({"year": 2026.0}, {"home"}),
        ({"product": "product:boat"}, set()),
        ({"product": []}, set()),
    ],
)
def test_documents_match_every_filter_by_any_of_its_values(filters, found) -> None:  # type: ignore[no-untyped-def]
    assert matching_documents(DOCUMENTS, filters) == found


def test_values_are_spelled_as_front_matter_spells_them() -> None:
    assert filter_values(True) == ("true",)
    assert filter_values(3.0) == ("3",)
    assert filter_values(["a", "b"]) == ("a", "b")


def test_an_unknown_field_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(InputError, match=r"filters\.prodct.*Did you mean “product”\?"):
        check_filters({"prodct": "product:car"}, {"product", "document_type"})


def test_a_field_like_no_other_is_refused_with_all_of_them() -> None:
    with pytest.raises(InputError, match="document_type, product"):
        check_filters({"zzz": "x"}, {"product", "document_type"})
