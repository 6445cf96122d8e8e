"""Say why a file was not read in the interface's language; the catalogue has it in English."""

import re
from functools import cache

from workbench.domain.local_text import Language
from workbench.package_yaml import package_yaml


def unread_reason(reason: str, language: Language) -> str:
    """Return the reason in a language; one that has no translation stays as it is."""
    if language == "en":
        return reason
    for pattern, text in _translations():
        if found := pattern.fullmatch(reason):
            return text.format_map(found.groupdict())
    return reason


@cache
def _translations() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = package_yaml("workbench.ui", "unread_reasons.yaml")
    return tuple((re.compile(one), text) for one, text in rows)
