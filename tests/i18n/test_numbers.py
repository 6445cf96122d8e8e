"""Numbers as a Russian and an English reader writes them."""

from datetime import UTC, date, datetime, timedelta, timezone

from workbench.i18n.numbers import day, decimal, duration, integer, moment, money, percent


def test_a_percentage_is_a_whole_number_and_an_unknown_one_a_dash() -> None:
    assert percent(0.967, "ru") == "97\u00a0%"
    assert percent(0.967, "en") == "97%"
    assert percent(None, "en") == "—"


def test_decimals_have_the_marks_of_the_language() -> None:
    assert decimal(0.825, "ru", 3) == "0,825"
    assert decimal(-1234.5, "en") == "\u22121,234.50"
    assert decimal(-1234.5, "ru") == "\u22121\u202f234,50"


def test_unknown_is_never_zero() -> None:
    assert decimal(None, "en") == "—"


def test_thousands_are_grouped_as_the_language_groups_them() -> None:
    assert (integer(1234, "ru"), integer(1234, "en")) == ("1\u202f234", "1,234")


def test_durations_have_the_unit_that_suits_them() -> None:
    assert duration(0.2, "en") == "<\u00a01\u00a0ms"
    assert duration(240, "ru") == "240\u00a0мс"
    assert duration(4812, "ru") == "4,8\u00a0с"


def test_money_shows_small_prices() -> None:
    assert money(0.0117, "en") == "$0.0117"
    assert money(1.5, "ru") == "1,50\u00a0$"
    assert money(0, "en") == "$0"


def test_money_is_never_rounded_to_nothing() -> None:
    assert money(0.00005, "en") == "$0.0001"
    assert money(0.000049, "en") == "<\u00a0$0.0001"
    assert money(0.000001, "ru") == "<\u00a00,0001\u00a0$"


def test_moments_are_in_the_readers_zone() -> None:
    when = datetime(2025, 11, 20, 22, 5, tzinfo=UTC)
    moscow = timezone(timedelta(hours=3))
    assert moment(when, "ru", moscow) == "21.11.2025, 01:05"
    assert moment(when, "en", moscow) == "21 Nov 2025, 01:05"


def test_days_are_written_as_in_moments() -> None:
    assert day(date(2022, 5, 6), "ru") == "06.05.2022"
    assert day(date(2022, 5, 6), "en") == "6 May 2022"
