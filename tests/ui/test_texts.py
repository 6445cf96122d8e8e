"""The catalogue is whole in both languages, and every word the screens ask for is in it."""

import re
import string
from pathlib import Path

import pytest

from workbench.domain.local_text import LANGUAGES
from workbench.ui.texts import Texts, catalogue

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [*(ROOT / "workbench" / "ui").rglob("*.py"), *(ROOT / "pages").glob("*.py")]
KEY = re.compile(r"""["']((?:common|ask|documents|graph|runs|models)\.[\w.]*\w)["']""")
FORMS = {"ru": {"one", "few", "many"}, "en": {"one", "many"}}


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("page", sorted({key.split(".")[0] for key in catalogue()}))
def test_every_entry_says_the_same_in_both_languages(page: str) -> None:
    for key, entry in catalogue().items():
        if not key.startswith(f"{page}."):
            continue
        assert set(entry) == set(LANGUAGES), key
        russian, english = entry["ru"], entry["en"]
        if isinstance(russian, str):
            assert isinstance(english, str), key
            assert names(russian) == names(english), key
            assert russian.strip() and english.strip(), key
        else:
            for language in LANGUAGES:
                forms = entry[language]
                assert not isinstance(forms, str), key
                assert set(forms) == FORMS[language], key
                assert all(names(form) == {"n"} for form in forms.values()), key


def test_every_key_in_the_code_exists() -> None:
    keys = {key for path in SOURCES for key in KEY.findall(path.read_text("utf-8"))}
    assert keys - set(catalogue()) == set()


@pytest.mark.parametrize(
    ("n", "russian"),
    [(1, "one"), (2, "few"), (4, "few"), (5, "many"), (11, "many"), (21, "one"), (112, "many")],
)
def test_a_counted_noun_has_the_plural_of_the_language(n: int, russian: str) -> None:
    forms = catalogue()["common.count.tokens"]
    expected = {"ru": russian, "en": "one" if n == 1 else "many"}
    for language in LANGUAGES:
        form = forms[language]
        assert not isinstance(form, str)
        ending = form[expected[language]].removeprefix("{n}")
        assert Texts(language)("common.count.tokens", n=n).endswith(ending)


def test_counts_are_grouped_as_the_reader_writes_them() -> None:
    assert Texts("ru")("common.count.nodes", n=12342) == "12\u202f342 узла"
    assert Texts("en")("common.count.nodes", n=12342) == "12,342 nodes"
