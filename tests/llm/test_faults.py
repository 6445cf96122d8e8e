"""Whatever a provider does, a caller sees one typed error or a reply marked as partial, in time."""

import time

import pytest

from tests.llm.vendors import KEY, VENDORS, ask
from tests.modelserver.answers import say
from tests.modelserver.dialect import ScriptedReply
from tests.modelserver.fault import Fault
from tests.modelserver.faults import FAULTS
from tests.modelserver.server import ModelServer
from workbench.errors import ProviderError
from workbench.llm.endpoint import chat_model
from workbench.llm.protocol import ChatModel, ChatReply
from workbench.llm.wrappers.retry import TRIES, RetryingModel
from workbench.settings import Settings


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
    name: str,
    fault: Fault,
    stream: bool,
    server: ModelServer,
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
) -> None:
    vendor = chat_model(name, settings)
    server.queue(say(ScriptedReply("Ready.")))
    await vendor.complete(ask())  # the SDK is imported before the deadline starts
    server.requests.clear()
    server.always(fault.answer)
    model = RetryingModel(vendor, pause_s=0.01)
    started = time.monotonic()
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
    assert KEY not in f"{got!r} {model!r} {caplog.text} {causes(got)}"
