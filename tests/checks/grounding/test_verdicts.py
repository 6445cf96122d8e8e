"""Verdicts on claims: what the evidence carries, what it denies, what it does not know."""

import pytest

from tests.support.insurance_workspace import fact, payload, plan, theft, windscreen, workspace
from workbench.checks.grounding.claims import ClaimSpan
from workbench.checks.grounding.evidence_index import (
    EvidenceIndex,
    index_evidence,
    provided_evidence,
)
from workbench.checks.grounding.verdicts import (
    Calibration,
    grounding_score,
    judge,
    judge_claims,
)
from workbench.domain.diagnostics import Claim
from workbench.domain.evidence import Evidence, Quote
from workbench.domain.local_text import Language
from workbench.rendering import render
from workbench.text.citation_marks import without_markers

EVIDENCE = index_evidence(
    [
        windscreen(),
        theft(),
        fact("Hire car: $50 a day for up to 7 days under Plus"),
        fact("Сократил среднее время первого ответа с 14 минут до 3"),
        fact("Поднял полноту поиска с 0,71 до 0,93 на наборе из 420 вопросов"),
        fact("Запуск состоялся 12 мая 2023 года"),
    ]
)


def verdict(claim: str, pool: EvidenceIndex = EVIDENCE, language: Language = "en") -> Claim:
    return judge(ClaimSpan(claim, 0, len(claim), checkable=True), pool, language)


@pytest.mark.parametrize(
    "claim",
    [
        "The windscreen excess is $100 for each claim on every plan.",
        "For each claim the excess of the windscreen is $100.",
        "Theft is not covered if the keys were left in the car.",
        "Under Plus a hire car is $50 a day for up to 7 days.",
        "Среднее время первого ответа сократил с 14 минут до 3.",
        "Полнота поиска поднята с 0,71 до 0,93 на 420 вопросах.",
        "Запуск состоялся 12 мая 2023 года.",
    ],
)
def test_what_the_evidence_says_is_supported(claim: str) -> None:
    judged = verdict(claim)

    assert judged.verdict == "supported", judged
    assert judged.probability is not None
    assert judged.probability > 0.5
    assert judged.evidence


STATED = "The windscreen excess is $100 for each claim, whichever plan you hold."
QUOTED = fact("Car Insurance — Windscreen: $100 (for each claim, on all plans)").model_copy(
    update={"quote": Quote(document_id="car.md", text=STATED, start=0, end=len(STATED))}
)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The excess for a windscreen is $100, whichever plan.", "supported"),
        ("The windscreen excess is $100.", "supported"),
        ("There is no windscreen excess, whichever plan you hold.", "contradicted"),
        ("The windscreen excess is $950.", "contradicted"),
    ],
)
def test_a_fact_of_the_graph_also_says_what_its_document_says(claim: str, expected: str) -> None:
    judged = verdict(claim, index_evidence([QUOTED]))

    assert judged.verdict == expected, judged
    assert judged.evidence == (QUOTED.id,)


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("The windscreen excess is $150 for each claim on every plan.", "$150"),
        ("The windscreen excess is 100% for each claim on every plan.", "percent"),
        ("The windscreen excess is not $100 for each claim on every plan.", "negated"),
        ("There is cover for theft if the keys were left in the car.", "negated"),
        ("Сократил среднее время первого ответа с 14 минут до 5.", "5"),
        ("Запуск состоялся 12 июня 2023 года.", "июня"),
    ],
)
def test_what_the_evidence_denies_is_contradicted(claim: str, reason: str) -> None:
    judged = verdict(claim)

    assert judged.verdict == "contradicted", judged
    assert judged.probability is not None
    assert judged.probability < 0.5
    assert any(reason in one for one in judged.reasons)


@pytest.mark.parametrize(
    "claim",
    [
        "The policy also pays for dental treatment abroad.",
        "Проект получил государственную премию.",
        "The windscreen was invented by Karl Benz in 1886.",
    ],
)
def test_what_the_evidence_does_not_know_is_not_in_the_sources(claim: str) -> None:
    judged = verdict(claim)

    assert judged.verdict == "not_in_sources", judged
    assert judged.reasons


SHARE = (
    "Довёл до 62 % долю обращений первой линии, закрытых без оператора, за пять месяцев",
    "Через пять месяцев после запуска доля обращений первой линии, закрытых без оператора, 62 %.",
)
RAISED = "Довёл до 62 % долю обращений первой линии."


def test_a_negation_in_a_clause_that_the_claim_leaves_out_denies_nothing() -> None:
    judged = verdict(RAISED, index_evidence(map(fact, SHARE)), "ru")

    assert (judged.verdict, judged.reasons) == ("supported", ())


def test_before_is_the_opposite_of_after_for_the_same_word_only() -> None:
    judged = verdict(RAISED, index_evidence([fact(SHARE[1])]), "ru")

    assert judged.verdict != "contradicted", judged


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "Довёл до 62 % долю обращений первой линии, закрытых оператором, за пять месяцев.",
            SHARE[0],
        ),
        ("Не довёл до 62 % долю обращений первой линии.", SHARE[0]),
        ("Отменить полис можно с уведомлением.", "Отменить полис можно без уведомления"),
        ("From a locked garage theft is covered.", "Theft from a locked garage is covered: no"),
        ("You may cancel the policy with notice.", "You may cancel the policy without notice"),
        ("Договор подписан до запуска системы.", "Договор подписан после запуска системы"),
        (
            "If the keys were left in the car, theft is covered.",
            "If the keys were left in the car, theft is not covered",
        ),
    ],
)
def test_a_negation_of_what_the_claim_says_contradicts(claim: str, source: str) -> None:
    assert verdict(claim, index_evidence([fact(source)])).verdict == "contradicted"


@pytest.mark.parametrize(
    ("claim", "source", "name"),
    [
        ("He worked with COBOL at Alor.", "He worked with Python at Alor.", "COBOL"),
        ("Он работал с COBOL в Алоре.", "Он работал с Python в Алоре.", "COBOL"),
        ("Dmitry built a bot for Zorblax.", "Dmitry built a bot for Alor.", "Zorblax"),
    ],
)
def test_a_name_that_no_source_has_is_not_in_the_sources(
    claim: str, source: str, name: str
) -> None:
    judged = verdict(claim, index_evidence([fact(source)]))

    assert judged.verdict == "not_in_sources"
    assert name in " ".join(judged.reasons)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Boris works at Acme in Berlin.", "Anna works at Acme in Berlin."),
        ("Kubernetes runs the nightly reports.", "Airflow runs the nightly reports."),
        ("Борис работает в Акме в Берлине.", "Анна работает в Акме в Берлине."),
        ("Kubernetes запускает ночные отчёты.", "Airflow запускает ночные отчёты."),
    ],
)
def test_a_name_that_no_source_has_is_found_at_the_beginning_of_a_sentence(
    claim: str, source: str
) -> None:
    judged = verdict(claim, index_evidence([fact(source)]))

    assert judged.verdict == "not_in_sources"
    assert claim.split(maxsplit=1)[0] in " ".join(judged.reasons)
    assert verdict(source, index_evidence([fact(source)])).verdict == "supported"


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("However the excess is $100.", "The excess is $100."),
        ("Clients pay an excess of $100.", "Customers pay an excess of $100."),
        ("Клиенты платят взнос 100 долларов.", "Покупатели платят взнос 100 долларов."),
    ],
)
def test_the_first_word_of_a_sentence_is_not_always_a_name(claim: str, source: str) -> None:
    assert verdict(claim, index_evidence([fact(source)])).verdict == "supported"


@pytest.mark.parametrize(
    ("label", "no", "yes"),
    [("Baggage cover", "no", "up to $300"), ("Страхование багажа", "нет", "до 300 долларов")],
)
def test_a_label_does_not_say_what_its_value_denies(label: str, no: str, yes: str) -> None:
    assert verdict(label, index_evidence([fact(f"{label}: {no}")])).verdict == "contradicted"
    assert verdict(label, index_evidence([fact(f"{label}: {yes}")])).verdict == "supported"
    assert verdict(f"{label}: {no}", index_evidence([fact(f"{label}: {no}")])).probability == 0.97


def test_a_missing_name_is_named() -> None:
    assert "Benz" in " ".join(verdict("The windscreen was invented by Karl Benz.").reasons)


@pytest.mark.parametrize(
    ("subject", "expected"),
    [("A hire car", "supported"), ("A helicopter to Mars", "not_in_sources")],
)
def test_a_clause_beside_a_report_of_absence_speaks_of_its_subject(
    subject: str, expected: str
) -> None:
    text = f"{subject} is not mentioned for Basic, but it is $50 a day under Plus."

    absent, stated = judge_claims(without_markers(text), EVIDENCE, "en")

    assert absent.verdict == "not_checkable"
    assert (stated.text, stated.verdict) == ("but it is $50 a day under Plus.", expected)


def test_speculation_that_is_not_the_sources_own_is_named() -> None:
    judged = verdict("The windscreen excess is probably $100 for each claim on every plan.")

    assert any("probably" in reason for reason in judged.reasons)


def test_reasons_are_in_the_readers_language() -> None:
    english = verdict("The windscreen excess is $150 for each claim on every plan.")
    russian = verdict("The windscreen excess is $150 for each claim on every plan.", language="ru")

    assert english.reasons == ("the number is $150; the source has $100",)
    assert russian.reasons == ("число $150, а в источнике $100",)


@pytest.mark.parametrize(
    ("claim", "stated", "reasons"),
    [
        ("The choir has more than 30 singers.", "The choir has thirty-one singers.", ()),
        (
            "The choir has more than 30 singers.",
            "The choir has 30 singers.",
            ("the number is more than 30; the source has 30",),
        ),
        ("В хоре поёт более 30 человек.", "В хоре поёт тридцать один человек.", ()),
    ],
)
def test_a_bound_is_held_against_the_number_and_named(
    claim: str, stated: str, reasons: tuple[str, ...]
) -> None:
    assert verdict(claim, index_evidence([fact(stated)])).reasons == reasons


def test_evidence_in_another_language_proves_nothing() -> None:
    pool = index_evidence([windscreen()])

    judged = verdict("Франшиза за стекло составляет сто единиц.", pool, "ru")

    assert (judged.verdict, judged.probability) == ("not_checkable", None)
    assert judged.reasons == ("источники на другом языке",)
    assert judged.is_unchecked


ENGLISH = index_evidence(
    [
        windscreen(),
        fact("A hire car is $1,234.50 a month from 12 May 2023, 0.83 of the price"),
        fact("Half a day costs $50, payable in two parts"),
    ]
)


@pytest.mark.parametrize(
    "claim",
    [
        "Франшиза за стекло составляет $100 за каждый случай.",
        "Аренда стоит 1 234,50 доллара в месяц с 12 мая 2023 года.",
        "Это 0,83 цены.",
        "Платят обе части, два раза по 50 долларов.",
    ],
)
def test_amounts_are_read_as_each_language_writes_them(claim: str) -> None:
    judged = verdict(claim, ENGLISH, "ru")

    assert judged.verdict == "not_checkable", judged


def test_a_comma_may_be_the_decimal_point_of_either_language() -> None:
    russian = index_evidence([fact("Доля составила 1,234 от прежней, всего 9 999 рублей")])

    assert verdict("It is 1.234 of what it was.", russian).verdict == "not_checkable"
    assert verdict("It came to 9,999 roubles.", russian).verdict == "not_checkable"


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("Франшиза за стекло составляет $9,999.", "$9,999"),
        ("Франшиза за стекло составляет 9 999 долларов.", "9 999"),
        ("Франшиза за стекло составляет 0,93 цены.", "0,93"),
        ("Аренда доступна с 12 июня 2023 года.", "июня"),
    ],
)
def test_an_amount_that_no_source_has_is_found_across_languages(claim: str, missing: str) -> None:
    judged = verdict(claim, ENGLISH, "ru")

    assert judged.verdict == "not_in_sources", judged
    assert judged.reasons == (f"числа {missing} нет в источнике",)


def test_a_name_that_no_source_has_is_told_across_languages() -> None:
    judged = verdict("Полис Galaxy оплачивает стекло.", ENGLISH, "ru")

    assert judged.verdict == "not_checkable"
    assert judged.reasons[-1] == "имени Galaxy нет в источниках"


def test_a_sentence_in_a_language_of_neither_question_nor_sources_is_not_in_the_sources() -> None:
    judged = verdict("Бесплатный полёт на Марс включён в каждый полис.", ENGLISH, "en")

    assert judged.verdict == "not_in_sources"
    assert judged.reasons == ("written in neither the question's language nor the sources'",)


@pytest.mark.parametrize("claim", ["Motor Policy: $100", "Apache Kafka, Redis", "МТС, Яндекс"])
def test_names_belong_to_any_language(claim: str) -> None:
    pool = index_evidence([fact("Автострахование: $100")]) if claim.isascii() else ENGLISH

    assert verdict(claim, pool, "ru" if claim.isascii() else "en").verdict == "not_checkable"


def test_the_sources_own_words_are_checked_in_their_language() -> None:
    quoted = verdict("The windscreen excess is $100 for each claim on every plan.", ENGLISH, "ru")
    denied = verdict("The windscreen excess is $150 for each claim on every plan.", ENGLISH, "ru")

    assert quoted.verdict == "supported"
    assert denied.verdict == "contradicted"


def test_a_number_alone_has_no_language() -> None:
    assert verdict("9,999", EVIDENCE, "ru").verdict == "not_in_sources"


def test_code_is_not_checked_and_says_so() -> None:
    (code,) = judge_claims(without_markers("```python\nexcess = 100\n```"), EVIDENCE, "en")

    assert code.is_unchecked
    assert code.reasons == ("code is not checked",)


@pytest.mark.parametrize(
    ("code", "verdict"),
    [
        ("pip install lamp\n\nlamp --dusk", "supported"),
        ("pip install lamp", "supported"),
        ("pip install lamp\n\nlamp --dawn", "not_checkable"),
    ],
)
def test_code_that_a_source_has_verbatim_is_supported(code: str, verdict: str) -> None:
    source = "Install it:\n\n```sh\npip install lamp\n\nlamp --dusk\n```"
    pool = index_evidence([Evidence(type="passage", text=source)])

    (claim,) = judge_claims(without_markers(f"```sh\n{code}\n```"), pool, "en")

    assert claim.text == code
    assert claim.verdict == verdict


def test_what_states_nothing_is_not_called_unchecked() -> None:
    (label,) = judge_claims(without_markers("# Windscreen cover"), EVIDENCE, "en")

    assert not label.is_unchecked


def test_without_evidence_nothing_is_supported() -> None:
    assert verdict("Glass is covered.", index_evidence([])).verdict == "not_in_sources"


def test_a_list_item_leans_on_its_section() -> None:
    listed = windscreen().model_copy(
        update={"text": "## Not covered\n\nWe do not pay for:\n\n- racing on public roads\n- rust"}
    )

    assert verdict("We do not pay for rust.", index_evidence([listed])).verdict == "supported"


def test_the_score_is_the_share_of_supported_claims() -> None:
    text = "The windscreen excess is $100 for each claim on every plan. It pays for dentures too."

    assert grounding_score(judge_claims(without_markers(text), EVIDENCE, "en")) == 0.5


def test_nothing_to_judge_has_no_score() -> None:
    assert grounding_score(judge_claims(without_markers("Shall I go on?"), EVIDENCE, "en")) is None


def test_the_calibration_decides_what_is_supported() -> None:
    claim = ClaimSpan("The excess is $100.", 0, 19, checkable=True)
    strict = Calibration(supported_from=0.99)

    assert judge(claim, EVIDENCE, "en").verdict == "supported"
    assert judge(claim, EVIDENCE, "en", strict).verdict == "not_in_sources"


def test_the_evidence_provided_is_what_the_numbers_stand_for() -> None:
    items: list[Evidence] = [fact("One"), fact("Two"), fact("Three")]
    facts = payload(*items)
    rendered = render(plan(max_items=2), facts, workspace(), "en")

    assert provided_evidence(facts, rendered) == items[:2]
