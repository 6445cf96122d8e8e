"""The writer without a model: every word from the facts, every sentence with its marker."""

import json
from typing import Any

import pytest

from tests.support.insurance_workspace import (
    fact,
    passage,
    payload,
    plan,
    question,
    theft,
    windscreen,
    workspace,
    write_request,
)
from workbench.answer.offline_writer import OfflineWriter
from workbench.domain.answer import Answer, AskOptions, Format
from workbench.domain.evidence import Evidence, FactsPayload, empty_facts
from workbench.errors import InputError
from workbench.render_styles import RENDER_STYLES
from workbench.rendering import render

FAQ = """**Is glass covered?** Yes, on every plan. There is an excess of $100.

**May I drive abroad?** Up to 80 km beyond the border.

| Plan | Limit | Excess |
|---|---|---|
| Basic | $500 | $100 |
| Plus | $1,500 | $100 |

What we do not pay for:

- racing;
- wear and tear.
"""


async def write(asked: str, facts: FactsPayload, style: str = "SHORT", **options: Any) -> Answer:
    by = plan(style)
    shown = render(by, facts, workspace(), "en", question=asked)
    request = write_request(question(asked), facts, shown, plan=by, options=AskOptions(**options))
    pieces: list[str] = []
    answer = (await OfflineWriter(workspace()).write(request, pieces.append)).answer
    assert "".join(pieces) == answer.marked
    return answer


def faq() -> Evidence:
    return windscreen().model_copy(update={"text": FAQ, "id": "p-faq"})


async def test_facts_are_told_as_rendered() -> None:
    facts = payload(fact("Glass is covered"), fact("Keys are covered"))

    answer = await write("What is covered?", facts, "BULLETS")

    assert answer.marked == "- Glass is covered [Source 1]\n- Keys are covered [Source 2]"
    assert answer.text == "- Glass is covered\n- Keys are covered"
    assert answer.model == "offline"


async def test_an_unstructured_question_is_answered_by_the_sentence_that_says_it() -> None:
    answer = await write("What is the windscreen excess?", payload(theft(), windscreen()))

    assert answer.marked == (
        "The windscreen excess is $100 for each claim on every plan [Source 2]."
    )


async def test_a_faq_gives_its_answer_and_not_its_question() -> None:
    answer = await write("May I drive abroad?", payload(faq()))

    assert answer.text == "Up to 80 km beyond the border."


async def test_a_table_row_reads_by_its_header() -> None:
    answer = await write("What is the limit of the Plus plan?", payload(faq()))

    assert answer.text.startswith("Plus — Limit: $1,500")


async def test_list_items_come_with_what_they_complete() -> None:
    answer = await write("What do we not pay for?", payload(faq()))

    assert "What we do not pay for:" in answer.text
    assert "- racing" in answer.text
    assert "- wear and tear" in answer.text


async def test_headings_and_markup_are_no_part_of_an_answer() -> None:
    item = passage("## Theft\n\nThere is no cover for theft if the keys were left in the car.")

    answer = await write("Is theft covered with keys in the car?", payload(item))

    assert answer.text == "There is no cover for theft if the keys were left in the car."


async def test_nothing_found_is_said() -> None:
    answer = await write("What?", empty_facts())

    assert answer.outcome == "no_answer"


@pytest.mark.parametrize("form", [Format.PLAIN, Format.MARKDOWN, Format.BULLETS])
async def test_formats_keep_every_fact_and_marker(form: Format) -> None:
    facts = payload(fact("Glass is covered"), fact("Keys are covered"))

    answer = await write("What is covered?", facts, format=form)

    assert "Glass is covered [Source 1]" in answer.marked
    assert "Keys are covered [Source 2]" in answer.marked


async def test_plain_text_has_no_markdown() -> None:
    facts = payload(fact("Glass", group="Plus", limit="$500"))

    for style in RENDER_STYLES:
        answer = await write("What?", facts, style, format=Format.PLAIN)
        assert not set("*|#") & set(answer.text)


async def test_bullets_are_one_fact_a_line() -> None:
    answer = await write(
        "What is covered?", payload(fact("Glass."), fact("Keys.")), format=Format.BULLETS
    )

    assert answer.text == "- Glass.\n- Keys."


async def test_json_holds_the_answer_and_its_sources() -> None:
    answer = await write("What is covered?", payload(fact("Glass")), format=Format.JSON)

    assert json.loads(answer.marked) == {"answer": "Glass [Source 1].", "sources": [1]}


async def test_a_schema_is_filled_from_the_facts() -> None:
    answer = await write("What is covered?", payload(fact("Glass")), schema="AnswerWithSources")

    filled = json.loads(answer.marked)
    assert filled["key_facts"] == ["Glass [Source 1]."]
    assert filled["sources_used"] == [1]


async def test_a_schema_that_needs_a_model_says_so() -> None:
    with pytest.raises(InputError, match="only be filled by a model"):
        await write("What?", payload(fact("Glass")), schema="Sonnet")


async def test_length_is_kept_by_whole_sentences() -> None:
    facts = payload(*[fact(f"Benefit {letter} is covered") for letter in "ABCD"])

    answer = await write("What?", facts, "BULLETS", max_response_length=9)

    assert answer.text == "- Benefit A is covered\n- Benefit B is covered"
