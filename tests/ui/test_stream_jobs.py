"""Adding files: a job in a thread, its progress in words, and the report at the end."""

import threading
from collections.abc import Iterator

from workbench.bootstrap.values import FilesAdded, IngestStep
from workbench.domain.documents import SourceFile
from workbench.domain.evidence import StageError
from workbench.errors import InputError, StoreError
from workbench.i18n.errors import localized
from workbench.ui.panels.add_files import progress, report
from workbench.ui.session_documents import AddingJob, AddingSnapshot
from workbench.ui.stream_jobs import MOST_JOBS, StreamJob, StreamJobs, StreamSnapshot
from workbench.ui.texts import Texts

DONE = FilesAdded(workspace="museum", added=("a.md",))


def ended(job: AddingJob) -> AddingSnapshot:
    job.join(10)
    return job.snapshot


def test_a_job_ends_with_what_was_added() -> None:
    step = IngestStep(stage="documents", done=1, total=2, path="a.md")
    seen = ended(StreamJob(lambda: iter([step, DONE]), FilesAdded))
    assert (seen.step, seen.result, seen.finished) == (step, DONE, True)


def test_a_job_that_fails_keeps_the_error() -> None:
    def fail() -> Iterator[IngestStep]:
        yield IngestStep(stage="copying")
        raise StoreError("The disk is full.")

    seen = ended(StreamJob(fail, FilesAdded))
    assert seen.error is not None
    assert seen.error.message == "The disk is full."


class Endless:
    """A stream that ends when it is closed."""

    def __init__(self) -> None:
        self.closed, self.begun = threading.Event(), threading.Event()

    def __iter__(self) -> "Endless":
        return self

    def __next__(self) -> IngestStep:
        self.begun.set()
        self.closed.wait(10)
        raise StopIteration

    def close(self) -> None:
        self.closed.set()


def test_a_job_is_cancelled_while_it_waits() -> None:
    stream = Endless()
    job: AddingJob = StreamJob(lambda: stream, FilesAdded)
    assert stream.begun.wait(10)
    job.cancel()
    seen = ended(job)
    assert stream.closed.is_set()
    assert (seen.cancelled, seen.finished, seen.result) == (True, True, None)


def test_a_workspace_has_one_job_at_a_time() -> None:
    jobs, stream = StreamJobs(), Endless()
    jobs.start("museum", lambda: stream, FilesAdded)
    running = jobs.find("museum")
    jobs.start("museum", lambda: iter([DONE]), FilesAdded)
    assert running is not None
    assert jobs.find("museum") is running
    stream.close()
    ended(running)
    jobs.start("museum", lambda: iter([DONE]), FilesAdded)
    assert jobs.find("museum") is not running
    jobs.forget("museum")
    assert jobs.find("museum") is None


def test_progress_names_the_stage_and_the_file() -> None:
    step = IngestStep(stage="documents", done=3, total=12, path="rules/hours.md")
    share, text = progress(StreamSnapshot(step=step), Texts("ru"))
    assert text == "Файлы читаются, 3/12 · rules/hours.md"
    assert 0 < share < 1
    later, _ = progress(
        StreamSnapshot(step=IngestStep(stage="words", done=1, total=1)), Texts("en")
    )
    assert later > share


def test_the_report_tells_how_many_are_searched_and_why_the_others_are_not() -> None:
    refused = StageError.of(InputError(**localized("bootstrap.drop_outside", name="../x.md")))
    added = FilesAdded(workspace="m", added=("a.md", "scan.pdf"), refused={"../x.md": refused})
    files = [
        SourceFile(path="a.md"),
        SourceFile(path="scan.pdf", reason="it is protected by a password"),
    ]
    html = "".join(report(added, files, Texts("ru")))
    assert "Добавлено 2 файла, не принят 1 файл." in html
    assert "Прочитано и доступно для ответов: 1. Не прочитано: 1." in html
    assert "ведёт за пределы" in html
    assert "scan.pdf" in html
    whole = "".join(report(FilesAdded(workspace="m", added=("a.md",)), files[:1], Texts("en")))
    assert "1 file added." in whole and "All of them are read" in whole


def test_a_generator_at_work_is_cancelled_after_its_step() -> None:
    begun, going_on = threading.Event(), threading.Event()

    def steps() -> Iterator[IngestStep | FilesAdded]:
        begun.set()
        going_on.wait(10)
        yield IngestStep(stage="copying")
        yield DONE

    job: AddingJob = StreamJob(steps, FilesAdded)
    assert begun.wait(10)
    job.cancel()
    going_on.set()
    seen = ended(job)
    assert seen.step == IngestStep(stage="copying")
    assert (seen.cancelled, seen.result, seen.error) == (True, None, None)


def test_a_job_is_cancelled_before_its_stream_is_there() -> None:
    begun, going_on, stream = threading.Event(), threading.Event(), Endless()

    def begin() -> Iterator[IngestStep | FilesAdded]:
        begun.set()
        going_on.wait(10)
        return stream

    job: AddingJob = StreamJob(begin, FilesAdded)
    assert begun.wait(10)
    job.cancel()
    going_on.set()
    ended(job)
    assert stream.closed.is_set()


def test_the_oldest_jobs_that_ended_are_forgotten() -> None:
    jobs: StreamJobs[IngestStep, FilesAdded] = StreamJobs()
    for number in range(MOST_JOBS + 2):
        jobs.start(str(number), lambda: iter([DONE]), FilesAdded)
        job = jobs.find(str(number))
        assert job is not None
        job.join(10)
    assert jobs.find("1") is None
    assert jobs.find("2") is not None
