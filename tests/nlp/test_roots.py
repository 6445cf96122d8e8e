"""Words of one root."""

import pytest

from workbench.nlp.roots import roots
from workbench.nlp.terms import stem_key


@pytest.mark.parametrize(
    ("one", "other"),
    [("deliver", "delivery"), ("доставить", "доставка"), ("скалолазов", "скалолазной")],
)
def test_words_of_one_root_share_its_beginning(one: str, other: str) -> None:
    assert roots(stem_key(one)) & roots(stem_key(other))


@pytest.mark.parametrize(("one", "other"), [("port", "portal"), ("current", "curtain")])
def test_a_few_equal_letters_are_no_root(one: str, other: str) -> None:
    assert not roots(stem_key(one)) & roots(stem_key(other))
