"""A fault is one file and one line: every provider meets it, whole and streamed."""

import pytest

from tests.support.growth import GrownProject, grow

ADDED = {
    "tests/modelserver/teapot.py": '''\
"""A server that is something else: HTTP 418."""

from tests.modelserver.answers import status
from tests.modelserver.fault import passing

FAULT = passing(status(418))
'''
}
REGISTRY = "tests/modelserver/faults.py"
REGISTERED = '        "teapot",'

MET = """
import asyncio
from benchmarks.faults import cases
from tests.llm.test_faults import outcome
from tests.llm.vendors import VENDORS, settings_for
from tests.modelserver.faults import FAULTS
from tests.modelserver.server import ModelServer
from workbench.llm.endpoint import chat_model
fault, seen = FAULTS["teapot"], []
with ModelServer() as server:
    server.always(fault.answer)
    for name in VENDORS:
        model = chat_model(name, settings_for(server))
        for stream in (False, True):
            got = asyncio.run(outcome(model, 60.0, stream=stream))
            seen.append([type(got).__name__, got.retryable])
seen = {"outcomes": seen, "cells": sum(case.fault == "teapot" for case in cases())}
"""


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> GrownProject:
    return grow(tmp_path_factory.mktemp("grown"), ADDED, REGISTRY, REGISTERED)


def test_every_provider_turns_it_into_one_typed_error(grown: GrownProject) -> None:
    seen = grown.value(MET)
    assert seen["outcomes"] == [["ProviderError", True]] * 8
    assert seen["cells"] == 12, "four providers; the plan, the whole answer and the stream"
