"""A page is one file and one line: it stands in the navigation, in both languages, and opens."""

import pytest

from tests.support.growth import GrownProject, grow

ADDED = {
    "pages/glossary.py": '''\
"""What the types of the workspace's nodes are called."""

import streamlit as st

from workbench.domain.local_text import localize
from workbench.ui import session
from workbench.ui.html import tag
from workbench.ui.navigation import Page

PAGE = Page(
    title={"ru": "Словарь", "en": "Glossary"},
    help={"ru": "Типы узлов этой области.", "en": "Node types of this workspace."},
    icon=":material/dictionary:",
)


def main() -> None:
    """Draw the page."""
    t, name = session.texts(), session.summary().id
    st.html(tag("h1", localize(PAGE.title, t.language)))
    for node_type in session.workbench().workspace(name).spec.node_types.values():
        st.write(localize(node_type.label, t.language))


if __name__ == "__main__":
    main()
'''
}
REGISTRY = "workbench/ui/main.py"
REGISTERED = '    "glossary",'


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> GrownProject:
    return grow(tmp_path_factory.mktemp("grown"), ADDED, REGISTRY, REGISTERED)


def test_the_navigation_names_and_explains_it(grown: GrownProject) -> None:
    seen = grown.value(
        """
from workbench.ui.navigation import page_entry
entry = page_entry("glossary")
seen = [entry.title, entry.help, entry.icon]
"""
    )
    assert seen[0] == {"ru": "Словарь", "en": "Glossary"}
    assert seen[1]["en"] == "Node types of this workspace."


@pytest.mark.parametrize(
    ("locale", "title", "label"),
    [("ru-RU", "Словарь", "Художник"), ("en-GB", "Glossary", "Painter")],
)
def test_the_added_page_opens_in_both_languages(
    grown: GrownProject, locale: str, title: str, label: str
) -> None:
    seen = grown.value(
        f"""
from streamlit.testing.v1 import AppTest
import workbench.ui.session

app = AppTest.from_file("workbench/ui/main.py", default_timeout=60)
app.session_state["wb_tab"] = "tab"
app.context = {{"locale": {locale!r}, "timezone": "UTC", "url": "http://localhost"}}
app.run().switch_page("../../pages/glossary.py").run()
assert not app.exception, app.exception
seen = [one.proto.body for one in app.get("html")] + [one.value for one in app.markdown]
"""
    )
    assert f"<h1>{title}</h1>" in seen
    assert label in seen
