"""A recorded sentence is told in the reader's language, whichever language it was recorded in."""

import pytest

from workbench.checks.messages import in_language, localized_text
from workbench.domain.local_text import LANGUAGES, Language
from workbench.i18n.messages import messages
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
    recorded, wanted = (
        localized_text(name, one, **VALUES, words=words[one]) for one in (first, other)
    )
    told = in_language(recorded, other)
    same = [key for key in RECORDED if CHECKS[first][key] == CHECKS[first][name]]
    assert told in [localized_text(key, other, **VALUES, words=words[other]) for key in same]
    assert wanted == told or len(same) > 1
    assert in_language(recorded, first) == recorded


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
