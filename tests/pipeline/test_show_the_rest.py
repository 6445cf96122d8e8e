"""A list that did not fit is shown to its last item when its rest is asked for."""

import json

import pytest

from tests.conftest import IndexedHome
from tests.modelserver.answers import say
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.domain.answer import AskOptions, Format
from workbench.domain.run import Run
from workbench.domain.turns import listing_of
from workbench.settings import Settings

QUESTION = {"ru": "Какие технологии знает Дмитрий?", "en": "What technologies does Dmitry know?"}


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory, indexed_home: IndexedHome) -> Workbench:
    return Workbench.open(Settings(workbench_home=indexed_home(tmp_path_factory.mktemp("rest"))))


async def thread(workbench: Workbench, name: str, *questions: str) -> list[Run]:
    return [await workbench.ask(one, workspace="portfolio", thread=name) for one in questions]


def sources(run: Run) -> tuple[str, ...]:
    assert run.rendered is not None
    return run.rendered.sources


def omitted(run: Run) -> int:
    assert run.rendered is not None
    return run.rendered.omitted


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ru", "Покажи остальные"),
        ("ru", "выведи остальные 46"),
        ("ru", "А остальные технологии Дмитрия?"),
        ("en", "show the rest"),
        ("en", "the other 46"),
        ("en", "What are the remaining technologies?"),
    ],
)
async def test_the_rest_follows_what_was_shown(
    workbench: Workbench, language: str, words: str
) -> None:
    first, rest = await thread(workbench, words, QUESTION[language], words)

    assert (len(sources(first)), omitted(first)) == (12, 46)
    assert (len(sources(rest)), omitted(rest)) == (46, 0)
    assert not set(sources(first)) & set(sources(rest))
    assert rest.answer is not None
    assert rest.answer.outcome == "answered"
    assert rest.answer.text.count("\n- ") == 46
    assert rest.diagnostics is not None and rest.diagnostics.verdict is not None
    assert (rest.diagnostics.verdict.label, rest.diagnostics.verdict.reasons) == ("answered", ())
    assert rest.diagnostics.verdict.probability >= 0.9


@pytest.mark.parametrize("words", ["выведи весь список", "Покажи все", "show the full list"])
async def test_the_whole_list_begins_at_its_first_item(workbench: Workbench, words: str) -> None:
    first, whole = await thread(workbench, words, QUESTION["ru"], words)

    assert len(sources(whole)) == 58
    assert sources(whole)[:12] == sources(first)


async def test_the_record_says_what_was_asked_and_by_which_plan(workbench: Workbench) -> None:
    first, rest = await thread(workbench, "record", QUESTION["ru"], "Покажи остальные")

    assert rest.memory is not None
    assert rest.memory.decision == "follow_up"
    assert rest.memory.rewritten == "Какие технологии знает Дмитрий? Пункты 13–58"
    assert rest.plan is not None
    assert first.plan is not None
    assert rest.plan.intents == first.plan.intents
    assert [call.offset for call in rest.plan.tool_calls] == [12]
    assert rest.plan.limits.max_items == 46
    assert "следующей страницы" in rest.plan_reasons[0]
    again = Run.model_validate_json(rest.model_dump_json())
    assert again == rest


async def test_pages_go_on_over_several_steps_and_other_questions(workbench: Workbench) -> None:
    runs = await thread(
        workbench,
        "steps",
        QUESTION["ru"],
        "Покажи ещё 10",
        "Где он сейчас работает?",
        "show the next 20",
        "остальные",
    )

    pages = [sources(run) for place, run in enumerate(runs) if place != 2]
    assert [len(page) for page in pages] == [12, 10, 20, 16]
    assert [omitted(run) for run in runs] == [46, 36, 0, 16, 0]
    assert len({one for page in pages for one in page}) == 58


async def test_pages_of_two_languages_fit_together(workbench: Workbench) -> None:
    runs = await thread(workbench, "two", QUESTION["ru"], "Покажи ещё 10", "show the rest")

    assert len({one for run in runs for one in sources(run)}) == 58


@pytest.mark.parametrize("words", ["Какие проекты он вёл?", "Где применял REST?", "Ещё проекты?"])
async def test_another_subject_is_no_request_for_the_rest(workbench: Workbench, words: str) -> None:
    _, other = await thread(workbench, words, QUESTION["ru"], words)

    assert other.memory is not None
    assert other.memory.pages == ()


async def test_no_model_is_asked_for_the_rest_of_its_list(
    server: ModelServer, modelled: Workbench
) -> None:
    plan = {
        "intents": ["TECHNOLOGY_OVERVIEW"],
        "confidence": 0.9,
        "entities": [{"type": "person", "id": "person:dmitry", "name": "Дмитрий"}],
        "tool_calls": [
            {
                "tool": "graph_query_tool",
                "args": {"intent": "TECHNOLOGY_OVERVIEW", "entity_id": "person:dmitry"},
            }
        ],
        "limits": {"max_items": 12},
    }
    server.choose(
        lambda request: say(
            json.dumps(plan) if "response_format" in request.body else "Python [Source 1]."
        )
    )

    first, rest = await thread(modelled, "model", QUESTION["ru"], "Покажи остальные")

    (end,) = await thread(modelled, "model", "Покажи остальные")

    asked = len(first.exchanges)
    assert asked >= 2
    assert rest.exchanges == end.exchanges == ()
    assert (len(sources(rest)), omitted(rest)) == (46, 0)
    assert end.answer is not None
    assert end.answer.outcome == "all_shown"


async def test_a_model_is_given_no_more_of_a_list_than_a_short_answer_holds(
    modelled: Workbench, server: ModelServer
) -> None:
    plan = {
        "intents": ["TECHNOLOGY_OVERVIEW"],
        "confidence": 0.9,
        "tool_calls": [
            {
                "tool": "graph_query_tool",
                "args": {"intent": "TECHNOLOGY_OVERVIEW", "entity_id": "person:dmitry"},
            }
        ],
        "limits": {"max_items": 12},
    }
    server.choose(
        lambda request: say(
            json.dumps(plan) if "response_format" in request.body else "Python [Source 1]."
        )
    )
    options = AskOptions(max_response_length=30)
    first = await modelled.ask(
        QUESTION["en"], workspace="portfolio", thread="short model", options=options
    )
    rest = await modelled.ask("show the rest", workspace="portfolio", thread="short model")

    assert 0 < len(sources(first)) < 12
    assert len(sources(first)) + len(sources(rest)) == 58


async def test_the_rest_comes_in_the_format_that_is_asked_for(workbench: Workbench) -> None:
    await thread(workbench, "json", QUESTION["en"])
    options = AskOptions(format=Format.JSON)
    rest = await workbench.ask("the rest", workspace="portfolio", thread="json", options=options)

    assert rest.answer is not None
    assert len(json.loads(rest.answer.marked)["sources"]) == 46


@pytest.mark.parametrize("words", [12, 30, 60])
async def test_a_short_answer_leaves_what_it_cuts_to_the_next_page(
    workbench: Workbench, words: int
) -> None:
    options = AskOptions(max_response_length=words)
    name = f"short {words}"
    first = await workbench.ask(QUESTION["ru"], workspace="portfolio", thread=name, options=options)
    rest = await workbench.ask("Покажи остальные", workspace="portfolio", thread=name)

    assert first.answer is not None
    assert 0 < len(sources(first)) < 12
    assert first.answer.marked.count("[Source ") == len(sources(first))
    assert omitted(first) == 58 - len(sources(first))
    assert len(sources(first)) + len(sources(rest)) == 58
    assert not set(sources(first)) & set(sources(rest))


async def test_short_pages_reach_the_last_item(workbench: Workbench) -> None:
    options = AskOptions(max_response_length=90)
    runs = [
        await workbench.ask(one, workspace="portfolio", thread="short pages", options=options)
        for one in [QUESTION["en"], *["show the rest"] * 12]
    ]

    shown = [one for run in runs for one in sources(run)]
    assert len(shown) == len(set(shown)) == 58
    for run in runs:
        assert run.answer is not None
        assert run.answer.text.count("\n- ") == len(sources(run))


@pytest.mark.parametrize(
    ("language", "words", "told"),
    [
        ("ru", ("остальные", "Покажи остальные"), "Список показан полностью, пунктов: 58."),
        ("en", ("the rest", "show the rest"), "The whole list has been shown, items: 58."),
    ],
)
async def test_after_the_last_page_nothing_is_shown_again(
    workbench: Workbench, language: str, words: tuple[str, str], told: str
) -> None:
    runs = await thread(workbench, f"end {language}", QUESTION[language], *words, words[0])

    for run in runs[2:]:
        assert run.answer is not None
        assert run.answer.outcome == "all_shown"
        assert run.answer.text.startswith(told)
        assert sources(run) == ()
        assert run.memory is not None
        assert run.memory.rewritten == QUESTION[language]


async def test_the_whole_list_can_be_asked_for_after_its_last_page(workbench: Workbench) -> None:
    runs = await thread(
        workbench, "again", QUESTION["en"], "the rest", "the rest", "show the full list"
    )

    assert len(sources(runs[-1])) == 58


async def test_a_list_that_fits_leaves_nothing_to_ask_for(workbench: Workbench) -> None:
    (run,) = await thread(workbench, "fits", "Где применял RAG?")

    assert omitted(run) == 0
    assert listing_of(run) is None
