"""A claim is compared with its statement word by word and number by number."""

from collections.abc import Iterable

from workbench.checks.grounding.shared_words import shared_words
from workbench.domain.base import Span

STATEMENT = "The excess for a broken windscreen is $100 for each claim."


def cut(text: str, spans: Iterable[Span]) -> list[str]:
    return [text[one.start : one.end] for one in spans]


def test_a_claim_that_is_quoted_is_verbatim() -> None:
    assert shared_words("The excess for a broken windscreen is $100", STATEMENT).is_verbatim
    assert not shared_words("The excess is $100", STATEMENT).is_verbatim
    assert not shared_words("", STATEMENT).is_verbatim


def test_words_are_shared_in_any_inflection_and_numbers_in_any_unit() -> None:
    claim = "Ремонт хранят шестьдесят дней, 2 года или навсегда."
    statement = "Хранение ремонта: 24 месяца."
    shared = shared_words(claim, statement)
    assert cut(claim, shared.found) == ["Ремонт"]
    assert cut(claim, shared.numbers) == ["2 года"]
    assert "навсегда" in cut(claim, shared.missing)
    assert cut(statement, shared.matched) == ["ремонта", "24 месяца"]


def test_a_number_that_the_statement_lacks_is_missing() -> None:
    claim = "The excess is $250"
    shared = shared_words(claim, STATEMENT)
    assert cut(claim, shared.found) == ["excess"]
    assert cut(claim, shared.missing) == ["$250"]
    assert shared.numbers == ()


def test_words_of_the_headings_count() -> None:
    claim = "Car insurance: the excess is $100"
    assert cut(claim, shared_words(claim, STATEMENT).missing) == ["Car", "insurance"]
    assert shared_words(claim, STATEMENT, around="Car insurance terms").missing == ()
