"""Whether the context was enough, and on which rung of the ladder the answer stands."""

import pytest

from tests.support.insurance_workspace import fact, payload, question
from workbench.checks.diagnostics.sufficiency import assess_sufficiency
from workbench.domain.answer import Answer
from workbench.domain.diagnostics import Claim, Sufficiency
from workbench.domain.evidence import (
    Evidence,
    FactsPayload,
    Gap,
    GraphPath,
    SourceLabel,
    empty_facts,
)
from workbench.domain.local_text import Language

QUESTION = "What is the windscreen excess for car insurance?"
GOOD = "The windscreen excess for car insurance is $100 for each claim on every plan."


def assess(
    text: str = GOOD,
    asked: str = QUESTION,
    relevances: tuple[float, ...] = (0.9,),
    facts: FactsPayload | None = None,
    language: Language = "en",
    claims: tuple[Claim, ...] = (),
    **answer: object,
) -> Sufficiency:
    given = Answer.model_validate({"text": text, **answer})
    payload_given = facts if facts is not None else payload(fact("Glass"))
    return assess_sufficiency(question(asked, language), payload_given, given, relevances, claims)


def test_a_good_answer_is_sufficient() -> None:
    assert assess() == Sufficiency(sufficient=True, ladder="answer")


@pytest.mark.parametrize(
    ("asked", "relevance", "enough"),
    [
        ("Windscreen excess?", 0.25, True),
        ("Windscreen excess?", 0.24, False),
        ("Windscreen excess for car insurance", 0.30, True),
        ("Windscreen excess for car insurance", 0.29, False),
        (QUESTION, 0.35, True),
        (QUESTION, 0.34, False),
    ],
)
def test_longer_questions_need_more_relevance(asked: str, relevance: float, enough: bool) -> None:
    assert assess(asked=asked, relevances=(relevance,)).sufficient is enough


def test_an_answer_that_says_it_lacks_information_is_not_enough() -> None:
    assert not assess(f"{GOOD} I cannot determine the rest.").sufficient


@pytest.mark.parametrize(
    ("asked", "least"),
    [
        ("What does the windscreen cover?", 8),
        ("Compare windscreen covers", 20),
        ("Чем отличается покрытие windscreen?", 20),
        ("Tell of the windscreen", 12),
    ],
)
def test_how_many_words_are_enough_depends_on_the_question(asked: str, least: int) -> None:
    enough = "windscreen cover " + "word " * (least - 2)
    short = "windscreen cover " + "word " * (least - 3)

    assert assess(enough, asked).sufficient
    assert not assess(short, asked).sufficient


def test_an_answer_must_speak_of_what_was_asked() -> None:
    assert not assess(
        "Hospital stays are paid for up to sixty days in every single year."
    ).sufficient


def test_reasons_are_counted_in_good_russian() -> None:
    reasons = assess("Да", "Сколько платят?", language="ru").reasons

    assert any("1 слово" in reason for reason in reasons)


def gap(reason: str) -> Gap:
    return Gap.model_validate(
        {
            "call": 0,
            "entity_id": "product:car",
            "relation": "COVER",
            "reason": reason,
            "message": "",
        }
    )


@pytest.mark.parametrize("reason", ["absent", "filtered", "unknown_entity", "low_relevance"])
@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_gap_is_named_without_its_id(reason: str, language: Language) -> None:
    facts = payload(fact("Glass"), gaps=(gap(reason),)).model_copy(
        update={"sources": (SourceLabel(id="product:car", label="Car Insurance"),)}
    )

    assessed = assess(facts=facts, language=language)

    assert assessed.ladder == "gap"
    assert "Car Insurance" in " ".join(assessed.reasons)
    assert "product:car" not in " ".join(assessed.reasons)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_query_without_results_is_named_without_its_intent(language: Language) -> None:
    empty = gap("absent").model_copy(update={"entity_id": None, "relation": "TABLE_QUERY"})

    assessed = assess(facts=payload(fact("Glass"), gaps=(empty,)), language=language)

    assert len(assessed.reasons) == 1
    assert "TABLE_QUERY" not in assessed.reasons[0]


def test_nothing_found_is_unanswerable_with_reasons() -> None:
    assessed = assess(facts=empty_facts(), relevances=(), outcome="no_answer")

    assert (assessed.sufficient, assessed.ladder) == (False, "unanswerable")
    assert assessed.reasons


def test_sources_that_do_not_answer_are_not_said_to_be_missing() -> None:
    found = assess(facts=payload(fact("Glass")), outcome="no_answer")
    nothing = assess(facts=empty_facts(), relevances=(), outcome="no_answer")

    assert found.reasons == ("What was found does not answer the question.",)
    assert nothing.reasons == ("Nothing was found to answer from.",)


def test_doubtful_claims_call_for_a_caveat() -> None:
    doubtful = Claim(
        text="It pays twice.", start=0, end=14, verdict="contradicted", probability=0.1
    )

    assessed = assess(claims=(doubtful,))

    assert (assessed.sufficient, assessed.ladder) == (True, "caveat")


def test_a_cut_answer_calls_for_a_caveat() -> None:
    assert assess(partial=True).ladder == "caveat"


def graph_fact(text: str) -> Evidence:
    return fact(text).model_copy(update={"path": GraphPath(nodes=("product:car",))})


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("How do I reach Dmitry?", "+7 900 000-00-00"),
        ("Контакты Дмитрия", "- dmitry@example.org"),
        ("Где он учился?", "МГТУ им. Баумана"),
        ("show the rest", "- Glass\n- Theft"),
    ],
)
def test_short_facts_of_the_graph_are_enough(asked: str, answer: str) -> None:
    facts = payload(graph_fact(answer))

    assert assess(answer, asked, facts=facts).sufficient


def test_facts_of_the_graph_are_judged_by_their_coverage() -> None:
    facts = payload(graph_fact("Glass"))
    little = facts.model_copy(update={"meta": facts.meta.model_copy(update={"coverage": 0.3})})

    assert not assess(GOOD, facts=little).sufficient
