"""Train the intent classifier on examples, and keep the result for later processes.

Training on 1,000 examples takes half a second of CPU time, and reading its file 10 ms.
"""

import inspect
import io
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from workbench.domain.base import content_hash
from workbench.ingest.stored_documents import write_atomically
from workbench.logs import log
from workbench.nlp import name_folding
from workbench.planner import classifier_features, classifier_fit
from workbench.planner.classifier_features import Features, features
from workbench.planner.classifier_fit import Fit, Matrix, Numbers


@dataclass(frozen=True)
class Postings:
    """The examples that have each feature, one feature after the other, with its weight there."""

    starts: Numbers
    """The index of the first example of each feature, and the end of the last one's."""
    examples: Numbers
    weights: Matrix


@dataclass(frozen=True)
class Training:
    """What is computed from the words of the examples."""

    numbers: Mapping[str, int]
    """The features of the examples, numbered in their order."""
    idf: Sequence[float]
    """The inverse document frequency of each feature."""
    unseen: float
    """That of a feature which no example has."""
    postings: Postings
    fit: Fit

    @classmethod
    def of(cls, words: Sequence[Sequence[str]], targets: Numbers, intents: int) -> "Training":
        """Train on the words of the examples and the number of each one's intent."""
        rows = [features(one) for one in words]
        counts = Counter(name for row in rows for name in row)
        numbers = {name: number for number, name in enumerate(counts)}
        idf = [math.log((1 + len(rows)) / (1 + count)) + 1 for count in counts.values()]
        unseen = math.log(1 + len(rows)) + 1
        weighted = [_unit_length(row, numbers, idf, unseen) for row in rows]
        fit = Fit.of(similarities(weighted), targets, intents)
        return cls(numbers, idf, unseen, _postings(weighted, numbers), fit)

    def weighted(self, row: Features) -> Features:
        """Return tf-idf weights of unit length; unseen features count towards the length."""
        return _unit_length(row, self.numbers, self.idf, self.unseen)

    def similarities(self, row: Features) -> Matrix:
        """Return the similarity of weighted features to every example."""
        number_of, starts = self.numbers, self.postings.starts
        known = [(number_of[name], value) for name, value in row.items() if name in number_of]
        size = len(self.fit.ridge)
        if not known:
            return np.zeros(size)
        parts = [(slice(starts[number], starts[number + 1]), value) for number, value in known]
        places = np.concatenate([self.postings.examples[part] for part, _ in parts])
        values = np.concatenate([self.postings.weights[part] * value for part, value in parts])
        return np.bincount(places, values, size).astype(np.float64)


def similarities(rows: Sequence[Features]) -> Matrix:
    """Return the similarity of every example to every other, by their shared features."""
    shared = [name for name, n in Counter(f for row in rows for f in row).items() if n > 1]
    columns = {name: at for at, name in enumerate(shared)}
    dense = np.zeros((len(rows), len(columns)), dtype=np.float32)
    for at, row in enumerate(rows):
        for name, value in row.items():
            if name in columns:
                dense[at, columns[name]] = value
    gram = (dense @ dense.T).astype(np.float64)
    np.fill_diagonal(gram, 1.0)
    return gram


def trained(
    words: Sequence[Sequence[str]], targets: Numbers, intents: int, file: Path | None
) -> Training:
    """Return the training on the words of examples: from a file that has it, else new.

    A new one replaces what the file had; a folder that is read-only or missing gets none.
    """
    if file is None:
        return Training.of(words, targets, intents)
    key = content_hash([_code(), words, targets.tolist()])
    if (kept := _read(file, key)) is not None:
        return kept
    training = Training.of(words, targets, intents)
    with suppress(OSError):
        write_atomically(file, _encoded(training, key), mode=0o600)
    return training


def _unit_length(
    row: Features, numbers: Mapping[str, int], idf: Sequence[float], unseen: float
) -> Features:
    rarity = {name: idf[numbers[name]] if name in numbers else unseen for name in row}
    weights = {name: (1 + math.log(n) if n > 1 else n) * rarity[name] for name, n in row.items()}
    length = math.sqrt(sum(value * value for value in weights.values())) or 1.0
    return {name: value / length for name, value in weights.items()}


def _postings(rows: Iterable[Features], numbers: Mapping[str, int]) -> Postings:
    found: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for at, row in enumerate(rows):
        for name, weight in row.items():
            found[name].append((at, weight))
    ordered = [found[name] for name in numbers]
    return Postings(
        np.cumsum([0, *map(len, ordered)]),
        np.array([at for one in ordered for at, _ in one], dtype=np.int64),
        np.array([weight for one in ordered for _, weight in one], dtype=np.float64),
    )


@cache
def _code() -> str:
    """The hash of the code that trains: a file of other code is not read."""
    modules = classifier_features, classifier_fit, name_folding, sys.modules[__name__]
    return content_hash([inspect.getsource(module) for module in modules])


def _encoded(training: Training, key: str) -> bytes:
    names = {"key": key, "unseen": training.unseen, "features": list(training.numbers)}
    arrays: dict[str, Any] = {
        "names": np.frombuffer(json.dumps(names).encode(), dtype=np.uint8),
        "idf": np.array(training.idf),
        **{f"postings_{name}": value for name, value in vars(training.postings).items()},
        **{f"fit_{name}": value for name, value in vars(training.fit).items()},
    }
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def _read(file: Path, key: str) -> Training | None:
    """Return what a file has for a key; None if it is missing, damaged or for another one."""
    try:
        with np.load(io.BytesIO(file.read_bytes())) as arrays:
            names = json.loads(arrays["names"].tobytes())
            if names["key"] != key:
                return None
            postings, fit = (_fields(arrays, prefix) for prefix in ("postings_", "fit_"))
            return Training(
                {name: number for number, name in enumerate(names["features"])},
                arrays["idf"].tolist(),
                names["unseen"],
                Postings(**postings),
                Fit(**{**fit, "ridge_temperature": float(fit["ridge_temperature"])}),
            )
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile) as error:
        log.warning("training_damaged", file=str(file), reason=str(error)[:200])
        return None


def _fields(arrays: Any, prefix: str) -> dict[str, Any]:
    return {name.removeprefix(prefix): arrays[name] for name in arrays if name.startswith(prefix)}
