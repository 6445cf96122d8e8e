"""Words of opposite meaning."""

from workbench.nlp.opposites import opposites_of
from workbench.nlp.terms import stem_key


def test_a_word_has_the_opposites_of_every_pair_that_it_stands_in() -> None:
    assert opposites_of(stem_key("allow")) == {stem_key("forbid"), stem_key("prohibited")}
    assert stem_key("open") in opposites_of(stem_key("closed"))
    assert opposites_of(stem_key("boat")) == frozenset()
