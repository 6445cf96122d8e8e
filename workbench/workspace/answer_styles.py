"""Answer styles: what each asks of the answer, and the default one of each language."""

from collections.abc import Mapping
from functools import cache

from pydantic import model_validator

from workbench.domain.base import Value
from workbench.domain.local_text import LANGUAGES, Language
from workbench.package_yaml import package_yaml


class AnswerStyle(Value):
    """How an answer is written. In YAML, a string is a style with this prompt."""

    prompt: str
    """The instruction for the answer model."""
    language: Language | None = None
    """The language that it is the default style of."""
    brief: bool = False
    """The answer may leave facts out."""
    enumerates: bool = False
    """The answer lists every fact, even if the question singles one out."""

    @model_validator(mode="before")
    @classmethod
    def _from_prompt(cls, raw: object) -> object:
        return {"prompt": raw} if isinstance(raw, str) else raw


@cache
def builtin_styles() -> Mapping[str, AnswerStyle]:
    """Return the built-in styles by name."""
    rows = package_yaml("workbench.workspace", "answer_styles.yaml")
    return {name: AnswerStyle.model_validate(raw) for name, raw in rows.items()}


@cache
def default_styles() -> Mapping[Language, str]:
    """Return the name of the default style by language."""
    named = {style.language: name for name, style in builtin_styles().items()}
    return {language: named[language] for language in LANGUAGES}
