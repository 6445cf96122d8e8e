"""A passage as statements: who asks, what a heading governs, rows with their labels."""

import pytest
from hypothesis import given

from tests.text.test_parse import TEXTS
from workbench.text.statements import statements


def test_a_short_paragraph_that_ends_in_a_question_is_the_question() -> None:
    text = "**Ann:** Everyone builds boats. Do you?\n\n**Ben:** I build bridges."

    (one,) = statements(text)

    assert one.text == "Ben: I build bridges."
    assert one.asked == "Ann: Everyone builds boats. Do you?"


def test_a_faq_question_governs_its_answer_alone() -> None:
    text = "**Is it open?** From nine to five.\n\nThe café is next door."

    hours, cafe = statements(text)

    assert (hours.text, hours.asked) == ("From nine to five.", "Is it open?")
    assert cafe.asked == ""


def test_a_term_with_its_definition_below_is_an_item() -> None:
    text = "## Tiers\n\nHot\n: The last days. Kept on flash.\n\nCold\n: The days\nbefore.\n"

    hot, cold = statements(text)

    assert (hot.kind, hot.text) == ("item", "Hot: The last days. Kept on flash.")
    assert (cold.kind, cold.text) == ("item", "Cold: The days before.")
    assert text[hot.start : hot.end] == "Hot\n: The last days. Kept on flash."


def test_a_row_reads_label_and_value() -> None:
    (row,) = statements("| Ferry | Price |\n|---|---|\n| North | 4 crowns |")

    assert row.text == "North — Price: 4 crowns"


def test_a_row_stays_one_statement_in_the_answer_that_quotes_it() -> None:
    row = "Крупный мусор — Куда: отсек с навесом; Когда забирают: 1-го и 15-го; Плата: 90 ₽"

    told = "Boats are free — members pay: nothing at all. Others: ten crowns."

    assert [one.text for one in statements(f"{row}\n\n{told}")] == [
        row,
        "Boats are free — members pay: nothing at all.",
        "Others: ten crowns.",
    ]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("**Valuables** are _jewellery_ and `watches`.", "Valuables are jewellery and watches."),
        ("«Болезнь Паркинсона» стала «болезнь ***».", "«Болезнь Паркинсона» стала «болезнь ***»."),
        ("Open /ru/_includes/_limits.md and 2 * 3 * 4 files.", ""),
        ('See [the guide]({% page "/guide" %}) for it.', "See the guide for it."),
        ("See \\[the guide]({% page %}) for it.", "See [the guide]({% page %}) for it."),
        ("See ![a plan](plan.png) and <https://a.example>.", "See a plan and https://a.example."),
        ("The zone<br/>of access, and <b>only</b> there.", "The zone of access, and only there."),
        ("> Quoted words\n> go on here.", "Quoted words go on here."),
        ("```sh\nrm *.log _old_\n\n# all\ndf -h\n```", "rm *.log _old_ # all df -h"),
        ("      - `--rw` writes\n      - `--bs` is a size", "--rw writes --bs is a size"),
    ],
)
def test_a_statement_is_the_words_without_markup(source: str, shown: str) -> None:
    assert " ".join(one.text for one in statements(source)) == (shown or source)


def test_emphasis_over_two_sentences_leaves_the_words_of_each() -> None:
    text = "**Nothing is paid until then.** *Please ask us first. We answer* in a day."

    told = " ".join(one.text for one in statements(text))

    assert told == "Nothing is paid until then. Please ask us first. We answer in a day."


def test_a_row_points_at_its_line() -> None:
    text = "| Ferry | Price |\n|---|---|\n| **North** | `4` crowns |\n"

    (row,) = statements(text)

    assert text[row.start : row.end] == "| **North** | `4` crowns |"
    assert row.cells == (("Ferry", "North"), ("Price", "4 crowns"))


def test_a_row_has_the_sentence_that_announces_its_table() -> None:
    text = "Ferries leave from here:\n\n| Ferry | Price |\n|---|---|\n| North | 4 crowns |\n"

    assert [one.lead for one in statements(text)] == ["Ferries leave from here:"]


def test_a_table_right_below_another_has_labels_of_its_own() -> None:
    text = "| Key |\n|---|\n| a |\n\n| Sign |\n|---|\n| b |\n"

    assert [one.cells for one in statements(text)] == [(("Key", "a"),), (("Sign", "b"),)]


@given(TEXTS)
def test_every_letter_of_a_statement_stands_at_its_place_in_order(text: str) -> None:
    for one in statements(text):
        place = iter(text[one.start : one.end])
        shown = "".join(value for _, value in one.cells) or one.text
        assert all(letter in place for letter in shown if not letter.isspace())


@pytest.mark.parametrize(
    "sentence",
    [
        "Добавили правило: при росте нагрузки очередь режется.",
        "Malaysia: covered under the same terms as Meridia.",
        "Data: stored for twelve months in the customer's database.",
        "Команда была невелика. Шестеро. Два инженера моделей.",
        "О. Петров подписал отчёт о приёмке.",
        "В. Иванов и A. Smith спорили о цене.",
        "A: is the first answer of the sheet.",
    ],
)
def test_a_sentence_keeps_every_letter(sentence: str) -> None:
    assert " ".join(one.text for one in statements(sentence)) == sentence


@pytest.mark.parametrize(
    ("label", "answer_label"), [("Q:", "A:"), ("Q.", "A."), ("Вопрос:", "Ответ:"), ("В.", "О.")]
)
def test_labels_of_a_faq_are_left_out(label: str, answer_label: str) -> None:
    (one,) = statements(f"{label} Is theft covered?\n\n{answer_label} Malaysia: covered.")

    assert (one.asked, one.text) == ("Is theft covered?", "Malaysia: covered.")


def test_an_answer_below_a_labelled_heading_loses_its_label() -> None:
    (one,) = statements("**Q: A storm tore down my fence.**\n\nA: Fences are not insured.")

    assert one.text == "Fences are not insured."


def test_the_place_of_a_statement_takes_in_the_emphasis_that_it_opens_with() -> None:
    text = "- **Valuables** are jewellery and watches."

    (one,) = statements(text)

    assert text[one.start : one.end] == "**Valuables** are jewellery and watches."


def test_dashed_lines_of_plain_text_are_the_items_of_their_lead() -> None:
    found = statements("Bring:\n\n– a lamp; a rope\n– two gloves")

    told = [(one.kind, one.lead, one.text) for one in found]
    assert told == [("item", "Bring:", "a lamp; a rope"), ("item", "Bring:", "two gloves")]


def test_labelled_lines_are_statements_of_their_own() -> None:
    found = statements("Sharpening: 300 roubles, in 20 minutes\nNew laces: 150 roubles")

    assert [one.text for one in found] == [
        "Sharpening: 300 roubles, in 20 minutes",
        "New laces: 150 roubles",
    ]


def test_a_single_dash_at_a_line_break_is_part_of_its_sentence() -> None:
    found = statements("The lamp of the tower\n— the old one — burns oil.")

    assert len(found) == 1


def test_lines_with_a_label_are_statements_however_short() -> None:
    text = "Name: rich\nLicense: MIT\nRequires-Python: >=3.9\nAuthor: Ann Lee"

    assert [one.text for one in statements(text)] == text.split("\n")


def test_code_keeps_its_lines() -> None:
    text = "Run:\n\n```python\n    for one in all:\n        print(one)\n\n    stop()\n```"

    loop, stop = statements(text)

    assert loop.text == "for one in all: print(one)"
    assert loop.code == ("python", "for one in all:\n    print(one)")
    assert stop.code == ("python", "stop()")


def test_a_fence_without_a_language_holds_code_unless_it_holds_sentences() -> None:
    (command,) = statements("```\n# as root\napt install lamp\n```")
    (letter,) = statements("```\nYour lamp is ready to be fetched.\n```")

    assert command.code == ("code", "# as root\napt install lamp")
    assert letter.code is None


def test_signs_without_a_word_are_no_statement() -> None:
    (one,) = statements("Made with care by us.\n\n&mdash; 🦋 &mdash;")

    assert one.text == "Made with care by us."


def test_each_line_of_a_list_of_options_is_an_item() -> None:
    text = (
        "  -k, --keep   Keep the files\n               after packing. Not with -s.\n"
        "  -s           Use less memory."
    )

    told = [(one.kind, one.text) for one in statements(text)]

    assert told == [
        ("item", "-k, --keep Keep the files after packing. Not with -s."),
        ("item", "-s Use less memory."),
    ]


def test_what_is_said_about_a_name_in_code_is_one_statement() -> None:
    (size, _) = statements("- `size`: The size of a part. The default is 16.\n- `name`: Its name.")

    assert size.text == "size: The size of a part. The default is 16."


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("[![Build](b.svg)](https://a.example) [![Docs](d.svg)](https://b.example)", []),
        ("![A week with three shifts](week.png)", []),
        ("It plans shifts. [![Try it](t.svg)](https://a.example)", ["It plans shifts."]),
        ("Press ![Gear](gear.png) to go on.", ["Press Gear to go on."]),
        ("| Plan | Free |\n|---|---|\n| Basic | ![yes](y.png) |", ["Basic \u2014 Free: yes"]),
    ],
)
def test_badges_and_pictures_alone_state_nothing(source: str, told: list[str]) -> None:
    assert [one.text for one in statements(source)] == told


def test_lines_with_leaders_are_statements_of_their_own() -> None:
    text = "Ann Reed ..... chair\nBo Lind ...... clerk (office: hut 2)\n"

    assert [one.text for one in statements(text)] == text.splitlines()


def test_a_full_stop_within_brackets_ends_no_statement() -> None:
    text = "Tell the porter (ext. 5500), who has a key. It costs 12 pounds."

    assert [one.text for one in statements(text)] == [
        "Tell the porter (ext. 5500), who has a key.",
        "It costs 12 pounds.",
    ]


def test_a_numbered_question_is_what_the_paragraph_below_it_answers() -> None:
    text = """11. Can the tool read archives?

    Not by itself, but the folder contrib has a program that does.

12. Is it free?

    Yes, and it stays so for any use that you can think of.
"""

    assert [(one.asked, one.text) for one in statements(text)] == [
        (
            "Can the tool read archives?",
            "Not by itself, but the folder contrib has a program that does.",
        ),
        ("Is it free?", "Yes, and it stays so for any use that you can think of."),
    ]


def test_questions_of_a_list_are_items_whatever_stands_after_the_list() -> None:
    text = "Ask yourself:\n\n- Is it safe?\n- Is it free?\n\nThen begin with the first task.\n"

    assert [(one.asked, one.text) for one in statements(text)] == [
        ("", "Is it safe?"),
        ("", "Is it free?"),
        ("", "Then begin with the first task."),
    ]
