"""Fields of documents that follow from their paths, by the patterns of workspace.yaml."""

import re
from collections.abc import Mapping
from fnmatch import translate

from workbench.workspace.schema import MetadataField


class PathFields:
    """Reads the fields with ``patterns`` from the paths of documents."""

    def __init__(self, fields: Mapping[str, MetadataField]) -> None:
        """Compile the patterns of each field into one expression."""
        self._values = {name: tuple(one.patterns) for name, one in fields.items() if one.patterns}
        self._expressions = {name: _expression(fields[name]) for name in self._values}

    def of(self, path: str) -> dict[str, str]:
        """Return the values of a document's path; of several patterns the first counts."""
        if not self._expressions:
            return {}
        found = {name: one.match(path) for name, one in self._expressions.items()}
        return {
            name: self._values[name][int(str(match.lastgroup)[1:])]
            for name, match in found.items()
            if match
        }


def _expression(field: MetadataField) -> re.Pattern[str]:
    groups = (
        f"(?P<v{at}>{'|'.join(map(translate, patterns))})"
        for at, patterns in enumerate(field.patterns.values())
    )
    return re.compile("|".join(groups))
