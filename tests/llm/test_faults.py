"""Whatever a provider does, a caller sees one typed error or a reply marked as partial, in time."""

import time
from dataclasses import dataclass

import pytest
import structlog

from tests.llm.vendors import KEY, VENDORS, ask
from tests.modelserver import answers
from tests.modelserver.dialect import Said
from tests.modelserver.exchange import Answer
from tests.modelserver.server import ModelServer
from workbench.errors import ProviderError
from workbench.llm.protocol import ChatModel, ChatReply
from workbench.llm.providers import chat_model
from workbench.llm.retry import TRIES, RetryingModel
from workbench.settings import Settings


@dataclass(frozen=True)
class Fault:
    """An answer, and what must come of it; ``tries`` None means that time decides."""

    answer: Answer
    whole: str = "error"
    stream: str = "error"
    tries: int | None = 1
    deadline_s: float = 2.0


def passing(answer: Answer, stream: str = "error") -> Fault:
    """A fault that another try may not meet."""
    return Fault(answer, stream=stream, tries=TRIES if stream == "error" else None)


def waiting(answer: Answer, stream: str = "error") -> Fault:
    """A fault that only the deadline ends."""
    return Fault(answer, stream=stream, deadline_s=0.2)


def stopped(answer: Answer) -> Fault:
    """A reply that says why it is not complete."""
    return Fault(answer, whole="partial", stream="partial")


FAULTS = {
    **{f"http {code}": Fault(answers.status(code)) for code in (400, 401, 403, 404)},
    **{f"http {code}": passing(answers.status(code)) for code in (408, 409, 429, 500, 503, 529)},
    "retry after an hour": Fault(answers.status(429, retry_after="3600")),
    "retry after a date": Fault(answers.status(429, retry_after="Wed, 21 Oct 2065 07:28:00 GMT")),
    "retry after nonsense": passing(answers.status(429, retry_after="soon")),
    "hang": waiting(answers.hang),
    "stall": waiting(answers.stall, stream="partial"),
    "drip": waiting(answers.drip, stream="partial"),
    "reset": passing(answers.reset),
    "reset midway": passing(answers.reset_midway, stream="partial"),
    "cut": passing(answers.cut, stream="partial"),
    "closed in the headers": passing(answers.closed_in_headers),
    "not http": passing(answers.not_http),
    "malformed json": passing(answers.malformed_json),
    "invalid utf-8": passing(answers.invalid_utf8),
    "empty body": passing(answers.empty_body),
    "html page": passing(answers.html_page),
    "empty choices": passing(answers.odd("empty_choices")),
    "null content": passing(answers.odd("null_content")),
    "wrong types": passing(answers.odd("wrong_types")),
    "error with 200": passing(answers.error_with_200),
    "error in the stream": passing(answers.error_in_stream, stream="partial"),
    "no end marker": stopped(answers.no_end_marker),
    "length": stopped(answers.say(Said("Half an answer", finish="length"))),
    "refusal": stopped(answers.say(Said("I cannot help with that.", finish="refusal"))),
    "content filter": stopped(answers.say(Said("Half an answer", finish="filtered"))),
    "blocked prompt": stopped(answers.odd("blocked_prompt")),
    "20 MB of text": Fault(answers.huge, stream="partial", deadline_s=10.0),
    "gzip bomb": Fault(answers.gzip_bomb),
    "redirect": Fault(answers.redirect("http://127.0.0.1:9/v1/chat/completions")),
}


async def outcome(
    model: ChatModel, deadline_s: float, *, stream: bool
) -> ChatReply | ProviderError:
    """What comes of a question; anything but a ProviderError passes and fails the test."""
    request = ask(deadline_s=deadline_s)
    try:
        if not stream:
            return await model.complete(request)
        *pieces, reply = [item async for item in model.stream(request)]
    except ProviderError as error:
        return error
    assert isinstance(reply, ChatReply)
    assert "".join(map(str, pieces)) == reply.text, "no text is lost"
    return reply


def causes(error: object) -> str:
    """All that an error and its causes say."""
    shown = ""
    while isinstance(error, BaseException):
        shown += f"{error!r} {error}\n"
        error = error.__cause__ or error.__context__
    return shown


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("name", VENDORS)
async def test_every_fault(
    name: str, fault: Fault, stream: bool, server: ModelServer, settings: Settings
) -> None:
    server.always(fault.answer)
    model = RetryingModel(chat_model(name, settings), pause_s=0.01)
    started = time.monotonic()
    with structlog.testing.capture_logs() as logs:
        got = await outcome(model, fault.deadline_s, stream=stream)
    assert time.monotonic() - started < fault.deadline_s + 1
    assert 1 <= len(server.requests) <= TRIES
    expected = fault.stream if stream else fault.whole
    if fault.tries and expected == "error":
        assert len(server.requests) == fault.tries
    if isinstance(got, ChatReply):
        assert expected == "partial"
        assert not got.is_whole
    else:
        assert expected == "error"
        assert got.provider == name.partition(":")[0]
        assert got.message
        assert got.hint
    assert KEY not in f"{got!r} {model!r} {logs} {causes(got)}"
