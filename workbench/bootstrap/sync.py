"""The Workbench API without ``await``, for screens, scripts and notebooks.

Each method calls the Workbench's method of the same name and has its parameters and docstring.
"""

from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from functools import wraps
from inspect import signature
from types import GenericAlias
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar, Unpack, get_args

from workbench.bootstrap.adding import Adding
from workbench.bootstrap.asking import Asking
from workbench.bootstrap.async_workbench import AsyncWorkbench
from workbench.bootstrap.auditing import Auditing
from workbench.bootstrap.case_blame import CaseBlame
from workbench.bootstrap.checking import Checking
from workbench.bootstrap.drafts import Drafts
from workbench.bootstrap.dry_runs import DryRuns
from workbench.bootstrap.entities import Entities
from workbench.bootstrap.entry_drafts import EntryDrafts
from workbench.bootstrap.example_questions import ExampleQuestions
from workbench.bootstrap.explaining import Explaining
from workbench.bootstrap.extracting import Extracting
from workbench.bootstrap.golden_cases import GoldenCases
from workbench.bootstrap.graph_edits import GraphEdits
from workbench.bootstrap.graph_gaps import GraphGaps
from workbench.bootstrap.matrices import Matrices
from workbench.bootstrap.model_access import ModelAccess
from workbench.bootstrap.next_questions import NextQuestions
from workbench.bootstrap.prompt_library import PromptLibrary
from workbench.bootstrap.sharing import Sharing
from workbench.bootstrap.stored_runs import StoredRuns
from workbench.bootstrap.workspaces import Workspaces
from workbench.domain.run import Run
from workbench.domain.run_summary import CitingRun, RunFacets, RunFilters, RunSummary
from workbench.pipeline.bridge import Items, bridge
from workbench.runs import RunStore

P = ParamSpec("P")
T = TypeVar("T")
Method: TypeAlias = Callable[Concatenate[AsyncWorkbench, P], T]
SyncMethod: TypeAlias = Callable[Concatenate["SyncWorkbench", P], T]


def delegate(method: Method[P, T]) -> SyncMethod[P, T]:
    """Call the Workbench's method of the same name."""

    @wraps(method)
    def call(self: "SyncWorkbench", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return _bound(self, method)(*args, **kwargs)

    return call


def wait_for_result(method: Method[P, Coroutine[Any, Any, T]]) -> SyncMethod[P, T]:
    """Call the Workbench's method of the same name and wait for its result."""

    @wraps(method)
    def call(self: "SyncWorkbench", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return bridge().run(_bound(self, method)(*args, **kwargs))

    return call


def iterate_events(method: Method[P, AsyncGenerator[T, None]]) -> SyncMethod[P, Items[T]]:
    """Call the Workbench's method of the same name; closing the iterator cancels the run."""

    @wraps(method)
    def call(self: "SyncWorkbench", /, *args: P.args, **kwargs: P.kwargs) -> Items[T]:
        return bridge().iterate(_bound(self, method)(*args, **kwargs))

    given = signature(method)
    item = get_args(given.return_annotation)[0]
    returned = GenericAlias(Items, item)
    call.__annotations__ = {**call.__annotations__, "return": returned}
    vars(call)["__signature__"] = given.replace(return_annotation=returned)
    return call


def _bound(sync: "SyncWorkbench", method: Method[P, T]) -> Callable[P, T]:
    """Return the instance's method, so that an override in a subclass or a fake is called."""
    found: Callable[P, T] = getattr(sync._workbench, method.__name__)
    return found


class SyncRuns:
    """The run store without ``await``."""

    def __init__(self, store: RunStore) -> None:
        self._store = store

    def get(self, run_id: str) -> Run | None:
        """See RunStore.get."""
        return bridge().run(self._store.get(run_id))

    def list(
        self, *, limit: int = 50, offset: int = 0, **filters: Unpack[RunFilters]
    ) -> Sequence[RunSummary]:
        """See RunStore.list."""
        return bridge().run(self._store.list(limit=limit, offset=offset, **filters))

    def facets(self) -> RunFacets:
        """See RunStore.facets."""
        return bridge().run(self._store.facets())

    def citing(self, workspace: str, document_id: str) -> Sequence[CitingRun]:
        """See RunStore.citing."""
        return bridge().run(self._store.citing(workspace, document_id))

    def delete(self, run_id: str) -> bool:
        """See RunStore.delete."""
        return bridge().run(self._store.delete(run_id))


class SyncWorkbench:
    """Calls the Workbench's methods and waits for their results."""

    def __init__(self, workbench: AsyncWorkbench) -> None:
        self._workbench = workbench
        self.runs = SyncRuns(workbench.runs)
        self.schemas = workbench.schemas
        self.store_error = workbench.store_error

    ask = wait_for_result(Asking.ask)
    stream = iterate_events(Asking.stream)
    generate = wait_for_result(Asking.generate)
    generate_stream = iterate_events(Asking.generate_stream)
    next_questions = wait_for_result(NextQuestions.next_questions)

    run = wait_for_result(StoredRuns.run)
    annotation = wait_for_result(StoredRuns.annotation)
    annotate_run = wait_for_result(StoredRuns.annotate_run)
    fork = wait_for_result(StoredRuns.fork)
    fork_stream = iterate_events(StoredRuns.fork_stream)
    replay = wait_for_result(StoredRuns.replay)
    replay_stream = iterate_events(StoredRuns.replay_stream)
    compare = wait_for_result(StoredRuns.compare)
    estimate_matrix = wait_for_result(Matrices.estimate_matrix)
    matrix = iterate_events(Matrices.matrix)
    ablation = wait_for_result(Explaining.ablation)
    ablation_stream = iterate_events(Explaining.ablation_stream)
    estimate_ablation = wait_for_result(Explaining.estimate_ablation)
    blame = wait_for_result(Explaining.blame)
    blame_stream = iterate_events(Explaining.blame_stream)
    estimate_blame = wait_for_result(Explaining.estimate_blame)
    cases_of = wait_for_result(CaseBlame.cases_of)
    blame_case = wait_for_result(CaseBlame.blame_case)
    blame_case_stream = iterate_events(CaseBlame.blame_case_stream)
    estimate_blame_case = wait_for_result(CaseBlame.estimate_blame_case)
    stability = wait_for_result(Explaining.stability)
    stability_stream = iterate_events(Explaining.stability_stream)
    estimate_stability = wait_for_result(Explaining.estimate_stability)
    dry_run = wait_for_result(DryRuns.dry_run)
    display = delegate(StoredRuns.display)
    json_source_list = delegate(StoredRuns.json_source_list)
    structured = delegate(StoredRuns.structured)

    export = wait_for_result(Sharing.export)
    verify_bundle = wait_for_result(Sharing.verify_bundle)

    workspaces = delegate(Workspaces.workspaces)
    is_ready = delegate(Workspaces.is_ready)
    prepare = delegate(Workspaces.prepare)
    workspace = delegate(Workspaces.workspace)
    graph = delegate(Workspaces.graph)
    document = delegate(Workspaces.document)
    documents = delegate(Workspaces.documents)
    passages = delegate(Workspaces.passages)
    confidence_config = delegate(Workspaces.confidence_config)
    validate_plan = delegate(Workspaces.validate_plan)
    execute = wait_for_result(Workspaces.execute)
    try_search = wait_for_result(Workspaces.try_search)
    channels = delegate(Workspaces.channels)
    filter_values = delegate(Workspaces.filter_values)
    check_filter_values = delegate(Workspaces.check_filter_values)
    warning = delegate(Workspaces.warning)
    saved_preset = delegate(Workspaces.saved_preset)
    save_preset = wait_for_result(Workspaces.save_preset)
    search = wait_for_result(Workspaces.search)

    entities = wait_for_result(Entities.entities)
    entity_passages = wait_for_result(Entities.entity_passages)
    duplicates = wait_for_result(Entities.duplicates)
    unlinked_mentions = wait_for_result(Entities.unlinked_mentions)
    corrections = wait_for_result(Entities.corrections)
    correct = wait_for_result(Entities.correct)
    undo_correction = wait_for_result(Entities.undo_correction)
    affected_runs = wait_for_result(Entities.affected_runs)
    export_corrections = wait_for_result(Entities.export_corrections)

    put_node = wait_for_result(GraphEdits.put_node)
    remove_node = wait_for_result(GraphEdits.remove_node)
    put_edge = wait_for_result(GraphEdits.put_edge)
    remove_edge = wait_for_result(GraphEdits.remove_edge)
    export_graph = wait_for_result(GraphEdits.export_graph)
    outdated_runs = wait_for_result(GraphEdits.outdated_runs)
    graph_gaps = wait_for_result(GraphGaps.graph_gaps)
    promote_gap = wait_for_result(GraphGaps.promote_gap)
    changes = wait_for_result(Auditing.changes)

    estimate_extraction = wait_for_result(Extracting.estimate_extraction)
    extract = iterate_events(Extracting.extract)
    drafts = wait_for_result(Drafts.drafts)
    accept_drafts = wait_for_result(Drafts.accept_drafts)
    reject_drafts = wait_for_result(Drafts.reject_drafts)
    edit_draft = wait_for_result(Drafts.edit_draft)
    undo_drafts = wait_for_result(Drafts.undo_drafts)
    estimate_drafting = wait_for_result(EntryDrafts.estimate_drafting)
    draft_entries = wait_for_result(EntryDrafts.draft_entries)
    entries = wait_for_result(EntryDrafts.entries)
    accept_entries = wait_for_result(EntryDrafts.accept_entries)
    reject_entries = wait_for_result(EntryDrafts.reject_entries)
    undo_entries = wait_for_result(EntryDrafts.undo_entries)

    prompts = wait_for_result(PromptLibrary.prompts)
    save_prompt = wait_for_result(PromptLibrary.save_prompt)
    label_prompt = wait_for_result(PromptLibrary.label_prompt)
    roll_back_prompt = wait_for_result(PromptLibrary.roll_back_prompt)
    lint_prompt = delegate(PromptLibrary.lint_prompt)
    uses_prompt = delegate(PromptLibrary.uses_prompt)
    preview_prompt = wait_for_result(PromptLibrary.preview_prompt)
    try_prompt = iterate_events(PromptLibrary.try_prompt)
    compare_prompt = iterate_events(PromptLibrary.compare_prompt)
    estimate_comparison = wait_for_result(PromptLibrary.estimate_comparison)

    golden_files = delegate(GoldenCases.golden_files)
    suggest_case = wait_for_result(GoldenCases.suggest_case)
    save_case = wait_for_result(GoldenCases.save_case)

    takes_files = delegate(Adding.takes_files)
    propose_examples = wait_for_result(ExampleQuestions.propose_examples)
    add_documents = iterate_events(Adding.add_documents)
    new_workspace = iterate_events(Adding.new_workspace)

    check = wait_for_result(Checking.check)
    calibrate = delegate(Checking.calibrate)
    forget_calibration = delegate(Checking.forget_calibration)

    health = delegate(ModelAccess.health)
    list_models = wait_for_result(ModelAccess.list_models)
    change_embedder = wait_for_result(ModelAccess.change_embedder)
    test_model = wait_for_result(ModelAccess.test_model)
