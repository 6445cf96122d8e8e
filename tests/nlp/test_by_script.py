"""Listed words are found by any form, and analysed by script."""

from workbench.nlp.by_script import ByScript


def test_a_word_is_found_by_each_of_its_forms_and_the_last_value_counts() -> None:
    listed = ByScript([("metre", 1), ("метр", 2), ("metre", 3)], lambda word: (word, f"{word}~"))
    assert [listed.get(form) for form in ("metre", "metre~", "метр~", "foot")] == [3, 3, 2, None]
    assert listed.all("metre") == [1, 3]
    assert "метр" in listed
    assert "foot" not in listed


def test_words_of_the_other_script_are_not_analysed() -> None:
    analysed: list[str] = []

    def forms(word: str) -> tuple[str, ...]:
        analysed.append(word)
        return (word,)

    listed = ByScript([("metre", 1), ("метр", 2)], forms)
    assert listed.get("metre") == 1
    assert analysed == ["metre"]
