"""A model's JSON becomes an object, and the object comes out of the answer again."""

import datetime as dt
import json
from typing import Any

import pytest
from pydantic import BaseModel, Field, ValidationError, computed_field, field_serializer

from tests.support.answer_schemas import CAR, FILLED, SAID, Breaking, Closed, Excesses, Loose, Tree
from tests.support.russian_errors import in_russian
from workbench.answer.output_schemas import AnswerWithSources, PlainJson, merge_schemas, satisfies
from workbench.answer.structured_output import filled_json, structured_answer
from workbench.domain.answer import Answer, AskOptions, Audience, Format
from workbench.errors import InputError
from workbench.text.citation_marks import without_markers

SCHEMAS = merge_schemas([Excesses, Loose, Tree])
EXCESSES = AskOptions(schema="Excesses")


def answer(marked: str, **more: Any) -> Answer:
    return Answer(text=without_markers(marked).text, marked=marked, **more)


class Squared(BaseModel):
    side: int

    @computed_field  # type: ignore[prop-decorator]
    @property
    def area(self) -> int:
        return self.side**2


class ReadsAnother(BaseModel):
    name: str = Field(validation_alias="fullName")


class WritesAnother(BaseModel):
    name: str = Field(serialization_alias="fullName")


class LeavesOut(BaseModel):
    name: str
    secret: str = Field(exclude=True)


class WritesItsWay(BaseModel):
    day: dt.date

    @field_serializer("day")
    def written(self, day: dt.date) -> str:
        return day.strftime("%d.%m.%Y")


class Code(BaseModel):
    code: str = Field(pattern=r"^[A-Z]{3}$")
    either: int | str | list[str] = 0


def test_what_a_model_said_fills_the_class_again() -> None:
    text = filled_json(Excesses, SAID, 2)
    assert json.loads(text) == FILLED
    assert Excesses.model_validate_json(text) == Excesses.model_validate_json(SAID)


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        (ReadsAnother, {"fullName": "Ann [Source 1]"}),
        (WritesAnother, {"name": "Ann [Source 1]"}),
        (LeavesOut, {"name": "Ann", "secret": "Bob"}),
        (WritesItsWay, {"day": "2024-05-01"}),
    ],
)
def test_a_class_may_write_itself_otherwise_than_it_reads(
    schema: type[BaseModel], said: dict[str, Any]
) -> None:
    schemas = merge_schemas([schema])
    text = filled_json(schemas[schema.__name__], json.dumps(said), 1)
    assert json.loads(text) == said
    options = AskOptions(schema=schema.__name__)
    assert structured_answer(answer(text), options, schemas) == schema.model_validate(said)


def test_the_strings_of_a_class_keep_all_but_the_form_of_their_markers() -> None:
    said = {"name": "  «Анна» (source 1), see [", "secret": "["}
    text = filled_json(LeavesOut, json.dumps(said), 1)
    assert json.loads(text) == {**said, "name": "  «Анна» [Source 1], see ["}
    assert "Анна" in text


def test_what_is_computed_is_not_written() -> None:
    assert json.loads(filled_json(Squared, '{"side": 3}', 1)) == {"side": 3}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"since": "2024-05-01 [Source 1]"}, "since"),
        ({"product": "car [Source 1]"}, "product"),
        ({"sum": {"amount": "100 [Source 1]"}}, "sum"),
    ],
)
def test_a_marker_is_taken_out_where_there_is_no_room_for_it(
    change: dict[str, Any], place: str
) -> None:
    said = {**FILLED, "excesses": [{**CAR, **change}], "highest": None}
    filled = Excesses.model_validate_json(filled_json(Excesses, json.dumps(said), 2))
    assert getattr(filled.excesses[0], place) == getattr(
        Excesses.model_validate(FILLED).excesses[0], place
    )
    assert filled.excesses[0].said == CAR["said"], "free text keeps its own"


def test_a_marker_is_taken_out_of_a_pattern() -> None:
    assert json.loads(filled_json(Code, '{"code": "ABC[Source 2]"}', 2))["code"] == "ABC"


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "null",
        "[]",
        "no JSON",
        SAID[:-5],
        '{"heading": 1}',
        '{"heading": "' + "\\ud800" + '", "excesses": []}',
        '{"heading": "x", "excesses": ' + "[" * 3000 + "]" * 3000 + "}",
        '{"heading": "[Source 1]", "excesses": ' + "[" * 100_000,
    ],
)
def test_a_reply_that_does_not_fill_it_is_refused(reply: str) -> None:
    with pytest.raises(ValidationError):
        filled_json(Excesses, reply, 2)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999"])
def test_a_number_that_json_does_not_have_is_refused(number: str) -> None:
    said = json.dumps(FILLED).replace("100,", f"{number},")
    assert number in said
    with pytest.raises(ValidationError):
        filled_json(Excesses, said, 2)


@pytest.mark.parametrize(
    ("said", "listed", "numbers"),
    [
        ("One [Source 2]. Two [source 1].", [1], [2, 1]),
        ("One [Source 2].", [2, 9], [2]),
        ("One [Source 9].", [9, 1], [1]),
        ("None is marked.", [2, 7, 2], [2]),
        ("None is marked.", [], []),
    ],
)
def test_the_sources_listed_are_those_cited(
    said: str, listed: list[int], numbers: list[int]
) -> None:
    reply = {"answer": said, "confidence": 1, "sources_used": listed, "key_facts": []}
    assert json.loads(filled_json(AnswerWithSources, json.dumps(reply), 2))["sources_used"] == (
        numbers
    )
    plain = json.dumps({"answer": said, "sources": listed})
    assert json.loads(filled_json(PlainJson, plain, 2))["sources"] == numbers


class Verdict(BaseModel):
    covered: bool = False
    amount: float = 0
    note: str = ""


class Told(BaseModel):
    answer: str
    status: str = "ok"


class Remark(BaseModel):
    about: str
    amount: float


@pytest.mark.parametrize(
    "said",
    [
        {"covered": False},
        {"covered": True, "amount": 100, "note": ""},
        {"amount": 0, "note": "None."},
    ],
)
def test_numbers_answer_where_the_class_asks_for_no_text(said: dict[str, Any]) -> None:
    assert json.loads(filled_json(Verdict, json.dumps(said), 1)) == said


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        (Verdict, {}),
        (Verdict, {"note": "[Source 1]"}),
        (Told, {"answer": "", "status": "covered"}),
        (Remark, {"about": "", "amount": 100}),
        (Remark, {"about": "[Source 1].", "amount": 100}),
        (PlainJson, {"answer": "...", "sources": [1]}),
        (Tree, {"said": "", "parts": [{"said": " "}]}),
    ],
)
def test_an_object_without_a_word_is_refused(schema: type[BaseModel], said: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="is empty"):
        filled_json(schema, json.dumps(said), 1)


def test_fields_that_the_class_forbids_are_left_out() -> None:
    more = {**FILLED, "note": "x", "highest": {**CAR, "sum": {"amount": 1, "tax": 2}}}
    text = filled_json(Excesses, f"As asked:\n```\n{json.dumps(more)}\n```", 2)
    assert json.loads(text) == {**FILLED, "highest": {**CAR, "sum": {"amount": 1}}}


def test_a_class_that_forbids_no_field_keeps_them_all() -> None:
    said = {"said": "It is $100.", "by_product": {}, "mood": "good"}
    assert json.loads(filled_json(Loose, json.dumps(said), 1)) == said


def test_what_two_members_of_a_union_forbid_is_not_chosen_among() -> None:
    class Short(Closed):
        name: str = ""

    class Long(Closed):
        title: str

    class Either(Closed):
        one: Short | Long

    with pytest.raises(ValidationError):
        filled_json(Either, '{"one": {"title": "Terms", "mood": "good"}}', 1)


def test_an_analyst_gets_the_object_with_markers_and_a_customer_without() -> None:
    filled = structured_answer(answer(SAID), EXCESSES, SCHEMAS)
    assert isinstance(filled, Excesses)
    assert filled.title == "Windscreen [Source 1]"
    assert filled.highest is not None
    assert filled.highest.since is not None
    customer = EXCESSES.model_copy(update={"audience": Audience.CUSTOMER})
    clean = structured_answer(answer(SAID), customer, SCHEMAS)
    assert isinstance(clean, Excesses)
    assert clean.title == "Windscreen"
    assert clean.excesses[1].said == "It is $40 for each claim."


def test_plain_json_is_a_schema_too() -> None:
    said = answer('{"answer": "Yes [Source 1].", "sources": [1]}')
    filled = structured_answer(said, AskOptions(format=Format.JSON), SCHEMAS)
    assert filled == PlainJson(answer="Yes [Source 1].", sources=[1])


def test_nothing_found_is_none() -> None:
    assert structured_answer(answer("No.", outcome="no_answer"), EXCESSES, SCHEMAS) is None


@pytest.mark.parametrize(
    ("given", "options", "says"),
    [
        (answer("Yes."), AskOptions(), "asked without a schema"),
        (None, EXCESSES, "no answer"),
        (answer("Yes."), EXCESSES, "does not match “Excesses”"),
        (answer(SAID.replace('"car"', '"cat"')), EXCESSES, r"\$\.excesses\[0\]\.product"),
        (answer(SAID), AskOptions(schema="Sonnet"), "Unknown schema “Sonnet”"),
    ],
)
def test_what_is_no_object_says_why(given: Answer | None, options: AskOptions, says: str) -> None:
    with pytest.raises(InputError, match=says) as refused:
        structured_answer(given, options, SCHEMAS)
    assert refused.value.hint
    assert in_russian(refused.value)


def test_a_class_that_breaks_while_it_checks_is_told_as_that() -> None:
    with pytest.raises(InputError, match=r"“Breaking”.*LookupError: no register") as told:
        filled_json(Breaking, '{"said": "A"}', 1)
    assert told.value.code == "answer.schema_raised"
    assert in_russian(told.value)
    assert not satisfies(Breaking, '{"said": "A"}')


def test_a_bare_number_in_the_text_of_a_built_in_schema_is_a_marker() -> None:
    said = json.dumps({"answer": "It is $100 [2], in row [7].", "sources": [1]})

    filled = json.loads(filled_json(PlainJson, said, 2))

    assert filled == {"answer": "It is $100 [Source 2], in row [7].", "sources": [2]}


def test_a_bare_number_in_an_own_class_is_what_the_class_makes_of_it() -> None:
    said = '{"name": "Ann [1]", "secret": ""}'

    assert json.loads(filled_json(LeavesOut, said, 2))["name"] == "Ann [1]"
