"""`make claims` measures a writer on a set of questions."""

from benchmarks.claims import WRITERS, measure
from benchmarks.scripted.__main__ import QuestionInThread, QuestionSet

QUESTIONS = (
    QuestionInThread("one", "What is the cooling-off period of pet insurance?", "fact", ()),
    QuestionInThread("two", "Which benefits does pet insurance have?", "list", ()),
)


def test_the_figures_of_an_obedient_and_of_an_inventing_model_differ() -> None:
    one = QuestionSet("insurance", QUESTIONS)

    offline, obedient, inventing = (
        measure(one, name) for name in ("offline", "obedient", "adds a fact")
    )

    assert {"offline", "obedient", "adds a fact"} <= set(WRITERS)
    assert offline.answers == obedient.answers == inventing.answers == 2
    assert offline.traceable == obedient.traceable == offline.within == obedient.within == 1.0
    assert inventing.traceable is not None
    assert inventing.traceable < 1.0
    assert inventing.within == 0.0
    assert offline.seconds is not None
    assert offline.peak_mb > 0
