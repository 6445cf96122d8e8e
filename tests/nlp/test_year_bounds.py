"""Years of a text compared with "before 2020" and "in 2017"."""

import pytest

from workbench.nlp.year_bounds import YearBound, meets_bound, read_year_bound


@pytest.mark.parametrize(
    ("phrase", "bound"),
    [
        ("before 2020", YearBound("before", 2020)),
        ("после 2023", YearBound("after", 2023)),
        ("с 2022", YearBound("since", 2022)),
        ("2017", YearBound("during", 2017)),
        ("since March", None),
        ("blue", None),
    ],
)
def test_a_phrase_is_an_operator_with_a_year(phrase: str, bound: YearBound | None) -> None:
    assert read_year_bound(phrase) == bound


@pytest.mark.parametrize(
    ("phrase", "text", "expected"),
    [
        ("before 2020", "Verger, July 2018 to August 2020", True),
        ("before 2020", "Organist, September 2020 to February 2023", False),
        ("after 2023", "Organist since March 2023", True),
        ("after 2023", "Organist, 2020 to 2023", False),
        ("until 2016", "Choir, 2016–2018", True),
        ("since 2019", "Choir, 2016–2018", False),
        ("2017", "Choir, 2016–2018, in the evenings", True),
        ("2024", "с марта 2023 года по настоящее время", True),
        ("до 2020", "июль 2018", True),
        ("before 2020", "Sings in two choirs", False),
        ("before 1950", "Catalogued 1,900 hymns in 2023", False),
    ],
)
def test_what_lasts_between_years_meets_a_bound(phrase: str, text: str, expected: bool) -> None:
    bound = read_year_bound(phrase)
    assert bound is not None
    assert meets_bound(bound, text) is expected
