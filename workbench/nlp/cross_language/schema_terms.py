"""Common types, relations, properties and values of data, with words for them in both languages."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from workbench.package_yaml import package_yaml

TermList: TypeAlias = Literal["types", "relations", "properties", "values"]
Entry: TypeAlias = Mapping[str, list[str]]
"""Words by language, the label first; `not` and `inverse` hold words of both languages."""


@cache
def schema_terms(name: TermList) -> Mapping[str, Entry]:
    """Return the entries of a list by the English words of their identifiers."""
    entries: Mapping[str, Entry] = package_yaml(__package__, "terms", f"{name}.yaml")
    return entries
