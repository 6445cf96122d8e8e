"""Errors are told by code: every code in both languages, with the same words to fill in."""

import re
from collections.abc import Mapping
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import workbench
from workbench.domain.evidence import StageError
from workbench.domain.local_text import LANGUAGES
from workbench.errors import ProviderError
from workbench.i18n.errors import added_sentences, error_codes, error_text, localized
from workbench.i18n.messages import messages

CODE = re.compile(r'(?<!\.)(?:localized|Failure|RefusedReplyError)\(\s*"([a-z_.]+)"')
PACKAGES = sorted({code.partition(".")[0] for code in error_codes()})


def fields(text: str) -> set[str]:
    """The words that a sentence leaves room for."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def shape(texts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Which sentences there are and what fills them."""
    return {
        heading: {
            name: {kind: fields(text) for kind, text in said.items()}
            for name, said in texts.get(heading, {}).items()
        }
        for heading in ("errors", "also")
    }


def named(texts: Mapping[str, Any]) -> Mapping[str, set[str]]:
    """Which values of which words have names."""
    return {word: set(said) for word, said in texts.get("names", {}).items()}


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_have_the_same_sentences_with_the_same_words(package: str) -> None:
    texts = messages(f"workbench.{package}")
    russian, english = (texts[language] for language in LANGUAGES)
    assert shape(russian) == shape(english)
    assert all(said >= named(english).get(word, set()) for word, said in named(russian).items())
    assert set(named(english)) <= set(named(russian))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_sentence_is_whole(package: str) -> None:
    """A comma that YAML reads as its own would leave a name without a text."""
    for texts in messages(f"workbench.{package}").values():
        for said in (*texts["errors"].values(), *texts.get("also", {}).values()):
            assert set(said) <= {"message", "hint"}
            assert all(text.rstrip("”»`").endswith((".", "?", "}")) for text in said.values())


@pytest.mark.parametrize("code", error_codes())
def test_russian_sentences_are_russian(code: str) -> None:
    package, _, name = code.partition(".")
    said = messages(f"workbench.{package}")["ru"]["errors"][name]
    assert all(any("а" <= char <= "я" for char in text.lower()) for text in said.values())


def test_the_codes_of_the_program_and_of_the_texts_are_the_same() -> None:
    modules = Path(workbench.__file__).parent.rglob("*.py")
    program = "\n".join(path.read_text("utf-8") for path in modules)
    codes = {code for code in error_codes() if not code.startswith("planner.")}
    assert set(CODE.findall(program)) <= codes
    assert [code for code in codes if f'"{code}"' not in program] == []


def test_numbers_are_written_as_the_language_writes_them() -> None:
    error = localized("llm.tokens_spent", limit=120_000, spent=119_500)
    assert "120,000 tokens" in error["message"]
    russian = error_text(error["code"], error["words"], "ru")
    assert russian and "120\u202f000 токенов" in russian.message

    spent = localized("llm.usd_spent", limit=1.5, spent=0.0123)
    assert "$1.50" in spent["message"] and "$0.0123" in spent["message"]
    russian = error_text(spent["code"], spent["words"], "ru")
    assert russian and "0,0123 $" in russian.message
    assert "($0 spent)" in localized("llm.usd_spent", limit=0.05, spent=0.0)["message"]


def test_a_word_that_is_given_adds_its_message_and_its_hint_replaces_the_other() -> None:
    vendor = {"title": "openai", "url_variable": "U", "key_variable": "K"}
    plain, later = localized("llm.busy", **vendor), localized("llm.busy", **vendor, seconds=7)
    assert plain["hint"] != later["hint"] == "Try again in 7 s."
    assert added_sentences("llm", others="a:b") == ("a:b failed too.",)


def test_what_this_version_cannot_say_is_left_to_the_stored_text() -> None:
    assert error_text("", {}, "ru") is None
    assert error_text("llm.of_another_version", {}, "ru") is None
    assert error_text("nowhere.timeout", {}, "ru") is None
    assert error_text("llm.timeout", {}, "ru") is None


def test_a_stored_error_keeps_code_and_words_and_one_from_before_loads() -> None:
    error = ProviderError(**localized("llm.usd_spent", limit=2, spent=1.5), provider="openai")
    kept = StageError.of(error)
    assert StageError.model_validate_json(kept.model_dump_json()) == kept
    assert kept.words == {"limit": 2, "spent": 1.5}

    before = StageError.model_validate({"kind": "ProviderError", "message": "Down."})
    assert (before.code, before.words) == ("", {})
