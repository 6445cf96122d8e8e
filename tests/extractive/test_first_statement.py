"""An answer begins with the statement that has what is asked for, if it is nearly the best."""

from workbench.extractive.first_statement import with_number_first, with_value_first
from workbench.extractive.sentence_selection import Source, best_statements, rank_statements
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
    asked = read_question(question)
    ranked = list(rank_statements(question, [Source(text)]))
    return with_value_first(asked, with_number_first(asked, ranked))[0].text


def test_the_kind_of_hours_that_is_counted_goes_first() -> None:
    text = (
        "## Sailing hours\n\nYou sail 8 hours every day, and may save sailing hours.\n\n"
        "You have 24 sailing hours at any time."
    )

    assert "24" in first_of("How many sailing hours were saved?", text)


def test_the_most_that_is_allowed_goes_before_another_number_of_the_unit() -> None:
    text = (
        "Boat leave of 4 weeks was taken by a member who had to care for a boat.\n\n"
        "Of boat leave, you can take up to 26 weeks."
    )

    assert "26" in first_of("How many weeks of boat leave can I take to care for a boat?", text)


def test_the_only_period_of_a_section_tells_how_long_something_takes() -> None:
    text = (
        "## Member cards\n\nMember cards take room, and you may order member cards.\n\n"
        "Your cards arrive in 7 to 10 days."
    )

    assert first_of("How long do member cards take to arrive?", text).startswith("Your cards")


def test_a_period_in_numbers_goes_before_one_without() -> None:
    text = (
        "The time of a reply to a letter runs until the first reply to the letter is sent.\n\n"
        "A reply to a letter takes at most 60 minutes."
    )

    assert "60" in first_of("How long does a first reply to a letter take?", text)
