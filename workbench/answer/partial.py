"""Keep the streamed text of a stopped answer."""

from workbench.domain.answer import Answer
from workbench.text.fences import without_prose_fences
from workbench.text.marker_forms import canonical


def partial_answer(streamed: str, sources: int, model: str, ms: float) -> Answer | None:
    """Return the streamed text as a partial answer; None if nothing readable had streamed.

    Args:
        streamed: the text so far.
        sources: the number of sources that it can cite.
        model: the model that wrote it.
        ms: the duration so far.
    """
    text = canonical(without_prose_fences(streamed), sources)
    if not text:
        return None
    return Answer(text=text, marked=text, latency_ms=ms, partial=True, model=model)
