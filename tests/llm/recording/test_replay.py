"""What a run recorded answers for its models."""

from typing import Any

import pytest

from tests.llm.doubles import BROKEN_OFF, GOOD, Sequence, failure
from tests.llm.vendors import ask
from tests.support.stored_runs import NAMES, rows_of
from workbench.domain.run import ModelExchange
from workbench.errors import BudgetError, ProviderError
from workbench.llm.protocol import (
    PROMPT_EDITION,
    ChatModel,
    ChatReply,
    ChatRequest,
    Message,
    prompt_hash,
    request_hash,
)
from workbench.llm.recording.record import Recording, RecordingModel
from workbench.llm.recording.replay import ReplayModel
from workbench.llm.wrappers.budget import Budget, BudgetedModel
from workbench.llm.wrappers.retry import RetryingModel

SECOND = GOOD.model_copy(update={"text": "Second."})


async def recorded(*tries: list[str | ChatReply | Exception | float]) -> list[ModelExchange]:
    """What a run keeps that makes the same request until the script ends."""
    recording, inner = Recording(), Sequence(*tries)
    model = RetryingModel(RecordingModel(inner, recording, asked="test:first"), pause_s=0.001)
    while inner.asked < len(tries):
        try:
            await model.complete(ask())
        except ProviderError:
            continue
    return recording.exchanges


def replay(exchanges: list[ModelExchange], otherwise: ChatModel | None = None) -> ReplayModel:
    return ReplayModel(exchanges, Recording(), name="test:first", otherwise=otherwise)


async def test_the_same_reply_whole_and_streamed() -> None:
    exchanges = await recorded(["Good.", GOOD])
    whole = await replay(exchanges).complete(ask(deadline_s=1))
    streamed = [item async for item in replay(exchanges).stream(ask())]
    assert whole == GOOD.model_copy(update={"cached": True, "ms": whole.ms})
    assert streamed == ["Good.", whole]


async def test_a_replay_is_recorded_like_the_run() -> None:
    exchanges = await recorded([GOOD])
    recording = Recording()
    await ReplayModel(exchanges, recording, name="test:first").complete(ask())
    [again] = recording.exchanges
    assert (again.reply, again.cached, again.asked) == ("Good.", True, "test:first")
    assert again.request_hash == exchanges[0].request_hash
    assert recording.usage.price_usd == 0
    assert await replay(recording.exchanges).complete(ask()), "a replay can be replayed"


async def test_tries_that_led_to_a_reply_are_one_call() -> None:
    exchanges = await recorded([failure()], [failure()], [GOOD])
    assert len(exchanges) == 3
    model = replay(exchanges)
    assert (await model.complete(ask())).text == "Good."
    assert (await model.complete(ask())).text == "Good."


async def test_the_same_request_twice_has_its_replies_in_order() -> None:
    model = replay(await recorded([GOOD], [SECOND]))
    said = [(await model.complete(ask())).text for _ in range(3)]
    assert said == ["Good.", "Second.", "Second."]


async def test_a_failure_fails_again() -> None:
    exchanges = await recorded([GOOD], [failure(retryable=False)])
    model = replay(exchanges)
    await model.complete(ask())
    with pytest.raises(ProviderError, match="Down") as failed:
        [item async for item in model.stream(ask())]
    assert failed.value.hint == "Wait."


async def test_a_spent_budget_stays_a_spent_budget() -> None:
    budget = Budget(tokens=1)
    recording = Recording()
    model = RecordingModel(BudgetedModel(Sequence([GOOD]), budget), recording)
    with pytest.raises(BudgetError) as spent:
        await model.complete(ask())
    with pytest.raises(BudgetError) as again:
        await replay(recording.exchanges).complete(ask())
    assert (str(again.value), again.value.code) == (str(spent.value), "llm.tokens_spent")


async def test_a_partial_reply_stays_partial() -> None:
    reply = await replay(await recorded([BROKEN_OFF])).complete(ask())
    assert (reply.text, reply.is_whole) == ("Half", False)


async def test_what_was_not_asked_is_a_typed_error_or_another_models() -> None:
    exchanges = await recorded([GOOD])
    other = ask(system="Something else.")
    with pytest.raises(ProviderError, match="no reply to this request"):
        await replay(exchanges).complete(other)
    live = Sequence(["Second.", SECOND])
    assert await replay(exchanges, live).complete(other) == SECOND
    assert [item async for item in replay(exchanges, live).stream(other)] == ["Second.", SECOND]
    assert (await replay(exchanges, live).complete(ask())).text == "Good."
    assert live.asked == 2


async def test_other_temperature_or_room_is_the_same_request_as_it_was_recorded() -> None:
    exchanges = await recorded([GOOD], [SECOND])
    today = ask(temperature=0.2, max_tokens=50, top_p=0.8, top_k=40)
    recording = Recording()
    model = ReplayModel(exchanges, recording, name="test:first")
    assert [(await model.complete(today)).text for _ in range(2)] == ["Good.", "Second."]
    assert [one.request for one in recording.exchanges] == [one.request for one in exchanges]


@pytest.mark.parametrize(
    "changes",
    [
        {"messages": (Message(role="user", text="Где работает другой?"),)},
        {"messages": (*ask().messages, Message(role="user", text="More."))},
        {"output_schema": {"type": "object"}},
        {"role": "planner"},
    ],
)
async def test_other_words_are_another_request(changes: dict[str, Any]) -> None:
    model = replay(await recorded([GOOD]))
    with pytest.raises(ProviderError, match="no reply to this request"):
        await model.complete(ask(temperature=0.2, **changes))


async def test_whoever_can_be_asked_is_asked_under_the_settings_of_today() -> None:
    live = Sequence(["Second.", SECOND])
    model = replay(await recorded([GOOD]), live)
    assert await model.complete(ask(temperature=0.2)) == SECOND


async def test_runs_of_before_have_no_hashes() -> None:
    [exchange] = await recorded([GOOD])
    old = ModelExchange(
        role=exchange.role, model=exchange.model, request=exchange.request, reply="Good."
    )
    assert ChatRequest.model_validate(old.request)
    assert (await replay([old]).complete(ask())).text == "Good."


EARLIER = {"prompt_edition": PROMPT_EDITION - 1}


async def reworded(exchanges: list[ModelExchange], **changes: Any) -> list[ModelExchange]:
    return [one.model_copy(update=changes) for one in exchanges]


async def test_replies_to_an_earlier_edition_of_the_prompts_are_found_by_their_order() -> None:
    exchanges = await recorded([failure()], [GOOD])
    [*_, second] = await recorded([SECOND])
    other = second.model_copy(
        update={"request_hash": "another", "request": {**second.request, "system": ""}}
    )
    earlier = await reworded([*exchanges, other], **EARLIER)
    recording = Recording()
    model = ReplayModel(earlier, recording, name="test:first")

    said = [(await model.complete(ask(system=f"Today's words, {n}."))).text for n in range(2)]

    assert said == ["Good.", "Second."]
    assert [one.prompt_edition for one in recording.exchanges] == [PROMPT_EDITION - 1] * 2
    with pytest.raises(ProviderError, match="has no reply to this request"):
        await model.complete(ask(system="A third call."))


@pytest.mark.parametrize(("edition", "is_first"), [(0, True), (1, False), (PROMPT_EDITION, False)])
async def test_only_the_first_edition_has_answers_that_nobody_checked_for_completeness(
    edition: int, is_first: bool
) -> None:
    exchanges = await reworded(await recorded([GOOD]), role="answer", prompt_edition=edition)
    assert Recording(exchanges=exchanges).replays_edition_0 is is_first


async def test_todays_edition_in_other_words_is_another_request() -> None:
    exchanges = await recorded([GOOD])
    with pytest.raises(ProviderError, match="has no reply to this request"):
        await replay(exchanges).complete(ask(system="Other words."))


class LaterRequest(ChatRequest):
    """A request of a later release, with a new optional field."""

    seed: int | None = None


def test_a_new_optional_field_changes_a_hash_only_where_it_is_set() -> None:
    request = ask()
    later, seeded = (LaterRequest(**request.model_dump(), **more) for more in ({}, {"seed": 7}))

    assert request_hash(later) == request_hash(request)
    assert prompt_hash(later.model_dump(mode="json")) == prompt_hash(
        request.model_dump(mode="json")
    )
    assert request_hash(seeded) != request_hash(request)


@pytest.mark.parametrize("name", NAMES["170e391"])
def test_recorded_hashes_are_those_of_the_recorded_requests(name: str) -> None:
    for exchange in rows_of("170e391", name)["runs"][0]["header"]["exchanges"]:
        if exchange["role"] != "embedder":
            request = ChatRequest.model_validate(exchange["request"])
            assert request_hash(request) == exchange["request_hash"]
