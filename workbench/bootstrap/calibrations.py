"""Keep for each workspace how labels refit the probability that a claim is supported."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from workbench.bootstrap.copied_files import os_errors_as_store_errors
from workbench.checks.grounding.calibration import (
    LabelledClaim,
    calibrate,
    calibration_errors,
)
from workbench.checks.grounding.verdicts import DEFAULT_CALIBRATION, Calibration
from workbench.domain.base import Value
from workbench.domain.local_text import WholeText
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.ingest.stored_documents import write_atomically
from workbench.pipeline.check_text import GivenSource, given_sources

FOLDER = "calibrations"
"""The folder in the home with one file for each workspace."""


class LabelledText(Value):
    """A claim, its sources, and whether a person who read them found it supported."""

    claim: WholeText
    sources: tuple[GivenSource | WholeText, ...]
    supported: bool


class Refit(Value):
    """How labels change the probability of support, and what that gives."""

    scale: float
    offset: float
    labels: int
    error_before: float
    """Mean gap between figure and share of supported claims, without the labels."""
    error_after: float
    """The same with a refit to the other labels: cross-validated."""


def fit_labels(labels: Sequence[LabelledText]) -> Refit:
    """Return the refit to labels.

    Raises:
        InputError: too few claims of either label, or unsupported claims have the higher figures.
    """
    labelled = [
        LabelledClaim(one.claim, given_sources(one.sources), one.supported) for one in labels
    ]
    try:
        before, after = calibration_errors(labelled)
        fitted = calibrate(labelled)
    except ValueError as error:
        raise InputError(**localized("bootstrap.few_labels")) from error
    if fitted.scale <= 0:  # it would turn every figure round
        raise InputError(**localized("bootstrap.inverted_labels"))
    return Refit(
        scale=fitted.scale,
        offset=fitted.offset,
        labels=len(labels),
        error_before=before,
        error_after=after,
    )


def keep_refit(refit: Refit, home: Path, workspace: str) -> Path:
    """Write a workspace's refit to the home; return its file.

    Raises:
        StoreError: the home cannot be written.
    """
    file = _file(home, workspace)
    with os_errors_as_store_errors(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, refit.model_dump_json(indent=2).encode())
    return file


def forget_refit(home: Path, workspace: str) -> None:
    """Delete a workspace's refit, if there is one.

    Raises:
        StoreError: the home cannot be written.
    """
    file = _file(home, workspace)
    with os_errors_as_store_errors(file):
        file.unlink(missing_ok=True)


def calibration_of(home: Path, workspace: str) -> Calibration:
    """Return a workspace's calibration; the default without labels.

    Raises:
        InputError: its file cannot be read.
    """
    file = _file(home, workspace)
    try:
        refit = Refit.model_validate_json(file.read_text("utf-8"))
    except FileNotFoundError:
        return DEFAULT_CALIBRATION
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        raise InputError(**localized("bootstrap.bad_calibration", file=str(file))) from error
    return replace(DEFAULT_CALIBRATION, scale=refit.scale, offset=refit.offset)


def _file(home: Path, workspace: str) -> Path:
    return home / FOLDER / f"{workspace}.json"
