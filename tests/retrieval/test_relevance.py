"""Relevance is absolute: high where a passage speaks of what was asked, low where it does not."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.memory_library import retriever_over
from workbench.retrieval.analysis import analyse
from workbench.retrieval.lexical import lexical_engine
from workbench.retrieval.lexical.protocol import IndexedPassage, LexicalIndex
from workbench.retrieval.passages import PassageWords
from workbench.retrieval.relevance import QueryTerms, semantic_relevance
from workbench.retrieval.search import Retriever

FLOOR = 0.4
"""That of the sample workspaces, whose intents cover what is asked there."""

TEXTS = {
    "car.md": "# Car Insurance\n\n## Windscreen\n\nThe windscreen excess is $100 a claim.\n\n"
    "## Hire car\n\nWe pay for a hire car while yours is repaired.\n",
    "travel.md": "# Travel Insurance\n\n## Baggage\n\nThe airline lost a bag: get its report.\n\n"
    "## Weather\n\nA storm that closes the airport is an insured event.\n",
    "work.md": "# Проекты\n\n## АЛОР Брокер\n\nИнженер построил поиск по регламентам на Kafka.\n\n"
    "## Прогноз\n\nПогода влияет на продажи мороженого в июле.\n",
}


@pytest.fixture(scope="module")
def retriever(tmp_path_factory: pytest.TempPathFactory) -> Retriever:
    return retriever_over(tmp_path_factory.mktemp("library"), TEXTS)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> LexicalIndex:
    folder: Path = tmp_path_factory.mktemp("index")
    words = ("excess", "glass", "claim")
    passages = [IndexedPassage(f"p{n}", "d", " ".join(words[: 1 + n % 3]), "") for n in range(9)]
    lexical_engine("tantivy").write(folder, add=passages)
    return lexical_engine("tantivy").open(folder)


@pytest.mark.parametrize(
    "question",
    [
        "What is the windscreen excess for car insurance?",
        "windscren exces",
        "Do you pay for hiring a car during repairs?",
        "My bag was lost by the airline, what now?",
        "На чём построен поиск по регламентам?",
        "Расскажи про проект Alor",
        "Где применялась Кафка?",
    ],
)
async def test_a_question_of_the_documents_is_above_the_floor(
    retriever: Retriever, question: str
) -> None:
    assert await retriever.best_relevance(question) >= FLOOR


@pytest.mark.parametrize(
    "question",
    [
        "How do I bake sourdough bread?",
        "Who won the football world cup in 1998?",
        "Write me a limerick about a lighthouse keeper",
        "Какая столица у Португалии?",
        "Сочини стихотворение о море",
        "",
        "?!",
    ],
)
async def test_an_unrelated_question_is_well_below_the_floor(
    retriever: Retriever, question: str
) -> None:
    assert await retriever.best_relevance(question) < FLOOR - 0.1


def relevance(index: LexicalIndex, query: str, context: str, body: str) -> float:
    terms = QueryTerms.of(query, analyse(query), index)
    return terms.relevances([PassageWords.of(context, body)])[0]


def test_a_passage_with_every_word_is_wholly_relevant(index: LexicalIndex) -> None:
    assert relevance(index, "the excess of glass", "", "glass has an excess") == pytest.approx(1.0)


def test_title_and_headings_count_like_the_text(index: LexicalIndex) -> None:
    assert relevance(index, "glass excess", "Glass", "The excess is $100.") == pytest.approx(1.0)


def test_words_far_apart_are_worth_less_than_words_together(index: LexicalIndex) -> None:
    filler = " ".join(f"other{n}" for n in range(60))
    together = relevance(index, "glass excess", "", f"glass excess {filler}")
    apart = relevance(index, "glass excess", "", f"glass {filler} excess")
    assert together == pytest.approx(1.0)
    assert 0.5 < apart < together


def test_a_rare_word_weighs_more_than_a_frequent_one(index: LexicalIndex) -> None:
    rare = relevance(index, "excess zebra", "", "a zebra")
    frequent = relevance(index, "excess zebra", "", "an excess")
    assert rare > 0.5 > frequent


def test_a_word_of_general_use_weighs_less_than_one_of_a_trade(index: LexicalIndex) -> None:
    assert relevance(index, "important zebra", "", "important") < relevance(
        index, "important zebra", "", "zebra"
    )


@pytest.mark.parametrize(
    ("query", "text", "least", "most"),
    [
        ("страхованием", "страхование", 1.0, 1.0),
        ("Кафка", "Kafka", 0.85, 0.95),
        ("windsceen", "windscreen", 0.5, 0.7),
        ("кубер", "Kubernetes", 0.4, 0.5),
        ("port", "portable", 0.0, 0.0),
        ("море", "more", 0.0, 0.95),
        ("kafka", "coffee", 0.0, 0.0),
    ],
)
def test_likeness_of_spelling_earns_part_of_a_word(
    index: LexicalIndex, query: str, text: str, least: float, most: float
) -> None:
    assert least <= relevance(index, query, "", text) <= most + 1e-9


async def test_a_question_in_the_other_language_finds_the_words_that_the_lists_translate(
    tmp_path: Path,
) -> None:
    texts = {
        "fees.md": "# Оплата\n\nСкидка за год вперёд — 12 %.\n",
        "rooms.md": "# Комнаты\n\nТишина соблюдается с 22:00.\n",
    }
    library = retriever_over(tmp_path, texts)

    found = await library.search("What discount for a year?")

    assert "Скидка" in found[0].content
    assert (await library.best_relevance("What discount for a year?")) >= FLOOR
    assert (await library.best_relevance("What about kilns and looms?")) == 0.0


@pytest.mark.parametrize(
    "question",
    [
        "Сколько стоит кладовка?",  # of the same root
        "Как найти тачку?",  # a synonym
        "Где вы встречаетесь?",  # of the same relation
    ],
)
async def test_words_that_stand_for_one_that_no_passage_has_are_found(
    tmp_path: Path, question: str
) -> None:
    text = "# Двор\n\nКладовую и машину сдают. Соседи собираются по средам.\n"
    library = retriever_over(tmp_path, {"yard.md": text, "rooms.md": "# Комнаты\n\nТишина.\n"})

    assert await library.best_document(question) == "yard.md"


async def test_a_question_finds_the_synonym_of_a_word_that_no_passage_has(tmp_path: Path) -> None:
    texts = {
        "rules.md": "# Rules\n\nA bicycle travels free on the ferry.\n",
        "rooms.md": "# Rooms\n\nQuiet hours begin at ten.\n",
    }
    library = retriever_over(tmp_path, texts)

    found = await library.search("Must I pay for my bike?")

    assert "bicycle" in found[0].content


async def test_a_translation_counts_less_where_no_other_word_tells_its_sense(
    tmp_path: Path,
) -> None:
    library = retriever_over(tmp_path, {"fees.md": "# Оплата\n\nСкидка за год вперёд — 12 %.\n"})

    alone = await library.best_relevance("Which discount?")

    assert 0 < alone < await library.best_relevance("Which discount for a year?")


@given(query=st.text(max_size=60), context=st.text(max_size=40), body=st.text(max_size=200))
def test_relevance_is_always_between_zero_and_one(
    index: LexicalIndex, query: str, context: str, body: str
) -> None:
    assert 0.0 <= relevance(index, query, context, body) <= 1.0 + 1e-9


def test_a_passage_without_words_is_irrelevant(index: LexicalIndex) -> None:
    assert relevance(index, "glass", "", "") == 0.0


@pytest.mark.parametrize(
    ("cosine", "background", "expected"),
    [(0.6, 0.1, 0.556), (0.9, 0.75, 0.6), (0.1, 0.1, 0.0), (0.0, 0.2, 0.0), (1.0, 1.0, 0.0)],
)
def test_a_cosine_counts_from_the_ground_it_stands_on(
    cosine: float, background: float, expected: float
) -> None:
    assert semantic_relevance(cosine, background) == pytest.approx(expected, abs=0.001)


def test_neighbouring_words_count_in_either_order_and_apart_they_do_not(
    index: LexicalIndex,
) -> None:
    asked = QueryTerms.of("glass door", analyse("glass door"), index)
    bodies = ("a glass door", "the door of glass", "glass in the frame of a door", "glass")
    found = [asked.adjacency(PassageWords.of("", body)) for body in bodies]
    assert found == [1.0, 1.0, 0.0, 0.0]


async def test_words_that_no_passage_has_are_named_where_nothing_is_found(
    retriever: Retriever,
) -> None:
    lost = await retriever.search_with_report("Does Zyphora insure gliders?", floor=FLOOR)
    found = await retriever.search_with_report("windscreen excess for gliders", floor=FLOOR)

    assert (lost.passages, lost.unseen) == ((), ("Zyphora", "gliders"))
    assert found.passages
    assert found.unseen == ()


async def test_a_question_that_names_an_option_alone_is_of_the_passage_that_has_it(
    tmp_path: Path,
) -> None:
    texts = {"a.md": "The `-t` flag runs a tool of the mill.", "b.md": "The mill stands at Bolm."}
    retriever = retriever_over(tmp_path, texts)

    assert await retriever.best_relevance("What does -t do?") >= FLOOR
    assert await retriever.best_relevance("What does -z do?") < FLOOR
