"""Every select box with translated options sets its choice again when the language changes."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCREENS = [*(ROOT / "workbench" / "ui").rglob("*.py"), *(ROOT / "pages").glob("*.py")]


@pytest.mark.parametrize("path", sorted(SCREENS), ids=lambda path: path.name)
def test_no_select_box_is_forgotten(path: Path) -> None:
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(call, ast.Call) or ast.unparse(call.func) != "st.selectbox":
            continue
        given = {one.arg: ast.unparse(one.value) for one in call.keywords}
        # A field of the plan's form is set from the draft in every run of the script.
        is_bound = given.get(None, "").startswith(("_bound(", "_argument("))
        is_set = is_bound or given.get("key", "").startswith("session.translated_key(")
        assert "format_func" not in given or is_set, given
