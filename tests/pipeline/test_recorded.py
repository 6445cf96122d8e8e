"""A replay has the recorded facts, and the recorded text if no model wrote it."""

from tests.support.insurance_workspace import fact, payload
from tests.support.sample_run import sample_run
from workbench.domain.evidence import FactsPayload
from workbench.domain.run import Run
from workbench.pipeline.recorded import as_recorded, recorded_text
from workbench.settings import OFFLINE

GLASS, KEYS, TYRES = (fact(f"{name} are covered") for name in ("Panes", "Keys", "Tyres"))


def run_with(facts: FactsPayload) -> Run:
    return sample_run().model_copy(update={"facts": facts})


def facts_of_replay(recorded: Run | None, *found: object) -> FactsPayload:
    return as_recorded(sample_run(), (), payload(*found), recorded)[1]  # type: ignore[arg-type]


def test_the_same_facts_are_put_in_the_recorded_order() -> None:
    recorded = run_with(payload(KEYS, GLASS))

    assert facts_of_replay(recorded, GLASS, KEYS).items == (KEYS, GLASS)


def test_recorded_facts_stand_where_others_are_found() -> None:
    recorded = run_with(payload(KEYS, GLASS))

    assert facts_of_replay(recorded, TYRES) == recorded.facts


def test_facts_of_another_plan_and_of_no_replay_are_those_found() -> None:
    other = run_with(payload(KEYS)).model_copy(update={"plan": None})

    assert facts_of_replay(other, TYRES).items == (TYRES,)
    assert facts_of_replay(None, TYRES).items == (TYRES,)


def test_a_text_that_no_model_wrote_is_repeated() -> None:
    run = run_with(payload(KEYS))
    assert run.answer is not None
    offline = run.answer.model_copy(update={"model": OFFLINE})
    modelled = run.answer.model_copy(update={"model": "openai:gpt"})

    assert recorded_text(run, run.model_copy(update={"answer": offline})) == offline
    assert recorded_text(run, run.model_copy(update={"answer": modelled})) is None
    assert (
        recorded_text(run_with(payload(TYRES)), run.model_copy(update={"answer": offline})) is None
    )
