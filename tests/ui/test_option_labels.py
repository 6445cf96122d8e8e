"""Options of a choice whose labels would be the same."""

import pytest
from streamlit.testing.v1 import AppTest

from workbench.ui.option_labels import distinct_labels

KINDS = {"country:monaco": "Country", "city:monaco": "City", "city:oslo": "City"}
NAMES = {"country:monaco": "Monaco", "city:monaco": "Monaco", "city:oslo": "Oslo"}


def test_a_shared_label_says_what_tells_its_options_apart() -> None:
    assert distinct_labels(NAMES, KINDS.__getitem__) == {
        "country:monaco": "Monaco · Country",
        "city:monaco": "Monaco · City",
        "city:oslo": "Oslo",
    }


def test_options_that_share_their_detail_too_have_their_ids() -> None:
    names = {"city:reed": "Reed", "city:reed-2": "Reed", "city:oslo": "Oslo"}

    assert distinct_labels(names, lambda one: "City") == {
        "city:reed": "Reed · City · city:reed",
        "city:reed-2": "Reed · City · city:reed-2",
        "city:oslo": "Oslo",
    }


def _choice() -> None:
    import streamlit as st

    from tests.ui.test_option_labels import KINDS, NAMES
    from workbench.ui.option_labels import distinct_labels

    labels = distinct_labels(NAMES, KINDS.__getitem__)
    chosen = st.radio("Which?", list(labels), format_func=labels.__getitem__)
    st.write(chosen)


@pytest.mark.parametrize("option", NAMES)
def test_each_option_can_be_chosen(option: str) -> None:
    test = AppTest.from_function(_choice).run()
    test.radio[0].set_value(option).run()

    assert test.markdown[0].value == option
