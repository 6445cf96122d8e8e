"""Each of two things that a question asks about has the statement that answers for it."""

import pytest

from workbench.extractive.compared_statements import Comparison, lacking_side
from workbench.extractive.sentence_selection import Source, best_statements, rank_statements
from workbench.extractive.sources import SourceSet
from workbench.nlp.question_type import read_question

NORTH = ("North Clinic", "Prices")
HARBOUR = ("Harbour Clinic", "Prices")
SOURCES = [
    Source("A first visit costs 60. A blood test is 22.", NORTH, document="north"),
    Source("The clinic is closed on Sunday.", ("North Clinic", "About"), document="north"),
    Source("Harbour Clinic opened in 2011.", ("Harbour Clinic",), document="harbour"),
    Source("A first visit costs 75. A blood test is 18.", HARBOUR, document="harbour"),
    Source("It has a pharmacy.", ("Harbour Clinic", "About"), document="harbour"),
]


def told(question: str) -> str:
    return " ".join(one.text for one in best_statements(question, SOURCES))


@pytest.mark.parametrize(
    "question",
    [
        "Which is cheaper for a first visit, North Clinic or Harbour Clinic?",
        "What does a first visit cost at North Clinic and at Harbour Clinic?",
        "Which of the two clinics has the lower price of a first visit?",
    ],
)
def test_what_is_asked_of_both_is_told_of_both(question: str) -> None:
    assert "A first visit costs 60." in told(question)
    assert "A first visit costs 75." in told(question)
    assert "opened" not in told(question)


def test_where_only_the_heading_has_what_is_asked_its_first_statement_is_told() -> None:
    hours = [
        Source("From 8:00 to 20:00. Closed on Sunday.", ("North Clinic", "Opening hours")),
        Source("From 7:30 to 22:00. On Sunday too.", ("Harbour Clinic", "Opening hours")),
    ]
    question = "How do the opening hours of North Clinic and Harbour Clinic differ?"

    answer = [one.text for one in best_statements(question, hours)]

    assert {"From 8:00 to 20:00.", "From 7:30 to 22:00."} <= set(answer)


def lacking(question: str) -> str:
    return lacking_side(question, SOURCES, rank_statements(question, SOURCES))


def test_the_side_without_an_answer_is_named() -> None:
    assert lacking("Which has a pharmacy, North Clinic or Harbour Clinic?") == "North"
    assert lacking("Which of the two clinics has a pharmacy?") == "North Clinic"


def test_where_both_or_neither_have_an_answer_no_side_is_named() -> None:
    assert not lacking("Which is cheaper for a blood test, North Clinic or Harbour Clinic?")
    assert not lacking("Which has a swimming pool, North Clinic or Harbour Clinic?")
    assert not lacking("What does a blood test cost?")


def test_the_number_of_a_name_is_not_looked_for_in_amounts() -> None:
    heading = "Price and warranty"
    prices = [
        Source("The Heron 3 costs $1,450. The warranty covers two years.", ("Heron 3", heading)),
        Source("The Marten X costs $3,990. The warranty covers five years.", ("Marten X", heading)),
    ]
    question = "Which has the lower price, the Heron 3 or the Marten X?"

    told_of = Comparison(
        read_question(question), SourceSet(prices), rank_statements(question, prices)
    )

    (one,) = told_of.to_add(rank_statements("Heron", prices[:1])[:1])
    assert one.text == "The Marten X costs $3,990."


def test_a_statement_of_both_things_tells_of_each() -> None:
    sources = [
        Source("We lost 12 trees: 8 to the storm and 4 to the frost.", ("Trees",)),
        Source("Trees that a storm bent are not lost.", ("Park",)),
    ]
    question = "How many trees were lost, to the storm and to the frost?"

    assert lacking_side(question, sources, rank_statements(question, sources)) == ""


def test_a_statement_that_opens_with_one_thing_is_on_it_though_it_names_the_other() -> None:
    faq = Source(
        "**Do I want a loan or a lease?** A loan is paid back. A lease begins with a loan of the"
        " boat for a year.",
        ("FAQ",),
    )
    other = Source("Leasing with care. A lease of a hall is cheap.", ("Halls",))

    found = best_statements("What is the difference between a loan and a lease?", [faq, other])

    assert [one.text for one in found] == [
        "A loan is paid back.",
        "A lease begins with a loan of the boat for a year.",
    ]


def test_a_number_of_a_side_stands_beside_the_word_that_it_has_in_the_question() -> None:
    rates = Source(
        "The bonus is as follows:\n\n- Level 5 ratings: up to 3.85% of pay.\n"
        "- Level 4 ratings: up to 2.1% of pay.",
        ("Awards",),
    )
    form = Source("- Box 5: your address\n- Box 4: vendor code, not required", ("Forms",))
    question = "How much bigger is the bonus for a level 5 rating than for a level 4?"

    told = " ".join(one.text for one in best_statements(question, [rates, form]))

    assert "3.85%" in told
    assert "2.1%" in told
    assert "Box" not in told


GLOSSARY = [
    Source("A folder of several parcels may have different owners.", ("Glossary", "Folder")),
    Source("A parcel is a piece of land with one number. It is surveyed.", ("Glossary", "Parcel")),
    Source("A lot is one or more parcels that are sold together.", ("Glossary", "Lot")),
    Source("Parcels of different lots are sold on different days.", ("Sales",)),
]


@pytest.mark.parametrize(
    "question",
    ["How does a lot differ from a parcel?", "What is the difference between a parcel and a lot?"],
)
def test_how_two_things_differ_is_told_by_what_each_of_them_is(question: str) -> None:
    answer = [one.text for one in best_statements(question, GLOSSARY)]

    assert "A parcel is a piece of land with one number." in answer
    assert "A lot is one or more parcels that are sold together." in answer
    assert "different days" not in " ".join(answer)


def test_a_statement_that_compares_both_things_goes_first() -> None:
    sales = (
        "The main differences between a lot and a parcel are:\n\n- A lot is sold.\n- It has a map."
    )
    sources = [*GLOSSARY, Source(sales, ("Sales",))]

    answer = [one.text for one in best_statements("How does a lot differ from a parcel?", sources)]

    assert {"A lot is sold.", "It has a map."} <= set(answer)


def test_what_is_said_of_both_at_once_does_not_tell_how_they_differ() -> None:
    text = (
        "- Day lock and year lock: Yes.\n\n"
        "A day lock is when you get a key for one day. A year lock is when you keep your key."
    )
    answer = [
        one.text
        for one in best_statements(
            "What is the difference between a day lock and a year lock?", [Source(text)]
        )
    ]

    assert answer == [
        "A day lock is when you get a key for one day.",
        "A year lock is when you keep your key.",
    ]
