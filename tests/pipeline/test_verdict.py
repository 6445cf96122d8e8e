"""The estimate that an answer is right, shown first."""

import json

import pytest

from tests.conftest import IndexedHome
from tests.support.sample_run import sample_run
from workbench import Workbench
from workbench.checks.diagnostics.diagnose import diagnose
from workbench.checks.diagnostics.estimate.verdict import answer_verdict
from workbench.checks.messages import localized_text
from workbench.domain.diagnostics import AnswerVerdict
from workbench.domain.local_text import LANGUAGES, Language
from workbench.domain.plan import GRAPH_QUERY
from workbench.domain.run import Run, Stage
from workbench.domain.run_summary import shown_confidence, summarize
from workbench.settings import Settings

CONTEXT = (
    {"text": "The ferry to the island costs 4 crowns and takes two hours.", "relevance_score": 0.9},
    {"text": "Dogs travel in a basket on the rear deck.", "relevance_score": 0.3},
)
RELATED = (
    {"text": "The captain of the ferry company takes dogs in a basket.", "relevance_score": 0.5},
)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, indexed_home: IndexedHome) -> Workbench:
    return Workbench.open(Settings(workbench_home=indexed_home(tmp_path_factory.mktemp("verdict"))))


def verdict_of(run: Run) -> AnswerVerdict:
    assert run.diagnostics is not None and run.diagnostics.verdict is not None
    return run.diagnostics.verdict


async def test_what_the_sources_say_is_likelier_than_what_they_do_not(bench: Workbench) -> None:
    told = verdict_of(await bench.generate("How much does the ferry to the island cost?", CONTEXT))
    untold = verdict_of(await bench.generate("Who founded the ferry company?", CONTEXT))

    assert told.probability > untold.probability
    assert told.reasons == ()
    assert untold.label == "unsure"


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is the captain's salary?", "such an amount"),
        ("Who is the captain of the ferry company?", "such a person"),
        ("How often does the captain wash the deck?", "how often this is"),
        ("What is the phone number of the ferry company?", "such a telephone number"),
    ],
)
async def test_a_missing_kind_of_value_is_said_and_never_likely(
    bench: Workbench, question: str, words: str
) -> None:
    run = await bench.generate(question, RELATED)

    assert run.answer is not None
    assert run.answer.text.startswith(f"The documents do not mention {words}")
    assert run.answer.text.startswith(run.answer.opening)
    assert verdict_of(run).probability < 0.3
    assert verdict_of(run).reasons


async def test_things_told_in_sentences_are_as_likely_as_a_list(bench: Workbench) -> None:
    rooms = "The Wren Room seats 12 guests. The Mill Room seats 40 guests."
    run = await bench.generate("Which rooms are there?", ({"text": rooms},))
    other = await bench.generate("Which rooms are there?", ({"text": "Guests share a room."},))

    assert run.answer is not None and "Wren" in run.answer.text and "Mill" in run.answer.text
    lacking = [
        next(one.value for one in verdict_of(each).signals if one.name == "list_absent")
        for each in (run, other)
    ]
    assert lacking == [0.0, 1.0]


async def test_what_shares_no_word_with_the_question_is_no_answer(bench: Workbench) -> None:
    run = await bench.generate("What is the engineer's salary?", CONTEXT[1:])

    assert run.answer is not None and run.answer.outcome == "no_answer"
    assert verdict_of(run).probability < 0.3


async def test_a_question_without_sources_is_not_found(bench: Workbench) -> None:
    found = verdict_of(await bench.generate("How much does the ferry cost?", ()))

    assert (found.label, found.probability) == ("not_found", 0.0)


async def test_the_estimate_is_shown_and_the_formula_stays_beside_it(bench: Workbench) -> None:
    run = await bench.generate("How much does the ferry to the island cost?", CONTEXT)

    assert run.diagnostics is not None and run.answer is not None
    assert shown_confidence(run) == verdict_of(run).probability == summarize(run).confidence
    assert run.answer.confidence == run.diagnostics.confidence.score
    assert {signal.name for signal in verdict_of(run).signals} >= {"coverage", "value_absent"}


async def test_a_claim_without_support_lowers_the_estimate(bench: Workbench) -> None:
    question = "How much does the ferry to the island cost?"
    run = await bench.generate(question, CONTEXT)
    assert run.answer is not None and run.diagnostics is not None
    false = run.answer.model_copy(update={"text": "The ferry to the island costs 9 crowns."})

    assert run.facts is not None and run.rendered is not None
    judged = diagnose(run.asked, run.facts, run.rendered, false)
    assert answer_verdict(run, false, judged, {}).probability < 0.3


@pytest.mark.parametrize(
    ("workspace", "question", "right", "wrong", "named"),
    [
        (
            "insurance",
            "Which vehicle benefits does the Car Insurance Premier plan include?",
            "plan:car-premier",
            "plan:car-basic",
            "Car Premier",
        ),
        ("portfolio", "Какие базы данных знает Дмитрий?", "database", "language", "Базы данных"),
    ],
)
async def test_a_plan_about_another_thing_than_the_question_names_is_never_likely(
    bench: Workbench, workspace: str, question: str, right: str, wrong: str, named: str
) -> None:
    run = await bench.ask(question, workspace=workspace)
    assert run.plan is not None
    plan = run.plan.model_dump_json()
    assert right in plan
    other = await bench.fork(run, "plan", json.loads(plan.replace(right, wrong)))

    assert verdict_of(run).probability > 0.5
    assert verdict_of(other).probability < 0.3
    assert verdict_of(other).label == "unsure"
    assert named in verdict_of(other).reasons[0]


async def test_the_answer_to_a_numbered_question_is_known_to_answer_it(bench: Workbench) -> None:
    faq = """11. Can the tool read encrypted archives?

    Not by itself, but the folder contrib has a program that does.

12. Is there a version for Windows?

    No, sorry, only the sources can be compiled there.
"""

    run = await bench.generate("Can the tool read encrypted archives?", ({"text": faq},))

    assert run.answer is not None
    assert run.answer.text.startswith("Not by itself")
    assert verdict_of(run).reasons == ()
    assert verdict_of(run).probability >= 0.5


def test_a_less_certain_plan_lowers_the_estimate() -> None:
    run = sample_run()
    assert run.plan is not None and run.answer is not None and run.diagnostics is not None
    likely = []
    for confidence in (0.1, 0.5, 0.95):
        plan = run.plan.model_copy(update={"confidence": confidence})
        planned = run.model_copy(update={"plan": plan})
        likely.append(answer_verdict(planned, run.answer, run.diagnostics, {}).probability)
    assert likely == sorted(set(likely))


def test_a_query_whose_reading_is_unsure_is_never_likely() -> None:
    run = sample_run()
    assert run.plan is not None and run.answer is not None and run.diagnostics is not None
    for confidence, most in ((0.9, 1.0), (0.48, 0.49)):
        plan = run.plan.model_copy(update={"intents": (GRAPH_QUERY,), "confidence": confidence})
        asked = run.model_copy(update={"plan": plan})
        verdict = answer_verdict(asked, run.answer, run.diagnostics, {})
        assert (verdict.probability > 0.5) is (confidence > 0.5)
        assert verdict.probability <= most


async def test_a_misspelt_word_is_judged_as_the_answer_reads_it(bench: Workbench) -> None:
    right = verdict_of(await bench.generate("How much does the ferry to the island cost?", CONTEXT))

    misspelt = await bench.generate("How much does the ferry to the islend cost?", CONTEXT)

    assert (misspelt.answer is not None) and "“islend” is read as" in misspelt.answer.text
    assert verdict_of(misspelt).label == right.label
    assert not [one for one in verdict_of(misspelt).reasons if "islend" in one]


async def test_one_of_two_joined_questions_answered_is_partly(bench: Workbench) -> None:
    question = "How much does the ferry to the island cost and what is the captain's salary?"

    found = verdict_of(await bench.generate(question, CONTEXT))

    assert found.label == "partly"
    assert found.probability < 0.3


async def test_a_premise_that_the_sources_contradict_is_corrected(bench: Workbench) -> None:
    run = await bench.generate("Why does the ferry to the island take three hours?", CONTEXT)

    assert run.answer is not None
    assert run.answer.text.startswith("The documents say otherwise than the question")
    assert "takes two hours" in run.answer.text
    found = verdict_of(run)
    assert (found.label, found.probability > 0.5) == ("corrected", True)
    assert [one for one in found.reasons if "three" not in one] == []


async def test_words_of_the_question_that_an_answer_of_the_graph_leaves_out_make_it_unlikely(
    bench: Workbench,
) -> None:
    told = verdict_of(await bench.ask("What is the windscreen excess?", workspace="insurance"))
    text = "MacBook password, passcode and router: which products do you sell?"
    missed = verdict_of(await bench.ask(text, workspace="insurance"))

    assert told.probability > 0.8 and not told.reasons
    assert (missed.label, missed.probability < 0.5) == ("unsure", True)
    assert "MacBook, password, passcode, router" in missed.reasons[0]


@pytest.mark.parametrize(
    "question",
    [
        "Какой был бюджет проекта КТ-Триаж?",
        "What was the budget of the CT-Triage project?",
        "Почему закрыли проект КТ-Триаж?",
        "Сколько лет Дмитрию?",
    ],
)
async def test_what_the_graph_does_not_have_is_never_likely_however_long_the_name(
    bench: Workbench, question: str
) -> None:
    run = await bench.ask(question, workspace="portfolio")

    assert verdict_of(run).probability < 0.3
    assert verdict_of(run).reasons


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_stage_that_can_fail_has_a_name_in_the_readers_language(language: Language) -> None:
    names = [localized_text(f"stage_{stage}", language) for stage in Stage]

    assert len(set(names)) == len(Stage)
    assert not set(names) & set(Stage)


async def test_what_stands_under_a_like_heading_is_likelier(bench: Workbench) -> None:
    text = "The ferry to the island costs 4 crowns and takes two hours."
    question = "How much does the ferry to the island cost?"
    titled = await bench.generate(question, ({"text": f"## Cost of the ferry\n\n{text}"},))
    other = await bench.generate(question, ({"text": f"## Winter mooring\n\n{text}"},))

    likeness = [
        next(one.value for one in verdict_of(run).signals if one.name == "section_likeness")
        for run in (titled, other)
    ]
    assert likeness[0] > likeness[1]
    assert verdict_of(titled).probability > verdict_of(other).probability


async def test_a_reason_that_was_found_is_told(bench: Workbench) -> None:
    told = ({"text": "The ferry stays in port on Monday because its engine is cleaned."},)
    run = await bench.generate("Why does the ferry stay in port on Monday?", told)
    other = await bench.generate("When does the ferry stay in port?", told)

    found = [
        next(one.value for one in verdict_of(each).signals if one.name == "reason_told")
        for each in (run, other)
    ]
    assert found == [1.0, 0.0]
