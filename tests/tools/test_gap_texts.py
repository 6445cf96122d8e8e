"""Why a call found nothing is told in the reader's language, labels of the workspace included."""

from pathlib import Path

import pytest

from tests.support.museum_workspace import write_museum
from workbench.domain.local_text import LANGUAGES, Language
from workbench.domain.plan import GraphArgs, Limits
from workbench.i18n.messages import messages
from workbench.retrieval.graph_store import DictGraphStore
from workbench.tools.gap_texts import _MESSAGES, gap_text
from workbench.tools.graph import GraphTool
from workbench.tools.protocol import CallContext
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace, open_workspace

WAYS = (LANGUAGES, LANGUAGES[::-1])


@pytest.fixture
def museum(tmp_path: Path) -> Workspace:
    return open_workspace(write_museum(tmp_path), TOOL_SPECS)


@pytest.mark.parametrize(("recorded", "read"), WAYS)
@pytest.mark.parametrize(
    ("entity", "filters"),
    [
        ("painter:vasin", {}),
        ("painter:orlova", {"hall": "hall:south"}),
        ("painter:nobody", {}),
    ],
)
async def test_a_gap_of_the_graph_reads_as_if_it_had_been_asked_in_the_readers_language(
    museum: Workspace,
    recorded: Language,
    read: Language,
    entity: str,
    filters: dict[str, str],
) -> None:
    tool = GraphTool(museum, DictGraphStore(museum.nodes, museum.edges))
    args = GraphArgs(intent="WORKS", entity_id=entity, filters=dict(filters))
    made = [
        (await tool.run(args, CallContext(language=one, call=0, limits=Limits()))).gaps[0].message
        for one in (recorded, read)
    ]
    named = ["WORKS", entity, *filters.values()]
    assert gap_text(made[0], named, museum, read) == made[1] != made[0]
    assert gap_text(made[0], named, museum, recorded) == made[0]


@pytest.mark.parametrize(("recorded", "read"), WAYS)
def test_sentences_of_a_table_are_told_each(
    museum: Workspace, recorded: Language, read: Language
) -> None:
    def told(language: Language) -> str:
        texts = messages("workbench.tools")[language]
        quoted = texts["quoted"].format(word="tariff")
        values = {"table": "Rides", "words": quoted, "columns": "Day, Km"}
        return " ".join(texts[name].format(**values) for name in ("not_computed", "columns_of"))

    assert gap_text(told(recorded), [], museum, read) == told(read)


def test_a_message_that_no_template_has_written_stays(museum: Workspace) -> None:
    assert gap_text("The server said: 42 or 43.", [], museum, "ru") == "The server said: 42 or 43."


def test_the_names_of_the_templates_are_those_of_the_messages() -> None:
    texts = messages("workbench.tools")["en"]
    flat = {*texts, *(f"query.{name}" for name in texts["query"])}
    assert flat >= _MESSAGES
