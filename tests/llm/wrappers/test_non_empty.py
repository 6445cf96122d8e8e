"""A reply of markers and marks alone fails as an empty one does, for whoever asks again."""

import pytest

from tests.llm.doubles import Sequence
from tests.llm.vendors import ask
from workbench.errors import ProviderError
from workbench.llm.protocol import ChatReply
from workbench.llm.wrappers.non_empty import NonEmptyModel
from workbench.llm.wrappers.retry import RetryingModel


def whole(text: str, finish: str | None = "stop") -> ChatReply:
    return ChatReply.model_validate({"text": text, "finish_reason": finish, "model": "test:model"})


SILENT = ["[Sour", "ce 1]", " ...", whole("[Source 1] ...")]
SPOKEN = ["[Source", " 1] ", "It is", " $100.", whole("[Source 1] It is $100.")]


async def test_a_stream_that_says_nothing_is_tried_again_as_nothing_was_heard_of_it() -> None:
    model = Sequence(SILENT, SPOKEN)
    items = [i async for i in RetryingModel(NonEmptyModel(model), pause_s=0.001).stream(ask())]
    assert items == ["[Source 1] It is", " $100.", SPOKEN[-1]]
    assert model.asked == 2


async def test_a_whole_reply_that_says_nothing_is_a_failure() -> None:
    with pytest.raises(ProviderError, match="without any text") as failed:
        await NonEmptyModel(Sequence(SILENT)).complete(ask())
    assert failed.value.retryable
    assert failed.value.provider == "test"


async def test_silence_for_want_of_tokens_is_not_tried_again() -> None:
    silent = ["[Sou", whole("[Sou", "length")]
    with pytest.raises(ProviderError, match="used all its tokens") as failed:
        [item async for item in NonEmptyModel(Sequence(silent)).stream(ask())]
    assert not failed.value.retryable


@pytest.mark.parametrize("finish", ["refusal", "filtered"])
async def test_a_refusal_needs_no_words(finish: str) -> None:
    items = ["…", whole("…", finish)]
    assert [item async for item in NonEmptyModel(Sequence(items)).stream(ask())] == items


async def test_what_fills_a_schema_is_for_others_to_judge() -> None:
    items = ["{", "}", whole("{}")]
    asked = ask(output_schema={"type": "object"})
    assert [item async for item in NonEmptyModel(Sequence(items)).stream(asked)] == items
