"""The values of a text that may answer a question, as they are compared."""

import pytest

from workbench.nlp.answer_type import ValueKind
from workbench.nlp.value_extraction import extract_values, values_differ


@pytest.mark.parametrize(
    ("kind", "text", "written"),
    [
        ("money", "A place costs 38 pounds a month.", ["38 pounds"]),
        ("duration", "A booking ends after 90 minutes.", ["90 minutes"]),
        ("duration", "The tour lasts about an hour.", ["hour"]),
        ("time", "The pool opens on 12th May.", ["12th May"]),
        ("time", "Return it within 7 days from the day you bought it.", ["7 days"]),
        ("time", "Бассейн в этом году откроют 15 июня.", ["15 июня"]),
        ("frequency", "The box is checked every week.", ["every week"]),
        ("frequency", "Masks are replaced twice a year.", ["twice a year"]),
        ("frequency", "Бельё меняют раз в две недели.", ["раз в две недели"]),
        ("frequency", "Взнос платят ежемесячно.", ["ежемесячно"]),
        ("number", "Up to three guests may come.", ["three guests"]),
        ("number", "Room 7 is for meetings.", []),
        ("number", "From 2 to 4 guests may come.", []),
        ("money", "Cats cost 60 euros and dogs 180 euros.", []),
    ],
)
def test_the_only_value_of_its_dimension_is_told(
    kind: ValueKind, text: str, written: list[str]
) -> None:
    assert [one.written for one in extract_values(text, kind, None)] == written


@pytest.mark.parametrize(
    ("kind", "one", "other", "differ"),
    [
        ("duration", "It may stay for two weeks.", "It is cleared after 14 days.", False),
        ("duration", "It may stay for four weeks.", "It is cleared after 14 days.", True),
        ("duration", "It lasts half an hour.", "It lasts an hour.", True),
        ("frequency", "Twice a year.", "Every six months.", False),
        ("frequency", "The box is checked monthly.", "It is looked through every week.", True),
        ("frequency", "Меняют ежемесячно.", "Меняют раз в месяц.", False),
        ("time", "It opens on 1 June.", "It opens on 15 June.", True),
        ("number", "Дважды за семестр.", "Два раза за семестр.", False),
        # A least and a most are two rules, a denied least is a most.
        ("duration", "At least two hours.", "At most four hours.", False),
        ("duration", "Nobody stays for more than 90 minutes.", "For at most two hours.", True),
    ],
)
def test_values_are_compared_by_what_they_mean(
    kind: ValueKind, one: str, other: str, differ: bool
) -> None:
    (mine,), (theirs,) = (extract_values(text, kind, None) for text in (one, other))

    assert values_differ(mine, theirs) is differ
