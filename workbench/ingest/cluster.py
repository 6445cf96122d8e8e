"""Parse files and embed passages on a Dask cluster; the process that opened it alone writes.

A file is sent to a worker by its content, so that only the caller needs the folder. A worker that
is killed costs nothing: the scheduler gives its files to another, and the caller stores each
result once. The scheduler and the workers need the same version of this package.
"""

import asyncio
import logging
import pickle
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NoReturn

from workbench.errors import ConfigurationError, StoreError, WorkbenchError
from workbench.i18n.errors import localized
from workbench.ingest.catalogue import INDEX_VERSION
from workbench.ingest.parsed_files import (
    FileWatch,
    ParsedFile,
    ParsingJob,
    parse_file,
)
from workbench.ingest.parsers import PARSING_VERSION
from workbench.retrieval.embedders import Embedder, Purpose, is_built_in

if TYPE_CHECKING:
    from workbench.retrieval.embedders import Vectors

LOCAL = "local"
"""Starts a worker process for each core of this machine, for one ingest."""
CONNECT_S = 10.0
"""Seconds in which a scheduler answers."""
WITHOUT_WORKERS_S = 60.0
"""Seconds that a cluster may be without workers: nannies restart those that were killed."""
_CHECK_S = 1.0
"""Seconds after which the workers are counted again while none finishes."""
_FILES_PER_SLOT = 2
"""Files on their way for each thread of the workers: one is parsed while the next one waits."""
_MOST_BYTES = 100_000_000
"""Bytes of files on their way; the scheduler keeps them until they are parsed."""
_DASK = {
    # The content of a file belongs in its task, which Dask warns of from 10 MB on: data that a
    # worker keeps would be lost with it.
    "distributed.admin.large-graph-warning-threshold": "1GB",
    # Times that the local workers of a file may be killed, beside the first. A nanny gives up a
    # worker that is killed while it starts, so that a file killing many would leave none.
    "distributed.scheduler.allowed-failures": 1,
}


@contextmanager
def open_cluster(address: str) -> "Iterator[Cluster]":
    """Connect to the scheduler at an address, or start workers on this machine for ``local``.

    Raises:
        ConfigurationError: the extra ``scale`` is not installed, the address is malformed, or
            scheduler or workers have another version of this package.
        StoreError: the scheduler does not answer, or has no workers.
    """
    try:
        import dask
        from distributed import Client, LocalCluster
        from distributed.comm.addressing import resolve_address
    except ModuleNotFoundError as error:
        raise ConfigurationError(**localized("ingest.no_scale_extra")) from error
    with ExitStack() as stack:
        stack.enter_context(dask.config.set(_DASK))
        place: Any = address
        if address == LOCAL:
            place = stack.enter_context(
                LocalCluster(
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",  # any free port: Dask serves its state there
                    silence_logs=logging.CRITICAL,
                )
            )
        try:
            if address != LOCAL:
                resolve_address(address)  # a malformed address would leave a Client half open
            client = stack.enter_context(Client(place, timeout=CONNECT_S, set_as_default=False))
        except ValueError as error:
            words = {"address": address, "detail": str(error)}
            raise ConfigurationError(**localized("ingest.bad_scheduler", **words)) from error
        except OSError as error:  # TimeoutError among them
            words = {"address": address, "detail": str(error)}
            raise StoreError(**localized("ingest.no_scheduler", **words), retryable=True) from error
        cluster = Cluster(client, address)
        cluster.check()
        yield cluster


class Cluster:
    """The workers of a cluster."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._slots = 1
        self._seen = time.monotonic()

    def check(self) -> None:
        """Wait for a worker and compare its version of this package; errors as of open_cluster."""
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_S)
            others = self._client.run(package_version)
        except TimeoutError as error:
            raise self._no_workers() from error
        except Exception as error:
            self._fail(error)
        for worker, other in others.items():
            _compare(other, worker)
        self._count_workers()

    def parse(
        self, jobs: Iterator[ParsingJob], on_file: FileWatch
    ) -> Iterator[tuple[ParsingJob, ParsedFile]]:
        """Parse files on the workers, a few at a time, and yield each as it is finished.

        A file that kills its workers, also when it is parsed alone, ends with that reason.

        Raises:
            StoreError: the connection is lost, or the workers are.
        """
        running: dict[Any, ParsingJob] = {}
        suspects: list[ParsingJob] = []
        try:
            for job in jobs:
                on_file(job.path, "parse")
                running[self._submit(_parse, job, package_version())] = job
                while self._is_full(running.values()):
                    yield from self._finished(running, suspects)
            while running:
                yield from self._finished(running, suspects)
        finally:
            self._client.cancel(list(running))
        for job in suspects:
            yield job, self._parse_alone(job)

    def embedder(self, embedder: Embedder) -> Embedder:
        """Return an embedder that computes on the workers.

        One that calls a provider stays in this process, which has the key and the budget.
        """
        if not (embedder.semantic and is_built_in(embedder)):
            return embedder
        return ClusterEmbedder(self, embedder, self._slots)

    def run_all(self, work: Any, calls: Iterable[tuple[Any, ...]]) -> list[Any]:
        """Call a function on the workers once for each arguments; returns the results in order."""
        futures = [self._submit(work, *arguments) for arguments in calls]
        waiting = set(futures)
        try:
            while waiting:
                waiting -= self._first(waiting)
            return [self._result(future) for future in futures]
        finally:
            self._client.cancel(list(waiting))

    def _submit(self, work: Any, *arguments: Any) -> Any:
        return self._client.submit(work, *arguments, pure=False)

    def _is_full(self, running: Collection[ParsingJob]) -> bool:
        if len(running) >= _FILES_PER_SLOT * self._slots:
            return True
        return sum(len(job.content) for job in running) >= _MOST_BYTES

    def _finished(
        self, running: dict[Any, ParsingJob], suspects: list[ParsingJob]
    ) -> Iterator[tuple[ParsingJob, ParsedFile]]:
        """Wait until some files are finished, and yield them.

        A file whose workers were killed, again and again, is put among the suspects: another file
        of these workers may have been the cause.
        """
        for future in self._first(running.keys()):
            job = running.pop(future)
            if _is_killed(future):
                suspects.append(job)
            else:
                yield job, self._result(future)

    def _parse_alone(self, job: ParsingJob) -> ParsedFile:
        future = self._submit(_parse, job, package_version())
        self._first([future])
        if _is_killed(future):
            return ParsedFile("read", "the processes that parsed it were killed", retryable=True)
        parsed: ParsedFile = self._result(future)
        return parsed

    def _first(self, futures: Collection[Any]) -> set[Any]:
        """Wait until some of the futures are finished, and return these."""
        from distributed import wait

        while True:
            try:
                with self._client.as_current():
                    done: set[Any] = wait(
                        list(futures), timeout=_CHECK_S, return_when="FIRST_COMPLETED"
                    ).done
                self._seen = time.monotonic()
                return done
            except TimeoutError:
                self._count_workers()
            except CancelledError as error:
                self._fail(error)

    def _result(self, future: Any) -> Any:
        try:
            return future.result()
        except (Exception, CancelledError) as error:
            self._fail(error)

    def _count_workers(self) -> None:
        """Count the threads of the workers; raises StoreError if there are none for a minute."""
        try:
            threads = self._client.nthreads()
        except Exception as error:
            self._fail(error)
        if threads:
            self._slots, self._seen = sum(threads.values()), time.monotonic()
        elif time.monotonic() - self._seen > WITHOUT_WORKERS_S:
            raise self._no_workers()

    def _no_workers(self) -> StoreError:
        return StoreError(**localized("ingest.no_workers", address=self._address), retryable=True)

    def _fail(self, error: BaseException) -> NoReturn:
        """Raise an error of the workbench as it is, and any other as a StoreError."""
        if isinstance(error, WorkbenchError):
            raise error
        if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("workbench"):
            words = {"worker": self._address, "other": "-", "own": package_version()}
            raise ConfigurationError(**localized("ingest.other_version", **words)) from error
        detail = f"{type(error).__name__}: {error}"
        text = localized("ingest.cluster_failed", address=self._address, detail=detail)
        raise StoreError(**text, retryable=True) from error


class ClusterEmbedder:
    """An embedder whose texts are divided among the workers of a cluster."""

    semantic = True

    def __init__(self, cluster: Cluster, embedder: Embedder, slots: int) -> None:
        self.name = embedder.name
        self.batch_size = embedder.batch_size * slots
        self._cluster = cluster
        self._pickled = pickle.dumps(embedder)
        self._share = embedder.batch_size

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> "Vectors":
        """Return one row per text, in order.

        Raises:
            ConfigurationError, StoreError: the embedder does not work on the workers.
        """
        return await asyncio.to_thread(self._embed, texts, purpose)

    def _embed(self, texts: Sequence[str], purpose: Purpose) -> "Vectors":
        import numpy as np

        shares = [texts[at : at + self._share] for at in range(0, len(texts), self._share)]
        calls = [(self.name, self._pickled, list(share), purpose) for share in shares]
        return np.concatenate(self._cluster.run_all(_embed, calls))


def _is_killed(future: Any) -> bool:
    """Return True for a task whose workers died more often than the scheduler allows."""
    from distributed.scheduler import KilledWorker

    return isinstance(future.exception(), KilledWorker)


def package_version() -> str:
    """Return the versions that the content of an index depends on: ``0.1.0, index 5.4``."""
    return f"{version('analyst-workbench')}, index {INDEX_VERSION}.{PARSING_VERSION}"


def _compare(other: str, worker: str) -> None:
    if other != package_version():
        words = {"worker": worker, "other": other, "own": package_version()}
        raise ConfigurationError(**localized("ingest.other_version", **words))


def _parse(job: ParsingJob, callers_version: str) -> ParsedFile:
    """Parse a file on a worker, which may have joined the cluster after the check."""
    _compare(callers_version, "-")
    return parse_file(job)


_EMBEDDERS: dict[str, Embedder] = {}
"""The embedders of a worker by name; a model is loaded once."""


def _embed(name: str, pickled: bytes, texts: Sequence[str], purpose: Purpose) -> "Vectors":
    """Embed texts on a worker."""
    if name not in _EMBEDDERS:
        _EMBEDDERS[name] = pickle.loads(pickled)
    return asyncio.run(_EMBEDDERS[name].embed(texts, purpose))
