"""A citation style is one file and one line: options, command, screen and display know it."""

import pytest

from tests.support.growth import GrownProject, grow

ADDED = {
    "workbench/citation_styles/margin.py": '''\
"""margin: a letter in the text, the sources below by their letters."""

from string import ascii_lowercase

from workbench.citation_styles.base import CitationStyle, CitedSource, reference
from workbench.domain.local_text import Language


def mark(cited: CitedSource, language: Language) -> str:
    """``(a)``."""
    return f"({ascii_lowercase[(cited.number - 1) % 26]})"


def entry(cited: CitedSource, language: Language) -> str:
    """``(a) Car Insurance Terms - Section I > Windscreen (Relevance: 0.83)``."""
    return f"{mark(cited, language)} {reference(cited, language)}"


STYLE = CitationStyle({"ru": "Буквы (a)", "en": "Letters (a)"}, mark, entry)
'''
}
REGISTRY = "workbench/citation_styles/__init__.py"
REGISTERED = '        "margin",'

CITATIONS = """
from workbench import Workbench
seen = Workbench.open().workspace("museum").spec.citations
"""


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> GrownProject:
    return grow(tmp_path_factory.mktemp("grown"), ADDED, REGISTRY, REGISTERED)


@pytest.mark.parametrize("command", [("ask",), ("runs", "show")])
def test_the_command_line_offers_it(grown: GrownProject, command: tuple[str, ...]) -> None:
    assert "|endnote|margin" in "".join(grown.command(*command, "--help").split())


def test_an_answer_is_displayed_in_it(grown: GrownProject) -> None:
    plan = grown.root / "plan.json"
    plan.write_text(
        '{"intents": ["WORKS"], "confidence": 1, "tool_calls": [{"tool": "graph_query_tool", '
        '"args": {"intent": "WORKS", "entity_id": "painter:orlova"}}]}',
        "utf-8",
    )
    asked = ("ask", "What did Orlova paint?", "-w", "museum", "--plan", str(plan))
    shown = grown.command(*asked, "--citations", "margin")
    assert "Field (1931), tempera (a)" in shown
    assert "(b) Bridge (painting) (Relevance:" in shown


def test_the_screen_offers_it_in_both_languages(grown: GrownProject) -> None:
    seen = grown.value(
        """
from streamlit.testing.v1 import AppTest

SCRIPT = '''
from workbench.domain.answer import AskOptions
from workbench.ui.panels.options import _shown
from workbench.ui.texts import Texts
_shown(Texts("{}"), AskOptions(citations="margin"), "numbered")
'''

seen = []
for language in ("ru", "en"):
    page = AppTest.from_string(SCRIPT.format(language), default_timeout=60)
    page.session_state["wb_language"] = language
    page.run()
    assert not page.exception, page.exception
    seen.append([page.selectbox[0].options[-1], page.selectbox[0].value])
"""
    )
    assert seen == [["Буквы (a)", "margin"], ["Letters (a)", "margin"]]


def test_a_workspace_may_name_it(grown: GrownProject) -> None:
    spec = grown.root / "data" / "museum" / "workspace.yaml"
    spec.write_text(spec.read_text("utf-8") + "citations: margin\n", "utf-8")
    assert grown.value(CITATIONS) == "margin"
