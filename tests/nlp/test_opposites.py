"""Words of opposite meaning."""

from workbench.nlp.opposites import negated_keys, opposites_of
from workbench.nlp.terms import stem_key


def test_a_word_has_the_opposites_of_every_pair_that_it_stands_in() -> None:
    assert opposites_of(stem_key("allow")) == {stem_key("forbid"), stem_key("prohibited")}
    assert stem_key("open") in opposites_of(stem_key("closed"))
    assert opposites_of(stem_key("boat")) == frozenset()


def test_a_negative_prefix_makes_the_opposite() -> None:
    assert stem_key("unpaid") in negated_keys(stem_key("paid"))
    assert stem_key("paid") in negated_keys(stem_key("unpaid"))
    assert stem_key("неактивный") in negated_keys(stem_key("активный"))
    assert stem_key("ion") not in negated_keys(stem_key("union"))
