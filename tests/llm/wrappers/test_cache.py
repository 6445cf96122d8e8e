"""Replies kept on disk: found again by what was asked, shared by processes."""

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from tests.llm.doubles import BROKEN_OFF, GOOD, Sequence
from tests.llm.vendors import KEY, ask
from workbench.llm.protocol import ChatReply, Message
from workbench.llm.wrappers.cache import CachedModel, ReplyCache

SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
}


@pytest.fixture
def cache(tmp_path: Path) -> ReplyCache:
    return ReplyCache(tmp_path / "model-cache")


def cached(model: Sequence, cache: ReplyCache, address: str = "here") -> CachedModel:
    return CachedModel(model, cache, address=address)


async def test_the_same_request_is_made_once(cache: ReplyCache) -> None:
    inner = Sequence(["Good.", GOOD])
    first = await cached(inner, cache).complete(ask(deadline_s=5))
    second = await cached(inner, cache).complete(ask(deadline_s=3))
    streamed = [item async for item in cached(inner, cache).stream(ask())]
    assert first == GOOD
    assert second == GOOD.model_copy(update={"cached": True})
    assert streamed == ["Good.", second]
    assert inner.asked == 1


async def test_a_stream_is_kept_too(cache: ReplyCache) -> None:
    inner = Sequence(["Go", "od.", GOOD])
    assert [item async for item in cached(inner, cache).stream(ask())] == ["Go", "od.", GOOD]
    assert (await cached(inner, cache).complete(ask())).cached
    assert inner.asked == 1


async def test_another_request_model_or_address_is_another_entry(cache: ReplyCache) -> None:
    inner = Sequence([GOOD])
    await cached(inner, cache).complete(ask())
    await cached(inner, cache).complete(ask(temperature=0.2))
    await cached(inner, cache).complete(ask(messages=(Message(role="user", text="And?"),)))
    await cached(inner, cache, "elsewhere").complete(ask())
    await cached(Sequence([GOOD], name="test:other"), cache).complete(ask())
    assert inner.asked == 4


@pytest.mark.parametrize(
    "reply", [BROKEN_OFF, GOOD.model_copy(update={"finish_reason": "refusal"})]
)
async def test_only_whole_replies_are_kept(cache: ReplyCache, reply: ChatReply) -> None:
    inner = Sequence([reply], [GOOD])
    assert await cached(inner, cache).complete(ask()) == reply
    assert await cached(inner, cache).complete(ask()) == GOOD


@pytest.mark.parametrize(
    "text",
    ['{"answer": "half', "The excess is $100.", '{"said": "$100"}', '{"answer": 100}', "[" * 9_999],
)
async def test_a_reply_that_is_not_what_was_asked_for_is_asked_for_again(
    cache: ReplyCache, text: str
) -> None:
    wrong, right = (
        GOOD.model_copy(update={"text": one}) for one in (text, '{"answer": "The excess is $100."}')
    )
    inner = Sequence([wrong], [wrong], [right])
    model, request = cached(inner, cache), ask(output_schema=SCHEMA)
    assert await model.complete(request) == wrong
    assert [item async for item in model.stream(request)] == [wrong]
    assert await model.complete(request) == right
    assert (await model.complete(request)).cached
    assert inner.asked == 3


async def test_a_wrong_reply_that_was_kept_before_is_replaced(
    cache: ReplyCache, tmp_path: Path
) -> None:
    good = GOOD.model_copy(update={"text": '{"answer": "The excess is $100."}'})
    inner, request = Sequence([good]), ask(output_schema=SCHEMA)
    await cached(inner, cache).complete(request)
    [file] = (tmp_path / "model-cache").rglob("*.json")
    file.write_text(GOOD.model_dump_json())
    assert await cached(inner, cache).complete(request) == good
    assert (await cached(inner, cache).complete(request)).text == good.text
    assert inner.asked == 2


async def test_a_damaged_entry_is_replaced(cache: ReplyCache, tmp_path: Path) -> None:
    inner = Sequence([GOOD])
    await cached(inner, cache).complete(ask())
    [file] = (tmp_path / "model-cache").rglob("*.json")
    file.write_bytes(b'{"text": "Go')
    assert await cached(inner, cache).complete(ask()) == GOOD
    assert (await cached(inner, cache).complete(ask())).cached


async def test_a_folder_that_cannot_be_written_costs_nothing_else(tmp_path: Path) -> None:
    blocked = tmp_path / "model-cache"
    blocked.write_text("a file where the folder should be")
    inner = Sequence([GOOD])
    for _ in range(2):
        assert await cached(inner, ReplyCache(blocked)).complete(ask()) == GOOD


async def test_prompts_are_not_kept(cache: ReplyCache, tmp_path: Path) -> None:
    await cached(Sequence([GOOD]), cache).complete(ask(system=f"Never keep {KEY}."))
    assert all(KEY not in file.read_text() for file in tmp_path.rglob("*.json"))


def write_and_read(folder: Path) -> int:
    """What one process of several does; how many whole entries it saw."""
    cache, seen = ReplyCache(folder), 0
    for number in range(100):
        key = f"{number % 10:032x}"
        cache.put(key, GOOD.model_copy(update={"text": "x" * 20_000}))
        found = cache.get(key)
        seen += found is not None and len(found.text) == 20_000
    return seen


def test_processes_share_it(tmp_path: Path) -> None:
    with ProcessPoolExecutor(4) as pool:
        assert list(pool.map(write_and_read, [tmp_path] * 4)) == [100] * 4
    assert len(list(tmp_path.rglob("*.json"))) == 10
    assert not [file for file in tmp_path.rglob(".*") if file.is_file()]
