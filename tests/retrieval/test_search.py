"""Search gives the right passages first, with exact places, and accounts for what it leaves out."""

import asyncio
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.accents import CASTLE, MULLER
from tests.support.memory_library import TopicEmbedder, retriever_over
from tests.support.russian_errors import in_russian
from workbench.domain.evidence import Evidence
from workbench.errors import InputError, ProviderError
from workbench.retrieval.dense import ChromaIndex, sync_vectors
from workbench.retrieval.embedders import Embedder, HashingEmbedder, Purpose
from workbench.retrieval.lexical import ENGINES
from workbench.retrieval.lexical.protocol import Hit
from workbench.retrieval.relevance import QueryTerms
from workbench.retrieval.search import Retriever
from workbench.workspace.schema import ChannelWeights, RetrievalSpec


def document(product: str, body: str, kind: str = "terms", title: str = "") -> str:
    title = title or f"{product.title()} Insurance"
    front = f"title: {title}\ndocument_type: {kind}\nproduct: product:{product}\n"
    return f"---\n{front}---\n{body}"


TEXTS = {
    "car/terms.md": document(
        "car",
        "# Section I\n\n## Windscreen\n\nWe repair broken glass. The windscreen excess is $100.\n\n"
        "## Theft\n\nThe excess for theft is $500 for each claim.\n",
    ),
    "car/faq.md": document(
        "car",
        "# FAQ\n\n## When does the policy end?\n\nA policy that is cancelled ends after 14 days.\n",
        "faq",
    ),
    "home/terms.md": document(
        "home",
        "# Section I\n\n## Windows\n\nBroken window glass is replaced with an excess of $50.\n\n"
        "## Baggage\n\nBaggage is insured away from home up to $800.\n",
    ),
    "travel/terms.md": document(
        "travel",
        "# Section I\n\n## Baggage\n\nLost baggage is paid up to $2,000.\n\n"
        "## Delayed baggage\n\nFor baggage delayed by six hours we pay $200.\n\n"
        "## Jewels in baggage\n\nJewels in baggage is paid up to $500.\n",
    ),
}


FLOOR = 0.1


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("query", "place"),
    [("Müller", "people.md"), (MULLER, "people.md"), ("замок", "castle.md"), (CASTLE, "castle.md")],
)
async def test_words_are_found_however_their_accents_are_written(
    tmp_path: Path, engine: str, query: str, place: str
) -> None:
    texts = TEXTS | {
        "people.md": f"# People\n\n{MULLER} keeps the keys of the harbour office.\n",
        "castle.md": f"# Крепость\n\nСтарый {CASTLE} стоит над рекой.\n",
    }

    found = await retriever_over(tmp_path, texts, engine=engine).search(query)

    assert found[0].span is not None
    assert found[0].span.document_id == place


@pytest.fixture(scope="module", params=list(ENGINES))
def retriever(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Retriever:
    folder, engine = tmp_path_factory.mktemp("library"), request.param
    return retriever_over(folder, TEXTS, engine=engine, spec=RetrievalSpec(relevance_floor=FLOOR))


def places(found: tuple[Evidence, ...]) -> list[str]:
    return [one.span.document_id for one in found if one.span]


async def test_the_passage_that_answers_comes_first_with_its_exact_place(
    retriever: Retriever,
) -> None:
    first, *_ = await retriever.search("What is the windscreen excess for car insurance?")

    assert first.type == "passage"
    assert first.span is not None
    assert first.text == TEXTS["car/terms.md"][first.span.start : first.span.end]
    assert "The windscreen excess is $100." in first.text
    assert first.span.heading_path == ("Section I", "Windscreen")
    assert first.title == first.span.title == "Car Insurance"
    assert first.source is not None
    assert first.source.id == "car/terms.md"
    assert first.span.metadata["product"] == "product:car"
    assert first.score == pytest.approx(1.0)


async def test_a_passage_says_how_each_channel_found_it(retriever: Retriever) -> None:
    first, *_ = await retriever.search("windscreen excess")
    assert [(one.channel, one.rank) for one in first.found_by] == [("words", 1), ("characters", 1)]
    assert all(one.score and one.score > 0 for one in first.found_by)


async def test_the_same_search_gives_the_same_ids(retriever: Retriever) -> None:
    first, second = [await retriever.search("baggage") for _ in range(2)]
    assert [one.id for one in first] == [one.id for one in second]


@pytest.mark.parametrize("query", ["windsceen exces", "WINDSCREENS", "glaß, windscreen"])
async def test_words_are_found_however_they_are_written(retriever: Retriever, query: str) -> None:
    found = await retriever.search(query)
    assert found
    assert "windscreen" in (found[0].text or "")


UNRELATED = "excess of volcano eruption on distant islands"


async def test_passages_below_the_floor_are_left_out_and_reported(retriever: Retriever) -> None:
    report = await retriever.search_with_report(UNRELATED)
    assert report.passages == ()
    assert report.below_floor
    assert all((one.score or 0) < FLOOR for one in report.below_floor)


async def test_a_plain_search_shows_weak_passages_with_their_weak_scores(
    retriever: Retriever,
) -> None:
    found = await retriever.search(UNRELATED)
    assert found
    assert max(one.score or 0 for one in found) < FLOOR
    assert len(await retriever.search(UNRELATED, top_k=2)) == 2


@pytest.mark.parametrize(
    ("filters", "doc_types", "expected"),
    [
        ({"product": "product:home"}, (), {"home/terms.md"}),
        ({"product": "product:car", "document_type": "faq"}, (), {"car/faq.md"}),
        ({"product": "product:car"}, ("terms",), {"car/terms.md"}),
        ({}, ("faq", "table"), {"car/faq.md"}),
    ],
)
async def test_filters_and_document_types_choose_the_documents(
    retriever: Retriever, filters: dict[str, str], doc_types: tuple[str, ...], expected: set[str]
) -> None:
    report = await retriever.search_with_report(
        "excess policy cancelled glass", filters=filters, doc_types=doc_types
    )
    seen = places((*report.passages, *report.below_floor))
    assert set(seen) <= expected
    assert report.documents == len(expected)


async def test_a_filter_that_no_document_passes_finds_none(retriever: Retriever) -> None:
    report = await retriever.search_with_report("excess", filters={"product": "product:boat"})
    assert (report.passages, report.documents) == ((), 0)


async def test_an_unknown_filter_is_refused_with_the_nearest_name(retriever: Retriever) -> None:
    with pytest.raises(InputError, match=r"filters\.prodcut.*product"):
        await retriever.search_with_report("excess", filters={"prodcut": "x"})


@pytest.mark.parametrize(("name", "value"), [("top_k", 0), ("channels", ["sparse"])])
async def test_an_argument_that_cannot_be_is_refused_by_name(
    retriever: Retriever, name: str, value: object
) -> None:
    with pytest.raises(InputError, match=name) as refused:
        await retriever.search_with_report("excess", **{name: value})  # type: ignore[arg-type]
    assert name in in_russian(refused.value)


async def test_a_comparison_gives_every_value_its_share(retriever: Retriever) -> None:
    report = await retriever.search_with_report(
        "baggage paid", filters={"product": ["product:travel", "product:home"]}, top_k=2, floor=0.3
    )
    assert sorted(places(report.passages)) == ["home/terms.md", "travel/terms.md"]
    assert set(report.compared) == {"product:travel", "product:home"}

    alone = await retriever.search_with_report("baggage paid", top_k=2)
    assert set(places(alone.passages)) == {"travel/terms.md"}


async def test_a_value_without_passages_leaves_room_for_the_others(retriever: Retriever) -> None:
    report = await retriever.search_with_report(
        "baggage", filters={"product": ["product:travel", "product:car"]}, top_k=3
    )
    assert places(report.passages) == ["travel/terms.md"] * 3
    assert report.compared["product:car"].passages == ()


async def test_top_k_limits_the_passages(retriever: Retriever) -> None:
    assert len((await retriever.search_with_report("baggage", top_k=1)).passages) == 1


@pytest.mark.parametrize("query", ["", "   ", "?!", "the of and", "и в не на"])
async def test_a_query_without_words_finds_nothing(retriever: Retriever, query: str) -> None:
    assert await retriever.search(query) == []
    assert await retriever.best_relevance(query) == 0.0


async def test_a_library_without_documents_finds_nothing(tmp_path: Path) -> None:
    empty = retriever_over(tmp_path, {})
    assert await empty.search("excess") == []
    assert await empty.best_relevance("excess") == 0.0


def in_three_places(second: str, third: str) -> Mapping[str, str]:
    first = "The policy may be cancelled within 14 days, and the whole premium is paid back then."
    bodies = {"car": first, "home": second, "pet": third}
    return {f"{name}.md": document(name, f"# Cancelling\n\n{b}\n") for name, b in bodies.items()}


async def test_a_repetition_is_left_out_and_reported(tmp_path: Path) -> None:
    repeated = "*The policy* may be cancelled within 14 days; the whole premium is paid back then!"
    texts = in_three_places(repeated, "Pets are insured from birth.")
    retriever = retriever_over(tmp_path, texts, spec=RetrievalSpec(relevance_floor=FLOOR))
    report = await retriever.search_with_report("cancelled policy premium paid back")
    assert len(report.passages) == 1
    assert len(report.repetitions) == 1


async def test_contradictions_and_negations_are_no_repetitions(tmp_path: Path) -> None:
    other = "The policy may be cancelled within 30 days, and the whole premium is paid back then."
    denied = (
        "The policy may not be cancelled within 14 days, and the whole premium is paid back then."
    )
    retriever = retriever_over(tmp_path, in_three_places(other, denied))
    assert (
        len((await retriever.search_with_report("cancelled policy premium paid back")).passages)
        == 3
    )


async def test_a_comparison_keeps_what_both_values_say_alike(tmp_path: Path) -> None:
    same = "The policy may be cancelled within 14 days, and the whole premium is paid back then."
    retriever = retriever_over(tmp_path, in_three_places(same, same))
    values = ["product:car", "product:home", "product:pet"]
    report = await retriever.search_with_report("cancelled policy", filters={"product": values})
    assert len(report.passages) == 3


SENTENCES = [f"Glass rule number {n} says that glass of kind {n} is insured." for n in range(12)]


async def test_neighbours_of_one_section_become_one_passage(tmp_path: Path) -> None:
    text = f"# Glass\n\n{' '.join(SENTENCES[:4])}\n\n# Other glass\n\n{SENTENCES[4]}\n"
    retriever = retriever_over(tmp_path, {"a.md": text}, spec=RetrievalSpec(chunk_words=24))
    report = await retriever.search_with_report("glass rule", top_k=5)
    first, second = sorted(report.passages, key=lambda one: one.span.start if one.span else 0)
    assert first.text == " ".join(SENTENCES[:4])
    assert second.text == SENTENCES[4]
    assert first.span is not None
    assert text[first.span.start : first.span.end] == first.text


async def test_joined_neighbours_stay_short_enough_to_cite(tmp_path: Path) -> None:
    spec = RetrievalSpec(chunk_words=24)
    retriever = retriever_over(tmp_path, {"a.md": " ".join(SENTENCES)}, spec=spec)
    passages = (await retriever.search_with_report("glass rule", top_k=5)).passages
    assert len(passages) > 1
    assert max(len((one.text or "").split()) for one in passages) <= 2 * spec.chunk_words


TOPICS = TopicEmbedder({"glass": 0, "window": 0, "pane": 0, "baggage": 1, "policy": 2})


async def with_vectors(folder: Path, embedder: Embedder, **options: object) -> Retriever:
    dense = ChromaIndex("workbench-test", folder=folder / "vectors")
    spec = RetrievalSpec(**options)  # type: ignore[arg-type]
    retriever = retriever_over(folder, TEXTS, dense=dense, embedder=embedder, spec=spec)
    source = retriever._source
    chunks = [c for name in source.metadata for c in source.chunks(name)]
    texts = {c.chunk.id: c.searchable for c in chunks}
    wanted = {c.chunk.id: c.chunk.document_id for c in chunks}
    await sync_vectors(dense, embedder, wanted, texts.__getitem__, lambda _done, _total: None)
    return retriever


async def test_a_semantic_embedder_finds_what_no_word_matches(tmp_path: Path) -> None:
    report = await (await with_vectors(tmp_path, TOPICS)).search_with_report("pane", top_k=2)
    assert report.passages
    assert "glass" in (report.passages[0].text or "").casefold()
    assert report.passages[0].found_by[-1].channel == "dense"


async def test_the_hashing_embedder_does_not_weigh_in_but_can_be_shown(tmp_path: Path) -> None:
    retriever = await with_vectors(tmp_path, HashingEmbedder())
    (first, *_) = (await retriever.search_with_report("windscreen excess")).passages
    assert {one.channel for one in first.found_by} == {"words", "characters"}

    named = await retriever.search_with_report(
        "windscreen excess", channels=["words", "characters", "dense"]
    )
    assert [one.channel for one in named.passages[0].found_by] == ["words", "characters", "dense"]
    assert [one.id for one in named.passages[:1]] == [first.id]


class FailingEmbedder(TopicEmbedder):
    """Embeds documents, and is down when a question comes."""

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> NDArray[np.float32]:
        if purpose == "query":
            raise ProviderError("Down.", provider="test", hint="Wait.", retryable=True)
        return await super().embed(texts, purpose)


async def test_where_the_embedder_is_down_the_others_search_and_the_report_says_so(
    tmp_path: Path,
) -> None:
    retriever = await with_vectors(tmp_path, FailingEmbedder({}))
    report = await retriever.search_with_report("windscreen excess")
    assert report.outage is not None
    assert (report.outage.kind, report.outage.message) == ("ProviderError", "Down.")
    assert {one.channel for one in report.passages[0].found_by} == {"words", "characters"}
    assert await retriever.best_relevance("windscreen excess") > 0.4


async def test_a_filter_that_no_document_matches_is_no_outage_and_costs_no_channel(
    tmp_path: Path,
) -> None:
    retriever = await with_vectors(tmp_path, TOPICS)
    nothing = await retriever.search_with_report("pane", filters={"product": "product:boat"})
    assert (nothing.passages, nothing.outage) == ((), None)
    both = await retriever.search_with_report(
        "pane", filters={"product": ["product:boat", "product:car"]}
    )
    assert both.outage is None
    assert both.passages[0].found_by[-1].channel == "dense"


async def test_where_all_that_is_to_be_searched_is_down_nothing_stands_in(tmp_path: Path) -> None:
    retriever = await with_vectors(tmp_path, FailingEmbedder({}))
    with pytest.raises(ProviderError):
        await retriever.search_with_report("windscreen excess", channels=["dense"])


class SlowEmbedder(TopicEmbedder):
    """Lets questions wait, as a provider does."""

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> NDArray[np.float32]:
        await asyncio.sleep(0.5 if purpose == "query" else 0.0)
        return await super().embed(texts, purpose)


async def test_searches_that_wait_for_vectors_wait_together(tmp_path: Path) -> None:
    retriever = await with_vectors(tmp_path, SlowEmbedder({}))
    await retriever.search("glass")
    started = time.monotonic()
    found = await asyncio.gather(*(retriever.search(f"glass {n}") for n in range(40)))
    assert all(found)
    assert time.monotonic() - started < 2.0, "six threads would take more than three seconds"


class ThreadNotingIndex(ChromaIndex):
    """Notes the thread of every search."""

    threads: list[threading.Thread]

    def search(self, *args: Any, **options: Any) -> list[Hit]:
        self.threads.append(threading.current_thread())
        return super().search(*args, **options)


async def test_only_a_search_that_may_wait_for_its_store_takes_a_thread(tmp_path: Path) -> None:
    retriever = await with_vectors(tmp_path, TOPICS)
    dense = ThreadNotingIndex("workbench-test", folder=tmp_path / "vectors")
    dense.threads = []
    retriever._channels = replace(retriever._channels, dense=dense)
    here = threading.current_thread()
    await retriever.search("glass")
    await retriever.search("glass")
    assert [thread is here for thread in dense.threads] == [False, True], "the first one opens it"


async def test_a_search_without_an_outage_says_none(tmp_path: Path) -> None:
    assert (await (await with_vectors(tmp_path, TOPICS)).search_with_report("pane")).outage is None


async def test_one_channel_can_be_asked_alone(tmp_path: Path) -> None:
    retriever = await with_vectors(tmp_path, HashingEmbedder())
    for channel in ("words", "characters", "dense"):
        (first, *_) = (
            await retriever.search_with_report("windscreen excess", channels=[channel])
        ).passages
        assert [one.channel for one in first.found_by] == [channel]


async def test_a_channel_of_weight_zero_is_not_asked(tmp_path: Path) -> None:
    weights = ChannelWeights(words=1, characters=0, dense=0)
    retriever = await with_vectors(tmp_path, TOPICS, weights=weights)
    TOPICS.asked.clear()
    (first, *_) = (await retriever.search_with_report("windscreen excess")).passages
    assert {one.channel for one in first.found_by} == {"words"}
    assert TOPICS.asked == []


async def test_a_vector_of_another_state_is_passed_over(tmp_path: Path) -> None:
    retriever = await with_vectors(tmp_path, TOPICS)
    dense = ChromaIndex("workbench-test", folder=tmp_path / "vectors")
    dense.add(["gone"], await TOPICS.embed(["baggage"], "document"), ["travel/terms.md"])
    assert "gone" not in {
        one.id for one in (await retriever.search_with_report("baggage")).passages
    }


async def test_reciprocal_rank_can_be_chosen(tmp_path: Path) -> None:
    spec = RetrievalSpec(fusion="reciprocal_rank")
    report = await retriever_over(tmp_path, TEXTS, spec=spec).search_with_report(
        "windscreen excess"
    )
    assert "windscreen excess is $100" in (report.passages[0].text or "")


class LoopEmbedder(TopicEmbedder):
    """Notes the event loop of every call."""

    def __init__(self) -> None:
        super().__init__({"glass": 0})
        self.loops: list[asyncio.AbstractEventLoop] = []

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> NDArray[np.float32]:
        self.loops.append(asyncio.get_running_loop())
        return await super().embed(texts, purpose)


async def test_a_query_is_embedded_on_the_loop_that_awaits_the_search(tmp_path: Path) -> None:
    own, of_run = LoopEmbedder(), LoopEmbedder()
    retriever = await with_vectors(tmp_path, own)
    own.loops.clear()
    await retriever.search_with_report("glass")
    await asyncio.to_thread(asyncio.run, retriever.best_relevance("glass"))
    here = asyncio.get_running_loop()
    assert [loop is here for loop in own.loops] == [True, False]

    report = await retriever.search_with_report("glass", embedder=of_run)
    assert (len(own.loops), len(of_run.loops)) == (2, 1), "a run's own embedder comes first"
    assert report.outage is None


async def test_the_terms_of_a_query_are_weighted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weighted: list[str] = []
    weigh = QueryTerms.of

    def counted(query: str, *rest: Any) -> QueryTerms:
        weighted.append(query)
        return weigh(query, *rest)

    monkeypatch.setattr(QueryTerms, "of", counted)
    retriever = retriever_over(tmp_path, TEXTS)
    filters = {"product": ["product:travel", "product:home", "product:car"]}
    report = await retriever.search_with_report("baggage", filters=filters)
    assert len(report.compared) == 3
    assert weighted == ["baggage"]
