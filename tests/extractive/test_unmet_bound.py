"""A year that bounds what a question asks about has to be met by some statement."""

import pytest

from workbench.extractive.unmet_bound import unmet_bound


@pytest.mark.parametrize(
    ("question", "shown", "unmet"),
    [
        ("What did he do before 2020?", "He joined in 2020 and runs the mill.", "before 2020"),
        ("What did he do before 2020?", "Before that he taught in York.", ""),
        ("What did he do before 2020?", "From 2011 to 2019 he taught in York.", ""),
        ("What did he do in 2020?", "He runs the mill.", ""),
        ("Who led the club after 2015?", "Ann Reed led it from 2009 to 2012.", "after 2015"),
        ("Кем она работала до 2020 года?", "Пришла на мельницу в 2020 году.", "до 2020"),
        ("Кем она работала до 2020 года?", "Раньше она преподавала.", ""),
    ],
)
def test_a_bound_is_met_by_a_year_or_by_an_order_of_events(
    question: str, shown: str, unmet: str
) -> None:
    assert unmet_bound(question, [shown], "") == unmet


def test_the_bound_of_an_earlier_question_does_not_bound_a_follow_up() -> None:
    question = "What did he do before 2020? Where does he live?"
    assert unmet_bound(question, ["He lives in York."], "") == ""
