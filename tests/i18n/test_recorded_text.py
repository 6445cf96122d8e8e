"""A recorded sentence is told in the reader's language, whichever language it was recorded in."""

import pytest

from workbench.checks.messages import in_language, localized_text
from workbench.domain.local_text import LANGUAGES, Language
from workbench.i18n.messages import messages
from workbench.i18n.numbers import percent
from workbench.i18n.recorded_text import translate_recorded
from workbench.understanding.memory import reasons_in_language

CHECKS = messages("workbench.checks")
RECORDED = [name for name, text in CHECKS["en"].items() if isinstance(text, str)]
VALUES = {
    "what": "Kafka, 5 %",
    "other": "7",
    "claim": "Kafka",
    "relation": "covers",
    "entity": "Kafka",
    "value": 0.3,
    "share": 0.3,
    "least": 0.5,
    "most": 9,
    "count": 2,
}


@pytest.mark.parametrize("name", RECORDED)
@pytest.mark.parametrize(("first", "other"), [LANGUAGES, LANGUAGES[::-1]])
def test_every_message_of_the_checks_is_told_in_the_other_language(
    name: str, first: Language, other: Language
) -> None:
    words = {one: messages("workbench.checks")[one]["words"][1] for one in LANGUAGES}

    def shown(key: str, language: Language) -> str:
        recorded = localized_text(key, language, **VALUES, words=words[language])
        return in_language(recorded, language)

    told = in_language(shown(name, first), other)
    same = [key for key in RECORDED if CHECKS[first][key] == CHECKS[first][name]]
    assert told in [shown(key, other) for key in same]
    assert shown(name, other) == told or len(same) > 1
    assert in_language(told, first) == shown(name, first)


@pytest.mark.parametrize("recorded", ["97%", percent(0.97, "ru")])
def test_a_percentage_has_the_sign_of_the_readers_language(recorded: str) -> None:
    told = "Источники подтверждают не все утверждения ответа: {}."
    assert in_language(told.format(recorded), "ru") == told.format(percent(0.97, "ru"))
    assert in_language(told.format(recorded), "en").startswith("The sources support 97% of")


def test_names_in_a_reason_are_told_in_the_readers_language() -> None:
    recorded = "В графе нет связи контакты для «Дмитрий Лукоморов»."
    labels = {
        "контакты": {"ru": "контакты", "en": "contacts"},
        "Дмитрий Лукоморов": {"ru": "Дмитрий Лукоморов", "en": "Dmitry Lukomorov"},
    }
    told = "The graph has no contacts for “Dmitry Lukomorov”."
    assert in_language(recorded, "en", labels) == told
    assert in_language(recorded, "ru", labels) == recorded


def test_words_of_a_question_stay_as_they_were_asked() -> None:
    recorded = "Этих слов вопроса нет в найденных источниках: место."
    assert in_language(recorded, "en").endswith("the sources found: место.")


def test_a_value_that_is_a_message_is_told_too() -> None:
    recorded = "В вопросе спрашивают сумму, а в ответе этого нет."
    assert in_language(recorded, "en") == "The question asks for an amount; the answer has none."


def test_a_sentence_of_another_origin_stays_as_it_is() -> None:
    assert in_language("No such sentence.", "ru") == "No such sentence."


def test_the_reasons_of_the_memory_are_told_with_their_signal() -> None:
    recorded = ("Похоже на продолжение: начинается с союза",)
    texts = messages("workbench.understanding")["en"]
    wanted = texts["leans"].format(signal=texts["signals"]["conjunction"])
    assert reasons_in_language(recorded, "en") == (wanted,)


def test_words_that_a_sentence_quotes_have_the_marks_of_its_language() -> None:
    recorded = (
        "This could not be computed from the table budget.csv: "
        "it is unclear what “colour”, “red” means there."
    )
    assert translate_recorded("workbench.tools", recorded, "ru") == (
        "По таблице budget.csv это вычислить не удалось: в ней нет "
        "соответствия для «colour», «red»."
    )
