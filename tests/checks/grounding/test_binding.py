"""What is said of one subject does not support the same claim of another."""

import pytest

from workbench.checks.grounding.binding import Binding, bind
from workbench.checks.grounding.claim_features import compare
from workbench.checks.grounding.claim_keys import claim_keys
from workbench.checks.grounding.claims import ClaimSpan
from workbench.checks.grounding.evidence_index import EvidenceIndex, index_evidence
from workbench.checks.grounding.evidence_parts import split_parts
from workbench.checks.grounding.relation_direction import reversed_relation
from workbench.checks.grounding.respelled_names import respell_names
from workbench.checks.grounding.verdicts import judge
from workbench.domain.local_text import Language
from workbench.pipeline.check_text import given_sources

PRICES = """# Parking

| Lot | Hour | Day |
|---|---|---|
| North | $3 | $20 |
| Garden | $5 | $35 |

The fine is $60 for cars and $15 for scooters. Zoya Lind runs the North lot.
Ivan Petrov paints signs. The gate closed from 9 to 7 in the storm. The lamp burns for 2 weeks.
"""
POOL = index_evidence(given_sources([PRICES]))
TARIFFS = """# Прокат

Лодка стоит 400 рублей, байдарка — 700 рублей. Прокат открыт с 3 мая 2021 года.
Станцию охраняет Пётр Громов. Весной закупили вдвое больше вёсел.
"""
RUSSIAN = index_evidence(given_sources([TARIFFS]))


def bound(claim: str, pool: EvidenceIndex = POOL, language: Language = "en") -> Binding:
    return bind(claim, claim_keys(claim, pool), pool, language)


@pytest.mark.parametrize(
    "claim",
    [
        "A day in the North lot costs $20.",
        "The Garden lot costs five dollars an hour.",
        "The fine for scooters is $15.",
        "The fine is sixty dollars for cars.",
        "The lamp burns for 14 days.",
        "The fine for cars is more than $50.",
        "Scooters and cars together are fined $75.",
    ],
)
def test_numbers_of_the_subject_are_no_difference(claim: str) -> None:
    assert bound(claim).differs == bound(claim).unbound == ()


@pytest.mark.parametrize(
    "claim",
    [
        "A day in the North lot costs $35.",
        "An hour in the Garden lot costs $3.",
        "The fine for scooters is $60.",
        "The fine is fifty dollars for cars.",
        "The lamp burns for 2 months.",
        "The lamp burns for three weeks.",
        "The fine for cars is more than $70.",
        "The gate closed from 7 to 9 in the storm.",
    ],
)
def test_the_number_of_another_subject_is_a_contradiction(claim: str) -> None:
    assert bound(claim).differs


def test_russian_subjects_are_told_apart() -> None:
    assert bound("Байдарка стоит 400 рублей.", RUSSIAN, "ru").differs
    assert not bound("Байдарка стоит 700 рублей.", RUSSIAN, "ru").differs
    assert bound("Прокат открыт с мая 2022 года.", RUSSIAN, "ru").differs
    assert not bound("Прокат открыт с мая 2021 года.", RUSSIAN, "ru").differs
    assert bound("Весной закупили втрое больше вёсел.", RUSSIAN, "ru").differs
    assert not bound("Весной закупили в 2 раза больше вёсел.", RUSSIAN, "ru").differs


def test_numbers_of_two_subjects_are_added() -> None:
    assert bound("Scooters and cars together are fined $75.").is_computed
    assert not bound("Scooters and cars together are fined $85.").is_computed
    assert bound("Scooters and cars together are fined $85.").differs


def test_a_dash_between_spaces_is_no_range() -> None:
    pool = index_evidence(given_sources(["| Насос | Масса |\n|---|---|\n| НС-65 | 204 кг |"]))

    assert not bound("Масса НС-65 — 204 кг.", pool, "ru").differs
    assert bound("Масса НС-65 — 240 кг.", pool, "ru").differs


def test_words_of_no_one_statement_are_scattered() -> None:
    source = "Alkaplus is diluted with water. The floor is washed with Sanisol. Buckets are blue."
    pool = index_evidence(given_sources([source]))
    claim = ClaimSpan("Blue buckets are diluted with Sanisol.", 0, 38, checkable=True)

    judged = judge(claim, pool, "en")

    assert judged.verdict == "not_in_sources"
    assert judged.probability is not None and judged.probability < 0.6


def test_a_name_that_the_source_has_elsewhere_is_not_bound() -> None:
    assert bound("Ivan Petrov runs the North lot.").unbound
    assert not bound("Zoya Lind runs the North lot.").unbound


def test_a_claim_mixed_from_two_statements_is_not_bound() -> None:
    source = "The cook signs for fish in the morning. The porter signs for milk in the evening."
    pool = index_evidence(given_sources([source]))

    assert bound("The cook signs for milk in the morning.", pool, "en").unbound
    assert not bound("The cook signs for fish in the morning.", pool, "en").unbound


def test_words_of_general_use_are_taken_from_no_other_statement() -> None:
    source = (
        "The lamp is lent to pupils for nine days. Paper is lent to every pupil. "
        "The gate is closed at night. Ink is blue."
    )
    pool = index_evidence(given_sources([source]))

    assert not bound("The lamp is lent to every pupil.", pool, "en").unbound


@pytest.mark.parametrize(
    ("claim", "statement", "verb"),
    [
        ("Boris teaches Anna.", "Anna teaches Boris.", "teaches"),
        ("Boris is taught by Anna.", "Anna taught Boris.", ""),
        ("Anna was taught by Boris.", "Anna taught Boris.", "taught"),
        ("Иван учит Веру.", "Вера учит Ивана.", "учит"),
        ("Ивана учит Вера.", "Вера учит Ивана.", ""),
        ("Мост построила фирма Lotos.", "Фирма Lotos построила мост.", ""),
        ("The excess for a claim.", "A claim has an excess.", ""),
    ],
)
def test_who_does_what_to_whom(claim: str, statement: str, verb: str) -> None:
    assert reversed_relation(claim, statement) == verb


def test_a_fact_of_the_graph_reversed_is_a_contradiction() -> None:
    pool = index_evidence(given_sources(["Priya Raman teaches Computer Vision"]))

    assert bound("Computer Vision teaches Priya Raman.", pool, "en").differs
    assert not bound("Priya Raman teaches Computer Vision.", pool, "en").differs


def test_names_in_the_other_script_are_written_as_the_source_does() -> None:
    pool = index_evidence(given_sources(["The hall was built by Clara Whitfield."]))

    assert respell_names("Клара строила зал", pool) == "Clara строила зал"
    assert respell_names("Олег Иванов строил зал", pool) == "Олег Иванов строил зал"
    said = respell_names("Клара", pool)
    assert compare(said, claim_keys(said, pool), pool).missing_names == ()


def test_parts_do_not_divide_a_number_or_a_pair() -> None:
    text = "It costs four hundred and fifty crowns, or between 35 and 45 euros."

    assert [text[start:end] for start, end in split_parts(text)] == [
        "It costs four hundred and fifty crowns, ",
        "or between 35 and 45 euros.",
    ]


@pytest.mark.parametrize("opening", ["", "In total, ", "Altogether, "])
def test_a_word_of_sums_alone_adds_up_nothing(opening: str) -> None:
    owners = "Anna Berg owns the red car. Boris Lane owns the blue bike."
    pool = index_evidence(given_sources([owners]))
    claim = f"{opening}Boris Lane owns the red car."
    found = judge(ClaimSpan(claim, 0, len(claim), checkable=True), pool, "en")
    assert (found.verdict, bound(claim, pool, "en").is_computed) == ("not_in_sources", False)


def test_a_sum_of_some_of_many_numbers_is_none() -> None:
    numbers = [number * number * 7 % 501 for number in range(1, 30)]
    stated = ", ".join(f"{number} goods" for number in numbers)
    pool = index_evidence(given_sources([f"Goods: {stated}."]))
    total = sum(numbers[3:6])
    assert not bound(f"Goods in total: {total} goods.", pool, "en").is_computed


REVENUE = """Revenue in 2019 was $30, in 2020 it was $45. In May 2021, the fee rose to $12.
In June 2022, the fee rose to $15. Paid in 2019: 31. Paid in 2020: 46.

| Year | Rent | Fine |
|---|---|---|
| 2021 | $112 | $40 |
| 2022 | $115 | $50 |

В 2019 году выручка составила 30 млн рублей, в 2020 году — 45 млн рублей.
"""
YEARS = index_evidence(given_sources([REVENUE]))


@pytest.mark.parametrize(
    ("claim", "right", "wrong"),
    [
        ("Revenue in 2020 was ${}.", 45, 30),
        ("Revenue in 2019 was ${}.", 30, 45),
        ("In June 2022 the fee rose to ${}.", 15, 12),
        ("In 2020 {} were paid.", 46, 31),
        ("In 2022 the rent was ${}.", 115, 112),
        ("In 2021 the fine was ${}.", 40, 50),
        ("В 2020 году выручка составила {} млн рублей.", 45, 30),
    ],
)
def test_a_number_of_one_year_is_none_of_another(claim: str, right: int, wrong: int) -> None:
    assert not bound(claim.format(right), YEARS, "en").differs
    assert bound(claim.format(wrong), YEARS, "en").differs


PARALLEL = index_evidence(
    given_sources(
        [
            "Boat Rental — Notice: 14 days from the day of the booking",
            "Cabin Rental — Notice: 21 days from the day of the booking",
        ]
    )
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Boat Rental — Notice: 21 days from the day of the booking.", "contradicted"),
        ("The notice of Boat Rental is 21 days.", "contradicted"),
        ("The notice of Cabin Rental is 14 days.", "contradicted"),
        ("The notice of Boat Rental is 14 days.", "supported"),
        ("The notice of Cabin Rental is 21 days.", "supported"),
    ],
)
def test_the_number_of_a_parallel_statement_contradicts(claim: str, verdict: str) -> None:
    assert judge(ClaimSpan(claim, 0, len(claim), True), PARALLEL, "en").verdict == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Scooters and cars together are fined $75.", "supported"),
        ("In Zoya Lind's lot scooters and cars together are fined $75.", "not_in_sources"),
    ],
)
def test_a_right_sum_does_not_support_a_name_that_has_no_part_in_it(
    claim: str, verdict: str
) -> None:
    found = judge(ClaimSpan(claim, 0, len(claim), checkable=True), POOL, "en")
    assert found.verdict == verdict


def test_a_number_in_the_name_of_a_row_is_its_own() -> None:
    table = "| Прокат | Цена | Залог |\n| --- | --- | --- |\n| Верёвка 60 м | 400 ₽ | 6000 ₽ |"
    pool = index_evidence(given_sources([table]))

    assert not bound("Верёвка 60 м — Залог: 6000 ₽", pool, "ru").unbound
    assert bound("Верёвка 70 м — Залог: 6000 ₽", pool, "ru").unbound


SOLD = index_evidence(
    given_sources(["Vera Lind sold 14 boats. Otto Kern sold 9 boats. Ines Pohl sold 20 boats."])
)


@pytest.mark.parametrize(
    ("claim", "is_right"),
    [
        ("Vera Lind and Otto Kern sold 23 boats together.", True),
        ("Vera Lind and Ines Pohl sold 23 boats together.", False),
        ("Otto Kern and Ines Pohl sold 34 boats in total.", False),
        ("Vera Lind sold 5 more boats than Otto Kern.", True),
        ("Otto Kern sold 5 fewer boats than Vera Lind.", True),
        ("Otto Kern sold 5 more boats than Vera Lind.", False),
        ("Ines Pohl sold 5 more boats than Otto Kern.", False),
    ],
)
def test_a_computed_number_is_made_of_the_numbers_of_its_names(claim: str, is_right: bool) -> None:
    found = bound(claim, SOLD, "en")
    assert (not found.differs and not found.unbound) == is_right


@pytest.mark.parametrize(
    ("claim", "is_right"),
    [
        ("Лодку дают более чем на 3 часа.", False),
        ("Лодку дают не более чем на 3 часа.", True),
        ("В зале больше 20 лодок.", False),
        ("В зале не меньше 20 лодок.", True),
    ],
)
def test_a_bound_is_not_one_beyond_it(claim: str, is_right: bool) -> None:
    pool = index_evidence(
        given_sources(["Лодку дают не более чем на 3 часа. В зале не менее 20 лодок."])
    )
    assert (not bound(claim, pool, "ru").differs) == is_right


COVERS = index_evidence(
    given_sources(
        [
            "Boat Cover — Ropes and sails: Basic $40; Plus $60 (each person); excess: $5",
            "Tent Cover — Ropes and sails: Basic not paid; Plus $70 (each person); excess: $6",
            "Repairs are paid up to $30 under Basic, $50 under Plus and $90 under Max.",
            "Desk: Monday to Saturday, 8:00 to 20:00, every guest — renewals and questions",
        ]
    )
)


@pytest.mark.parametrize(
    ("claim", "is_right"),
    [
        ("Boat Cover: Ropes and sails: Basic 40 dollars", True),
        ("Boat Cover: Ropes and sails: Plus 60 dollars (each person)", True),
        ("Boat Cover: Ropes and sails: Plus 70 dollars (each person)", False),
        ("Tent Cover: Ropes and sails: Plus 60 dollars", False),
        ("Repairs are paid up to 30 dollars under Basic, 50 dollars under Plus.", True),
        ("Repairs are paid up to 50 dollars under Basic, 30 dollars under Plus.", False),
        ("Desk: Monday to Saturday, 8:00 to 20:00: renewals and questions.", True),
    ],
)
def test_a_line_of_values_may_be_told_in_other_words(claim: str, is_right: bool) -> None:
    found = judge(ClaimSpan(claim, 0, len(claim), checkable=True), COVERS, "en")
    assert (found.verdict == "supported") == is_right, found.reasons


def _rows(first: int) -> str:
    """Two tables of twelve releases each that have the same words."""
    rows = "\n".join(
        f"| 1.{number}.x | {number:02}.05.2025 | {number:02}.09.2026 |"
        for number in range(first, first + 12)
    )
    return f"| Release | Published | Support ends |\n| --- | --- | --- |\n{rows}"


@pytest.mark.parametrize(
    ("day", "is_right"),
    [("16.09.2026", True), ("17.09.2026", False), ("05.09.2026", False)],
)
def test_a_row_of_many_is_the_one_with_the_claims_number(day: str, is_right: bool) -> None:
    pool = index_evidence(given_sources([_rows(1), _rows(13)]))
    claim = f"1.16.x — Support ends: {day}"

    found = judge(ClaimSpan(claim, 0, len(claim), checkable=True), pool, "en")

    assert (found.verdict == "supported") == is_right, found.reasons


def test_a_value_of_another_numbered_row_contradicts() -> None:
    pool = index_evidence(given_sources(["| Level | Price |\n|---|---|\n| 1 | $16 |\n| 2 | $17 |"]))
    for claim, verdict in (("2 — Price: $17", "supported"), ("2 — Price: $16", "contradicted")):
        assert judge(ClaimSpan(claim, 0, len(claim), checkable=True), pool, "en").verdict == verdict


FORMS = """# Forms

Complete form SF-182 for a course. Levels 4 and 5 get a bonus. Level 3 gets nothing.
Read Section 3 of the Guide for details. Box 5B: look this up. There are 30 forms.
Version 3.1 fixed the crash. Version 3.2 added themes.

| Service | Leave |
|---|---|
| Fewer than 3 years | 4 hours a period |
| 3 to 15 years | 6 hours a period |
"""
NUMBERED = index_evidence(given_sources([FORMS]))


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("Complete form SF-30 for a course.", "the number is SF-30; the source has SF-182"),
        (
            "Read Section 30 of the Guide for details.",
            "the number is Section 30; the source has Section 3",
        ),
        ("Box 1B: look this up.", "the number is Box 1B; the source has Box 5B"),
        (
            "In short, Version 3.2 fixed the crash.",
            "the number is Version 3.2; the source has Version 3.1",
        ),
    ],
)
def test_another_number_behind_the_word_of_a_name_contradicts(claim: str, reason: str) -> None:
    assert reason in bound(claim, NUMBERED).differs


@pytest.mark.parametrize(
    "claim",
    [
        "Complete form SF-182 for a course.",
        "The bonus is for Level 5.",
        "The bonus is for Level 4.",
        "Version 3.2 added themes.",
        "Those with fewer than 3 years: 4 hours a period.",
    ],
)
def test_the_number_of_a_name_that_the_statement_has_is_no_difference(claim: str) -> None:
    assert bound(claim, NUMBERED).differs == ()


def test_a_bound_is_not_met_by_a_value_of_another_unit_beside_it() -> None:
    found = bound("Fewer than 240 years: 4 hours a period.", NUMBERED)
    assert found.unbound == ("the number is Fewer than 240; the source has Fewer than 3",)


HOURS = index_evidence(
    given_sources(
        ["The pool closes at 9 pm. Lunch is served from 12:30 to 14:00. The gate shuts at noon."]
    )
)


@pytest.mark.parametrize(
    ("claim", "is_right"),
    [
        ("The pool closes at 21:00.", True),
        ("The pool closes at 9 am.", False),
        ("Lunch is served until 2 pm.", True),
        ("Lunch is served until 4 pm.", False),
        ("The gate shuts at 12:00.", True),
        ("The gate shuts at midnight.", False),
    ],
)
def test_times_of_the_day_are_compared_in_one_form(claim: str, is_right: bool) -> None:
    found = judge(ClaimSpan(claim, 0, len(claim), checkable=True), HOURS, "en")
    assert (found.verdict == "supported") == is_right, found.reasons
