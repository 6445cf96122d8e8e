"""Add dropped files to a workspace, or make one of them, with progress by file and stage."""

import asyncio
import re
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from workbench.bootstrap.bundled_files import is_bundled
from workbench.bootstrap.dropped_files import write_accepted
from workbench.bootstrap.example_questions import ExampleQuestions
from workbench.bootstrap.values import FilesAdded, IngestStep
from workbench.domain.evidence import StageError
from workbench.nlp.name_folding import fold_spelling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.bootstrap.new_workspace import CopiedFiles

AddingEvent = IngestStep | FilesAdded


class Adding(ExampleQuestions):
    """Takes files from a browser or a program into the documents of a workspace."""

    def takes_files(self, workspace: str) -> bool:
        """Return False for a sample, which belongs to the installation and is not written to."""
        return not is_bundled(self.workspace_pool.folder(workspace))

    def add_documents(
        self, workspace: str, files: Mapping[str, bytes]
    ) -> AsyncGenerator[AddingEvent, None]:
        """Put files into a workspace's documents and index them; the last event is FilesAdded.

        Closing the stream ends the indexing with the current file. The files stay, and those that
        were not indexed are when the workspace is opened next.

        Args:
            workspace: its id.
            files: contents by name, with forward slashes below a folder: ``rules/hours.md``.

        Raises:
            InputError: the workspace is a sample, or there are too many files.
            StoreError: a file cannot be written.
        """
        from workbench.bootstrap.new_workspace import add_files

        def copy(folder: Path, placed: list[str]) -> tuple[str, "CopiedFiles"]:
            return workspace, add_files(workspace, self.settings, [folder] if placed else [])

        return self._added(files, copy)

    def new_workspace(
        self, title: str, files: Mapping[str, bytes]
    ) -> AsyncGenerator[AddingEvent, None]:
        """Make a workspace of files and index it; the last event is FilesAdded, with its id.

        Raises:
            InputError: there are too many files, or none that is accepted.
            StoreError: a file cannot be written.
        """
        from workbench.bootstrap.new_workspace import CopiedFiles, create_workspace

        def create(folder: Path, placed: list[str]) -> tuple[str, CopiedFiles]:
            name = free_name(title, self.workspace_pool.names)
            create_workspace(name, self.settings, folder, title)
            self.workspace_pool.find()
            return name, CopiedFiles(tuple(placed))

        return self._added(files, create)

    async def _added(
        self,
        files: Mapping[str, bytes],
        take: Callable[[Path, list[str]], tuple[str, "CopiedFiles"]],
    ) -> AsyncGenerator[AddingEvent, None]:
        def store() -> tuple[str, FilesAdded]:
            with _folder(self.settings.workbench_home / "dropped") as folder:
                placed, refused = write_accepted(files, folder)
                errors = {name: StageError.of(error) for name, error in refused.items()}
                if not placed:
                    return "", FilesAdded(refused=errors)
                name, copied = take(folder, placed)
            return name, FilesAdded(
                workspace=name, added=copied.added, replaced=copied.replaced, refused=errors
            )

        yield IngestStep(stage="copying", total=len(files))
        name, added = await asyncio.to_thread(store)
        if name:
            async with aclosing(_steps(lambda tell: self._index(name, tell))) as steps:
                async for step in steps:
                    yield step
        yield added

    async def _index(self, name: str, tell: Callable[[IngestStep], None]) -> None:
        from workbench.bootstrap.proposing import index_and_propose

        current = [""]

        def on_file(path: str, _doing: str) -> None:
            current[0] = path

        def progress(stage: str, done: int, total: int) -> None:
            tell(IngestStep(stage=stage, done=done, total=total, path=current[0]))

        await index_and_propose(name, self.settings, progress, on_file)
        await self.workspace_pool.reopen(name)
        await self.propose_examples(name, progress)


def free_name(title: str, taken: "frozenset[str]") -> str:
    """Return an id for a workspace: the title in Latin letters, with a number if it is taken."""
    latin = title.lower() if title.isascii() else fold_spelling(title)
    words = re.sub(r"[^a-z0-9]+", "-", latin).strip("-")
    base = re.sub(r"^[^a-z]+", "", words)[:30].rstrip("-")
    base = base if len(base) > 1 else "documents"
    numbered = (f"{base}-{number}" for number in range(2, len(taken) + 3))
    return base if base not in taken else next(one for one in numbered if one not in taken)


@contextmanager
def _folder(parent: Path) -> "Iterator[Path]":
    """Make an empty folder, and delete it afterwards."""
    folder = parent / uuid4().hex
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _steps(
    work: Callable[[Callable[[IngestStep], None]], Awaitable[None]],
) -> AsyncGenerator[IngestStep, None]:
    """Yield the steps that work reports from any thread; closing the stream cancels the work."""
    loop, arrived = asyncio.get_running_loop(), asyncio.Queue[IngestStep | None]()
    task = asyncio.ensure_future(
        work(lambda step: loop.call_soon_threadsafe(arrived.put_nowait, step))  # type: ignore[arg-type]
    )
    task.add_done_callback(lambda _: arrived.put_nowait(None))
    try:
        while (step := await arrived.get()) is not None:
            yield step
        await task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
