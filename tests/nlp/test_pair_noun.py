"""What a question asks of two things that it does not name."""

import pytest

from workbench.nlp.pair_noun import pair_noun


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Which of the two clinics accepts children?", "clinics"),
        ("Do both boats have an engine?", "boats"),
        ("В каком из двух музеев можно с собакой?", "музеев"),
        ("Что общего у обеих лодок?", "лодок"),
    ],
)
def test_the_noun_after_the_number_is_what_they_are(question: str, kind: str) -> None:
    found = pair_noun(question)

    assert found is not None
    assert found.text == kind


@pytest.mark.parametrize("question", ["Which clinic accepts children?", "Is it 2 km?", "Both?", ""])
def test_other_questions_ask_of_no_two_things(question: str) -> None:
    assert pair_noun(question) is None
