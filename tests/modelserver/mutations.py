"""Mutate provider replies at random, reproducibly for a seed."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from tests.modelserver.dialect import ScriptedReply
from tests.modelserver.exchange import Answer, Exchange

Damage: TypeAlias = Callable[[Any, Random], Any]

DEEP = "@deep@"
"""Placeholder for deeply nested lists, which Python's encoder cannot write."""
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 0.5, 10**400, 1e308, float("nan"), float("inf"),
    "", " ", "0", "null", "\x00", "\ufeff", "\ud800", "\udfff and more", "\u2028", "[Source 1",
    "[Source 99999999999999999999]", "`", "```json", "é" * 3000, [], {}, [[]], {"": {}}, [None],
    {"text": None}, DEEP,
)  # fmt: skip
NOISE = (
    b"data: \n\n", b"data: null\n\n", b"data: {}\n\n", b"data: [DONE]\n\n", b"event: ping\n\n",
    b"event: error\ndata: no\n\n", b"\n\n\n", b": x\n\n", b"id: \x00\n\n", b"<html>",
)  # fmt: skip
REFUSED = 0.1
STATUSES = (400, 401, 404, 429, 500)
BYTES = (b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xc3\x28", b"\xed\xa0\x80", b"\r\n", b"{", b'"')


def mutant(text: str, seed: int) -> Answer:
    """A reply with ``text``, whole or streamed, after one to three mutations."""

    async def answer(exchange: Exchange) -> None:
        chance = Random(seed)
        damages = [chance.choice(("text", "json", "json", "bytes", "frames")) for _ in range(3)]
        damages = damages[: chance.randint(1, 3)]
        said = ScriptedReply(
            _said(text, chance) if "text" in damages else text, cut_into=chance.choice((1, 7, 400))
        )
        request, dialect = exchange.request.body, exchange.dialect
        if chance.random() < REFUSED:
            error = dialect.error(chance.choice(STATUSES), said.text)
            await exchange.respond(written(damaged(error, chance)), status=chance.choice(STATUSES))
        elif exchange.streamed:
            await _stream(exchange, _frames(dialect.frames(said, request), damages, chance))
        else:
            await exchange.respond(_body(dialect.whole(said, request), damages, chance))

    return answer


def _body(body: Any, damages: Sequence[str], chance: Random) -> bytes:
    raw = written(damaged(body, chance) if "json" in damages else body)
    return scratched(raw, chance) if {"bytes", "frames"} & {*damages} else raw


def damaged(value: Any, chance: Random) -> Any:
    """Replace, remove, duplicate, rename or wrap one part of a JSON value."""
    places = list(_places(value))
    holder, key = chance.choice(places) if places else (None, None)
    if holder is None or chance.random() < 0.05:
        return chance.choice(ODD)
    chance.choice((_replaced, _replaced, _removed, _doubled, _renamed, _wrapped))(
        holder, key, chance
    )
    return value


def written(value: Any) -> bytes:
    """Encode JSON as bytes, including lone surrogates (escaped), NaN and deep nesting."""
    depth = 5000
    deep = b"[" * depth + b"]" * depth
    return json.dumps(value).encode().replace(json.dumps(DEEP).encode(), deep)


def scratched(raw: bytes, chance: Random) -> bytes:
    """Flip, remove, duplicate, truncate or insert bytes."""
    at = chance.randrange(len(raw) + 1)
    end = min(len(raw), at + chance.choice((1, 1, 2, 30)))
    match chance.randrange(6):
        case 0:
            return (
                raw[:at]
                + bytes(byte ^ (1 << chance.randrange(8)) for byte in raw[at:end])
                + raw[end:]
            )
        case 1:
            return raw[:at] + raw[end:]
        case 2:
            return raw[:end] + raw[at:]
        case 3:
            return raw[:at]
        case 4:
            return BYTES[2] + raw
        case _:
            return raw[:at] + chance.choice(BYTES) + raw[at:]


def _said(text: str, chance: Random) -> str:
    """Mutate the model's text, while the provider's envelope stays valid."""
    if text.startswith("{") and chance.random() < 0.7:
        return written(damaged(json.loads(text), chance)).decode()
    changed = scratched(text.encode(), chance).decode("utf-8", errors="replace")
    return changed or "?"


def _frames(frames: Iterable[bytes], damages: Iterable[str], chance: Random) -> list[bytes]:
    kept = list(frames)
    for kind in damages:
        at = chance.randrange(len(kept))
        if kind == "json":
            kept[at] = _damaged_event(kept[at], chance)
        if kind == "bytes":
            kept[at] = scratched(kept[at], chance)
        if kind == "frames":
            chance.choice(tuple(FRAMING.values()))(kept, at, chance)
    return kept


def _damaged_event(frame: bytes, chance: Random) -> bytes:
    before, data, rest = frame.partition(b"data: ")
    try:
        event = json.loads(rest)
    except (ValueError, RecursionError):
        return scratched(frame, chance)
    return before + data + written(damaged(event, chance)) + b"\n\n"


def _drop(frames: list[bytes], at: int, _: Random) -> None:
    if len(frames) > 1:
        del frames[at]


def _double(frames: list[bytes], at: int, _: Random) -> None:
    frames.insert(at, frames[at])


def _shuffle(frames: list[bytes], _: int, chance: Random) -> None:
    chance.shuffle(frames)


def _end_early(frames: list[bytes], at: int, _: Random) -> None:
    del frames[max(at, 1) :]


def _run_together(frames: list[bytes], at: int, _: Random) -> None:
    frames[at] = frames[at].rstrip(b"\n")


def _other_line_ends(frames: list[bytes], at: int, chance: Random) -> None:
    frames[at] = frames[at].replace(b"\n", chance.choice((b"\r\n", b"\r", b"\n\n")))


def _no_field_name(frames: list[bytes], at: int, chance: Random) -> None:
    frames[at] = frames[at].replace(b"data: ", chance.choice((b"", b"data", b"date: ", b": ")))


def _noise(frames: list[bytes], at: int, chance: Random) -> None:
    frames.insert(at, chance.choice(NOISE))


FRAMING: Mapping[str, Damage] = {
    one.__name__: one  # type: ignore[attr-defined]
    for one in (
        _drop, _double, _shuffle, _end_early, _run_together, _other_line_ends, _no_field_name,
        _noise,
    )
}  # fmt: skip


async def _stream(exchange: Exchange, frames: Iterable[bytes]) -> None:
    await exchange.open_stream()
    for frame in frames:
        if frame:
            await exchange.chunk(frame)
    await exchange.end_stream()


def _places(value: Any) -> Iterable[tuple[Any, Any]]:
    """Yield every part of a JSON value as its container and key."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in list(keys) if isinstance(value, dict | list) else ():
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def _replaced(holder: Any, key: Any, chance: Random) -> None:
    holder[key] = chance.choice(ODD)


def _removed(holder: Any, key: Any, _: Random) -> None:
    del holder[key]


def _doubled(holder: Any, key: Any, _: Random) -> None:
    if isinstance(holder, list):
        holder.insert(key, holder[key])
    else:
        holder[f"{key}_"] = holder[key]


def _renamed(holder: Any, key: Any, chance: Random) -> None:
    if isinstance(holder, dict):
        holder[chance.choice(("type", "text", "", "\ud800", f"{key}s"))] = holder.pop(key)


def _wrapped(holder: Any, key: Any, chance: Random) -> None:
    inner = holder[key]
    holder[key] = chance.choice(([inner], {"value": inner}, str(inner), [inner] * 3))
