"""Why a plan is as it is, in the reader's language."""

from workbench.domain.text import Language

_WORDINGS: dict[str, dict[Language, str]] = {
    "classified": {
        "ru": "Вопрос похож на примеры этих интентов",
        "en": "The question is like the examples of these intents",
    },
    "inherited": {
        "ru": "Вопрос повторяет предыдущий для другого предмета",
        "en": "The question asks the earlier one of another thing",
    },
    "unsure": {
        "ru": "Ни один интент не выбран уверенно ({}): поиск по документам",
        "en": "No intent is sure enough ({}): the documents are searched",
    },
    "unfamiliar": {
        "ru": "Вопрос не похож ни на один пример: поиск по документам",
        "en": "The question is like no example: the documents are searched",
    },
    "unknown_name": {
        "ru": "«{}» нет среди известных имён: поиск по документам",
        "en": "“{}” is not among the known names: the documents are searched",
    },
    "no_start": {
        "ru": "{} не начинается с того, что названо: поиск по документам",
        "en": "{} cannot start from what is named: the documents are searched",
    },
    "too_many": {
        "ru": "Оставлены первые вызовы: {}",
        "en": "Only the first calls are kept: {}",
    },
    "model": {
        "ru": "План составила модель",
        "en": "A model made the plan",
    },
    "repaired": {
        "ru": "Модель исправила план по списку замечаний",
        "en": "The model put its plan right after a list of problems",
    },
    "not_usable": {
        "ru": "Модель не дала пригодного плана (попыток: {}): поиск по документам",
        "en": "The model gave no usable plan (attempts: {}): the documents are searched",
    },
    "off_topic": {
        "ru": "Ни примеры, ни имена, ни документы не относятся к вопросу",
        "en": "No example, no name and no document has to do with the question",
    },
}


def say(code: str, language: Language, detail: str = "") -> str:
    """One sentence; ``detail`` stands where the wording leaves room for it."""
    return _WORDINGS[code][language].format(detail)
