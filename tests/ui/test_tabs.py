"""A tab finds its value again after a reload; other tabs do not, and time forgets it."""

from workbench.ui.tabs import KEPT_S, Tabs


def test_a_tab_finds_its_own_value_again() -> None:
    tabs: Tabs[str] = Tabs()
    assert tabs.adopt("a", "first") == "first"
    assert tabs.adopt("a", "of the new session") == "first"
    assert tabs.adopt("b", "another") == "another"


def test_a_tab_has_its_value_until_it_is_forgotten() -> None:
    now = [0.0]
    tabs: Tabs[str] = Tabs(lambda: now[0])
    assert not tabs.has("a")
    tabs.adopt("a", "first")
    assert tabs.has("a")
    assert not tabs.has("b")
    now[0] = KEPT_S
    assert not tabs.has("a")


def test_a_value_is_forgotten_an_hour_after_its_last_use() -> None:
    now = [0.0]
    tabs: Tabs[str] = Tabs(lambda: now[0])
    tabs.adopt("a", "first")
    now[0] = KEPT_S - 1
    assert tabs.adopt("a", "second") == "first"
    now[0] = 2 * KEPT_S - 2
    assert tabs.adopt("a", "third") == "first"
    now[0] = 3 * KEPT_S
    assert tabs.adopt("a", "fourth") == "fourth"
