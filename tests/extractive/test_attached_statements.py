"""What is shown with a statement: whole lists, rows that meet a condition, steps, stretches."""

import pytest

from workbench.extractive.sentence_selection import Source, best_statements

BRIDGE = (
    "The old bridge carried carts until 1931. Its piers stood on sand. "
    "The spring flood washed the sand away. The town then built a ferry landing."
)
OPENING_HOURS = "**Is the museum open on Mondays?** No. It is closed for cleaning."


def told(question: str, *sources: Source) -> list[str]:
    return [one.text for one in best_statements(question, sources)]


def test_a_why_brings_the_sentences_around_the_event() -> None:
    answer = told("Why was the old bridge closed to carts?", Source(BRIDGE))

    assert answer[0].startswith("The old bridge")
    assert "The spring flood washed the sand away." in answer


def test_a_faq_answers_its_own_question_whole() -> None:
    answer = told("Is the museum open on Monday?", Source(OPENING_HOURS))

    assert " ".join(answer) == "No. It is closed for cleaning."


def test_a_list_goes_on_with_its_own_items() -> None:
    text = "- Day one: tea with the crew.\n- Day two: the crew rows.\n\nThe weather was fine."
    source = Source(text, ("Log", "The first days of the crew"))

    answer = told("How does the crew spend the first days?", source)

    assert answer == ["Day one: tea with the crew.", "Day two: the crew rows."]


def test_a_list_that_a_sentence_announces_comes_whole() -> None:
    text = (
        "To borrow a boat you will need the following papers. Bring them in the morning.\n\n"
        "- a sailing licence\n- a deposit slip\n- a letter of the harbour master\n"
    )

    answer = told("What do I need to borrow a boat?", Source(text))

    assert answer[1:] == ["a sailing licence", "a deposit slip", "a letter of the harbour master"]


def test_rows_that_do_not_meet_the_condition_are_left_out() -> None:
    table = (
        "| Guide | Rooms | Days |\n|---|---|---|\n| Ann Reed | Tower | Mon-Thu |\n"
        "| Bo Lind | Cellar | Tue, Fri |\n| Cy Holt | Garden | Wed, Sat |"
    )

    chosen = best_statements("Which guides work on Wednesday?", [Source(table, ("Guides",))])

    assert [one.text.split(" — ")[0] for one in chosen] == ["Ann Reed", "Cy Holt"]


def test_a_list_whose_heading_has_the_condition_is_whole() -> None:
    text = "To enter the tower you need:\n\n- a lamp for the tower\n- boots\n- a rope for the tower"

    chosen = best_statements("Which things do I need for the tower?", [Source(text, ("Tower",))])

    assert len([one for one in chosen if one.statement.kind == "item"]) == 3


STEPS = (
    "Stop and switch on the lamp. Call the harbour master if a boat has drifted. "
    "Write down the number of the mooring."
)


@pytest.mark.parametrize(
    "question",
    ["What has to be done if a boat has drifted?", "Что нужно сделать, если лодка (boat) ушла?"],
)
def test_a_question_of_what_to_do_brings_the_steps_from_the_first_on(question: str) -> None:
    assert told(question, Source(STEPS)) == STEPS.replace(". ", ".|").split("|")


def test_a_question_of_something_else_brings_the_sentence_and_the_next_one() -> None:
    answer = told("Has a boat drifted?", Source(STEPS))

    assert "Stop and switch on the lamp." not in answer


SEEDS = Source(
    "1. Fill a tray with peat.\n2. Press the seed into the peat.\n3. Water the tray.\n4. Wait.",
    ("Garden", "Sowing"),
)
PUMPS = Source("- Delta pump 4\n- Birch 2\n- Delta pump 7", ("Yard", "Pumps"))


def test_steps_are_shown_whole_though_some_lack_the_words_of_the_question() -> None:
    answer = told("How do I press a seed into peat?", SEEDS)

    assert len(answer) == 4


def test_the_kind_of_thing_listed_is_no_condition_of_its_items() -> None:
    assert len(told("Which delta pumps are in the yard?", PUMPS)) == 3


def test_of_a_table_steps_are_no_whole_table() -> None:
    text = "|Key|Use|\n|---|---|\n|a|bring seeds back|\n|b|dry peat|\n|c|wet peat|\n|d|lamps|"

    assert len(told("Steps to bring seeds back", Source(text, ("Garden", "Keys")))) < 4


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What does the -k option do?", "-k, --keep: Keep the files."),
        ("What is --small for?", "-s, --small: Use less memory."),
    ],
)
def test_of_a_list_of_options_the_one_asked_about_is_shown(question: str, answer: str) -> None:
    options = "- `-k, --keep`: Keep the files.\n- `-s, --small`: Use less memory."
    room = Source("It has eight rooms and a small laboratory.")

    assert told(question, room, Source(options, ("Archive", "Options"))) == [answer]


def test_an_item_of_several_sentences_is_told_to_its_end() -> None:
    others = "".join(f"- Motion {n} on a hall was put off until the next year.\n" for n in range(9))
    text = f"- Cameras were lost by 19 to 25. Several members feared for privacy.\n{others}"

    answer = told("Were the cameras lost?", Source(text))

    assert answer == ["Cameras were lost by 19 to 25.", "Several members feared for privacy."]


def test_the_answer_of_a_faq_is_told_from_its_first_sentence_on() -> None:
    text = "Into the box at the gate. Lithium cells get tape over their old poles."

    answer = told(
        "Where can I get rid of old batteries?", Source(text, ("Waste", "Where do batteries go?"))
    )

    assert answer == ["Into the box at the gate.", "Lithium cells get tape over their old poles."]


def test_a_question_that_names_rows_brings_these() -> None:
    table = (
        "| Work | Hands |\n|---|---|\n| Strong acids | butyl gloves |\n"
        "| Liquid nitrogen | cryo gloves |\n| Ultraviolet lamps | nitrile gloves |"
    )

    answer = told("Which gloves for liquid nitrogen?", Source(table, ("Protection",)))

    assert answer == ["Liquid nitrogen — Hands: cryo gloves"]


LAMP = """The workshop profile is meant for drafts. Its default settings are:

```
[workshop]
brightness = 3
```
"""


def test_a_sentence_that_announces_code_brings_it() -> None:
    answer = told("What are the default settings of the workshop profile?", Source(LAMP))

    assert answer[-1] == "[workshop] brightness = 3"


def test_a_sentence_that_announces_what_is_not_shown_is_left_out() -> None:
    code = "```\n" + "shade = true\n" * 60 + "```"
    text = f"The lamp has two bulbs. All of its settings are:\n\n{code}"

    assert told("How many bulbs has the lamp?", Source(text)) == ["The lamp has two bulbs."]


DESCALING = """The lamp shows a drop when scale has formed. In hard water this is often.
Vinegar eats the seals. Never use it.

1. Take the filter out.
2. Pour in the powder and press Steam.
"""


def test_steps_may_stand_below_several_sentences_of_their_section() -> None:
    source = Source(DESCALING, ("Manual", "Removing scale"))

    answer = told("How do I get rid of scale?", source)

    assert answer[-2:] == ["Take the filter out.", "Pour in the powder and press Steam."]


def test_a_row_that_opens_with_a_code_has_what_it_stands_for() -> None:
    table = (
        "| SKU | Item | Price | Stock | Fits |\n|---|---|---|---|---|\n"
        "| AF-50 | Water filter | 89 | 12 | Heron |\n| GL-06 | Milk jug | 145 | 3 | Marten |"
    )

    answer = told("What fits the Marten?", Source(table, ("Spare parts",)))

    assert answer == ["GL-06 — Item: Milk jug; Fits: Marten"]


def test_a_list_that_another_sentence_announces_is_not_shown_with_the_one_before() -> None:
    text = (
        "A pier has room for 30 of these boats. The oldest leave.\n\n"
        "Two fares are sold:\n\n- Harbour\n- Island\n"
    )

    assert told("How many boats does a pier have room for?", Source(text)) == [
        "A pier has room for 30 of these boats.",
        "The oldest leave.",
    ]


def test_the_items_that_a_question_names_are_shown_together() -> None:
    text = (
        "There are three fares:\n\n"
        "- Harbour — a fare that is refunded.\n"
        "- Night — a fare for the last boat.\n"
        "- Island — a strict fare, which is never refunded.\n"
    )

    assert told("Is a fare refunded with Harbour and with Island?", Source(text)) == [
        "Harbour — a fare that is refunded.",
        "Island — a strict fare, which is never refunded.",
    ]


def test_what_someone_does_is_told_with_the_list_below() -> None:
    text = (
        "The first crew takes all calls.\n\n"
        "Duties of the first crew:\n\n- Lower the boat.\n- Watch the bar.\n"
    )

    assert told("What does the first crew do?", Source(text)) == [
        "The first crew takes all calls.",
        "Lower the boat.",
        "Watch the bar.",
    ]


def test_a_sentence_of_an_item_brings_the_one_that_it_refers_back_to() -> None:
    text = (
        "- **Day pass**: sold at the gate to all who come.\n"
        "- **Year pass**: sold to members with a boat.\n  These passes are not sold at the door.\n"
    )
    answer = [
        one.text for one in best_statements("Is a pass not sold at the door?", [Source(text)])
    ]

    assert "Year pass: sold to members with a boat." in answer
