"""A tab finds its value again after a reload; other tabs do not, and time forgets it."""

from workbench.ui.tabs import KEPT_S, Tabs


def test_a_tab_finds_the_value_that_was_put_last() -> None:
    tabs: Tabs[str] = Tabs()
    tabs.put("a", "first")
    tabs.put("b", "another")
    tabs.put("a", "second")
    assert (tabs.find("a"), tabs.find("b"), tabs.find("c")) == ("second", "another", None)


def test_a_value_is_forgotten_an_hour_after_it_was_put() -> None:
    now = [0.0]
    tabs: Tabs[str] = Tabs(lambda: now[0])
    tabs.put("a", "first")
    now[0] = KEPT_S - 1
    assert tabs.find("a") == "first"
    tabs.put("a", "second")
    now[0] = 2 * KEPT_S - 2
    assert tabs.find("a") == "second"
    now[0] = 2 * KEPT_S - 1
    assert tabs.find("a") is None


def test_a_tab_can_be_forgotten_at_once() -> None:
    tabs: Tabs[str] = Tabs()
    tabs.put("a", "first")
    tabs.put("b", "another")
    tabs.forget("a")
    tabs.forget("unknown")
    assert (tabs.find("a"), tabs.find("b")) == (None, "another")


def test_of_too_many_tabs_the_one_put_longest_ago_goes() -> None:
    tabs: Tabs[int] = Tabs()
    for number in range(501):
        tabs.put(str(number), number)
    tabs.put("1", 1)
    assert (tabs.find("0"), tabs.find("1"), tabs.find("500")) == (None, 1, 500)
