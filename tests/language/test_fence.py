"""JSON comes out of the fence around it; whatever else there is stays as it was."""

import pytest

from workbench.language.fence import without_fence


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("{}", "{}"),
        ("```json\n{}\n```", "{}"),
        ("```JSON\r\n{}\r\n```", "{}"),
        ("```\n{}\n```\n", "{}"),
        ("\n ```json \n{}\n  ```", "{}"),
        ("```json\n{}```", "{}"),
        ('{"code": "```"}', '{"code": "```"}'),
        ("```\n{}\n``` as asked", "```\n{}\n``` as asked"),
        ("```", "```"),
    ],
)
def test_a_fence_around_the_whole_text_is_taken_off(text: str, bare: str) -> None:
    assert without_fence(text) == bare
