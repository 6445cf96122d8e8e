"""Structured outputs: the shapes an answer can be asked for by name."""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from workbench.errors import InputError


class Structured(BaseModel):
    """A closed object: strict modes of the providers refuse any other."""

    model_config = ConfigDict(extra="forbid")


class PlainJson(Structured):
    """What ``format: json`` gives when no schema is named (seed 002)."""

    answer: str
    sources: list[int]


class AnswerWithSources(Structured):
    """An answer with its key facts and limits."""

    answer: str
    confidence: float
    sources_used: list[int]
    key_facts: list[str]
    limitations: str | None = None


class ComparisonResult(Structured):
    """A comparison taken apart."""

    similarities: list[str]
    differences: list[str]
    contradictions: list[str]
    conclusion: str


SCHEMAS: Mapping[str, type[BaseModel]] = {
    "PlainJson": PlainJson,
    "AnswerWithSources": AnswerWithSources,
    "ComparisonResult": ComparisonResult,
}


def schema_named(name: str, schemas: Mapping[str, type[BaseModel]] = SCHEMAS) -> type[BaseModel]:
    """The schema of this name.

    Raises:
        InputError: there is none; the known names are in the hint.
    """
    if name not in schemas:
        raise InputError(f"There is no schema «{name}».", hint=f"Known: {', '.join(schemas)}.")
    return schemas[name]
