"""Which statements are chosen for a question: types of question, stretches, passages, FAQs."""

import pytest

from workbench.extractive.sentence_selection import (
    MOST_WORDS,
    Source,
    best_statements,
    best_support,
    rank_statements,
)

BRIDGE = (
    "The old bridge carried carts until 1931. Its piers stood on sand. "
    "The spring flood washed the sand away. The town then built a ferry landing."
)
OPENING_HOURS = "**Is the museum open on Mondays?** No. It is closed for cleaning."


def told(question: str, *sources: Source) -> list[str]:
    return [one.text for one in best_statements(question, sources)]


def test_the_body_answers_where_the_heading_asks() -> None:
    asked = Source(
        "First it stood on sand. Then the flood came.", ("Bridges", "Why the old bridge fell")
    )
    mentions = Source("The old bridge is on every postcard.", ("Postcards",))

    answer = told("Why did the old bridge fall?", mentions, asked)

    assert answer[:2] == ["First it stood on sand.", "Then the flood came."]


def test_a_document_title_is_no_heading_of_its_passages() -> None:
    title = "The fall of the old bridge"
    imprint = Source("Notes of the archive.", (title, title))
    causes = Source("The flood washed the sand away.", (title, title, "Causes"))

    assert told("What was the cause of the fall of the old bridge?", imprint, causes) == [
        "The flood washed the sand away."
    ]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many boats did the harbour master count?", "He found 42 in all."),
        ("When did the harbour master count the boats?", "It was done in May 1931."),
        ("Who helped the harbour master to count the boats?", "With him went Ada Bell."),
    ],
)
def test_a_sentence_of_the_wanted_shape_comes_first_among_equals(
    question: str, answer: str
) -> None:
    events = "He found 42 in all. It was done in May 1931. With him went Ada Bell."
    sources = [
        Source(one + ".", ("Harbour master counts boats",)) for one in events[:-1].split(". ")
    ]

    assert rank_statements(question, sources)[0].text == answer


def test_an_answer_to_another_question_does_not_lead() -> None:
    faq = Source(OPENING_HOURS)
    prose = Source("On Mondays the archive lends books.")

    assert told("Does the archive lend books on Mondays?", faq, prose) == [
        "On Mondays the archive lends books."
    ]


def test_a_passage_that_adds_nothing_is_left_out() -> None:
    first = Source("The ferry to the island costs 4 crowns.", relevance=0.9)
    again = Source("The ferry to the island costs 4 crowns in all.", relevance=0.9)
    other = Source("Bread costs 2 crowns.", relevance=0.4)

    assert told("How much is the ferry to the island?", first, again, other) == [
        "The ferry to the island costs 4 crowns."
    ]


def test_a_passage_that_covers_the_rest_of_the_question_is_added() -> None:
    lamp = Source("The lighthouse lamp burns oil.")
    keeper = Source("The foghorn runs on compressed air.")

    answer = told("What do the lighthouse lamp and the foghorn run on?", lamp, keeper)

    assert sorted(answer) == [
        "The foghorn runs on compressed air.",
        "The lighthouse lamp burns oil.",
    ]


def test_an_answer_is_short_and_in_reading_order() -> None:
    long = " ".join(f"The dam was raised for the reason number {n} on a list." for n in range(30))

    chosen = best_statements("Why was the dam raised?", [Source(long)])

    starts = [one.statement.start for one in chosen]
    assert starts == sorted(starts)
    assert sum(len(one.text.split()) for one in chosen) <= MOST_WORDS


def test_words_of_one_root_count() -> None:
    ranked = rank_statements(
        "Чем кончилась пятничная выкладка?",
        [Source("Обед прошёл спокойно. Версию выложили в пятницу.")],
    )

    assert [one.text for one in ranked][:1] == ["Версию выложили в пятницу."]


def test_nothing_in_common_is_no_answer() -> None:
    assert best_statements("What do whales eat?", [Source("Bread costs 2 crowns.")]) == ()
    assert best_statements("What do whales eat?", []) == ()


def test_the_statement_a_sentence_was_taken_from() -> None:
    found = best_support("The flood took away the sand under the piers.", BRIDGE)

    assert found is not None
    assert found.text == "The spring flood washed the sand away."


def test_the_row_whose_first_cell_has_the_number_comes_first() -> None:
    rows = "| Size, GB | Speed | Price |\n|---|---|---|\n| 100 | 500 | 7 |\n| 500 | 900 | 9 |\n"

    answer = told("What is the speed of a disk of 500 GB?", Source(rows, ("Disks", "Disk speed")))

    assert answer[0].startswith("500")


def test_a_statement_that_limits_the_answer_is_added() -> None:
    source = Source("The ferry takes bicycles to the island. Guests eat aboard.", relevance=0.9)
    limit = Source("Bicycles are not taken to the island on Sundays.", relevance=0.7)

    answer = told("Does the ferry take bicycles to the island?", source, limit)

    assert "Bicycles are not taken to the island on Sundays." in answer


def test_an_explanation_may_be_longer_than_a_number() -> None:
    text = " ".join(f"The dam was raised {n} times since the flood of the year." for n in range(30))

    reason = told("Why was the dam raised?", Source(text))
    number = told("How many times was the dam raised?", Source(text))

    assert len(" ".join(number).split()) < len(" ".join(reason).split()) <= MOST_WORDS


def test_the_value_asked_for_may_stand_a_few_sentences_below() -> None:
    text = (
        "Boats to the seal island leave at 9:15. A trip lasts an hour. The skipper is Magnus Rae. "
        "Boats to the lighthouse leave at 11:00."
    )

    found = best_statements("Who is the skipper of the boats to the seal island?", [Source(text)])

    assert "The skipper is Magnus Rae." in [one.text for one in found]


CHANNELS = (
    "A request reaches the help desk like this:\n\n"
    "| Channel | Address |\n|---|---|\n| Mail | desk@pier.example |\n| Bot | pier-bot |\n"
)


def test_the_table_whose_first_column_is_what_is_asked_for_lists_it() -> None:
    desk = Source("Ask the help desk about requests for berths. It writes the bill.")

    answer = told("Through which channels can the help desk be asked?", desk, Source(CHANNELS))

    assert {"Mail — Address: desk@pier.example", "Bot — Address: pier-bot"} <= set(answer)


def test_a_heading_is_alike_by_its_content_words_whatever_the_question_opens_with() -> None:
    form = Source("Sign the yellow form. Hand it in at the desk.", ("Pier", "Cancelling berth aid"))
    overview = Source("See the page on the berth subsidy.", ("Pier", "Overview"))

    best, *_ = rank_statements("How do I cancel my berth subsidy?", [overview, form])

    assert best.text == "Sign the yellow form."


COURSES = (
    "The school offers three courses: Starter, Skipper and Night Passage.\n\n"
    "- Starter lasts five days and costs 420 euros.\n"
    "- Skipper lasts eight days and costs 890 euros.\n"
    "- Night Passage lasts two nights and costs 510 euros.\n"
)


@pytest.mark.parametrize(
    "question",
    ["Compare the Skipper and Starter courses", "How does the Starter course differ from Skipper?"],
)
def test_each_of_two_things_compared_has_a_statement(question: str) -> None:
    answer = " ".join(told(question, Source(COURSES)))

    assert "420 euros" in answer and "890 euros" in answer
    assert "510 euros" not in answer


STORAGE = (
    "| Place | Heating | Price | Access |\n|---|---|---|---|\n"
    "| Outdoor yard | no | 28 | daily |\n| Heated hall | 8 degrees | 79 | Saturdays |\n"
)


def test_the_words_of_things_compared_name_rows_and_not_columns() -> None:
    answer = " ".join(told("Compare the outdoor yard and the heated hall", Source(STORAGE)))

    assert "28" in answer and "79" in answer


LOANS = Source(
    "- up to £250: shift lead\n- £250 to £2,000: site keeper\n- over £2,000: treasurer",
    ("Money", "Who approves"),
)


def test_an_item_answers_for_the_amounts_in_its_range() -> None:
    assert told("Who approves a claim of £900?", LOANS)[0] == "£250 to £2,000: site keeper"


def test_a_word_for_the_same_relation_finds_the_statement() -> None:
    shop = Source("The hall opens in May. The price of the hall is 40. The hall has a stove.")

    assert "The price of the hall is 40." in told("What does the hall cost?", shop)
    assert rank_statements("What does the hall cost?", [shop])[0].text.startswith("The price")


def test_a_column_with_fewer_words_of_the_question_than_another_is_left_out() -> None:
    table = (
        "| Berth | Price in summer | Price in winter | Depth |\n|---|---|---|---|\n"
        "| North | 40 | 25 | 2 m |\n| South | 55 | 30 | 3 m |"
    )

    assert told("What is the price of the North berth in winter?", Source(table)) == [
        "North — Price in winter: 25"
    ]


def test_a_number_of_things_is_answered_by_a_statement_that_counts_them() -> None:
    cold = Source("Cold in the corner flats of the building was measured by 2 men.", (), 0.8)
    figures = Source("The house has three entrances, 12 floors and 126 flats.", (), 0.8)

    assert told("How many flats are there in the building?", cold, figures)[0] == (
        "The house has three entrances, 12 floors and 126 flats."
    )


def test_a_number_of_days_is_answered_by_a_statement_with_days() -> None:
    sources = [
        Source("For posters when a coat is lost we pay $200. A lost coat taken home is not paid."),
        Source("If the coat is not found within 45 days, its price is paid."),
    ]

    found = best_statements("After how many days is a lost coat taken as not found?", sources)

    assert "45 days" in found[0].text


def test_a_list_goes_first_where_nothing_is_called_as_in_the_question() -> None:
    desk = Source("Members pay after joining at the desk.", ("Joining", "Fees"))
    page = Source("Bring with you:\n\n- a passport\n- a photo", ("Joining", "First day"))

    shown = [one.text for one in best_statements("Which papers for joining?", [desk, page])]

    assert {"a passport", "a photo"} <= {*shown}


def test_a_question_that_shares_no_word_for_its_subject_is_another_one() -> None:
    page = Source(
        "**How do I get a parking permit?** Write to the town hall.\n\n"
        "**Who may moor here?** Members. A mooring tag is sold at the kiosk.",
        ("Quay",),
    )

    assert told("How do I get a mooring tag?", page)[0] != "Write to the town hall."
    assert any("kiosk" in one for one in told("How do I get a mooring tag?", page))


LICENCE = Source(
    "Neither the name of the lantern authors nor those of others may be used to sell what is made"
    " from this lantern.",
    ("LICENCE",),
)


@pytest.mark.parametrize("question", ["Who wrote lantern?", "Who is the author of lantern?"])
def test_a_field_whose_label_tells_what_is_asked_goes_first(question: str) -> None:
    fields = Source("Version: 4.2\nAuthor: Ada Finch\nTerms: MIT", ("lantern",))

    assert rank_statements(question, [LICENCE, fields])[0].text == "Author: Ada Finch"


def test_a_field_without_a_name_does_not_answer_who() -> None:
    fields = Source("Version: 4.2\nAuthor: unknown\nTerms: MIT", ("lantern",))
    text = Source("The lantern was written by Ada Finch in one winter.", ("History",))

    first, *_ = rank_statements("Who wrote the lantern?", [fields, text])

    assert first.text == "The lantern was written by Ada Finch in one winter."


def test_a_row_for_months_answers_for_those_between_them() -> None:
    table = (
        "| Season | Per night |\n|---|---|\n| October to April | $18 |\n| May to September | $24 |"
    )

    (chosen,) = best_statements("What is a night in July?", [Source(table, ("The cabin",))])

    assert chosen.text.startswith("May to September")


def test_an_irregular_form_of_a_word_finds_the_statement() -> None:
    source = Source("The boat leaves at noon. The berth is kept free for a week.")

    assert best_statements("How long do you keep a berth?", [source])[0].text.startswith(
        "The berth"
    )


def test_the_lines_above_a_message_do_not_answer_what_its_text_does() -> None:
    text = (
        "- From: Ann Reed\n- To: Season ticket holders\n\nA season ticket is extended by ten days."
    )

    (first, *_) = best_statements("What happens to my season ticket?", [Source(text)])

    assert first.text == "A season ticket is extended by ten days."


def test_a_shortened_row_keeps_the_cells_that_answer() -> None:
    table = (
        "| Year | Group | Place | Amount | Report received |\n|---|---|---|---|---|\n"
        "| 2024 | Tessmoor Beekeepers | Garside | $650 | yes |\n"
        "| 2025 | Hollin Cubs | Hollin | $480 | no |"
    )

    assert told("How much did the beekeepers get?", Source(table)) == [
        "2024 — Group: Tessmoor Beekeepers; Amount: $650; Report received: yes"
    ]
