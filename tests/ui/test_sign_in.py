"""Roles follow from addresses, and what is not listed needs an editor."""

from typing import Any

import pytest

from workbench.bootstrap.sync import SyncRuns, SyncWorkbench
from workbench.errors import InputError
from workbench.settings import Settings
from workbench.ui.role_access import NEEDED, RestrictedWorkbench
from workbench.ui.sign_in import ANYONE, Person, Role, current, role_of, shown_author, signs_in
from workbench.ui.texts import Texts

SETTINGS = Settings(
    _env_file=None,
    workbench_editors="ann@example.org",
    workbench_analysts="@example.org, carl@elsewhere.net",
    workbench_viewers="*",
)
CHANGES = {
    "accept_drafts",
    "calibrate",
    "forget_calibration",
    "accept_entries",
    "add_documents",
    "change_embedder",
    "correct",
    "delete",
    "draft_entries",
    "edit_draft",
    "extract",
    "label_prompt",
    "new_workspace",
    "promote_gap",
    "put_edge",
    "put_node",
    "reject_drafts",
    "reject_entries",
    "remove_edge",
    "remove_node",
    "roll_back_prompt",
    "save_case",
    "save_preset",
    "save_prompt",
    "undo_correction",
    "undo_drafts",
    "undo_entries",
}
WORKS = {
    "ablation",
    "ablation_stream",
    "annotate_run",
    "ask",
    "blame",
    "blame_case",
    "blame_case_stream",
    "blame_stream",
    "check",
    "compare_prompt",
    "dry_run",
    "estimate_ablation",
    "estimate_blame",
    "estimate_blame_case",
    "estimate_drafting",
    "estimate_extraction",
    "estimate_matrix",
    "estimate_comparison",
    "estimate_stability",
    "execute",
    "fork",
    "fork_stream",
    "generate",
    "generate_stream",
    "list_models",
    "matrix",
    "propose_examples",
    "replay",
    "replay_stream",
    "search",
    "stability",
    "stability_stream",
    "stream",
    "test_model",
    "try_prompt",
    "try_search",
}
"""What an analyst may do: ask, take runs apart, annotate them, try prompts and models."""


@pytest.mark.parametrize(
    ("address", "role"),
    [
        ("ann@example.org", Role.EDITOR),
        ("Ann@Example.org", Role.EDITOR),
        ("bob@example.org", Role.ANALYST),
        ("carl@elsewhere.net", Role.ANALYST),
        ("bob@sub.example.org", Role.VIEWER),
        ("eve@example.org.elsewhere.net", Role.VIEWER),
    ],
)
def test_the_highest_list_that_names_an_address_counts(address: str, role: Role) -> None:
    assert role_of(address, SETTINGS) is role


def test_an_address_that_no_list_names_has_no_role() -> None:
    settings = Settings(_env_file=None, workbench_editors="@example.org")
    assert role_of("eve@notexample.org", settings) is Role.NOBODY
    assert role_of("eve", settings) is Role.NOBODY


def test_a_change_without_sign_in_tells_where_it_was_made() -> None:
    t = Texts("en")
    assert shown_author(ANYONE.name, t) == "the app"
    assert shown_author("ann@example.org", t) == "ann@example.org"


def test_without_lists_nobody_signs_in_and_everyone_edits() -> None:
    settings = Settings(_env_file=None)
    assert not signs_in(settings)
    assert current(settings) is ANYONE
    assert ANYONE.may(Role.EDITOR)


def test_every_method_of_the_workbench_is_one_of_a_role_or_a_change() -> None:
    methods = {name for kind in (SyncWorkbench, SyncRuns) for name in vars(kind) if name[:1] != "_"}
    assert methods - set(NEEDED) == CHANGES
    assert not CHANGES & set(NEEDED)


class Store:
    def get(self) -> str:
        return "run"

    def delete(self) -> str:
        return "deleted"


class Whole:
    runs = Store()

    def ask(self) -> str:
        return "answer"

    def put_node(self) -> str:
        return "put"


WRITES = (SyncWorkbench, SyncRuns)
ROLES = (Role.VIEWER, Role.ANALYST, Role.EDITOR)


class Called:
    """Answers every method with its name."""

    @property
    def runs(self) -> "Called":
        return self

    def __getattr__(self, name: str) -> Any:
        return lambda *_: name


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("of_runs", [False, True])
def test_each_method_is_allowed_from_its_role_on(role: Role, of_runs: bool) -> None:
    """What may be done by whom, as ``docs/sign_in.md`` says it."""
    allowed = RestrictedWorkbench(Called(), Person("p", role))
    bench = allowed.runs if of_runs else allowed
    kind = WRITES[of_runs]
    for name in (one for one in vars(kind) if one[:1] != "_" and one != "runs"):
        needed = Role.EDITOR if name in CHANGES else Role.ANALYST if name in WORKS else Role.VIEWER
        if role >= needed:
            assert getattr(bench, name)() == name
        else:
            with pytest.raises(InputError, match="needs the role"):
                getattr(bench, name)()


def test_a_viewer_reads_and_is_refused_the_rest() -> None:
    bench = RestrictedWorkbench(Whole(), Person("v", Role.VIEWER))
    assert bench.runs.get() == "run"
    for change in (bench.ask, bench.put_node, bench.runs.delete):
        with pytest.raises(InputError, match="needs the role"):
            change()


def test_an_analyst_asks_and_does_not_edit() -> None:
    bench = RestrictedWorkbench(Whole(), Person("a", Role.ANALYST))
    assert bench.ask() == "answer"
    with pytest.raises(InputError, match="an editor"):
        bench.put_node()
