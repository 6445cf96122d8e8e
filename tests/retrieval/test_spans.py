"""When a relation lasted: the days of a time, and edges with an open or unknown end."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.domain.graph_query import FollowSet
from workbench.retrieval.graph_query.spans import Days, Span, days_asked, days_of, lasted

SPAN = Span("start", "end")
DAYS = st.dates(date(1800, 1, 1), date(2099, 12, 31))


@pytest.mark.parametrize(
    ("value", "first", "last"),
    [
        (2005, "2005-01-01", "2005-12-31"),
        ("2005", "2005-01-01", "2005-12-31"),
        ("2004-02", "2004-02-01", "2004-02-29"),
        ("2005-03-14", "2005-03-14", "2005-03-14"),
        ("9999-12-31", "9999-12-31", "9999-12-31"),
        ("2005-03-14T10:00", "2005-03-14", "2005-03-14"),
    ],
)
def test_a_time_is_its_days(value: Any, first: str, last: str) -> None:
    assert days_of(value) == Days(date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize("value", [None, True, 12, 200.5, "present", "2005-13", "2005-02-30", ""])
def test_another_text_is_no_time(value: Any) -> None:
    assert days_of(value) is None


def test_a_range_is_from_the_first_day_of_one_to_the_last_of_the_other() -> None:
    asked = FollowSet(of="a", edge="E", at=2003, until="2007-02")
    assert days_asked(asked) == Days(date(2003, 1, 1), date(2007, 2, 28))


@pytest.mark.parametrize(
    ("properties", "years"),
    [
        ({"start": 2001, "end": 2006}, {2001, 2003, 2006}),
        ({"start": 2001}, {2001, 2003, 2006, 2008}),
        ({"start": 2003, "end": None}, {2003, 2006, 2008}),
        ({"end": 2003}, {2003}),
        ({"start": "2003-05-01", "end": 2006}, {2003, 2006}),
        ({"start": 2001, "end": "unknown"}, set()),
        ({"start": "long ago", "end": 2006}, set()),
        ({}, set()),
    ],
)
def test_an_edge_without_an_end_still_lasts(properties: Any, years: set[int]) -> None:
    asked = (2000, 2001, 2003, 2006, 2008)
    found = {
        year
        for year in asked
        if lasted(properties, SPAN, Days(date(year, 1, 1), date(year, 12, 31)))
    }
    assert found == years


@given(DAYS, st.integers(0, 5000), DAYS, st.integers(0, 5000))
def test_an_edge_lasted_in_a_range_if_it_lasted_on_one_of_its_days(
    begin: date, length: int, first: date, more: int
) -> None:
    end, last = begin + timedelta(length), first + timedelta(more)
    edge = {"start": begin.isoformat(), "end": end.isoformat()}
    shared = max(begin, first) <= min(end, last)
    assert lasted(edge, SPAN, Days(first, last)) is shared
    assert lasted({"start": edge["start"]}, SPAN, Days(first, last)) is (begin <= last)
