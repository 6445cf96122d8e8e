"""The sample run with an injection attack in every text from a model or a document."""

from functools import cache

from tests.support.sample_run import sample_run
from workbench.domain.documents import Document
from workbench.domain.evidence import Evidence, Passage, Subgraph, SubgraphEdge, SubgraphNode
from workbench.domain.run import Run

RUN_ID = "019a0b1c2d3e4f5dead"
DOCUMENT = "evil.md"
OUTSIDE = "https://evil.example"

ATTACK = (
    f"<img src=x onerror=window.pwned=1><script>window.pwned=1</script></script>"
    f"<iframe src={OUTSIDE}></iframe> ![beacon]({OUTSIDE}/a.png) ![b][r] "
    f"[go](javascript:window.pwned=1) [fake](#cite-{RUN_ID}-1) $\\href{{javascript:1}}{{x}}$ "
    f':red[x]{{background="url({OUTSIDE}/b.png)"}} :image[x]\n\n'
    f"[r]: {OUTSIDE}/c.png\n\n"
    f'```mermaid\nflowchart TD\n  A@{{ img: "{OUTSIDE}/d.png" }}\n```\n\n'
    f"<style>@import url({OUTSIDE}/e.css)</style>\n"
)


@cache
def document() -> Document:
    """A document with attacks in its text."""
    text = f"# {ATTACK}\n\n| {ATTACK} | b |\n|---|---|\n\n- {ATTACK}\n"
    return Document(id=DOCUMENT, title=ATTACK, text=text, content_hash="0")


@cache
def hostile_run() -> Run:
    """The run, whose texts must be rendered as text."""
    run = sample_run()
    assert run.facts is not None and run.answer is not None and run.diagnostics is not None
    assert run.rendered is not None and run.plan is not None
    passage = Evidence(
        type="passage",
        text=document().text,
        score=0.9,
        span=Passage(
            document_id=DOCUMENT,
            title=ATTACK,
            start=0,
            end=len(document().text),
            heading_path=(ATTACK,),
        ),
    )
    facts = [item.model_copy(update={"text": ATTACK}) for item in run.facts.items]
    items = (passage, *facts)
    calls = tuple(
        call.model_copy(update={"subgraph": _subgraph(call.subgraph)}) for call in run.tool_calls
    )
    marked = f"{ATTACK}\n\nA [Source 1], B [Source 2]. {ATTACK}"
    claims = tuple(
        claim.model_copy(
            update={
                "text": ATTACK,
                "start": 0,
                "end": 40,
                "reasons": (ATTACK,),
                "evidence_sentence": ATTACK,
            }
        )
        for claim in run.diagnostics.claims
    )
    return run.model_copy(
        update={
            "id": RUN_ID,
            "question": ATTACK,
            "normalized": ATTACK,
            "entities": tuple(e.model_copy(update={"name": ATTACK}) for e in run.entities),
            "facts": run.facts.model_copy(update={"items": items}),
            "rendered": run.rendered.model_copy(
                update={"text": ATTACK, "sources": tuple(item.id for item in items)}
            ),
            "answer": run.answer.model_copy(
                update={"text": ATTACK, "marked": marked, "display": marked, "citations": ()}
            ),
            "tool_calls": calls,
            "diagnostics": run.diagnostics.model_copy(update={"claims": claims}),
        }
    )


def _subgraph(graph: Subgraph) -> Subgraph:
    evil = SubgraphNode(id=ATTACK, type=ATTACK, label=ATTACK)
    edges = tuple(
        SubgraphEdge(id=f"{ATTACK}{n}", source=node.id, target=ATTACK, type=ATTACK, label=ATTACK)
        for n, node in enumerate(graph.nodes[:3])
    )
    return Subgraph(nodes=(*graph.nodes, evil), edges=(*graph.edges, *edges))
