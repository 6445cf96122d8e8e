"""Keep the streamed text of a cancelled run as a partial answer."""

from workbench.answer.partial import partial_answer
from workbench.domain.run import Run, Stage
from workbench.pipeline.finish import finish
from workbench.pipeline.stage_records import with_stage_record
from workbench.pipeline.state import Services
from workbench.settings import OFFLINE
from workbench.text.draft import Draft


def with_streamed_text(run: Run, services: Services, ms: float) -> Run:
    """Return the run with the streamed text as a partial answer: cited, but not checked.

    Args:
        run: with the stages that had finished.
        services: with the streamed text and the model that wrote it.
        ms: the duration of the write stage so far.
    """
    model = {**services.models, **services.recording.last_models}.get("answer", OFFLINE)
    sources = len(run.rendered.sources) if run.rendered else 0
    draft = partial_answer("".join(services.streamed_text), sources, model, ms)
    if draft is None or run.stage(Stage.WRITE):
        return run
    answer, _ = finish(Draft(draft), run, services)
    return with_stage_record(run, Stage.WRITE, {"answer": answer}, ms=ms, status="stopped")
