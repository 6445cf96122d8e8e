"""Facts chosen by words of a question that its plan does not read."""

from workbench.domain.evidence import Evidence
from workbench.extractive.fact_filter import filter_facts, missing_words


def fact(text: str) -> Evidence:
    return Evidence(type="fact", text=text)


JOBS = [
    fact("Organist since March 2023"),
    fact("Verger, September 2020 to February 2023"),
    fact("Bell ringer, July 2018 to August 2020"),
]


def test_a_bound_on_years_chooses_by_the_years_of_a_fact() -> None:
    assert filter_facts(JOBS, ["before 2020"]) == (JOBS[2],)
    assert filter_facts(JOBS, ["2022"]) == (JOBS[1],)
    assert filter_facts(JOBS, ["после 2023"]) == (JOBS[0],)


def test_a_bound_that_no_fact_meets_is_unsaid() -> None:
    assert filter_facts(JOBS, ["before 1990"]) == tuple(JOBS)
    assert missing_words(JOBS, ["before 1990"]) == ("before 1990",)


def test_a_compound_of_a_word_says_it_too() -> None:
    policies = [
        fact("Автострахование — гонки не покрываются"),
        fact("Страхование мотоцикла — гонки не покрываются"),
        fact("Защита питомца — гонки не покрываются"),
    ]
    assert filter_facts(policies, ["страховка"]) == tuple(policies[:2])
