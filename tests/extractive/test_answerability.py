"""What an answer has of its question."""

import pytest

from workbench.extractive.answerability import assess_answer, shares_informative_word
from workbench.extractive.sentence_selection import Source, rank_statements

LIGHTHOUSE = Source("The lamp burns oil. The keeper climbs the tower at dusk.", ("Lighthouse",))


def test_an_answer_with_the_words_and_the_value_is_outright() -> None:
    found = assess_answer(
        "When does the keeper climb the tower?",
        [LIGHTHOUSE],
        ["The keeper climbs the tower at dusk, before 21:00."],
        "Lighthouse",
    )

    assert found.is_outright
    assert (found.missing, found.absent_value) == ((), None)


def test_words_that_no_source_has_are_named() -> None:
    found = assess_answer(
        "Is the foghorn electric?", [LIGHTHOUSE], ["The lamp burns oil."], "Lighthouse"
    )

    assert not found.is_outright
    assert found.missing == ("foghorn", "electric")


def test_an_answer_without_the_kind_of_value_asked_for_is_not_outright() -> None:
    found = assess_answer(
        "How much does the keeper of the tower earn?",
        [LIGHTHOUSE],
        ["The keeper climbs the tower at dusk."],
        "Lighthouse",
    )

    assert found.coverage > 0.4
    assert found.absent_value == "money"
    assert not found.is_outright


CHOIR = Source("The chair of the choir is Ann Reed, her deputy is Tom Hall.", ("Choir",))


def test_an_event_that_no_statement_tells_of_the_subject_is_absent() -> None:
    found = assess_answer(
        "Why did Ann Reed resign as chair of the choir?", [CHOIR], [CHOIR.text], "Choir"
    )

    assert found.coverage > 0.4
    assert found.missing_relation == "resign"
    assert not found.is_outright


def test_an_event_of_another_subject_is_not_that_of_the_subject() -> None:
    shown = ["Tom Hall: deputy; Since: 2019", "Swans born in May leave in autumn."]

    assert assess_answer("When was Tom Hall born?", [CHOIR], shown, "").missing_relation == "born"


def test_an_event_may_be_told_of_the_subject_of_the_sentence_before() -> None:
    shown = ["The chair is Ann Reed.", "She stepped down in May because of her health."]

    assert not assess_answer("Why did Ann Reed resign?", [CHOIR], shown, "").missing_relation


def test_a_year_is_no_price() -> None:
    found = assess_answer(
        "How much does Tom Hall earn?", [CHOIR], ["Deputy: Tom Hall; Since: 2019"], ""
    )

    assert found.absent_value == "money"


MILL = Source(
    "The mill belongs to a trust. The trust was set up by Ida Lund; the mill moved there in 1990. "
    "Sluices: Per Holm. The mill has 4 wheels.",
    ("Members' guide",),
)


def absent(question: str, *shown: str) -> str:
    return assess_answer(question, [MILL], shown, "Members' guide").missing_relation


def test_a_relation_of_something_else_is_not_that_of_the_subject() -> None:
    shown = "The trust was set up by Ida Lund; the mill moved there in 1990."

    assert absent("Who founded the mill?", shown) == "founded"
    assert not absent("Who founded the trust?", shown)


def test_what_is_counted_stands_with_its_number() -> None:
    assert absent("How many members does the mill have?", "The mill has 4 wheels.") == "members"
    assert not absent("How many wheels does the mill have?", "The mill has 4 wheels.")


def test_the_label_of_a_name_tells_who_manages_it() -> None:
    assert not absent("Who manages the sluices?", "Sluices: Per Holm.")
    assert absent("Who manages the ovens?", "Sluices: Per Holm.") == "manages"


def test_two_times_of_the_day_tell_when_something_closes() -> None:
    assert not absent("When does the mill close?", "The mill: 8:00 to 17:00.")
    assert absent("When does the mill close?", "The mill was built in 1880.") == "close"


def test_a_relation_without_listed_words_may_be_told_in_others() -> None:
    shown = "In 1955 the trust contracted Ida Lund to develop a second plan."

    assert not absent("Who was assigned to design a second plan in 1955 for the trust?", shown)


@pytest.mark.parametrize(
    "told",
    [
        "The mill is closed because the wheel broke.",
        "The mill is closed, as the wheel broke.",
        "The mill is closed: the wheel broke.",
        "The mill is closed to protect the fish.",
        "Мельница закрыта: колесо сломалось.",
    ],
)
def test_a_reason_has_words_or_marks_of_one(told: str) -> None:
    question = "Почему мельница закрыта?" if told.startswith("М") else "Why is the mill closed?"

    assert assess_answer(question, [MILL], [told], "").absent_value is None


def test_a_decision_to_do_something_is_no_reason() -> None:
    shown = ["Absent from the mill: Ida Lund. The mill trust decided to buy a roller."]

    assert assess_answer("Why was Ida Lund absent?", [MILL], shown, "").absent_value == "reason"


def test_a_statement_without_a_reason_does_not_answer_why() -> None:
    shown = ["The mill is closed in winter.", "Swans leave because the pond freezes."]

    assert assess_answer("Why is the mill closed?", [MILL], shown, "").absent_value == "reason"


LIBRARY = Source(
    "A reading glass may be borrowed. It costs 5 pounds. A card is free of charge.\n\n"
    "A late book costs 20p a day. Textbooks are not lent.\n\nEvening French: 12 weeks, 40 pounds.",
    ("Library",),
)


@pytest.mark.parametrize(
    ("question", "told", "absent"),
    [
        ("How much does a textbook cost?", "A late book costs 20p a day.", "money"),
        ("How much does a late book cost?", "A late book costs 20p a day.", None),
        ("How much does a reading glass cost?", "It costs 5 pounds.", None),
        ("How much does a reading glass cost?", "A card is free of charge.", "money"),
        (
            "How long is the waiting list for Evening French?",
            "Evening French: 12 weeks, 40 pounds.",
            "number",
        ),
        ("How much does Evening French cost?", "Evening French: 12 weeks, 40 pounds.", None),
    ],
)
def test_a_value_counts_only_beside_the_subject_of_the_question(
    question: str, told: str, absent: str | None
) -> None:
    assert assess_answer(question, [LIBRARY], [told], "Library").absent_value == absent


OFFICE = Source(
    "The club meets on Mondays. It was opened in 1987; since 2011 it has the old post office.",
    ("Club",),
)


def test_a_pronoun_means_what_stands_before_it_in_its_own_passage() -> None:
    shown = ["Head of the club: Ann Reed", OFFICE.text.split(". ")[1]]
    chair = Source("Head of the club: Ann Reed", ("People",))

    found = assess_answer("How old is Ann Reed?", [OFFICE, chair], shown, "")

    assert found.missing_relation == "old"


def test_an_age_is_no_other_number_of_years() -> None:
    question = "How old is Ann Reed?"

    assert assess_answer(
        question, [CHOIR], ["Ann Reed has sung for 12 years."], ""
    ).missing_relation
    assert not assess_answer(question, [CHOIR], ["Ann Reed is 34 years old."], "").missing_relation


PIER = Source("The harbour master settled the year's accounts with the pier guests.", ("Pier",))


@pytest.mark.parametrize(
    ("told", "absent"),
    [
        ("The harbour master of the pier settled accounts for $40 within a year.", "complaints"),
        ("The harbour master of the pier settled 40 of them in a year.", ""),
        ("In a year there were 40 complaints about the pier.", ""),
        ("In 2024 the harbour master settled complaints about the pier.", "complaints"),
    ],
)
def test_what_is_counted_has_a_number_that_counts(told: str, absent: str) -> None:
    question = "How many complaints about the pier did the harbour master settle in a year?"

    assert assess_answer(question, [PIER], [told], "Pier").missing_relation == absent


@pytest.mark.parametrize(
    ("question", "absent"),
    [
        ("What is the longest loan of the class Archive?", None),
        ("What is the fee for a kiln?", "money"),
        ("What is the minimum weight of a kiln?", "number"),
    ],
)
def test_a_value_in_another_language_is_beside_any_known_word(
    question: str, absent: str | None
) -> None:
    told = "Archive — Минимальный срок хранения: 180 дней"

    found = assess_answer(question, [Source(told)], [told], "")

    assert found.absent_value == absent


CREW = Source("The pilot of the launch is Ann Reed. Complaints go to the chair of the board.")


def test_a_name_in_another_statement_does_not_tell_who_it_is() -> None:
    shown = ["The pilot of the launch is Ann Reed.", "Complaints go to the chair of the board."]

    found = assess_answer("Who is chair of the board?", [CREW], shown, "")
    pilot = assess_answer("Who is the pilot of the launch?", [CREW], shown, "")

    assert (found.absent_value, pilot.absent_value) == ("who", None)


def test_a_row_of_names_in_a_russian_passage_is_not_taken_for_another_language() -> None:
    tariffs = Source(
        "Тарифы хостинга.\n\n| Plan | Price |\n|---|---|\n| Heron | $5 |\n| Tern | $7 |"
    )

    found = assess_answer("Сколько стоит парковка на Heron?", [tariffs], ["Heron — Price: $5"], "")

    assert found.absent_value == "money"


def test_an_attribute_is_told_by_its_word_or_by_a_value() -> None:
    question = "What colour is the door of the vestry?"

    assert absent(question, "Without a key the door of the vestry stays shut.") == "colour"
    assert absent(question, "The door of the vestry is red.") == ""
    assert absent(question, "The colour of the door of the vestry follows the season.") == ""


def test_a_measure_tells_what_has_units_of_its_own() -> None:
    assert absent("What is the volume of the tank?", "The tank holds 82 litres.") == ""
    assert absent("What is the volume of the tank?", "The tank is 3 metres high.") == "volume"
    assert absent("What is the width of the tank?", "The tank is 3 metres high.") == "width"


def test_what_is_counted_may_be_told_of_either_of_two_things() -> None:
    question = "Skiff vs Gig: how many rowers in a crew?"

    assert absent(question, "A crew has three to eight rowers (Skiff: at most three).") == ""


def test_what_is_paid_to_some_is_not_what_is_paid_for_something_else() -> None:
    question = "How much are singers paid?"

    assert absent(question, "Travel to concerts is paid at 30p a mile.") == "paid"
    assert absent(question, "Singers get £40 a concert.") == ""


def test_statements_that_share_only_a_word_that_tells_little_have_none() -> None:
    question = "What is the blood type of the verger?"

    assert not shares_informative_word(question, ["A form of this type is filed in May."])
    assert shares_informative_word(question, ["The verger files a form in May."])
    assert shares_informative_word("What types are there?", ["Forms are filed in May."])


def test_a_word_that_tells_little_is_enough_beside_the_value_asked_for() -> None:
    question = "What is the smallest number of rowers that a class trains with?"

    assert shares_informative_word(question, ["A class has between five and eleven learners."])
    assert not shares_informative_word(question, ["A class has a banner."])


def test_a_value_beside_a_word_that_tells_little_is_not_of_the_subject() -> None:
    source = Source("From May the price is 70p a litre.", ("New filling times",))
    found = assess_answer("How much is the new pump?", [source], [source.text], "")

    assert found.absent_value == "number"


def test_a_follow_up_with_words_of_its_own_need_not_have_those_before_it() -> None:
    source = Source("The lamp stands on the north pier.", ("Lighthouse",))
    question = "Who founded the keepers' union? And on which pier is the lamp?"

    found = assess_answer(question, [source], [source.text], "Lighthouse")

    assert found.is_outright
    assert found.missing == ()


def test_the_organisation_of_the_documents_need_not_be_named() -> None:
    source = Source("Founder and chair: Ann Reed. The lamp burns oil.", ("About us",))

    found = assess_answer(
        "Who founded the company?", [source], ["Founder and chair: Ann Reed."], "About us"
    )

    assert found.is_outright


def test_what_had_happened_before_an_event_tells_why() -> None:
    source = Source("The gallery was closed in March. A storm had broken its window.", ("Tower",))
    shown = ["The gallery was closed in March.", "A storm had broken its window."]

    assert assess_answer("Why was the gallery closed?", [source], shown, "Tower").is_outright
    assert not assess_answer("Why was the gallery closed?", [source], shown[:1], "").is_outright


RULES = Source("A notice has at most 5 words. The front page is signed.", ("Rules",))


def test_a_number_of_another_thing_is_not_that_of_what_is_asked() -> None:
    found = assess_answer(
        "How many words may the front page have?",
        [RULES],
        ["A notice has at most 5 words."],
        "Rules",
    )

    assert found.absent_value == "number"


def test_a_number_needs_no_word_before_what_is_counted() -> None:
    found = assess_answer(
        "How many free words do I get?", [RULES], ["A notice has at most 5 words."], "Rules"
    )

    assert found.absent_value is None


def test_a_measure_of_what_cannot_be_counted_is_named_above_it() -> None:
    text = "At most 2 TB for each club, or 5 TB for a district."
    heading = "What amount of data may be stored?"
    source = Source(text, ("Questions", heading))
    question = "How much data may be stored?"
    asked_in_russian = "Сколько данных можно хранить?"
    told_in_russian = Source("Не более 2 ТБ.", ("Вопросы", "Какой объём данных можно хранить?"))

    assert assess_answer(question, [source], [text], heading).is_outright
    assert assess_answer(
        asked_in_russian, [told_in_russian], ["Не более 2 ТБ."], "Какой объём данных можно хранить?"
    ).is_outright


def test_the_opposite_of_what_yes_or_no_is_asked_about_is_an_answer() -> None:
    source = Source(
        "Leave of the crew is granted by the mate. You can take 12 unpaid weeks of leave.",
        ("Leave",),
    )

    assert "12 unpaid weeks" in rank_statements("Is leave paid?", [source])[0].text


def test_a_word_in_the_heading_of_another_passage_is_not_said_of_the_subject() -> None:
    club = Source("See the adviser in the Student Club before May.", ("Fees",))
    house = Source("The house is for guests.", ("Residence of guests",))
    shown = [club.text, house.text]

    question, headings = "What is the address of the Student Club?", "Fees Residence of guests"
    assert assess_answer(question, [club, house], shown, headings).missing_relation == "address"


def test_who_holds_an_office_is_not_told_by_one_that_is_a_part_of_its_name() -> None:
    shown = ["Present: Ann Reed (chair), Tom Hall (treasurer)."]
    source = Source(shown[0], ("Council",))

    question = "Who is the {} of the council?"
    assert assess_answer(question.format("chair"), [source], shown, "Council").is_outright
    assert not assess_answer(question.format("vice-chair"), [source], shown, "Council").is_outright
