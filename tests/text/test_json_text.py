"""The object that a model was asked for is found wherever it put it, and never put together."""

import json
import time

import pytest

from workbench.text.json_text import object_text

OBJECT = '{"answer": "Glass {or not} [Source 1]", "more": {"sources": [1]}}'


@pytest.mark.parametrize(
    "said",
    [
        OBJECT,
        f"Here is the JSON: {OBJECT}",
        f"{OBJECT}\n\nI hope this helps!",
        f"```json\n{OBJECT}\n```",
        f"Sure.\n```\n{OBJECT}\n```\nAnything else?",
        f"\ufeff {OBJECT}",
        f"For {{product}}, as asked [Source 1], [1]: {OBJECT}.",
        f'The schema {{"answer": "…"}} is filled so: {OBJECT}',
    ],
)
def test_the_object_is_found_in_what_was_said(said: str) -> None:
    assert object_text(said) == OBJECT


@pytest.mark.parametrize(
    "said",
    [
        "",
        "no JSON",
        "[1]",
        f"[{OBJECT}]",
        f"Both: [{OBJECT}, {OBJECT}]",
        OBJECT[:-1],
        f"Here: {OBJECT[:-1]}",
        f'Here: {{"parts": [{OBJECT}, ',
        f"[{OBJECT}, ",
        '{"deep": ' + "[" * 100_000,
    ],
)
def test_no_part_of_anything_else_is_taken_for_it(said: str) -> None:
    assert object_text(said) == said.strip()


def test_numbers_are_left_to_the_reader() -> None:
    said = '{"long": ' + "9" * 5000 + ', "huge": 1e999, "none": NaN}'
    assert object_text(f"So: {said}") == said


def test_long_replies_are_read_at_once() -> None:
    started = time.perf_counter()
    for said in (
        '{"a":' * 60_000,
        '{"a": {} ' * 60_000,
        "[{" * 60_000,
        json.dumps({"a": "{"}) * 9_000,
    ):
        object_text(said)
    assert time.perf_counter() - started < 2
