"""The writer over a model: streamed, from the context alone, honest about what is missing."""

import json
from collections.abc import AsyncIterator

import pytest

from tests.support.insurance_workspace import (
    fact,
    payload,
    plan,
    question,
    windscreen,
    workspace,
    write_request,
)
from workbench.answer.model_writer import ModelWriter
from workbench.domain.answer import AskOptions, Format, Mode, Template
from workbench.domain.evidence import FactsPayload, Gap, empty_facts
from workbench.domain.question import Turn
from workbench.errors import BudgetError, InputError, ProviderError
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest
from workbench.llm.scripted import ScriptedModel
from workbench.rendering import render
from workbench.settings import Settings

FACTS = payload(fact("Glass is covered"), windscreen())


class Broken(ChatModel):
    """A model whose stream ends without a word about how."""

    name = "scripted:broken"

    def __init__(self, *pieces: str) -> None:
        self._pieces = pieces

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        for piece in self._pieces:
            yield piece


def writer(model: ScriptedModel | Broken, settings: Settings) -> ModelWriter:
    return ModelWriter(model, workspace(), settings)


def request(facts: FactsPayload = FACTS, **values: object) -> object:
    shown = render(plan(max_items=2), facts, workspace(), "en")
    return write_request(question("What is covered?"), facts, shown, **values)


def reply(text: str, finish: str | None = "stop") -> ChatReply:
    return ChatReply.model_validate(
        {"text": text, "finish_reason": finish, "model": "m", "input_tokens": 7, "output_tokens": 3}
    )


async def test_the_answer_streams_without_half_a_marker(settings: Settings) -> None:
    shown: list[str] = []
    text = "Glass is covered [Source 1]. The excess is $100 [Source 2]."

    answer = (await writer(ScriptedModel([text]), settings).write(request(), shown.append)).answer

    assert answer.marked == text
    assert answer.text == "Glass is covered. The excess is $100."
    assert "".join(shown) == text
    assert all(piece.count("[") == piece.count("]") for piece in shown)
    assert not answer.partial


@pytest.mark.parametrize("written", ["[Источник 2]", "[sources 2]", "(Source 2)", "[2]"])
async def test_markers_are_read_as_models_write_them(settings: Settings, written: str) -> None:
    model = ScriptedModel([f"Glass is covered [Source 1]. The excess is $100 {written}."])

    answer = (await writer(model, settings).write(request(), lambda _: None)).answer

    assert answer.marked == "Glass is covered [Source 1]. The excess is $100 [Source 2]."


async def test_a_bare_number_of_no_source_is_text(settings: Settings) -> None:
    answer = (
        await writer(ScriptedModel(["It is in row [3]."]), settings).write(request(), print)
    ).answer

    assert answer.marked == "It is in row [3]."


async def test_tokens_and_model_are_on_record(settings: Settings) -> None:
    answer = (await writer(ScriptedModel([reply("Yes.")]), settings).write(request(), print)).answer

    assert (answer.tokens_used, answer.model) == (10, "m")


@pytest.mark.parametrize("finish", [None, "length"])
async def test_a_reply_that_was_cut_is_partial(settings: Settings, finish: str | None) -> None:
    model = ScriptedModel([reply("Glass is covered [Sour", finish)])

    answer = (await writer(model, settings).write(request(), lambda _: None)).answer

    assert answer.partial
    assert answer.marked == "Glass is covered"


async def test_a_stream_without_an_end_is_partial_and_its_text_kept(settings: Settings) -> None:
    answer = (await writer(Broken("Glass is ", "covered"), settings).write(request(), print)).answer

    assert answer.partial
    assert answer.text == "Glass is covered"


async def test_nothing_found_calls_no_model(settings: Settings) -> None:
    model = ScriptedModel([])

    answer = (await writer(model, settings).write(request(empty_facts()), print)).answer

    assert answer.outcome == "no_answer"
    assert model.requests == []


async def test_a_failing_provider_is_not_hidden(settings: Settings) -> None:
    model = ScriptedModel([ProviderError("down", provider="scripted", retryable=True)])

    with pytest.raises(ProviderError, match="down"):
        await writer(model, settings).write(request(), print)


async def test_an_empty_reply_is_a_failure(settings: Settings) -> None:
    with pytest.raises(ProviderError, match="no text"):
        await writer(ScriptedModel([reply("  ")]), settings).write(request(), print)


async def test_loose_markers_are_brought_into_form(settings: Settings) -> None:
    model = ScriptedModel(["Glass [source 1, 2]."])

    answer = (await writer(model, settings).write(request(), print)).answer

    assert answer.marked == "Glass [Source 1][Source 2]."


async def asked(
    settings: Settings, model_name: str = "openai:gpt", **values: object
) -> ChatRequest:
    model = ScriptedModel(["Yes [Source 1]."], name=model_name)
    await writer(model, settings).write(request(**values), lambda _: None)
    return model.requests[0]


async def test_the_sources_and_the_question_are_the_last_message(settings: Settings) -> None:
    sent = await asked(settings)

    assert "[Source 1]" in sent.messages[-1].text
    assert "> Glass is covered" in sent.messages[-1].text
    assert "Question: What is covered?" in sent.messages[-1].text
    assert sent.deadline_s == settings.answer_deadline_s


@pytest.mark.parametrize("mode", list(Mode))
async def test_each_mode_has_its_own_words(settings: Settings, mode: Mode) -> None:
    others = [
        (await asked(settings, options=AskOptions(mode=other))).system
        for other in Mode
        if other is not mode
    ]

    assert (await asked(settings, options=AskOptions(mode=mode))).system not in others


async def test_the_rules_name_what_is_forbidden_and_how_to_cite(settings: Settings) -> None:
    sent = await asked(settings, options=AskOptions(system_instructions="Be kind."))

    assert "[Source 2]" in sent.system
    assert "as a language model" in sent.system
    assert "Additional instructions: Be kind." in sent.system


async def test_the_template_is_the_intents_unless_asked_for(settings: Settings) -> None:
    comparing = plan().model_copy(update={"intents": ("COMPARE",)})

    by_intent = await asked(settings, plan=comparing)
    by_option = await asked(settings, options=AskOptions(template=Template.SUMMARIZATION))

    assert "Task: compare." in by_intent.system
    assert "Task: summarise." in by_option.system
    assert "Task:" not in (await asked(settings)).system


async def test_a_stricter_try_says_what_was_wrong(settings: Settings) -> None:
    sent = await asked(settings, stricter=("No identifiers.",))

    assert "- No identifiers." in sent.system


async def test_gaps_may_be_spoken_of(settings: Settings) -> None:
    gap = Gap(call=0, entity_id="product:car", relation="COVER", reason="absent", message="")
    facts = payload(fact("Glass"), gaps=(gap,))

    sent = await asked(settings, facts=facts)

    assert "Car Insurance (What is covered)" in sent.system
    assert "product:car" not in sent.system


async def test_history_comes_before_the_question(settings: Settings) -> None:
    turn = Turn(run_id="r", question="Before?", answer="Earlier.")

    sent = await asked(settings, history=(turn,))

    assert [(m.role, m.text) for m in sent.messages[:2]] == [
        ("user", "Before?"),
        ("assistant", "Earlier."),
    ]


async def test_history_has_a_budget_and_what_it_cuts_is_on_record(settings: Settings) -> None:
    turns = tuple(Turn(run_id=str(n), question=f"Turn {n}?", answer="Yes. " * 99) for n in (1, 2))
    tight = settings.model_copy(update={"answer_history_tokens": 150})
    model = ScriptedModel([reply("Glass is covered [Source 1].")])

    answer = (await writer(model, tight).write(request(history=turns), lambda _: None)).answer

    by_name = {section.name: section for section in answer.prompt}
    assert list(by_name) == ["instructions", "history", "sources", "question"]
    assert by_name["history"].cut == ("Turn 1?",)
    assert len(model.requests[0].messages) == 3


async def test_gemini_keeps_its_own_defaults_unless_set(settings: Settings) -> None:
    sent = await asked(settings, "gemini:flash")
    chosen = await asked(settings.model_copy(update={"answer_temperature": 0.4}), "gemini:flash")

    assert (sent.temperature, sent.max_tokens, sent.top_p, sent.top_k) == (0.1, 1024, 0.8, 40)
    assert chosen.temperature == 0.4


async def test_a_schema_is_asked_for_and_checked(settings: Settings) -> None:
    filled = {"answer": "Glass [source 1].", "sources": [1]}
    model = ScriptedModel([f"```json\n{json.dumps(filled)}\n```"])

    asked = request(options=AskOptions(format=Format.JSON))
    answer = (await writer(model, settings).write(asked, print)).answer

    assert model.requests[0].output_schema is not None
    assert json.loads(answer.marked)["answer"] == "Glass [Source 1]."


async def test_prose_in_a_fence_is_an_answer_like_any_other(settings: Settings) -> None:
    model = ScriptedModel(["```markdown\nGlass is covered [source 1].\n```"])

    answer = (await writer(model, settings).write(request(), print)).answer

    assert answer.marked == "Glass is covered [Source 1]."


WITH_SOURCES = AskOptions(schema="AnswerWithSources")
WHOLE = {
    "answer": "Glass [Source 1].",
    "confidence": 0.9,
    "sources_used": [1],
    "key_facts": [],
    "limitations": None,
}


async def test_a_reply_that_breaks_the_schema_twice_is_a_failure(settings: Settings) -> None:
    model = ScriptedModel(['{"answer": 1}', "I would rather write prose."])

    with pytest.raises(ProviderError, match="does not match the schema “AnswerWithSources”"):
        await writer(model, settings).write(request(options=WITH_SOURCES), print)

    assert len(model.requests) == 2


@pytest.mark.parametrize("frame", ["Here is the JSON: %s", "```json\n%s\n```\nDone.", "%s"])
async def test_a_reply_that_has_more_than_was_asked_for_is_read(
    settings: Settings, frame: str
) -> None:
    model = ScriptedModel([frame % json.dumps({**WHOLE, "mood": "good"})])

    answer = (await writer(model, settings).write(request(options=WITH_SOURCES), print)).answer

    assert json.loads(answer.marked) == WHOLE
    assert len(model.requests) == 1


async def test_a_model_is_shown_why_its_reply_does_not_fill_the_schema(settings: Settings) -> None:
    wrong = json.dumps({**WHOLE, "confidence": "high"})
    model = ScriptedModel([reply(wrong), reply(json.dumps(WHOLE))])
    shown: list[str] = []

    answer = (
        await writer(model, settings).write(request(options=WITH_SOURCES), shown.append)
    ).answer

    assert json.loads(answer.marked) == WHOLE
    assert answer.tokens_used == 20
    assert "".join(shown) == wrong, "the second reply is no more of the first"
    first, second = model.requests
    assert second.messages[: len(first.messages)] == first.messages
    said, told = second.messages[len(first.messages) :]
    assert (said.role, said.text) == ("assistant", wrong)
    assert "- $.confidence: Input should be a valid number" in told.text
    assert 0 < second.deadline_s <= first.deadline_s


async def test_a_repair_that_fails_leaves_the_first_failure(settings: Settings) -> None:
    down = ProviderError("down", provider="scripted", retryable=True)
    model = ScriptedModel(["Prose.", down])

    with pytest.raises(ProviderError, match="does not match the schema “AnswerWithSources”"):
        await writer(model, settings).write(request(options=WITH_SOURCES), print)


async def test_a_budget_that_does_not_allow_the_repair_is_not_called_a_wrong_schema(
    settings: Settings,
) -> None:
    model = ScriptedModel(["Prose.", BudgetError("Spent.", provider="scripted")])

    with pytest.raises(BudgetError, match="Spent"):
        await writer(model, settings).write(request(options=WITH_SOURCES), print)


@pytest.mark.parametrize("finish", [None, "length", "refusal"])
async def test_a_reply_that_broke_off_is_not_asked_for_again(
    settings: Settings, finish: str | None
) -> None:
    model = ScriptedModel([reply('{"answer": "Gla', finish)])

    with pytest.raises(ProviderError, match="ended before"):
        await writer(model, settings).write(request(options=WITH_SOURCES), print)


@pytest.mark.parametrize("text", ["[Source 1]", "...", "**(Source 1)**", "```markdown\n```"])
async def test_prose_that_says_nothing_is_no_answer(settings: Settings, text: str) -> None:
    with pytest.raises(ProviderError, match="no text"):
        await writer(ScriptedModel([text]), settings).write(request(), print)


@pytest.mark.parametrize("silent", ["", "[Source 1]", " … "])
async def test_a_schema_filled_with_nothing_is_no_answer(settings: Settings, silent: str) -> None:
    text = json.dumps({**WHOLE, "answer": silent, "limitations": "None."})
    model = ScriptedModel([text, text])

    with pytest.raises(ProviderError, match="no text"):
        await writer(model, settings).write(request(options=WITH_SOURCES), print)

    assert "$.answer: The answer is empty" in model.requests[1].messages[-1].text


async def test_an_unknown_schema_is_refused_before_the_model_is_asked(settings: Settings) -> None:
    with pytest.raises(InputError, match="Sonnet"):
        await writer(ScriptedModel([]), settings).write(
            request(options=AskOptions(schema="Sonnet")), print
        )
