"""Claims lead to facts, calls, plan steps and edges; what is not used is named."""

from tests.support.sample_run import sample_run
from workbench.domain.provenance import provenance


def test_a_claim_leads_to_its_fact_call_step_and_edges() -> None:
    run = sample_run()
    assert run.diagnostics is not None and run.facts is not None
    found = provenance(run)
    assert len(found.claims) == len(run.diagnostics.claims)
    first = found.claims[0]
    item = run.facts.by_id(run.diagnostics.claims[0].evidence[0])
    assert item is not None and item.path is not None
    assert first.facts == (item.id,)
    assert first.calls == (item.call,)
    assert run.tool_calls[item.call].caused_by == f"plan[{first.steps[0]}]"
    assert set(item.path.edges) <= set(first.edges)
    assert found.claims_of_call(item.call)[0] == 0
    assert 0 in found.claims_of_node(item.path.nodes[0])


def test_what_no_claim_rests_on_is_named() -> None:
    run = sample_run()
    assert run.answer is not None and run.facts is not None and run.diagnostics is not None
    claims = run.diagnostics.claims[:1]
    diagnostics = run.diagnostics.model_copy(update={"claims": claims})
    answer = run.answer.model_copy(update={"sources_used": ()})
    found = provenance(run.model_copy(update={"diagnostics": diagnostics, "answer": answer}))
    used = set(claims[0].evidence)
    assert found.unused_facts == tuple(i.id for i in run.facts.items if i.id not in used)
    call = run.facts.by_id(claims[0].evidence[0])
    assert call is not None
    busy = [at for at in range(len(run.tool_calls)) if at not in found.idle_calls]
    assert busy == [call.call]


def test_a_run_that_stopped_early_has_no_claims() -> None:
    run = sample_run().model_copy(update={"diagnostics": None, "facts": None, "answer": None})
    found = provenance(run)
    assert (found.claims, found.unused_facts) == ((), ())
