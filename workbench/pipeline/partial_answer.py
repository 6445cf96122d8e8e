"""Keep the streamed text of a cancelled run as a partial answer."""

from workbench.domain.answer import Answer
from workbench.domain.run import Run, Stage
from workbench.pipeline.finish import finish
from workbench.pipeline.stage_records import with_stage_record
from workbench.pipeline.state import Services
from workbench.settings import OFFLINE
from workbench.text.fences import without_prose_fences
from workbench.text.marker_forms import canonical


def with_streamed_text(run: Run, services: Services, ms: float) -> Run:
    """Return the run with the streamed text as a partial answer: cited, but not checked.

    Args:
        run: with the stages that had finished.
        services: with the streamed text and the model that wrote it.
        ms: the duration of the write stage so far.
    """
    said = without_prose_fences("".join(services.streamed_text))
    text = canonical(said, len(run.rendered.sources) if run.rendered else 0)
    if not text or run.stage(Stage.WRITE):
        return run
    served = {**services.models, **services.recording.last_models}
    draft = Answer(
        text=text,
        marked=text,
        latency_ms=ms,
        partial=True,
        model=served.get("answer", OFFLINE),
    )
    answer, _ = finish(draft, run, services)
    return with_stage_record(run, Stage.WRITE, {"answer": answer}, ms=ms, status="stopped")
