"""The same answer in another format, without a model."""

import json

import pytest

from tests.support.insurance_workspace import fact, payload
from workbench.answer.formats import reshaped
from workbench.domain.answer import CITATION_MARKER, Format
from workbench.text import parse

MARKED = "The **excess** is $100 [Source 1]. Glass is covered [Source 2]."
FACTS = payload(fact("The excess is $100"), fact("Glass is covered"))


@pytest.mark.parametrize("form", Format)
def test_every_format_keeps_every_marker(form: Format) -> None:
    assert CITATION_MARKER.findall(reshaped(MARKED, form)) == ["1", "2"]


def test_json_becomes_text_again() -> None:
    data = reshaped(MARKED, Format.JSON)

    assert json.loads(data)["sources"] == [1, 2]
    assert reshaped(data, Format.MARKDOWN) == MARKED
    assert reshaped(data, Format.PLAIN) == MARKED.replace("**", "")


def test_json_stays_as_it_is_where_it_is_asked_for_or_has_no_text() -> None:
    data = json.dumps({"answer": "Yes [Source 1]."})
    other = json.dumps({"similarities": ["Both cover glass [Source 1]."]})

    assert reshaped(data, Format.JSON) == data
    assert reshaped(other, Format.MARKDOWN) == other


def test_nothing_is_cut_however_long_it_is() -> None:
    long = "It is covered [Source 1]. " * 2000

    assert reshaped(long, Format.MARKDOWN) == long


WRITTEN = """## What is covered

The **excess** is *$100* [Source 1]. It is __paid__ _once_ by `Section I`, see [terms](https://a.example/b).

| Product | Excess |
| :--- | ---: |
| **Car** | $100 [Source 1] |
| Boat | |

> ~~$40~~ for glass [Source 2].

```python
# a comment
cost = 2 ** 5
```

* 2*3*4 and snake_case stay"""


def test_plain_text_has_no_markdown() -> None:
    assert reshaped(WRITTEN, Format.PLAIN).split("\n") == [
        "What is covered",
        "",
        "The excess is $100 [Source 1]. It is paid once by Section I, see terms (https://a.example/b).",
        "",
        "Product, Excess:",
        "– Car, $100 [Source 1]",
        "– Boat",
        "",
        "$40 for glass [Source 2].",
        "",
        "# a comment",
        "cost = 2 ** 5",
        "",
        "– 2*3*4 and snake_case stay",
    ]


@pytest.mark.parametrize("form", [Format.PLAIN, Format.BULLETS])
@pytest.mark.parametrize("text", [MARKED, WRITTEN.replace("# a comment\ncost = 2 ** 5", "x")])
def test_a_text_in_its_format_stays_as_it_is(text: str, form: Format) -> None:
    once = reshaped(text, form)

    assert reshaped(once, form) == once


def test_each_row_of_a_table_stays_a_sentence_in_plain_text() -> None:
    table = "| Product | Excess |\n|---|---|\n| Car | $100 |\n| Boat | $40 |"
    plain = reshaped(table, Format.PLAIN)

    told = [plain[one.start : one.end].strip() for one in parse(plain).sentences]

    assert told == ["Product, Excess:", "– Car, $100", "– Boat, $40"]


def test_a_cell_that_cites_keeps_the_labels_of_its_column_in_plain_text() -> None:
    table = (
        "| Benefit | Basic | Plus |\n|---|---|---|\n"
        "| Surgery | $9 [Source 1] | $12 [Source 2] |\n| Dental | — | $5 [Source 3] |"
    )

    assert reshaped(table, Format.PLAIN).splitlines() == [
        "Benefit, Basic, Plus:",
        "– Surgery: Basic: $9 [Source 1]; Plus: $12 [Source 2]",
        "– Dental: Plus: $5 [Source 3]",
    ]


def test_each_item_of_a_list_stays_a_sentence_in_plain_text() -> None:
    plain = reshaped("Bring:\n\n- a lamp [Source 1]\n- a rope [Source 2]", Format.PLAIN)

    told = [plain[one.start : one.end] for one in parse(plain).sentences]
    assert told == ["Bring:", "– a lamp [Source 1]", "– a rope [Source 2]"]
