"""Providers' embeddings: in batches and in order, within their limits, counted, and left alone."""

import asyncio
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest
from pydantic import SecretStr

from tests.contracts.embedder import EmbedderContract
from tests.llm.vendors import EMBEDDERS, KEY, settings_for
from tests.modelserver import answers
from tests.modelserver.embeddings import embed, texts_of, vector_of
from tests.modelserver.exchange import Answer, Received
from tests.modelserver.server import ModelServer
from workbench.errors import BudgetError, ConfigurationError, ProviderError
from workbench.llm.embedding import provider_embedder
from workbench.llm.embedding.provider_embedder import MOST_CHARACTERS, ProviderEmbedder, batches
from workbench.llm.embedding_model import EmbeddingLimits
from workbench.llm.gateway import ModelGateway
from workbench.retrieval.embedders import Embedder
from workbench.settings import Settings

OPENAI, COMPATIBLE, GEMINI = EMBEDDERS
TEXTS = ["The windscreen excess is $100.", "Baggage is covered at sea.", "A storm."]


class TestProviders(EmbedderContract):
    @pytest.fixture(autouse=True, params=EMBEDDERS)
    def _served(
        self, request: pytest.FixtureRequest, server: ModelServer, settings: Settings
    ) -> None:
        server.always(embed())
        self._name, self._settings = request.param, settings

    def an_embedder(self) -> Embedder:
        return ModelGateway(self._settings).embedder(self._name)


def embedder(settings: Settings, name: str = OPENAI, **changes: Any) -> ProviderEmbedder:
    return ModelGateway(settings.model_copy(update=changes)).embedder(name)


@pytest.mark.parametrize("name", EMBEDDERS)
async def test_vectors_are_those_the_provider_sent(
    name: str, server: ModelServer, settings: Settings
) -> None:
    server.always(embed())
    rows = await embedder(settings, name).embed(TEXTS, "document")
    assert np.allclose(rows, [vector_of(text) for text in TEXTS], atol=1e-6)
    assert embedder(settings, name).name == name
    assert embedder(settings, name).semantic


async def test_a_batch_is_what_the_vendor_takes_at_most(
    server: ModelServer, settings: Settings
) -> None:
    server.always(embed())
    texts = [f"Clause {number}." for number in range(230)]
    await embedder(settings, GEMINI).embed(texts, "document")
    assert [len(texts_of(request)) for request in server.requests] == [100, 100, 30]
    assert [text for request in server.requests for text in texts_of(request)] == texts


def test_a_request_is_no_longer_than_the_vendor_reads() -> None:
    limits = EmbeddingLimits(texts=3, characters=10)
    assert list(batches(["aaaa", "bbbb", "cccc", "d", "e", "f"], limits)) == [
        ["aaaa", "bbbb"],
        ["cccc", "d", "e"],
        ["f"],
    ]
    assert list(batches(["longer than ten", "b"], limits)) == [["longer than ten"], ["b"]]
    assert list(batches([], limits)) == []


async def test_a_long_text_is_embedded_by_its_beginning(
    server: ModelServer, settings: Settings
) -> None:
    server.always(embed())
    await embedder(settings).embed(["word " * 10_000], "document")
    assert len(texts_of(server.requests[0])[0]) == MOST_CHARACTERS


@pytest.mark.parametrize("floats", [False, True], ids=["base64", "float"])
async def test_rows_in_another_order_are_put_in_theirs(
    floats: bool, server: ModelServer, settings: Settings
) -> None:
    def answer(request: Received) -> Answer:
        if floats:
            request.body["encoding_format"] = "float"  # as servers do that know of nothing else
        return embed(shuffled=True)

    server.choose(answer)
    rows = await embedder(settings).embed(TEXTS, "document")
    assert np.allclose(rows, [vector_of(text) for text in TEXTS], atol=1e-6)


@pytest.mark.parametrize(
    ("purpose", "task"), [("document", "RETRIEVAL_DOCUMENT"), ("query", "RETRIEVAL_QUERY")]
)
async def test_gemini_is_told_what_a_text_is_for(
    purpose: Any, task: str, server: ModelServer, settings: Settings
) -> None:
    server.always(embed())
    await embedder(settings, GEMINI).embed(TEXTS[:1], purpose)
    assert server.requests[0].body["requests"][0]["taskType"] == task


async def test_the_same_question_is_asked_once(server: ModelServer, settings: Settings) -> None:
    server.always(embed())
    one = embedder(settings)
    for _ in range(3):
        await one.embed([TEXTS[0]], "query")
    assert len(server.requests) == 1
    await one.embed([TEXTS[0]], "document")
    assert len(server.requests) == 2


async def test_a_failure_is_not_remembered(server: ModelServer, settings: Settings) -> None:
    server.queue(answers.status(401))
    server.always(embed())
    one = embedder(settings)
    with pytest.raises(ProviderError, match="key"):
        await one.embed([TEXTS[0]], "query")
    assert (await one.embed([TEXTS[0]], "query")).any()


async def test_a_failure_that_passes_is_tried_again(
    server: ModelServer, settings: Settings
) -> None:
    server.queue(answers.status(503), answers.reset)
    server.always(embed())
    assert (await embedder(settings).embed(TEXTS, "document")).shape[0] == 3
    assert len(server.requests) == 3


async def test_a_question_waits_no_longer_than_its_deadline(
    server: ModelServer, settings: Settings
) -> None:
    server.always(answers.hang)
    started = time.monotonic()
    with pytest.raises(ProviderError, match="in time"):
        await embedder(settings, embedder_deadline_s=0.3).embed(["windscreen"], "query")
    assert time.monotonic() - started < 1.3


async def test_a_provider_that_is_down_is_not_called(
    server: ModelServer, settings: Settings
) -> None:
    server.always(answers.status(503))
    board = ModelGateway(settings.model_copy(update={"breaker_failures": 3}))
    one = board.embedder(OPENAI)
    with pytest.raises(ProviderError):
        await one.embed(["windscreen"], "query")
    asked = len(server.requests)
    with pytest.raises(ProviderError, match="calls to it are paused"):
        await one.embed(["excess"], "query")
    assert len(server.requests) == asked == 3
    [health] = board.health().models
    assert (health.model, health.state) == (OPENAI, "open")


async def test_what_is_embedded_counts_towards_the_budget(
    server: ModelServer, settings: Settings
) -> None:
    server.always(embed())
    board = ModelGateway(settings.model_copy(update={"budget_tokens": 60}))
    await board.embedder(OPENAI).embed(TEXTS, "document")
    spent = board.health().spending
    assert (spent.tokens, spent.calls) == (sum(len(text) // 4 + 1 for text in TEXTS), 1)
    assert spent.usd == pytest.approx(spent.tokens * 0.02e-6)
    with pytest.raises(BudgetError, match="60 tokens"):
        await board.embedder(OPENAI).embed(["word " * 100], "document")
    assert len(server.requests) == 1


async def test_a_vendor_that_counts_nothing_is_counted_by_the_texts_length(
    server: ModelServer, settings: Settings
) -> None:
    server.always(embed())
    board = ModelGateway(settings)
    await board.embedder(GEMINI).embed(TEXTS, "document")
    assert board.health().spending.tokens == sum(map(len, TEXTS)) // 3 + 1


async def test_vectors_whose_size_changes_on_the_way_are_refused(
    server: ModelServer, settings: Settings
) -> None:
    server.queue(embed(size=64), embed(size=32))
    with pytest.raises(ProviderError, match="different sizes") as failed:
        await embedder(settings, GEMINI).embed(["a clause"] * 150, "document")
    assert failed.value.retryable, "as where one reply has them"
    assert "GEMINI_BASE_URL" in failed.value.hint


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("anthropic:claude-sonnet-4-6", "Anthropic has no embeddings.*openai, gemini, compatible"),
        ("opnai:text-embedding-3-small", "Did you mean “openai”"),
        ("openai:", "does not name a model"),
    ],
)
def test_a_name_that_cannot_be_an_embedder_is_said_at_once(
    name: str, words: str, settings: Settings
) -> None:
    with pytest.raises(ConfigurationError, match=words):
        embedder(settings, name)


def test_a_missing_key_is_said_at_once(settings: Settings) -> None:
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY is not set"):
        embedder(settings, openai_api_key=SecretStr(" "))


async def test_a_compatible_server_needs_no_key_and_gets_none_of_others(
    server: ModelServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(variable, f"secret-{variable}")
    server.always(embed())
    await embedder(settings, COMPATIBLE, compatible_api_key=None).embed(TEXTS, "document")
    assert "secret" not in str(server.requests[0].headers)


@pytest.mark.parametrize("name", EMBEDDERS)
async def test_a_redirect_does_not_carry_the_key_elsewhere(
    name: str, server: ModelServer, settings: Settings
) -> None:
    with ModelServer() as elsewhere:
        elsewhere.always(embed())
        server.choose(lambda request: answers.redirect(elsewhere.url + request.path))
        with pytest.raises(ProviderError, match="redirect"):
            await embedder(settings, name).embed(TEXTS, "document")
        assert not elsewhere.requests
    assert KEY in str(server.requests[0].headers), "the provider itself gets it"


async def test_many_questions_at_once_stand_in_line(
    server: ModelServer, settings: Settings
) -> None:
    running = most = 0

    async def counted(exchange: Any) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.02)
        running -= 1
        await embed()(exchange)

    server.always(counted)
    one = embedder(settings, model_concurrency=3)
    questions = [f"question {number}" for number in range(12)]
    rows = await asyncio.gather(*(one.embed([question], "query") for question in questions))
    assert np.allclose(np.concatenate(rows), [vector_of(text) for text in questions], atol=1e-6)
    assert most <= 3


async def test_questions_share_a_connection(settings: Settings) -> None:
    with ModelServer(keeps_connections=True) as server:
        server.always(embed())
        one = embedder(settings_for(server))
        for number in range(5):
            await one.embed([f"question {number}"], "query")
        assert len(server.requests) == 5
        assert server.connections_made == 1


def test_whoever_waits_can_be_interrupted(server: ModelServer, settings: Settings) -> None:
    server.always(answers.hang)
    one = embedder(settings, embedder_deadline_s=30)
    main = threading.main_thread().ident
    threading.Timer(0.3, signal.pthread_kill, [main, signal.SIGINT]).start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(one.embed(["windscreen"], "query"))
    assert time.monotonic() - started < 5
    while server.requests[0].hung_up_at is None and time.monotonic() - started < 5:
        time.sleep(0.02)
    assert server.requests[0].hung_up_at is not None, "the provider's connection is closed too"


async def test_concurrent_requests_for_one_query_send_one(
    server: ModelServer, settings: Settings
) -> None:
    server.always(embed())
    model = embedder(settings)
    rows = await asyncio.gather(*(model.embed(["storm"], "query") for _ in range(5)))
    assert len(server.requests) == 1
    assert all(np.array_equal(row, rows[0]) for row in rows)


def test_requests_of_several_event_loops_send_one(server: ModelServer, settings: Settings) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def answer(request: Received) -> Answer:
        begun.set()
        go_on.wait(10)
        return embed()

    server.choose(answer)
    model = embedder(settings)
    found: list[Any] = []

    def ask() -> None:
        found.append(asyncio.run(model.embed(["storm"], "query")))

    threads = [threading.Thread(target=ask) for _ in range(2)]
    threads[0].start()
    assert begun.wait(10)
    threads[1].start()
    go_on.set()
    for thread in threads:
        thread.join()
    assert len(found) == 2
    assert len(server.requests) == 1


async def test_a_request_that_is_cancelled_or_fails_does_not_fail_the_others(
    server: ModelServer, settings: Settings
) -> None:
    model = embedder(settings)
    begun, go_on = threading.Event(), threading.Event()

    def answer(request: Received) -> Answer:
        begun.set()
        go_on.wait(10)
        return embed()

    server.choose(answer)
    first = asyncio.create_task(model.embed(["storm"], "query"))
    await asyncio.to_thread(begun.wait, 10)
    second = asyncio.create_task(model.embed(["storm"], "query"))
    await asyncio.sleep(0)
    first.cancel()
    go_on.set()
    assert np.allclose(await second, [vector_of("storm")], atol=1e-6)
    assert len(server.requests) == 2
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_the_least_recently_used_query_is_evicted(
    server: ModelServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider_embedder, "QUERIES_KEPT", 2)
    server.always(embed())
    model = embedder(settings)
    for query in ("storm", "flood", "storm", "frost"):
        await model.embed([query], "query")
    server.requests.clear()
    await model.embed(["storm"], "query")
    assert not server.requests
    await model.embed(["flood"], "query")
    assert len(server.requests) == 1
