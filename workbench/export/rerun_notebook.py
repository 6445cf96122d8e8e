"""A notebook that runs a stored run again through the Python API, and forks it at the plan."""

from collections.abc import Iterator
from pprint import pformat

from workbench.domain.local_text import Language
from workbench.domain.run import Run
from workbench.export.notebook_cells import Cell, code_cell, markdown_cell, notebook_file
from workbench.i18n.messages import messages
from workbench.text.escape_markdown import escape_active

_OPEN = """\
%load_ext workbench
from workbench import Workbench

wb = Workbench.open().sync
run = wb.run({run_id!r})
run"""
_REPLAY = """\
again = wb.replay(run)
first, second = (one.answer.marked if one.answer else None for one in (run, again))
print("same answer:", first == second)
again"""
_FORK = """\
fork = wb.fork(run, "plan", plan)
print([(stage.name.value, "reused" if stage.reused else "run") for stage in fork.stages])
fork"""
_COMPARE = """\
from workbench.rendering.tables import claims_frame, runs_frame

(effect,) = wb.compare(run, fork).effects
print("edited:", *(f"{edit.path}: {edit.before} -> {edit.after}" for edit in effect.edits))
print("facts lost:", *(fact.content for fact in effect.lost), sep="\\n  ")
print("facts gained:", *(fact.content for fact in effect.gained), sep="\\n  ")
runs_frame([run, again, fork])[["plan_origin", "confidence", "grounding", "ms"]]"""
_CLAIMS = "claims_frame(fork)"


def rerun_notebook(run: Run, language: Language) -> bytes:
    """Return an .ipynb for the workbench that stores the run.

    Args:
        run: a stored run; one without a plan is replayed and not forked.
        language: of the text between the cells.
    """
    return notebook_file(_cells(run, language))


def _cells(run: Run, language: Language) -> Iterator[Cell]:
    texts = messages("workbench.export")[language]
    yield markdown_cell(
        f"# {escape_active(run.question)}\n\n{texts['rerun_open'].format(run=run.id)}"
    )
    yield code_cell(_OPEN.format(run_id=run.id))
    yield markdown_cell(texts["rerun_replay"])
    yield code_cell(_REPLAY)
    if run.plan is None:
        return
    plan = run.plan.model_dump(mode="json")
    yield markdown_cell(texts["rerun_plan"])
    yield code_cell(f"plan = {pformat(plan, width=100, sort_dicts=False)}")
    yield code_cell(_FORK)
    yield markdown_cell(texts["rerun_compare"])
    yield code_cell(_COMPARE)
    yield code_cell(_CLAIMS)
