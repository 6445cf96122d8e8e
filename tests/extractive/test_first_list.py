"""A question for several things is answered by the list that has them."""

from workbench.extractive.first_list import with_list_first
from workbench.extractive.sentence_selection import Source, best_statements, rank_statements
from workbench.extractive.sources import SourceSet
from workbench.nlp.question_type import read_question


def first_of(question: str, text: str) -> str:
    source = Source(text)
    ranked = list(rank_statements(question, [source]))
    return with_list_first(read_question(question), SourceSet([source]), ranked)[0].text


def test_a_list_whose_lead_ends_in_the_kind_goes_before_a_sentence_on_it() -> None:
    text = (
        "The way in which the club uses small boats may change.\n\n"
        "The club uses three types of small boats:\n\n- Canoes\n- Dinghies\n- Punts\n"
    )

    assert first_of("What kinds of small boats does the club use?", text) == "Canoes"


def test_a_sentence_that_counts_and_lists_the_things_goes_before_a_list() -> None:
    text = (
        "The club, which has main rooms, offers:\n\n- rooms for main meetings\n- tea\n- oars\n\n"
        "There are three main rooms: the Wren, the Mill and the Reed."
    )

    assert "three main rooms" in first_of("Which main rooms are there?", text)


def test_a_sentence_that_counts_two_kinds_lists_them_after_a_colon() -> None:
    text = (
        "Locks for boats and the kinds of their keys:\n\n- small kinds of locks\n- big locks\n\n"
        "There are two kinds of locks: a day lock and a year lock."
    )

    assert "two kinds of locks" in first_of("What kinds of locks are there?", text)


def test_a_list_that_counts_the_things_goes_before_another_list() -> None:
    text = (
        "The lock of boats in the yard is there for:\n\n- safety of boats\n- order in the yard\n\n"
        "The yard has two kinds of lock:\n\n- a day lock\n- a year lock\n"
    )
    question = "Which kinds of lock are there in the yard?"

    assert first_of(question, text) == "a day lock"
    assert [one.text for one in best_statements(question, [Source(text)])] == [
        "a day lock",
        "a year lock",
    ]


def test_a_list_whose_lead_in_the_question_repeats_goes_first() -> None:
    text = (
        "## Refund for members\n\nThe refund form of members is read within 48 hours.\n\n"
        "1. Take the refund form for members.\n1. State in the form:\n\n   - your name\n"
        "   - the sum\n\n     Of two sums, state both.\n\n   - the reason\n"
    )

    assert first_of("What do members have to state in the refund form?", text) == "your name"


def test_a_list_of_another_kind_below_the_headings_of_the_question_is_not_the_answer() -> None:
    text = (
        "## Copies of keys\n\nThere are two kinds of lock: a day lock and a year lock.\n\n"
        "There are two modes of the lock of a day:\n\n- soft\n- strict\n"
    )

    assert "two kinds" in first_of("Which kinds of lock are there for copies of keys?", text)
