"""The entities panel marks proposed entities, quotes the question and leads to the graph."""

from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.sample_run import sample_run
from workbench.domain.entities import ResolvedEntity
from workbench.domain.graph import Node
from workbench.ui.panels.entities import entity_facts

ENTITY = ResolvedEntity(
    canonical_id="term:loan", type="term", name="Loan", confidence=1.0, matched_by="exact"
)


@pytest.mark.parametrize("is_proposed", [True, False])
def test_a_proposed_entity_is_marked(is_proposed: bool) -> None:
    node = Node(id="term:loan", type="term", name="Loan", proposed=is_proposed)
    frame: Any = SimpleNamespace(
        t=lambda key, **_: key,
        language="en",
        mention=lambda _: "",
        node_type=str,
        workspace=SimpleNamespace(nodes={node.id: node}),
        provenance=SimpleNamespace(claims_of_node=lambda _: ()),
    )
    assert ("ask.entities.proposed" in str(entity_facts(frame, ENTITY))) == is_proposed


def panel(language: str) -> None:
    """The panel for the sample run, as a script of its own."""
    import streamlit as st

    from tests.support.sample_run import sample_run, workspace
    from workbench.ui import session
    from workbench.ui.live_runs import RunSnapshot
    from workbench.ui.panels import entities
    from workbench.ui.run_view_model import RunViewModel
    from workbench.ui.texts import Texts

    st.session_state[session.LANGUAGE] = language
    run = sample_run()
    snapshot = RunSnapshot(run=run, finished=True)
    texts = Texts(language)  # type: ignore[arg-type]
    entities.draw(RunViewModel(snapshot, run, workspace(), texts, "numbered"))


@pytest.mark.parametrize(("language", "quoted"), [("ru", "«{}»"), ("en", "“{}”")])
def test_words_of_the_question_are_quoted_as_in_the_language(language: str, quoted: str) -> None:
    run = sample_run()
    words = {run.normalized[e.span.start : e.span.end] for e in run.entities if e.span}
    assert words
    test = AppTest.from_function(panel, args=(language,), default_timeout=60).run()
    assert not test.exception
    shown = "\n".join(element.proto.body for element in test.get("html"))
    assert all(quoted.format(one) in shown for one in words)


def test_an_entity_of_the_graph_can_be_shown_there() -> None:
    test = AppTest.from_function(panel, args=("en",), default_timeout=60).run()
    assert test.button(key="wb_icon_graph_0").label == "Show in the graph"
