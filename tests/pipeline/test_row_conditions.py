"""Conditions on rows that the intents of a workspace do not hold are computed, or named."""

import pytest

from tests.conftest import IndexedHome
from workbench import Workbench
from workbench.domain.diagnostics import AnswerVerdict
from workbench.domain.plan import GRAPH_QUERY
from workbench.domain.run import Run
from workbench.settings import Settings


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, indexed_home: IndexedHome) -> Workbench:
    return Workbench.open(
        Settings(workbench_home=indexed_home(tmp_path_factory.mktemp("conditions")))
    )


def verdict_of(run: Run) -> AnswerVerdict:
    assert run.diagnostics is not None and run.diagnostics.verdict is not None
    return run.diagnostics.verdict


@pytest.mark.parametrize(
    ("question", "told", "not_told"),
    [
        ("В каких проектах нет Docker?", "Радар оттока", "AI-Portfolio"),
        ("Какие проекты были до 2020 года?", "Радар оттока", "Контракт-Линза"),
        ("Which project had the largest team?", "Call Navigator", "ContractLens"),
        ("Кроме Aston, где он работал?", "Зернолайн", "- Aston"),
    ],
)
async def test_a_condition_that_no_intent_holds_is_computed(
    bench: Workbench, question: str, told: str, not_told: str
) -> None:
    run = await bench.ask(question, workspace="portfolio")

    assert run.plan is not None and run.answer is not None
    assert run.plan.intents == (GRAPH_QUERY,)
    assert told in run.answer.text
    assert not_told not in run.answer.text


@pytest.mark.parametrize(
    ("question", "heading"),
    [
        ("В каких проектах нет Docker?", "Проекты, кроме тех, которые используют Docker (6):"),
        ("Which projects do not use Docker?", "Projects except those that use Docker (6):"),
    ],
)
async def test_what_is_excepted_is_told_once(bench: Workbench, question: str, heading: str) -> None:
    run = await bench.ask(question, workspace="portfolio")

    assert run.answer is not None
    assert run.answer.text.startswith(heading)


async def test_the_limits_in_common_are_those_of_both(bench: Workbench) -> None:
    question = "Which exclusions do car and motorcycle have in common?"

    run = await bench.ask(question, workspace="insurance")

    assert run.answer is not None
    assert "Racing" in run.answer.text and "helmet" not in run.answer.text


async def test_a_condition_that_nothing_computes_is_named_and_never_likely(
    bench: Workbench,
) -> None:
    run = await bench.ask("What was his first job?", workspace="portfolio")

    verdict = verdict_of(run)
    assert verdict.label == "unsure"
    assert any("first" in reason for reason in verdict.reasons)


async def test_a_condition_that_the_examples_have_stays_with_its_intent(bench: Workbench) -> None:
    run = await bench.ask("Что не покрывает страхование мотоцикла?", workspace="insurance")

    assert run.plan is not None
    assert run.plan.intents == ("EXCLUSIONS",)


async def test_texts_of_several_numbers_are_in_no_order(bench: Workbench) -> None:
    question = "What is the highest limit for baggage and which plan has it?"

    run = await bench.ask(question, workspace="insurance")

    assert run.answer is not None
    assert "Travel Premier — Limit: $5,000" in run.answer.text


async def test_a_list_does_not_tell_which_of_its_rows_is_the_longest(bench: Workbench) -> None:
    run = await bench.ask("Which product has the longest waiting period?", workspace="insurance")

    verdict = verdict_of(run)
    assert verdict.label == "unsure"
    assert any("longest" in reason for reason in verdict.reasons)


async def test_a_table_of_three_plans_shows_which_pays_the_most(bench: Workbench) -> None:
    run = await bench.ask("Which travel plan pays the most for baggage?", workspace="insurance")

    verdict = verdict_of(run)
    assert run.answer is not None
    assert "| $1,000 | $3,000 | $5,000 |" in run.answer.text
    assert verdict.label == "answered"
    assert verdict.reasons == ()


async def test_a_clause_without_a_passage_leaves_an_answer_in_part(bench: Workbench) -> None:
    run = await bench.ask("When did he leave Zernoline and why?", workspace="portfolio")

    verdict = verdict_of(run)
    assert verdict.label == "partly"
    assert verdict.probability < 0.5


@pytest.mark.parametrize(
    ("sample", "question", "told", "not_told"),
    [
        ("portfolio", "В каких технологиях у Дмитрия экспертный уровень?", "PyTorch", "базовый"),
        ("portfolio", "Какие публикации вышли в 2025 году?", "2025", "2023"),
        ("portfolio", "What was Kafka for in the Call Navigator?", "audio", "ALOR Broker"),
    ],
)
async def test_a_word_or_name_that_no_path_reads_chooses_among_the_facts(
    bench: Workbench, sample: str, question: str, told: str, not_told: str
) -> None:
    run = await bench.ask(question, workspace=sample)

    assert run.answer is not None
    assert told in run.answer.text
    assert not_told not in run.answer.text
    assert verdict_of(run).label == "answered"


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Does Harbourline insure drones?", "drones"),
        ("Страхует ли Harbourline дроны?", "дроны"),
        ("What is the excess for a phone?", "Phone"),
        ("Do you offer life insurance?", "life"),
        ("What is the difference between excess and limit?", "limit"),
    ],
)
async def test_a_noun_that_no_fact_says_is_named_and_the_list_is_never_likely(
    bench: Workbench, question: str, word: str
) -> None:
    run = await bench.ask(question, workspace="insurance")

    assert run.answer is not None
    assert word in run.answer.text.partition(":")[0] + run.answer.text.partition("):")[0]
    verdict = verdict_of(run)
    assert verdict.label == "unsure"
    assert any(word in reason for reason in verdict.reasons)


async def test_what_is_said_of_a_named_thing_in_other_words_stays_likely(bench: Workbench) -> None:
    question = "Name the policies in which personal liability is part of the package"

    assert verdict_of(await bench.ask(question, workspace="insurance")).label == "answered"


@pytest.mark.parametrize(
    "question", ["Do you offer travel insurance?", "Tell me about car insurance"]
)
async def test_a_name_before_a_noun_of_the_intent_is_read(bench: Workbench, question: str) -> None:
    assert verdict_of(await bench.ask(question, workspace="insurance")).label == "answered"


async def test_a_latin_name_in_a_russian_question_that_no_fact_says_is_named(
    bench: Workbench,
) -> None:
    verdict = verdict_of(await bench.ask("Работал ли он с Go?", workspace="portfolio"))

    assert verdict.label == "unsure"
    assert any("Go" in reason for reason in verdict.reasons)


async def test_a_noun_beside_a_named_one_that_no_fact_says_is_named(bench: Workbench) -> None:
    verdict = verdict_of(
        await bench.ask("Which products cover theft and vandalism?", workspace="insurance")
    )

    assert verdict.label == "unsure"
    assert any("vandalism" in reason for reason in verdict.reasons)


@pytest.mark.parametrize(
    ("sample", "question", "told"),
    [
        ("insurance", "How many products do you have?", "Products: 7 — Car Insurance"),
        ("portfolio", "Сколько у него проектов?", "Проекты: 10 — AI-Portfolio"),
        ("portfolio", "Сколько проектов было в Aston?", "4 — AI-Portfolio"),
    ],
)
async def test_how_many_there_are_is_counted(
    bench: Workbench, sample: str, question: str, told: str
) -> None:
    run = await bench.ask(question, workspace=sample)

    assert run.answer is not None
    assert told in run.answer.text
    assert verdict_of(run).label == "answered"


async def test_a_question_that_also_asks_for_more_than_a_number_gets_the_list(
    bench: Workbench,
) -> None:
    run = await bench.ask(
        "How many products do you have and which are they?", workspace="insurance"
    )

    assert run.plan is not None and run.answer is not None
    assert run.plan.intents == ("PRODUCTS",)
    assert "- Pet Insurance" in run.answer.text


@pytest.mark.parametrize(
    ("workspace", "question"),
    [
        ("portfolio", "Сколько человек было в команде?"),
        ("portfolio", "Сколько лет он в профессии?"),
        ("portfolio", "Who wrote the talk about CT on a CPU?"),
        ("insurance", "How long is a policy valid?"),
        ("insurance", "Who is covered by home insurance?"),
    ],
)
async def test_facts_without_what_is_counted_or_asked_for_are_not_likely(
    bench: Workbench, workspace: str, question: str
) -> None:
    verdict = verdict_of(await bench.ask(question, workspace=workspace))

    assert verdict.probability < 0.3
    assert verdict.reasons


@pytest.mark.parametrize(
    ("workspace", "question", "told"),
    [
        ("portfolio", "How many people worked on Call Navigator?", "9 people"),
        ("portfolio", "What did he do before 2020?", "SeverTeleNet"),
        ("insurance", "How many days may the home be empty?", "45 days"),
        ("insurance", "Whom do I write to about travel insurance?", "claims@"),
        ("insurance", "Какая страховка не платит за гонки?", "Автострахование"),
    ],
)
async def test_facts_that_hold_it_are(
    bench: Workbench, workspace: str, question: str, told: str
) -> None:
    run = await bench.ask(question, workspace=workspace)

    assert run.answer is not None and told in run.answer.text
    assert verdict_of(run).probability > 0.8
