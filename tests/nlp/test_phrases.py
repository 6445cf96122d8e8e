"""Phrases are found in every form, and nothing is taken for one by its stem alone."""

import pytest

from workbench.nlp.phrases import find_phrases, has_phrase


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Я рекомендую уточнить у Дмитрия.", "рекомендуется уточнить у Дмитрия"),
        ("других упоминаний не найдено", "другое упоминание не найдено"),
        ("It varied.", "varies"),
        ("I don’t know", "i don't know"),
    ],
)
def test_inflected_phrases_are_found(text: str, phrase: str) -> None:
    assert has_phrase(text, [phrase])


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("What should I do", "what's"),
        ("I like it", "likely"),
        ("most of it, likely", "most likely"),
        ("", "x"),
        ("x", ""),
    ],
)
def test_other_words_are_not(text: str, phrase: str) -> None:
    assert not has_phrase(text, [phrase])


def test_the_place_is_exact() -> None:
    text = "So: it is likely."

    (found,) = find_phrases(text, ["is likely"])

    assert text[found.start : found.end] == "is likely"
