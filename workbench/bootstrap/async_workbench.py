"""All methods of the Workbench, those that wait as coroutines or asynchronous iterators."""

from workbench.bootstrap.adding import Adding
from workbench.bootstrap.asking import Asking
from workbench.bootstrap.auditing import Auditing
from workbench.bootstrap.case_blame import CaseBlame
from workbench.bootstrap.checking import Checking
from workbench.bootstrap.drafts import Drafts
from workbench.bootstrap.dry_runs import DryRuns
from workbench.bootstrap.entities import Entities
from workbench.bootstrap.entry_drafts import EntryDrafts
from workbench.bootstrap.extracting import Extracting
from workbench.bootstrap.golden_cases import GoldenCases
from workbench.bootstrap.graph_edits import GraphEdits
from workbench.bootstrap.graph_gaps import GraphGaps
from workbench.bootstrap.matrices import Matrices
from workbench.bootstrap.model_access import ModelAccess
from workbench.bootstrap.next_questions import NextQuestions
from workbench.bootstrap.prompt_library import PromptLibrary
from workbench.bootstrap.sharing import Sharing
from workbench.bootstrap.workspaces import Workspaces


class AsyncWorkbench(
    Matrices,
    Asking,
    CaseBlame,
    DryRuns,
    PromptLibrary,
    Sharing,
    Workspaces,
    Entities,
    Adding,
    Checking,
    GraphEdits,
    GraphGaps,
    Extracting,
    Drafts,
    GoldenCases,
    EntryDrafts,
    ModelAccess,
    NextQuestions,
    Auditing,
):
    """The parts of the Workbench, over the same settings, run store, models and workspaces."""
