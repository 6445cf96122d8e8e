"""Let a person call those methods of the Workbench that their role allows."""

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.ui.sign_in import Person, Role

_VIEWER = """
    runs get list facets citing schemas store_error run annotation compare display json_source_list
    structured export verify_bundle workspaces is_ready prepare workspace graph document documents
    passages confidence_config validate_plan channels filter_values check_filter_values warning
    saved_preset entities entity_passages duplicates unlinked_mentions corrections affected_runs
    export_corrections export_graph outdated_runs graph_gaps changes golden_files drafts entries
    prompts lint_prompt preview_prompt uses_prompt health takes_files suggest_case cases_of
    next_questions
"""
_ANALYST = """
    ask stream generate generate_stream annotate_run fork fork_stream replay replay_stream
    ablation ablation_stream estimate_ablation blame blame_stream estimate_blame
    blame_case blame_case_stream estimate_blame_case
    stability stability_stream estimate_stability dry_run matrix estimate_matrix
    execute search try_search try_prompt compare_prompt estimate_comparison
    check list_models test_model estimate_extraction estimate_drafting propose_examples
"""
NEEDED: Mapping[str, Role] = dict.fromkeys(_VIEWER.split(), Role.VIEWER) | dict.fromkeys(
    _ANALYST.split(), Role.ANALYST
)
"""The role that a method needs. All others need an editor, among them any that is new."""


class RestrictedWorkbench:
    """The Workbench, or its run store, as one person may use it."""

    def __init__(self, whole: Any, person: Person) -> None:
        self._whole = whole
        self._person = person

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._whole, name)
        if not self._person.may(NEEDED.get(name, Role.EDITOR)):
            return self._refuse(NEEDED.get(name, Role.EDITOR))
        return RestrictedWorkbench(found, self._person) if name == "runs" else found

    def _refuse(self, needed: Role) -> Callable[..., NoReturn]:
        def refused(*_: object, **__: object) -> NoReturn:
            raise refusal(needed)

        return refused


def refusal(needed: Role) -> InputError:
    """The error that says which role an action needs."""
    if needed is Role.EDITOR:
        return InputError(**localized("bootstrap.needs_editor"))
    return InputError(**localized("bootstrap.needs_analyst"))
