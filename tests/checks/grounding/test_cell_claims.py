"""A cell that cites is judged by itself, by what the evidence says under its two labels."""

import pytest

from workbench.checks.grounding.evidence_index import index_evidence
from workbench.checks.grounding.verdicts import grounding_score, judge_claims
from workbench.domain.diagnostics import Claim
from workbench.domain.evidence import Cell, Evidence, SourceRef
from workbench.domain.local_text import Language
from workbench.pipeline.check_text import given_sources
from workbench.text.citation_marks import without_markers

COVER = {
    "Surgery": ("As charged", "$15,000 each operation"),
    "Hospital stay": ("$900 a day, single room", "$250 a day, four-bed ward"),
    "Dental treatment": ("$1,500 each policy year", "Not covered"),
}
COVER_RU = {
    "Операция": ("По счёту", "$15,000 за операцию"),
    "Лечение в стационаре": ("$900 в день, одноместная палата", "$250 в день, палата на четверых"),
    "Лечение зубов": ("$1,500 за год полиса", "Не покрывается"),
}
SIDES: dict[Language, tuple[str, str]] = {
    "en": ("Health Premier", "Health Basic"),
    "ru": ("Premier (здоровье)", "Basic (здоровье)"),
}
VALUES: dict[Language, dict[str, tuple[str, str]]] = {"en": COVER, "ru": COVER_RU}


def facts(language: Language) -> list[Evidence]:
    return [
        Evidence(
            type="plan_benefit",
            text=f"{side} — {label}: {value}",
            source=SourceRef(id=label, title=label),
            cells=(Cell(label="Benefit", value=label), Cell(label="Limit", value=value)),
        )
        for label, values in VALUES[language].items()
        for side, value in zip(SIDES[language], values, strict=True)
    ]


def table(head: tuple[str, ...], *rows: tuple[str, ...]) -> str:
    """A table each of whose cells cites, but for the labels of the rows."""
    cited = [(row[0], *(f"{cell} [Source 1]" for cell in row[1:])) for row in rows]
    lines = [("", *head), ("---",) * (len(head) + 1), *cited]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def judged(marked: str, language: Language = "en") -> list[Claim]:
    claims = judge_claims(without_markers(marked), index_evidence(facts(language)), language)
    return [one for one in claims if one.verdict != "not_checkable"]


def verdicts(marked: str, language: Language = "en") -> set[str]:
    return {one.verdict for one in judged(marked, language)}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_each_cell_is_supported_by_the_fact_of_its_side(language: Language) -> None:
    rows = [(label, *values) for label, values in VALUES[language].items()]

    claims = judged(table(SIDES[language], *rows), language)

    assert grounding_score(claims) == 1.0
    assert [SIDES[language][at % 2] in one.evidence_sentence for at, one in enumerate(claims)] == [
        True
    ] * 6


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("place", range(3))
def test_values_in_each_others_columns_are_contradicted(language: Language, place: int) -> None:
    rows = [(label, *values) for label, values in VALUES[language].items()]
    label, one, other = rows[place]
    rows[place] = (label, other, one)

    claims = judged(table(SIDES[language], *rows), language)

    wrong = [claim.statement for claim in claims if claim.verdict == "contradicted"]
    right = [claim.statement for claim in claims if claim.verdict == "supported"]
    assert (len(wrong), len(right)) == (2, 4)
    assert all(one.startswith(label) for one in wrong)


def test_a_claim_of_a_cell_names_its_row_and_column() -> None:
    (claim, _) = judged(table(SIDES["en"], ("Surgery", *COVER["Surgery"])))

    assert claim.text == "As charged"
    assert claim.statement == "Surgery — Health Premier: As charged"


@pytest.mark.parametrize(
    "row",
    [
        ("Hospital", "$900/day, single room", "$250 per day (ward with four beds)"),
        ("Surgery", "covered as charged", "up to $15,000 per operation"),
        ("Dental", "up to $1,500 a year", "no cover"),
        ("Dental", "yes", "no"),
    ],
)
def test_a_model_may_use_its_own_words(row: tuple[str, ...]) -> None:
    assert verdicts(table(("Premier", "Basic"), row)) == {"supported"}


@pytest.mark.parametrize(
    "row",
    [
        ("Hospital", "$250 per day (ward with four beds)", "$900/day, single room"),
        ("Surgery", "up to $15,000 per operation", "covered as charged"),
        ("Dental", "no cover", "up to $1,500 a year"),
        ("Dental", "no", "yes"),
        ("Hospital stay", "shared room", "private ward"),
        ("Hospital stay", "$800 a day", "$350 a day"),
    ],
)
def test_what_a_side_does_not_say_is_doubtful(row: tuple[str, ...]) -> None:
    claims = judged(table(("Premier", "Basic"), row))

    assert [claim.is_doubtful for claim in claims] == [True, True]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_value_of_another_side_is_not_that_of_a_side_without_one(language: Language) -> None:
    label, values = next(iter(VALUES[language].items()))
    alone = [one for one in facts(language) if label not in one.content]
    alone += [one for one in facts(language) if SIDES[language][0] in one.content]
    answer = table(SIDES[language], (label, values[0], values[0]))

    claims = judge_claims(without_markers(answer), index_evidence(alone), language)

    assert [one.verdict for one in claims[1:]] == ["supported", "not_in_sources"]


def test_a_longer_label_beside_it_is_another_one() -> None:
    stated = [("Basic", "$20"), ("Basic Plus", "$35")]
    pool = index_evidence([Evidence(type="fact", text=f"{a} — Fee: {b}") for a, b in stated])
    answer = table(("Basic", "Basic Plus"), ("Fee", "$35", "$35"))

    _, basic, plus = judge_claims(without_markers(answer), pool, "en")

    assert (basic.verdict, plus.verdict) == ("contradicted", "supported")


def test_a_row_of_a_document_is_read_in_the_column_of_the_cell() -> None:
    rows = "| Benefit | Basic | Premier |\n|---|---|---|\n| Dental | $500 | $1,500 |"
    pool = index_evidence(given_sources([rows]))

    right = table(("Basic", "Premier"), ("Dental", "$500", "$1,500"))
    swapped = table(("Basic", "Premier"), ("Dental", "$1,500", "$500"))

    for answer, verdict in ((right, "supported"), (swapped, "contradicted")):
        _, *cells = judge_claims(without_markers(answer), pool, "en")
        assert [one.verdict for one in cells] == [verdict, verdict]


def test_a_row_with_one_citation_stays_one_claim() -> None:
    row = "| Benefit | Basic | Premier |\n|---|---|---|\n| Dental | $500 | $1,500 [Source 1] |"
    pool = index_evidence(given_sources(["Dental — Basic: $500; Premier: $1,500"]))

    _, claim = judge_claims(without_markers(row), pool, "en")

    assert (claim.text, claim.about) == ("| Dental | $500 | $1,500 |", "")


def test_a_name_in_latin_letters_is_compared_with_the_russian_fact_that_has_it() -> None:
    evidence = [
        Evidence(
            type="project",
            text=f"{project} (Aston, {year} год) — ассистент для сотрудников.",
            source=SourceRef(id=project, title=project),
            cells=(Cell(label="Проект", value=project), Cell(label="Компания", value="Aston")),
        )
        for project, year in (("Polka", "2024"), ("AI-Portfolio", "2025"))
    ]
    marked = (
        "| Проект | Polka | AI-Portfolio |\n|---|---|---|\n"
        "| Компания | Aston [Source 1] | Aston [Source 2] |"
    )
    claims = judge_claims(without_markers(marked), index_evidence(evidence), "ru")
    assert [one.verdict for one in claims if one.text == "Aston"] == ["supported"] * 2
