"""An answer begins with the statement that has what is asked for, if it is nearly the best."""

from workbench.extractive.first_statement import with_list_first
from workbench.extractive.sentence_selection import Source, best_statements, rank_statements
from workbench.extractive.sources import SourceSet
from workbench.nlp.question_type import read_question

FORM = Source(
    "Name: lantern\nSummary: A lamp.\nRequires-Dist: wick>=1\nRequires-Dist: oil\n"
    "Provides-Extra: sea\n",
    ("lantern",),
)
README = Source("Install lantern with all of its dependencies. It is small.", ("lantern",))


def told(question: str, *sources: Source) -> list[str]:
    return [one.text for one in best_statements(question, sources)]


def test_a_question_about_a_numbered_thing_is_answered_by_a_statement_with_its_number() -> None:
    names = Source("Which name the release has is told early. The boat is named in May.")
    list_of_names = Source("Names were: buzz for release 1.1, rex for release 1.2.")

    assert told("Which name had release 1.2?", names, list_of_names)[0].startswith("Names were")


def test_the_values_of_the_field_that_tells_the_relation_go_before_prose() -> None:
    assert told("Which packages does lantern depend on?", README, FORM)[:2] == ["wick>=1", "oil"]


def test_a_line_of_a_form_takes_no_other_line_with_it() -> None:
    assert told("What is the summary of lantern?", FORM) == ["Summary: A lamp."]


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
