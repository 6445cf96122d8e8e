"""A fork of the sample run with a question longer than any column."""

from datetime import timedelta

from tests.support.sample_run import RUN_ID as PARENT
from tests.support.sample_run import sample_run
from workbench.domain.run import Run, RunStatus, Stage

RUN_ID = "019a0b1c2d3e4f5b0f0"
QUESTION = (
    "Сравни, пожалуйста, все проекты, в которых применялся поиск по графу, по времени первого "
    "ответа, по полноте и по цене одного диалога, и скажи, от чего там отказались и почему; "
    "отдельно назови Электрофотополупроводниковоизмерительнуюлабораторию."
)


def long_run() -> Run:
    """The fork, stopped and with an emergency plan, so that every label in the list is long."""
    run = sample_run()
    return run.model_copy(
        update={
            "id": RUN_ID,
            "parent_id": PARENT,
            "forked_at": Stage.PLAN,
            "question": QUESTION,
            "thread_id": None,
            "status": RunStatus.CANCELLED,
            "plan_origin": "offline",
            "created_at": run.created_at - timedelta(days=2),
        }
    )
