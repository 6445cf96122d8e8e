"""Entries are added to the text of workspace.yaml and removed from it; comments stay."""

from pathlib import Path

import pytest

from workbench.errors import WorkspaceError
from workbench.workspace.edit_spec import with_entry, without_entry
from workbench.workspace.yaml_text import load_yaml

ENTRY = {"label": {"en": "Supplier", "ru": "Поставщик"}, "words": ["vendor", "seller"]}
TEXTS = {
    "missing": "id: shop\ntitle: Shop  # ours\n",
    "no line break at the end": "id: shop\ntitle: Shop",
    "empty": "id: shop\nnode_types: {}  # later\n# The end\ntitle: Shop\n",
    "null": "id: shop\nnode_types:\ntitle: Shop\n",
    "last": "id: shop\n# Types\nnode_types:\n  item:  # a thing\n    label: Item\n\n# Done\n",
    "in the middle": "node_types:\n    item:\n        label: Item\n\n# Next\nid: shop\n",
    "literal": "node_types:\n  item:\n    label: |\n      Item\n      # no comment\nid: shop\n",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_an_entry_is_added_and_all_else_stays(text: str) -> None:
    try:
        changed = with_entry(text, "node_types", "supplier", ENTRY)
    except WorkspaceError:
        assert "no comment" in text, "only what cannot be added to safely is refused"
        return
    before = load_yaml(text)
    types = before.get("node_types") or {}
    assert load_yaml(changed) == {**before, "node_types": {**types, "supplier": ENTRY}}
    for line in text.splitlines():
        if "#" in line:
            assert line.partition("#")[2] in changed
    if types:
        back = without_entry(changed, "node_types", "supplier")
        assert back.splitlines() == text.splitlines()


def test_a_comment_stays_with_the_entry_below_it() -> None:
    text = "node_types:\n  a:\n    label: A\n  # about b\n  b:\n    label: B\nid: shop\n"
    assert "# about b\n  b:" in without_entry(text, "node_types", "a")
    assert load_yaml(without_entry(text, "node_types", "b"))["node_types"] == {"a": {"label": "A"}}
    only = "node_types:\n  a:\n    label: A\nid: shop\n"
    assert load_yaml(without_entry(only, "node_types", "a")) == {"node_types": {}, "id": "shop"}


def test_a_form_that_is_not_edited_is_refused() -> None:
    text = "node_types: {item: {label: Item}}\nid: shop\n"
    with pytest.raises(WorkspaceError, match="node_types"):
        with_entry(text, "node_types", "supplier", ENTRY)
    with pytest.raises(WorkspaceError, match="node_types"):
        without_entry(text, "node_types", "item")


def test_the_sample_workspaces_can_be_added_to(data: Path) -> None:
    for name in ("portfolio", "insurance"):
        text = (data / name / "workspace.yaml").read_text("utf-8")
        for section in ("node_types", "edge_types", "intents"):
            changed = with_entry(text, section, "NEW_ENTRY", {"label": "New"})
            back = without_entry(changed, section, "NEW_ENTRY")
            assert back == text


def test_the_last_entry_is_removed_below_a_comment() -> None:
    text = "id: shop\nnode_types:\n  # Things\n  item:\n    label: Item\ntitle: Shop\n"

    changed = without_entry(text, "node_types", "item")

    assert load_yaml(changed) == {"id": "shop", "node_types": {}, "title": "Shop"}
    assert "# Things" in changed


@pytest.mark.parametrize(
    "text",
    [
        "node_types:\n  item: &item\n    label: Item\n  other: *item\nid: shop\n",
        "base: &base\n  item:\n    label: Item\nnode_types:\n  <<: *base\n  other:\n    label: O\n",
    ],
)
def test_an_entry_that_others_refer_to_is_not_removed(text: str) -> None:
    with pytest.raises(WorkspaceError):
        without_entry(text, "node_types", "item")
