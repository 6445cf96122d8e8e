"""Problems that pydantic finds in a file are told in the reader's language."""

import pytest
from pydantic import BaseModel, ConfigDict, ValidationError

from workbench.i18n.errors import error_text
from workbench.workspace.validation_errors import workspace_error


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str
    parts: tuple[str, ...] = ()
    words: dict[str, str] = {}
    age: int = 0


@pytest.mark.parametrize(
    ("given", "russian"),
    [
        ({}, "f.yaml: name: нет обязательного поля."),
        ({"name": 1}, "f.yaml: name: ожидается текст."),
        ({"name": "a", "colour": 1}, "f.yaml: colour: такого поля нет."),
        ({"name": "a", "parts": 1}, "f.yaml: parts: ожидается список."),
        ({"name": "a", "words": 1}, "f.yaml: words: ожидаются пары «ключ: значение»."),
        ({"colour": 1}, "f.yaml: name: нет обязательного поля. Всего замечаний: 2."),
        ({"name": "a", "age": "x"}, "f.yaml: age: недопустимое значение: "),
    ],
)
def test_the_first_problem_is_told_with_their_number(
    given: dict[str, object], russian: str
) -> None:
    with pytest.raises(ValidationError) as raised:
        Part.model_validate(given)
    error = workspace_error(raised.value, "f.yaml", Part)
    told = error_text(error.code, error.words, "ru")

    assert told is not None
    assert told.message.startswith(russian)
