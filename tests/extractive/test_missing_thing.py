"""Whether an answer names a thing of the kind that the question asks for."""

import pytest

from workbench.extractive.missing_thing import missing_thing
from workbench.extractive.sources import Source, SourceSet
from workbench.text.statements import statements

CARDS = Source(
    "Fuel cards are issued to skippers. A lost card is reported to the bank at once.",
    ("Harbour handbook", "Fuel cards"),
)
FORMS = Source("After a collision fill in form C7. Every form goes to the office.", ("Accidents",))
BERTHS = Source("|Berth|Boat|\n|---|---|\n|North 4|Heron|\n|South 1|Tern|", ("Berths",))
TOOLS = Source(
    "The spade, the mower and the rake may be borrowed.", ("Allotment handbook", "Shared equipment")
)
KIT = Source("- tents\n- stoves\n- a rope", ("Camp handbook", "Equipment on loan"))
GUESTS = Source("The harbour that most guests like by far is Bolm.", ("Guests",))
GUESTS_RU = Source("Гавань, которую больше других любят гости, — Больм.", ("Гости",))
WALLS = Source("The walls of the boathouse are made of slate.", ("Boathouse",))
LEDGER = Source("Fines are written in the ledger Tarn.", ("Office",))


def untold(question: str, source: Source) -> str:
    shown = [one.text for one in statements(source.text)]
    return missing_thing(question, SourceSet([source]), shown)


def test_a_thing_of_another_owner_is_not_the_one_asked_for() -> None:
    manual = Source("Gaff's language was designed to be written by hand.", ("Windlass",))

    assert untold("In which language is Windlass written?", manual) == "language"


def test_words_of_two_sentences_name_no_bank_that_issues_cards() -> None:
    assert untold("Which bank issues the fuel cards?", CARDS) == "bank"


@pytest.mark.parametrize(
    ("question", "source"),
    [
        ("In which order are the tents packed?", KIT),
        ("Which form do I fill in after a collision?", FORMS),
        ("Which berth does the Heron have?", BERTHS),
        ("Which equipment may be borrowed?", TOOLS),
        ("Which equipment can be borrowed?", KIT),
        ("Which boat is faster, the Heron or the Tern?", BERTHS),
        ("Which harbour do most guests like?", GUESTS),
        ("Какую гавань любят гости?", GUESTS_RU),
        ("Which material are the walls of the boathouse made of?", WALLS),
        ("In which ledger does the warden note fines?", LEDGER),
    ],
)
def test_a_name_a_row_and_a_sentence_in_other_words_are_answers(
    question: str, source: Source
) -> None:
    assert untold(question, source) == ""


def test_a_question_for_a_number_asks_for_no_thing() -> None:
    assert untold("What price does a lost card have?", CARDS) == ""


@pytest.mark.parametrize(
    ("question", "text", "missing"),
    [
        ("Is there a drying rack at the pond?", "Boots are left at the pond.", "drying rack"),
        ("Is there a drying rack at the pond?", "The rack at the pond holds 20 boots.", ""),
        ("Есть ли у клуба сауна?", "Сауна клуба открыта по субботам.", ""),
        ("Есть ли у клуба сауна?", "Зал клуба открыт по субботам.", "сауна"),
    ],
)
def test_what_is_said_to_exist_is_named(question: str, text: str, missing: str) -> None:
    assert missing_thing(question, SourceSet([Source(text, ("Notes",))]), [text]) == missing


def test_an_address_behind_the_word_for_it_names_one() -> None:
    text = "Send the signed letter to the address desk@mill.example."

    assert not missing_thing(
        "To which address do companies send a letter of notice?", SourceSet([Source(text)]), [text]
    )


def test_a_name_behind_a_colon_is_of_the_thing_before_it() -> None:
    text = "The mill reads one setting to grind finer: MILL_STONE, which is off at first."

    assert not missing_thing("Which setting does the mill read?", SourceSet([Source(text)]), [text])


def test_a_name_in_quotes_behind_the_word_names_one() -> None:
    text = "Напишите письмо с темой «возврат денег»."

    assert not missing_thing("Какую тему указать в письме?", SourceSet([Source(text)]), [text])
