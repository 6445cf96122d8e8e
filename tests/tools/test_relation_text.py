"""Labels as the sentences about a graph inflect them."""

import pytest

from workbench.domain.local_text import Language
from workbench.tools.relation_text import relation_text


@pytest.mark.parametrize(
    ("language", "label", "things"),
    [
        ("en", "employees", "employees"),
        ("en", "number of employees", ""),
        ("en", "height", ""),
        ("ru", "сотрудники", "сотрудников"),
        ("ru", "число сотрудников", ""),
        ("ru", "высота", ""),
    ],
)
def test_only_a_plural_label_names_things_that_are_counted(
    language: Language, label: str, things: str
) -> None:
    assert relation_text(language).counted_things(label) == things
